"""The registry: the table of all solvers and their abilities.

An *ability* is an attribute of `Solver`, such as whether the solver supports closed tours.

The decorator `solver` registers a function as a solver. `BUILT_IN` lists the modules of the built-in solvers. They are imported
at the first look-up of a solver. Other packages register their modules in the entry-point group `knights_tour.solvers`. Their
modules are imported when all solvers are listed, or when a name is looked up that no built-in solver has. A name of the form
`module:function` or `path/to/file.py:function` stands for that function, which is loaded as a solver.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from functools import cache
from html import escape
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, TypeAlias

from graphs.text import suggestion
from solvers.core.errors import OptionError, UnknownSolver, check_packages
from solvers.core.outcome import Outcome
from solvers.core.problem import Problem

ABILITIES = ("exact", "closed", "fixed_end", "steps", "enumerates", "watchable", "seeded", "needs_board")
"""Names of the attributes of `Solver` that declare what a solver supports or needs."""


Run: TypeAlias = Callable[..., Outcome]


Tours: TypeAlias = Callable[..., Iterator[Sequence[Any]]]


@dataclass(frozen=True)
class Solver:
    """A function that solves problems, with its name and its abilities: an entry of the registry of solvers.

    Attributes
    ----------
    name : str
        The name of the solver.
    run : callable
        The function that runs the solver: `(problem, meter, *, options) -> Outcome`.
    summary : str
        A description of the method in one line, for the list of solvers.
    reference : str
        The publication that describes the method, or another source.
    exact : bool
        Whether the solver ends in FOUND or IMPOSSIBLE if its budget suffices.
    closed : bool
        Whether the solver supports closed tours.
    fixed_end : bool
        Whether the solver supports a fixed end together with a fixed start.
    steps : bool
        Whether the solver supports known steps between the start and the end.
    needs_board : bool
        Whether the solver supports only problems on boards.
    refuses : callable or None
        A function that checks a problem for features that the other attributes do not cover. It returns the name of a feature
        that the solver does not support, or None if there is none.
    tours : callable or None
        A generator function that yields all tours, with the same parameters as `run`. None if the solver cannot enumerate. A
        closed tour may start at any square and have either direction. If no start, end or step is given, each open tour must be
        yielded in both directions. Tours may be repeated.
    watchable : bool
        Whether `record_search` can record the search of the solver.
    as_asked : bool
        Whether the solver receives every problem on an undirected graph exactly as the user stated it, for example with an end
        and without a start. Other solvers receive an equivalent problem in a simpler form (see `solvers.core.forms.orient`).
    reads_graph : bool
        Whether the solver uses the networkx graph of a board. If so, a comparison builds the graph before it starts the clock.
    packages : sequence of str
        The import names of the optional packages that the solver needs.
    also_calls : sequence of str
        The import names of further packages that the solver may call if they are installed. Their versions identify its runs.
    extra : str or None
        The name of the extra (the optional dependencies in `pyproject.toml`) that installs `packages`, or None.
    uses_seed : callable or None
        A function of the options of the solver. It returns whether the solver makes random choices with these options. If None,
        the solver does so whenever it has the option `seed`.
    """

    name: str
    run: Run
    _: KW_ONLY
    summary: str
    reference: str
    exact: bool
    closed: bool
    fixed_end: bool
    steps: bool = False
    needs_board: bool = False
    refuses: Callable[[Problem], str | None] | None = None
    tours: Tours | None = None
    watchable: bool = False
    as_asked: bool = False
    reads_graph: bool = True
    packages: Sequence[str] = ()
    also_calls: Sequence[str] = ()
    extra: str | None = None
    uses_seed: Callable[..., bool] | None = None

    @property
    def abilities(self) -> str:
        """The names in `ABILITIES` whose attribute is True for this solver, as text."""
        return ", ".join(name.replace("_", " ") for name in ABILITIES if getattr(self, name))

    @property
    def options(self) -> dict[str, Any]:
        """The names of the options of the solver, with their default values."""
        parameters = inspect.signature(self.run).parameters.values()
        return {each.name: each.default for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY}

    @property
    def kind(self) -> str:
        """The name of the module that explains the method.

        A compiled version and its reference implementation have the same kind.

        Examples
        --------
        >>> from solvers import get_solver
        >>> get_solver("backtracking-compiled").kind == get_solver("warnsdorff-backtracking").kind != get_solver("pruned").kind
        True
        """
        return str(inspect.unwrap(self.run).__module__)

    @property
    def is_built_in(self) -> bool:
        """Whether the solver belongs to this project and not to another package."""
        return self.run.__module__.startswith("solvers.")

    @property
    def seeded(self) -> bool:
        """Whether the solver makes random choices, which its option `seed` determines."""
        return "seed" in self.options

    @property
    def version(self) -> str:
        """The package that contains the solver and the packages that it needs, with their versions.

        Examples
        --------
        >>> from solvers import get_solver
        >>> get_solver("backtracking").version
        'knights-tour 0.1.0'
        """
        return ", ".join(map(_version_of, (self.run.__module__, *self.packages)))

    @property
    def enumerates(self) -> bool:
        """Whether the solver can yield all tours."""
        return self.tours is not None

    @property
    def missing(self) -> tuple[str, ...]:
        """The packages that the solver needs but that are not installed. If none is missing, the tuple is empty."""
        return tuple(package for package in self.packages if find_spec(package) is None)

    def check_options(self, options: Iterable[str]) -> None:
        """Check that the solver has the given options. Their values are not checked.

        Parameters
        ----------
        options : iterable of str
            The names of the options.

        Raises
        ------
        OptionError
            If the solver does not have one of the options. The message lists the options that the solver has.
        """
        for option in options:
            if option not in (option_names := self.options):
                message = f"solver {self.name!r} has no option {option!r}: its options are {', '.join(option_names) or 'none'}"
                raise OptionError(message, option)

    def check_installed(self) -> None:
        """Check that all packages that the solver needs are installed.

        Raises
        ------
        SolverUnavailable
            If a package is missing. The message contains the command that installs it.
        """
        check_packages(f"solver {self.name!r} needs", self.packages, self.extra)

    def refusal(self, problem: Problem) -> str | None:
        """Return a feature of the problem that the solver does not support.

        Parameters
        ----------
        problem : Problem
            The problem.

        Returns
        -------
        str or None
            The name of the feature, such as "closed tours", or None if the solver supports the problem.
        """
        if problem.feature and not self.closed:  # the equivalent problem without this feature is closed
            return problem.feature
        if problem.closed and not self.closed:
            return "closed tours"
        if problem.end is not None and problem.start is not None and not self.fixed_end:
            return "a fixed start and end"
        if problem.steps and not self.steps:
            return "known steps"
        if self.needs_board and problem.board is None:
            return "a graph without a board"
        return None if self.refuses is None else self.refuses(problem)


@cache
def _version_of(module: str) -> str:
    """Return name and version of the package that contains a module. Without a package, return the file name and a hash."""
    from importlib import metadata

    top = module.partition(".")[0]
    # The metadata of an editable install of this project do not list its packages.
    owners = ["knights-tour"] if top == __package__ else packages_distributions().get(top, ())
    for package in owners:
        return f"{package} {metadata.version(package)}"
    file = getattr(sys.modules.get(module), "__file__", None)
    return module if file is None else f"{Path(file).name} {hashlib.sha256(Path(file).read_bytes()).hexdigest()[:8]}"


@cache
def packages_distributions() -> Mapping[str, Sequence[str]]:
    """Return the names of the distributions that contain each top-level module, as `importlib.metadata` does.

    Returns
    -------
    mapping of str to sequence of str
        The names of the distributions by module. They are computed once per process.
    """
    from importlib import metadata

    return metadata.packages_distributions()


BUILT_IN = (
    "solving.strategy",
    "methods.backtracking",
    "methods.pruned",
    "methods.warnsdorff",
    "methods.warnsdorff_repair",
    "methods.cp_sat",
    "methods.sat",
    "methods.sat_arcs",
    "methods.frontier.search",
    "methods.compiled",
    "methods.construction.construct",
    "methods.clingo",
    "methods.choco",
    "methods.highs",
    "methods.elkai",
)
ENTRY_POINTS = "knights_tour.solvers"
MOST = 2**31 - 1
"""Default maximum of the integer options of solvers."""

_TABLE: dict[str, Solver] = {}


def solver(name: str, **abilities: Any) -> Callable[[Run], Run]:
    """Return a decorator that registers a function as a solver.

    Parameters
    ----------
    name : str
        The name of the solver. No other function may be registered under it. If the function itself is registered again, for
        example because a notebook cell is rerun, the new registration replaces the old one.
    **abilities : object
        The other attributes of `Solver`. `summary`, `reference`, `exact`, `closed` and `fixed_end` are required.

    Returns
    -------
    callable
        The decorator, which returns the function unchanged.

    Raises
    ------
    ValueError
        If the name is already used by another function. A function that is defined again replaces itself.
    TypeError
        If a required ability is missing, or an ability does not exist.

    Notes
    -----
    The parameters of the function are the problem, the meter, and its options as keyword-only parameters. The function returns
    an `Outcome`. It must call `meter.more` whenever the number of its search nodes reaches the value that the last call
    returned (see `Meter`). If the meter raises `BudgetSpent`, the function need not catch this error.

    The time limit must also hold for the work before the search. So the function obtains the graph by
    `problem.graph_within(meter)`, and iterates over long data through `meter.watched`.

    The solver never receives a directed graph or a graph with fixed edges, but the equivalent problem that
    `solvers.core.forms.orient` returns. Unless the solver is registered with `as_asked=True`, it also never receives:

    - a board or a graph without squares, or a closed problem with fewer than 3 squares;
    - an end without a start;
    - a closed problem with a start and an end, or with known steps and no start.

    Examples
    --------
    >>> from solvers import Outcome, Problem, solve
    >>> @solver("in-the-order-given", summary="tries one path", exact=False, closed=False, fixed_end=False, reference="none")
    ... def in_the_order_given(problem, meter):
    ...     return Outcome.found(list(problem.graph), problem.size)
    >>> import networkx as nx
    >>> solve(Problem(nx.path_graph(3)), "in-the-order-given").tour.squares
    (0, 1, 2)
    >>> unregister("in-the-order-given")
    """

    def register(run: Run) -> Run:
        if not run.__module__.startswith("solvers."):
            _load_built_in()  # so that their names count as already used
        if name in _TABLE and not _replaces(run, _TABLE[name].run):
            raise ValueError(f"the solver name {name!r} is already used: choose another name")
        _TABLE[name] = Solver(name, run, **abilities)
        return run

    return register


def _replaces(new: Run, old: Run) -> bool:
    """Return whether a function is a later definition of another one, as in a notebook whose cell runs again.

    A function within another function is not, except in the modules of this package, which are imported again after Ctrl-C.
    """
    is_unique = "<" not in new.__qualname__ or new.__module__.startswith("solvers.")
    return is_unique and (new.__module__, new.__qualname__) == (old.__module__, old.__qualname__)


def is_registered(name: str) -> bool:
    """Return whether a solver has this name. Plug-ins of other packages are loaded only if no built-in solver has it."""
    _load_built_in()
    return name in _TABLE or name in solver_names()


def add_solver(entry: Solver) -> None:
    """Register a solver that another process has sent."""
    _TABLE[entry.name] = entry


def unregister(name: str) -> None:
    """Remove a solver from the table, for example at the end of a test."""
    del _TABLE[name]


class SolverTable(tuple[Solver, ...]):
    """A tuple of solvers, which a notebook shows as a table."""

    def _repr_html_(self) -> str:
        lines = ((each.name, each.summary, each.abilities, each.reference) for each in self)
        rows = "".join(f"<tr>{''.join(f'<td>{escape(entry)}</td>' for entry in line)}</tr>" for line in lines)
        return f"<table><tr><th>solver</th><th>summary</th><th>abilities</th><th>reference</th></tr>{rows}</table>"


def solver_table() -> SolverTable:
    """Return all registered solvers.

    Returns
    -------
    SolverTable
        A tuple of the solvers of this package in the order of `BUILT_IN`, then the others in the order of their modules' names.
    """
    _load_built_in()
    _load_plug_ins()
    place = {f"solvers.{module}": f"{number:2}" for number, module in enumerate(BUILT_IN)}
    return SolverTable(sorted(_TABLE.values(), key=lambda each: place.get(each.run.__module__, each.run.__module__)))


def solver_names() -> tuple[str, ...]:
    """Return the names of all solvers.

    Returns
    -------
    tuple of str
        The names, in the order of `solver_table`.

    Examples
    --------
    >>> "warnsdorff" in solver_names()
    True
    """
    return tuple(each.name for each in solver_table())


def get_solver(name: str | Solver | Run) -> Solver:
    """Return the solver with a given name.

    Parameters
    ----------
    name : str, Solver or callable
        A solver, which is returned as it is; the name of a solver; a function; or the place of a function as `module:function`
        or `path/to/file.py:function`. If the function is not registered yet, it is registered under its own name, as a solver
        that is not exact and supports only open tours without a fixed end.

    Returns
    -------
    Solver
        The solver.

    Raises
    ------
    UnknownSolver
        If no solver has this name, or the function cannot be loaded. The message suggests a similar name and lists all names.

    Examples
    --------
    >>> get_solver("solvers.methods.warnsdorff:warnsdorff").name
    'warnsdorff'
    """
    if isinstance(name, Solver):
        return name
    if callable(name) and hasattr(name, "__qualname__"):
        return _of_function(name, f"{name.__module__}:{name.__qualname__}")
    _load_built_in()
    name = str(name)
    if name not in _TABLE:
        _load_plug_ins()
    if name in _TABLE:
        return _TABLE[name]
    if ":" in name:
        return _solver_of(name)
    raise UnknownSolver(f"unknown solver {name!r}: {suggestion(name, _TABLE)}the solvers are {', '.join(solver_names())}", name)


def _solver_of(place: str) -> Solver:
    """Return the solver whose function is `module:function` or `path/to/file.py:function`.

    If the function is not registered yet, it is registered first.
    """
    where, _, function = place.rpartition(":")
    try:
        run = getattr(_from_file(os.path.abspath(where)) if where.endswith(".py") else import_module(where), function)
        if not callable(run):
            raise TypeError("it is not a function")
        return _of_function(run, place)
    except (Exception, SystemExit) as error:  # third-party code may raise any exception
        why = getattr(error, "strerror", None) or f"{type(error).__name__}: {error}"
        raise UnknownSolver(f"the solver {place} cannot be loaded: {why}", place) from error


def _of_function(run: Run, place: str) -> Solver:
    """Return the solver of a function, which is registered first if it is not registered yet."""
    if all(each.run is not run for each in _TABLE.values()):
        reference = place.rpartition(":")[0]
        solver(run.__name__, summary=place, reference=reference, exact=False, closed=False, fixed_end=False)(run)
    return next(each for each in _TABLE.values() if each.run is run)


@cache
def _from_file(path: str) -> Any:
    """Import a file, and return it as a module. The name of the module is the path of the file."""
    spec = spec_from_file_location(path, path)
    assert spec is not None
    assert spec.loader is not None
    with _without_failed_modules():
        module = sys.modules[path] = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[path]
            raise
    return module


@contextmanager
def _without_failed_modules() -> Iterator[None]:
    """If a `with` block fails, remove the solvers that it registered, except those of completely imported modules."""
    known = set(_TABLE)
    try:
        yield
    except BaseException:  # Python has removed each module from `sys.modules` whose import failed
        for name in [name for name, each in _TABLE.items() if each.run.__module__ not in sys.modules and name not in known]:
            unregister(name)
        raise


def whole_number(name: str, value: object, *, least: int, most: int = MOST) -> int:
    """Check that the value of an option is an integer in a range, and return it.

    Parameters
    ----------
    name : str
        The name of the option, for the error message.
    value : object
        The value that the user gave.
    least, most : int
        The smallest and the largest valid value.

    Returns
    -------
    int
        The value.

    Raises
    ------
    OptionError
        If the value is not an integer, or is out of range.

    Examples
    --------
    >>> whole_number("workers", 2, least=1)
    2
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise OptionError(f"{name}={value!r} is not valid: it must be a whole number from {least} to {most}", value)
    return value


@cache
def _load_built_in() -> None:
    for module in BUILT_IN:
        import_module(f"solvers.{module}")


@cache
def _load_plug_ins() -> None:
    import warnings
    from importlib import metadata

    for entry_point in metadata.entry_points(group=ENTRY_POINTS):
        try:
            with _without_failed_modules():
                entry_point.load()
        except Exception as error:  # a broken package must not prevent the use of the others
            warnings.warn(f"the solver plug-in {entry_point.name!r} cannot be loaded: {error!r}", RuntimeWarning, stacklevel=3)

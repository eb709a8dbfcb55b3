"""The registry of solvers: a table of their names, functions and abilities.

The decorator `solver` registers a function. The modules in `BUILT_IN` are imported at the first look-up. Other packages list
their modules in the entry-point group `knights_tour.solvers`; they are imported when all solvers are listed, or when no
built-in solver has a name. `module:function` or `path/to/file.py:function` loads that function as a solver.
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
"""Attributes of `Solver` that state what it supports or requires."""


Run: TypeAlias = Callable[..., Outcome]


Tours: TypeAlias = Callable[..., Iterator[Sequence[Any]]]


@dataclass(frozen=True)
class Solver:
    """A registered solver: its function, its name and its abilities.

    Attributes
    ----------
    name, summary, reference : str
        Name of the solver, one line about its method, and a publication.
    run : callable
        The function `(problem, meter, *, options) -> Outcome`.
    exact : bool
        Whether the solver always ends in FOUND or IMPOSSIBLE if its budget suffices.
    closed, fixed_end, steps : bool
        Whether it supports closed tours, an end together with a start, and known steps between the ends.
    needs_board : bool
        Whether it supports only boards.
    refuses : callable or None
        Function of a problem that returns an unsupported feature or None, for features not covered above.
    tours : callable or None
        Generator of all tours, with the parameters of `run`. With free ends, it yields open tours in both directions. Tours may
        be repeated, and closed tours may have any start and direction.
    watchable : bool
        Whether `record_search` can record the search.
    as_asked : bool
        Whether it receives undirected problems unchanged, not in the form of `solvers.core.forms.orient`.
    reads_graph : bool
        Whether it uses the networkx graph of a board, which comparisons build before the clock starts.
    packages, also_calls : sequence of str
        Import names of required packages, and of packages that it calls if installed.
    extra : str or None
        The extra of this project that installs `packages`.
    uses_seed : callable or None
        Function of the options that returns whether choices are random (default: if there is an option `seed`).
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
        """The solver's abilities as text, e.g. "exact, closed"."""
        return ", ".join(name.replace("_", " ") for name in ABILITIES if getattr(self, name))

    @property
    def options(self) -> dict[str, Any]:
        """The options of the solver and their defaults."""
        parameters = inspect.signature(self.run).parameters.values()
        return {each.name: each.default for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY}

    @property
    def kind(self) -> str:
        """Module of the method, e.g. "solvers.methods.sat"."""
        return str(inspect.unwrap(self.run).__module__)

    @property
    def is_built_in(self) -> bool:
        """Whether the solver belongs to this project."""
        return self.run.__module__.startswith("solvers.")

    @property
    def seeded(self) -> bool:
        """Whether the solver has an option `seed` for random choices."""
        return "seed" in self.options

    @property
    def version(self) -> str:
        """The solver's packages with their versions, e.g. 'knights-tour 0.2.0'."""
        return ", ".join(map(_version_of, (self.run.__module__, *self.packages)))

    @property
    def enumerates(self) -> bool:
        """Whether the solver can yield all tours."""
        return self.tours is not None

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of required packages that are not installed."""
        return tuple(package for package in self.packages if find_spec(package) is None)

    def check_options(self, options: Iterable[str]) -> None:
        """Check that the solver has the given options.

        Parameters
        ----------
        options : iterable of str
            Names of options. Values are not checked.

        Raises
        ------
        OptionError
            If the solver does not have one of them. The message lists its options.
        """
        for option in options:
            if option not in (option_names := self.options):
                message = f"solver {self.name!r} has no option {option!r}: its options are {', '.join(option_names) or 'none'}"
                if option in ("seconds", "nodes", "time_limit", "node_limit"):
                    message += "; limits are not options: write budget=Budget(seconds=5) or --time-limit 5"
                raise OptionError(message, option)

    def check_installed(self) -> None:
        """Check that all required packages are installed.

        Raises
        ------
        SolverUnavailable
            If a package is missing. The message contains the command that installs it.
        """
        check_packages(f"solver {self.name!r} needs", self.packages, self.extra)

    def refusal(self, problem: Problem) -> str | None:
        """Return an unsupported feature of a problem, or None.

        Parameters
        ----------
        problem : Problem
            The problem.

        Returns
        -------
        str or None
            The feature, such as "closed tours", or None if the solver supports the problem.
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
    """Return a module's package and version, or file and hash."""
    from importlib import metadata

    for package in packages_distributions().get(module.partition(".")[0], ()):
        return f"{package} {metadata.version(package)}"
    file = Path(getattr(sys.modules.get(module), "__file__", None) or "")
    return f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()[:8]}" if file.is_file() else module


@cache
def packages_distributions() -> Mapping[str, Sequence[str]]:
    """Map each top-level module to the distributions that provide it."""
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
    "methods.tree_program",
    "methods.compiled",
    "methods.construction.construct",
    "methods.clingo",
    "methods.choco",
    "methods.highs",
    "methods.elkai",
)
ENTRY_POINTS = "knights_tour.solvers"
MOST = 2**31 - 1  # default maximum of integer options

_TABLE: dict[str, Solver] = {}


def solver(name: str, **abilities: Any) -> Callable[[Run], Run]:
    """Return a decorator that registers a function as a solver.

    Parameters
    ----------
    name : str
        Name of the solver.
    **abilities : object
        Other attributes of `Solver`. `summary`, `reference`, `exact`, `closed` and `fixed_end` are required.

    Returns
    -------
    callable
        The decorator, which returns the function unchanged.

    Raises
    ------
    ValueError
        If another function has this name. A function that is defined again replaces itself.
    TypeError
        If a required ability is missing, or an ability does not exist.

    Notes
    -----
    The parameters of the function are the problem, the meter, and options as keyword-only parameters. It returns an `Outcome`.
    It calls `meter.more` as `Meter` describes, and need not catch `BudgetSpent`. Because the time limit also holds before the
    search, it gets the graph by `problem.graph_within(meter)`, and iterates over long data through `meter.watched`.

    A solver never receives directed graphs and fixed edges, but the equivalent problem of `solvers.core.forms.orient`. Unless
    it is registered with `as_asked=True`, it also never receives:

    - no squares, or fewer than 3 in a closed problem;
    - an end without a start;
    - a closed problem with both ends, or with known steps and no start.

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
            raise ValueError(
                f"the solver name {name!r} is already used: rename the function, or choose another name in @solver"
            )
        try:
            _TABLE[name] = Solver(name, run, **abilities)
        except TypeError as error:
            raise TypeError(str(error).replace("Solver.__init__()", f"@solver({name!r}, …)")) from None
        return run

    return register


def _replaces(new: Run, old: Run) -> bool:
    """Return whether a function replaces an older version of itself.

    This happens e.g. if a notebook cell is rerun. Nested functions never do, except in this package, whose modules are imported
    again after Ctrl-C.
    """
    is_unique = "<" not in new.__qualname__ or new.__module__.startswith("solvers.")
    return is_unique and (new.__module__, new.__qualname__) == (old.__module__, old.__qualname__)


def is_registered(name: str) -> bool:
    """Return whether a solver, built-in or plug-in, has this name."""
    _load_built_in()
    if name not in _TABLE:
        _load_plug_ins()
    return name in _TABLE


def add_solver(entry: Solver) -> None:
    """Add a solver to the registry, e.g. one of another process."""
    _TABLE[entry.name] = entry


def unregister(name: str) -> None:
    """Remove a solver from the registry, e.g. after a test."""
    del _TABLE[name]


class SolverTable(tuple[Solver, ...]):
    """A tuple of solvers, displayed as a table in notebooks."""

    def _repr_html_(self) -> str:
        lines = ((each.name, each.summary, each.abilities, each.reference) for each in self)
        rows = "".join(f"<tr>{''.join(f'<td>{escape(entry)}</td>' for entry in line)}</tr>" for line in lines)
        return f"<table><tr><th>solver</th><th>summary</th><th>abilities</th><th>reference</th></tr>{rows}</table>"


def solver_table() -> SolverTable:
    """Return all registered solvers.

    Returns
    -------
    SolverTable
        The built-in solvers in the order of `BUILT_IN`, then the others by module.
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
    """
    return tuple(each.name for each in solver_table())


def get_solver(name: str | Solver | Run) -> Solver:
    """Return a solver by name or function.

    Parameters
    ----------
    name : str, Solver or callable
        A name, a solver, a function, `module:function`, or `path/to/file.py:function`.

    Returns
    -------
    Solver
        The solver. An unregistered function becomes an inexact solver of open tours without a fixed end.

    Raises
    ------
    UnknownSolver
        If no solver has this name, or the function cannot be loaded. The message lists all names.

    Examples
    --------
    >>> get_solver("solvers.methods.warnsdorff:warnsdorff").name
    'warnsdorff'
    """
    if isinstance(name, Solver):
        return name
    if callable(name) and hasattr(name, "__qualname__"):
        return _of_function(name, f"{name.__module__}:{name.__qualname__}")
    name = str(name)
    if is_registered(name):
        return _TABLE[name]
    if ":" in name:
        return _solver_of(name)
    hint = f"write {name}:FUNCTION; " if name.endswith(".py") else suggestion(name, _TABLE)
    raise UnknownSolver(f"unknown solver {name!r}: {hint}the solvers are {', '.join(solver_names())}", name)


def _solver_of(place: str) -> Solver:
    """Load and register a solver `module:function` or `path/to/file.py:function`."""
    where, _, function = place.rpartition(":")
    try:
        run = getattr(_from_file(os.path.abspath(where)) if where.endswith(".py") else import_module(where), function)
        if not callable(run):
            raise TypeError(f"{function!r} is not a function")
        return _of_function(run, place)
    except (Exception, SystemExit) as error:  # third-party code may raise any exception
        why = getattr(error, "strerror", None) or f"{type(error).__name__}: {error}"
        raise UnknownSolver(f"the solver {place} cannot be loaded: {why}", place) from error


def _of_function(run: Run, place: str) -> Solver:
    """Return the solver of a function, which is registered if necessary."""
    if all(each.run is not run for each in _TABLE.values()):
        reference = place.rpartition(":")[0]
        solver(run.__name__, summary=place, reference=reference, exact=False, closed=False, fixed_end=False)(run)
    return next(each for each in _TABLE.values() if each.run is run)


@cache
def _from_file(path: str) -> Any:
    """Import a Python file as a module whose name is its path."""
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
    """If the `with` block fails, unregister the solvers of failed imports."""
    known = set(_TABLE)
    try:
        yield
    except BaseException:  # Python has removed each module from `sys.modules` whose import failed
        for name in [name for name, each in _TABLE.items() if each.run.__module__ not in sys.modules and name not in known]:
            unregister(name)
        raise


def whole_number(name: str, value: object, *, least: int, most: int = MOST) -> int:
    """Check that an option is an integer in range, and return it."""
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

"""The registry: the table of all solvers and what each can do.

A solver is registered by one decorator above one function. Its module is named in `BUILT_IN`; a package outside this one
names its module under the entry-point group `knights_tour.solvers`. Both are imported when someone first looks up a solver.
Whoever looks up `module:function` or `path/to/file.py:function` has that function loaded.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, TypeAlias

from solvers.errors import OptionError, SolverUnavailable, UnknownSolver
from solvers.outcome import Outcome
from solvers.problem import Problem

__all__ = ["Solver", "get_solver", "solver", "solver_names", "solver_table", "whole_number"]

BUILT_IN = (
    "strategy",
    "methods.backtracking",
    "methods.pruned",
    "methods.warnsdorff",
    "methods.warnsdorff_repair",
    "methods.cp_sat",
    "methods.sat",
    "methods.frontier",
    "methods.compiled",
    "methods.construction.construct",
    "methods.answer_sets",
    "methods.successors",
    "methods.integer_program",
    "methods.lin_kernighan",
)
ENTRY_POINTS = "knights_tour.solvers"
MOST = 2**31 - 1
"""The largest value of most whole-number options."""

Run: TypeAlias = Callable[..., Outcome]
Tours: TypeAlias = Callable[..., Iterator[Sequence[Any]]]


@dataclass(frozen=True)
class Solver:
    """One entry of the table: a solver and what it can do.

    Attributes
    ----------
    name : what people call it by.
    run : the function `(problem, meter, *, options) -> Outcome`.
    summary : one line for the list of solvers.
    reference : where the method comes from.
    exact : whether it ends in FOUND or IMPOSSIBLE, given enough budget.
    closed, fixed_end, steps : whether it takes closed tours, a fixed end beside a fixed start, and known steps between.
    needs_board : whether it takes problems of boards only.
    refuses : a function of the problem that names what else the solver cannot take, or returns None.
    tours : the generator of all tours, with the signature of `run`; None where it cannot enumerate. A closed tour may begin
        anywhere and go either way; an open tour between free ends must come in both directions. A tour may come again.
    watchable : whether it writes into a recording what it does (`solvers.recording`).
    as_asked : whether it gets the problem as the user asked it, for instance with an end and no start.
    reads_graph : whether it reads the networkx graph of a board, which a comparison then builds before the clock starts.
    packages : optional packages that it needs, by their import names.
    extra : the extra of this project that installs them.
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
    extra: str | None = None

    @property
    def options(self) -> dict[str, Any]:
        """The names of its options, with their defaults."""
        parameters = inspect.signature(self.run).parameters.values()
        return {each.name: each.default for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY}

    @property
    def kind(self) -> str:
        """The module that teaches its method; a compiled twin is of the kind of its textbook.

        Examples
        --------
        >>> get_solver("backtracking-compiled").kind == get_solver("warnsdorff-backtracking").kind != get_solver("pruned").kind
        True
        """
        return str(inspect.unwrap(self.run).__module__)

    @property
    def is_built_in(self) -> bool:
        """Whether it belongs to this project, and not to another package."""
        return self.run.__module__.startswith("solvers.")

    @property
    def seeded(self) -> bool:
        """Whether it makes random choices, which follow from its option `seed`."""
        return "seed" in self.options

    @property
    def version(self) -> str:
        """The package that it comes from and the packages that it needs, with their versions.

        Examples
        --------
        >>> get_solver("backtracking").version
        'knights-tour 0.1.0'
        """
        return ", ".join(map(_version_of, (self.run.__module__, *self.packages)))

    @property
    def enumerates(self) -> bool:
        """Whether it can yield all tours."""
        return self.tours is not None

    @property
    def missing(self) -> tuple[str, ...]:
        """The packages that it needs and that are not installed here; empty when it can be used."""
        return tuple(package for package in self.packages if find_spec(package) is None)

    def check_options(self, options: Iterable[str]) -> None:
        """Check that the solver has options of these names.

        Raises
        ------
        OptionError : it lacks one.
        """
        for option in options:
            if option not in (known := self.options):
                told = f"solver {self.name!r} has no option {option!r}: its options are {', '.join(known) or 'none'}"
                raise OptionError(told, option)

    def check_installed(self) -> None:
        """Check that all packages that it needs are installed.

        Raises
        ------
        SolverUnavailable : one is missing; the sentence says what to install.
        """
        if self.missing:
            how = f"pip install 'knights-tour[{self.extra}]'" if self.extra else f"pip install {' '.join(self.missing)}"
            needs = f"solver {self.name!r} needs {', '.join(self.missing)}, not installed here"
            raise SolverUnavailable(f"{needs}: {how}", self.missing)

    def refusal(self, problem: Problem) -> str | None:
        """Return what in the problem it cannot take, or None."""
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
    """Return the package to which a module belongs, with its version; its file, with a hash, where no package owns it."""
    from importlib import metadata

    top = module.partition(".")[0]
    # An editable install of this project lists no packages.
    owners = ["knights-tour"] if top == __package__ else _owners().get(top, ())
    for package in owners:
        return f"{package} {metadata.version(package)}"
    file = getattr(sys.modules.get(module), "__file__", None)
    return module if file is None else f"{Path(file).name} {hashlib.sha256(Path(file).read_bytes()).hexdigest()[:8]}"


@cache
def _owners() -> Mapping[str, Sequence[str]]:
    from importlib import metadata

    return metadata.packages_distributions()


_TABLE: dict[str, Solver] = {}


def solver(name: str, **abilities: Any) -> Callable[[Run], Run]:
    """Register the function below as a solver.

    The function takes the problem, the meter (it must call `meter.more` before it places more squares), and its options as
    keyword-only parameters. It returns an `Outcome`, or lets `BudgetSpent` through. It never gets an end without a
    start, a closed problem with both, with known steps but no start, or of fewer than 3 squares, or a board without squares.
    So that a time limit also holds before the search, it gets the graph from `problem.graph_within(meter)` and reads what is
    long through `meter.watched`.

    Parameters
    ----------
    name : the solver's name; no other solver may have it.
    **abilities : the other fields of `Solver`: `summary`, `reference`, `exact`, `closed` and `fixed_end` must be given.

    Raises
    ------
    ValueError : the name is taken.
    TypeError : an ability is missing, or there is no such ability.

    Examples
    --------
    >>> @solver("in-the-order-given", summary="tries one path", exact=False, closed=False, fixed_end=False, reference="none")
    ... def in_the_order_given(problem, meter):
    ...     return Outcome.found(list(problem.graph), problem.size)
    >>> import networkx as nx
    >>> from solvers import solve
    >>> solve(Problem(nx.path_graph(3)), "in-the-order-given").tour.squares
    (0, 1, 2)
    >>> unregister("in-the-order-given")
    """

    def register(run: Run) -> Run:
        if not run.__module__.startswith("solvers."):
            _load_built_in()  # whose names are taken
        if name in _TABLE:
            raise ValueError(f"there is a solver {name!r} already: give this one another name")
        _TABLE[name] = Solver(name, run, **abilities)
        return run

    return register


def unregister(name: str) -> None:
    """Remove a solver from the table; for tests and for work in progress."""
    del _TABLE[name]


def solver_table() -> tuple[Solver, ...]:
    """Return all solvers: those of this package in the order of `BUILT_IN`, then those of other modules by their names."""
    _load_built_in()
    _load_plug_ins()
    place = {f"solvers.{module}": f"{number:2}" for number, module in enumerate(BUILT_IN)}
    return tuple(sorted(_TABLE.values(), key=lambda each: place.get(each.run.__module__, each.run.__module__)))


def solver_names() -> tuple[str, ...]:
    """Return the names of all solvers.

    Examples
    --------
    >>> "warnsdorff" in solver_names()
    True
    """
    return tuple(each.name for each in solver_table())


def get_solver(name: str) -> Solver:
    """Return the solver of this name, or that of a function.

    Parameters
    ----------
    name : a name; or `module:function` or `path/to/file.py:function`. A function that is not registered becomes a heuristic for
        open tours without a fixed end, by its own name.

    Raises
    ------
    UnknownSolver : there is none, and the sentence names a close one and lists all; or the function cannot be loaded.

    Examples
    --------
    >>> get_solver("solvers.methods.warnsdorff:warnsdorff").name
    'warnsdorff'
    """
    _load_built_in()
    name = str(name)
    if name not in _TABLE:
        _load_plug_ins()
    if name not in _TABLE and ":" in name:
        return _solver_of(name)
    if name not in _TABLE:
        import difflib

        close = difflib.get_close_matches(name, _TABLE, n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise UnknownSolver(f"unknown solver {name!r}: {hint}there are {', '.join(solver_names())}", name)
    return _TABLE[name]


def _solver_of(place: str) -> Solver:
    """Return the solver of a function, which is registered if it is not yet."""
    where, _, function = place.rpartition(":")
    try:
        run = getattr(_from_file(os.path.abspath(where)) if where.endswith(".py") else import_module(where), function)
        if not callable(run):
            raise TypeError("it is no function")
        if not (known := [each for each in _TABLE.values() if each.run is run]):
            solver(run.__name__, summary=place, reference=where, exact=False, closed=False, fixed_end=False)(run)
        return known[0] if known else _TABLE[run.__name__]
    except (Exception, SystemExit) as error:  # the code of others may raise anything
        why = getattr(error, "strerror", None) or f"{type(error).__name__}: {error}"
        raise UnknownSolver(f"the solver {place} cannot be loaded: {why}", place) from error


@cache
def _from_file(path: str) -> Any:
    """Return the module of a file, which has the path as its name."""
    spec = spec_from_file_location(path, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[path] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def whole_number(name: str, value: object, *, least: int, most: int = MOST) -> int:
    """Return the value of an option, which must be a whole number.

    Parameters
    ----------
    name : the option, for the message.
    value : the value that the user gave.
    least, most : the range of good values, both ends included.

    Raises
    ------
    OptionError : the value is no whole number, or out of range.

    Examples
    --------
    >>> whole_number("workers", 2, least=1)
    2
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise OptionError(f"{name}={value!r} is out of range: it must be a whole number from {least} to {most}", value)
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
            entry_point.load()
        except Exception as error:  # one broken package must not take the others with it
            warnings.warn(f"the solver plug-in {entry_point.name!r} cannot be loaded: {error!r}", RuntimeWarning, stacklevel=3)

"""The registry: the table of all solvers and what each can do.

A solver is registered by one decorator above one function. Its module is named in `BUILT_IN`; a package outside this one
names its module under the entry-point group `knights_tour.solvers`. Both are imported when a solver is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from solvers.errors import UnknownSolver
from solvers.problem import Problem
from solvers.result import Outcome

__all__ = ["Solver", "get_solver", "solver", "solver_names", "solver_table"]

BUILT_IN = (
    "auto",
    "methods.backtracking",
    "methods.warnsdorff",
    "methods.warnsdorff_repair",
    "methods.cp_sat",
    "methods.compiled.entries",
    "methods.construction.construct",
)
ENTRY_POINTS = "knights_tour.solvers"

Run: TypeAlias = Callable[..., Outcome]
Tours: TypeAlias = Callable[..., Iterator[Sequence[Any]]]


@dataclass(frozen=True)
class Solver:
    """One entry of the table.

    Attributes
    ----------
    name, summary, reference : for people: the name, one line, where the method comes from.
    run : the function `(problem, meter, *, options) -> Outcome`.
    tours : the generator of all tours, with the same signature, or None.
    exact, closed, fixed_end, needs_board : what it can do.
    refuses : says what else in a problem it cannot take, or None.
    compiled : whether numba compiles its code at the first use, so that a warm-up must go before the clock starts.
    packages : optional packages that it needs, by import name.
    extra : the extra of this project that installs them.
    """

    name: str
    summary: str
    reference: str
    run: Run
    tours: Tours | None
    exact: bool
    closed: bool
    fixed_end: bool
    needs_board: bool
    refuses: Callable[[Problem], str | None] | None
    compiled: bool
    packages: tuple[str, ...]
    extra: str | None

    @property
    def options(self) -> dict[str, Any]:
        """The names of its options, with their defaults."""
        import inspect

        parameters = inspect.signature(self.run).parameters.values()
        return {each.name: each.default for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY}

    @property
    def seeded(self) -> bool:
        """Whether it makes random choices, ruled by its option `seed`."""
        return "seed" in self.options

    @property
    def enumerates(self) -> bool:
        """Whether it can yield all tours."""
        return self.tours is not None

    @property
    def missing(self) -> tuple[str, ...]:
        """The packages that it needs and that are not installed here; empty when it can be used."""
        import importlib.util

        def is_missing(package: str) -> bool:
            try:
                return importlib.util.find_spec(package) is None
            except ModuleNotFoundError:  # of a part of a package that is missing itself
                return True

        return tuple(filter(is_missing, self.packages))

    def refusal(self, problem: Problem) -> str | None:
        """What in the problem it cannot take, or None."""
        if problem.closed and not self.closed:
            return "closed tours"
        if problem.end is not None and problem.start is not None and not self.fixed_end:
            return "a fixed start and end"
        if problem.board is None and self.needs_board:
            return "a graph without a board"
        return None if self.refuses is None else self.refuses(problem)


_TABLE: dict[str, Solver] = {}


def solver(
    name: str,
    *,
    summary: str,
    exact: bool,
    closed: bool,
    fixed_end: bool,
    reference: str,
    needs_board: bool = False,
    refuses: Callable[[Problem], str | None] | None = None,
    compiled: bool = False,
    tours: Tours | None = None,
    packages: Sequence[str] = (),
    extra: str | None = None,
) -> Callable[[Run], Run]:
    """Register the function below as a solver.

    The function takes the problem, the meter that it must ask before it places more squares, and its options as
    keyword-only parameters; it returns an `Outcome`, or lets `BudgetSpent` through. It is never given an end without a
    start, a closed problem of fewer than 3 squares, or a board without squares. See `Solver` for the parameters.

    Raises
    ------
    ValueError : the name is taken.

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
        able = (exact, closed, fixed_end, needs_board)
        _TABLE[name] = Solver(name, summary, reference, run, tours, *able, refuses, compiled, tuple(packages), extra)
        return run

    return register


def unregister(name: str) -> None:
    """Take a solver out of the table; for tests and for work in progress."""
    del _TABLE[name]


def solver_table() -> tuple[Solver, ...]:
    """All solvers, in the order in which they were registered, with those of other packages."""
    _load_built_in()
    _load_plug_ins()
    return tuple(_TABLE.values())


def solver_names() -> tuple[str, ...]:
    """The names of all solvers.

    >>> "warnsdorff" in solver_names()
    True
    """
    return tuple(each.name for each in solver_table())


def get_solver(name: str) -> Solver:
    """The solver of this name.

    Raises
    ------
    UnknownSolver : there is none; the sentence says which is close and which there are.
    """
    _load_built_in()
    if name not in _TABLE:
        _load_plug_ins()
    if name not in _TABLE:
        import difflib

        close = difflib.get_close_matches(str(name), _TABLE, n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise UnknownSolver(f"unknown solver {name!r}: {hint}there are {', '.join(_TABLE)}", name)
    return _TABLE[name]


@cache
def _load_built_in() -> None:
    from importlib import import_module

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

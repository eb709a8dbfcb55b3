"""Register the compiled twins. Numba and the kernels are imported only when one of them runs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from graphs.leapers import MoveOrder
from solvers.budget import Meter
from solvers.problem import Problem
from solvers.registry import Run, Tours, solver, whole_number
from solvers.result import Outcome, first_found

__all__ = [
    "backtracking_compiled",
    "pruned_compiled",
    "pruned_tours_compiled",
    "warnsdorff_backtracking_compiled",
    "warnsdorff_compiled",
]


def _twin_of(textbook: str, *, summary: str, exact: bool = True, tours: Tours | None = None) -> Callable[[Run], Run]:
    """Register the function below as the compiled twin of a solver, under its name with `-compiled` behind it."""
    return solver(
        f"{textbook}-compiled",
        summary=summary,
        exact=exact,
        closed=True,
        fixed_end=True,
        tours=tours,
        loads_from=0,
        reads_graph=False,
        packages=("numba",),
        reference=f"the twin of {textbook}, compiled by numba (S. K. Lam, A. Pitrou and S. Seibert, 2015)",
    )


@_twin_of("backtracking", summary="the search of backtracking, node for node, on integer arrays")
def backtracking_compiled(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Outcome:
    """Return the first tour of the search, or IMPOSSIBLE when the search is exhausted."""
    from solvers.methods.compiled.backtracking import run_in_order

    return run_in_order(problem, meter, move_order)


@_twin_of("warnsdorff", summary="the walk of warnsdorff, square for square, on integer arrays", exact=False)
def warnsdorff_compiled(
    problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency", tie_break: str = "first", seed: int = 0
) -> Outcome:
    """Walk by the rule until every square is visited or the walk is stuck; the options are those of `warnsdorff`."""
    from solvers.methods.compiled.warnsdorff import run_walk

    return run_walk(problem, meter, move_order, tie_break, whole_number("seed", seed, least=0))


@_twin_of("warnsdorff-backtracking", summary="the search of warnsdorff-backtracking, node for node, on integer arrays")
def warnsdorff_backtracking_compiled(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Outcome:
    """Return the first tour of the search, or IMPOSSIBLE when the search is exhausted."""
    from solvers.methods.compiled.backtracking import run_fewest_first

    return run_fewest_first(problem, meter, move_order)


def pruned_tours_compiled(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Iterator[list[Hashable]]:
    """Yield every tour, in the order of the search."""
    from solvers.methods.compiled.pruned import tours

    return tours(problem, meter, move_order=move_order)


@_twin_of("pruned", summary="the search of pruned, node for node, on integer arrays", tours=pruned_tours_compiled)
def pruned_compiled(problem: Problem, meter: Meter, *, move_order: MoveOrder = "adjacency") -> Outcome:
    """Return the first tour of the search, or IMPOSSIBLE when the search is exhausted; the options are those of `pruned`."""
    return first_found(pruned_tours_compiled(problem, meter, move_order=move_order), meter)

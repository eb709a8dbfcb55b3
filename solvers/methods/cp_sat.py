"""OR-Tools CP-SAT: a constraint solver that learns clauses, on one of three models of the tours.

- `circuit`: a Boolean for each move in each direction, and one circuit constraint over all of them.
- `positions`: a step of the tour for each square, as in textbooks. It is for comparison: it is slow from about 12x12 on.
- `lazy-cuts`: a Boolean for each move, two chosen moves at each square, and cuts as they are needed. It finds tours of large
  boards sooner, and refutes most boards without a tour far sooner.

`cp_sat_models` writes them. `cp_sat_search` says how CP-SAT searches, and how it keeps the budget. A node of this solver is a
conflict: the point where CP-SAT takes back what it tried. `_prepared` answers the problems for which the circuit constraint
would be wrong: a square without arcs, which `AddCircuit` ignores, and a single square.

Method: L. Perron and F. Didier, CP-SAT, Google OR-Tools. Cost: exponential at worst, a second at about 64x64.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from graphs.errors import BoardError
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.loading import load
from graphs.text import plural
from graphs.tour import as_squares
from solvers.budget import Meter
from solvers.errors import OptionError
from solvers.methods.cp_sat_search import NO_LIMIT, CpSat
from solvers.methods.positions import too_large
from solvers.methods.warnsdorff import warnsdorff_walk
from solvers.outcome import Outcome
from solvers.problem import Problem
from solvers.registry import solver, whole_number

if TYPE_CHECKING:
    from solvers.methods.compiled.arrays import Adjacency
    from solvers.methods.cp_sat_models import LazyCuts, OneSearch

__all__ = ["cp_sat", "cp_sat_tours"]

Hint = Sequence[Hashable] | str | None
WARNSDORFF = "warnsdorff"


def cp_sat_tours(problem: Problem, meter: Meter, **options: Any) -> Iterator[list[Hashable]]:
    """Yield every tour in the order in which CP-SAT finds them. It takes one worker: more would repeat tours.

    The models `circuit` and `positions` find them in one search. With lazy cuts, each tour is forbidden and CP-SAT searches
    again, which takes much longer where there are many.
    """
    prepared = _prepared(problem, meter, **options)
    workers = options.get("workers", 1)
    if workers > 1:
        raise OptionError(f"CP-SAT enumerates with workers=1, not {workers}: more would repeat tours", workers)
    yield from filter(None, [prepared.squares]) if isinstance(prepared, Outcome) else prepared.tours()


@solver(
    "cp-sat",
    summary="OR-Tools CP-SAT with one circuit constraint, with a step for each square, or with lazy cuts",
    exact=True,
    closed=True,
    fixed_end=True,
    steps=True,
    refuses=too_large,
    tours=cp_sat_tours,
    packages=("ortools",),
    reference="L. Perron and F. Didier, CP-SAT, Google OR-Tools",
)
def cp_sat(
    problem: Problem, meter: Meter, *, model: str = "circuit", workers: int = 1, seed: int = 0, hint: Hint = None
) -> Outcome:
    """Return a tour that satisfies the model, or that CP-SAT proves the model infeasible.

    Parameters
    ----------
    model : `circuit`, `positions` or `lazy-cuts`. Only `positions` can say known steps, and is used wherever there are any.
    workers : threads of the second stage; with more than one, CP-SAT's deterministic interleaved search. With one, `positions`
        has only the first stage: its linear programs are far too large.
    seed : for CP-SAT's own random choices.
    hint : squares of a tour or of a part of one, in their order, which the search tries first; or `warnsdorff` for the part of
        a tour that a walk by Warnsdorff's rule makes, from the start or the first square on up to where it is stuck.
    """
    prepared = _prepared(problem, meter, model, workers, seed, hint)
    if isinstance(prepared, Outcome):
        return prepared
    tour, conflicts = prepared.tour(), meter.nodes
    if tour is not None:
        return Outcome.found(tour, conflicts)
    return Outcome.impossible(conflicts, f"CP-SAT proves {prepared} infeasible after {plural(conflicts, 'conflict')}")


def _prepared(
    problem: Problem, meter: Meter, model: str = "circuit", workers: int = 1, seed: int = 0, hint: Hint = None
) -> OneSearch | LazyCuts | Outcome:
    """Return the model of a problem; or its outcome where a model would be wrong: a single square, or one without moves.

    Raises
    ------
    OptionError : an option has no value that it can take.
    BoardError : the board is too large.
    BudgetSpent : the time is over.
    """
    load("solvers.methods.compiled.arrays", "solvers.methods.cp_sat_models", "ortools.sat.python.cp_model")
    import numpy as np

    from solvers.methods.compiled.arrays import adjacency_of
    from solvers.methods.cp_sat_models import CircuitModel, LazyCuts, PositionsModel

    models: dict[str, Any] = {"circuit": CircuitModel, "positions": PositionsModel, "lazy-cuts": LazyCuts}
    if model not in list(models):
        raise OptionError(f"unknown model {model!r}: it is {', '.join(models)}", model)
    if problem.steps:
        model = "positions"
    whole_number("seed", seed, least=0)
    whole_number("workers", workers, least=1, most=1024)
    if problem.size > MAX_GRAPH_SQUARES and problem.board is not None:
        raise BoardError(
            f"a board of {problem.size:,} squares is too large for CP-SAT: the limit is {MAX_GRAPH_SQUARES:,} squares",
            problem.board,
        )
    adjacency = adjacency_of(problem, meter=meter)
    hinted = _hinted(hint, adjacency, meter)
    if problem.size == 1:
        return Outcome.found([adjacency.squares[0]], 0)
    alone = np.flatnonzero(np.diff(adjacency.first) == 0).tolist()
    if alone:
        return Outcome.impossible(0, f"no {problem.words.edge} leads to or from {adjacency.squares[alone[0]]}")
    soon = NO_LIMIT if model == "positions" and workers == 1 else problem.size
    written: OneSearch | LazyCuts = models[model](adjacency, hinted, CpSat(meter, workers, seed, soon))
    return written


def _hinted(hint: Any, adjacency: Adjacency, meter: Meter) -> list[int]:
    """Return the numbers of the hinted squares, which are their places among all squares; none for no hint.

    Raises
    ------
    OptionError : the hint is another word than `warnsdorff`, or no list of squares of the board.
    BudgetSpent : the time is over.
    """
    if hint is None:
        return []
    problem = adjacency.problem
    if isinstance(hint, str):
        if hint != WARNSDORFF:
            raise OptionError(f"hint={hint!r} is no hint: give {WARNSDORFF}, or a list of squares such as [[0,0],[1,2]]", hint)
        hint = warnsdorff_walk(
            problem, Meter(replace(meter.budget, nodes=None), meter.started)
        )  # whose squares are no conflicts
    number = {square: index for index, square in enumerate(adjacency.squares)}
    try:
        wanted = as_squares(hint)
        missing = [square for square in wanted if square not in number]
    except TypeError:
        raise OptionError(f"hint={hint!r} is no list of squares, such as [[0,0],[1,2]]", hint) from None
    if missing:
        raise OptionError(f"the hint holds {missing[0]!r}, which is not on the board", missing[0])
    if not problem.closed and wanted[-1:] == (problem.start,):  # solvers see a problem with an end alone from its end
        wanted = wanted[::-1]
    return [number[square] for square in wanted]

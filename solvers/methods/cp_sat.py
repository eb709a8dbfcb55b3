"""OR-Tools CP-SAT: a constraint solver that learns clauses, on one of two models of the tours.

- `circuit` (`cp_sat_circuit`): a Boolean for each move in each direction, and one circuit constraint over all of them.
- `lazy-cuts` (`cp_sat_lazy_cuts`): a Boolean for each move, two chosen moves at each square, and cuts as they are needed. It
  finds tours of large boards sooner, and refutes most boards without a tour far sooner.

`cp_sat_search` says how CP-SAT searches, and how it keeps the budget. A node of this solver is a conflict: the point where
CP-SAT takes back what it tried. `_without_model` answers the problems for which the circuit constraint would be wrong: a square
without arcs, which `AddCircuit` ignores, and a single square.

Method: L. Perron and F. Didier, CP-SAT, Google OR-Tools. Cost: exponential at worst, a second at about 64x64.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from graphs.errors import BoardError
from graphs.leapers import MAX_GRAPH_SQUARES
from solvers.budget import Meter
from solvers.errors import OptionError
from solvers.methods.cp_sat_hint import Hint, hinted_numbers
from solvers.methods.cp_sat_lazy_cuts import LazyCuts
from solvers.methods.cp_sat_search import Searcher
from solvers.problem import Problem
from solvers.registry import solver, whole_number
from solvers.result import Outcome

if TYPE_CHECKING:
    from solvers.methods.compiled.arrays import Adjacency

__all__ = ["cp_sat", "cp_sat_tours"]

MODELS = ("circuit", "lazy-cuts")


def cp_sat_tours(
    problem: Problem, meter: Meter, *, model: str = "circuit", workers: int = 1, seed: int = 0, hint: Hint = None
) -> Iterator[list[Hashable]]:
    """Yield every tour in the order in which CP-SAT finds them. It takes one worker: more would repeat tours.

    The circuit model finds them in one search. With lazy cuts, each tour is forbidden and CP-SAT searches again, which takes
    much longer where there are many.
    """
    from solvers.methods.cp_sat_circuit import CircuitModel

    adjacency, hinted, searcher = _prepared(problem, meter, model, workers, seed, hint)
    if workers > 1:
        raise OptionError(f"CP-SAT enumerates with workers=1, not {workers}: more would repeat tours", workers)
    without = _without_model(problem, adjacency)
    if without is not None:
        yield from [] if without.squares is None else [list(without.squares)]
    elif model == "circuit":
        circuit = CircuitModel(problem, adjacency, hinted, meter)
        for values in searcher.solutions(circuit.model):
            yield circuit.tour(values)
    else:
        cuts = LazyCuts(problem, hinted, meter)
        while (cycle := cuts.next_tour(searcher, join=False)) is not None:
            yield from cuts.two_factor.tours(cycle)
            cuts.forbid(cycle)


@solver(
    "cp-sat",
    summary="OR-Tools CP-SAT with one circuit constraint, or with lazy cuts",
    exact=True,
    closed=True,
    fixed_end=True,
    tours=cp_sat_tours,
    loads_from=0,
    packages=("ortools",),
    reference="L. Perron and F. Didier, CP-SAT, Google OR-Tools",
)
def cp_sat(
    problem: Problem, meter: Meter, *, model: str = "circuit", workers: int = 1, seed: int = 0, hint: Hint = None
) -> Outcome:
    """Return a tour that satisfies the model, or that CP-SAT proves the model infeasible.

    Parameters
    ----------
    model : `circuit` or `lazy-cuts`.
    workers : threads of the second stage; with more than one, CP-SAT's deterministic interleaved search.
    seed : for CP-SAT's own random choices.
    hint : squares of a tour or of a part of one, in their order, which the search tries first; or `warnsdorff` for the part of
        a tour that a walk by Warnsdorff's rule makes, from the start or the first square on up to where it is stuck.
    """
    adjacency, hinted, searcher = _prepared(problem, meter, model, workers, seed, hint)
    without = _without_model(problem, adjacency)
    if without is not None:
        return without
    if model == "circuit":
        return _by_circuit(problem, adjacency, hinted, searcher)
    return _by_lazy_cuts(problem, hinted, searcher)


def _prepared(
    problem: Problem, meter: Meter, model: str, workers: int, seed: int, hint: Hint
) -> tuple[Adjacency, list[int], Searcher]:
    """Return the moves of a problem, the numbers of the hinted squares, and CP-SAT with these options.

    Raises
    ------
    OptionError : an option has no value that it can take.
    BoardError : the board is too large.
    BudgetSpent : the time is over.
    """
    from solvers.methods.compiled.arrays import adjacency_of

    if model not in MODELS:
        raise OptionError(f"unknown model {model!r}: it is {' or '.join(MODELS)}", model)
    whole_number("seed", seed, least=0)
    whole_number("workers", workers, least=1, most=1024)
    if problem.size > MAX_GRAPH_SQUARES and problem.board is not None:
        raise BoardError(
            f"a board of {problem.size:,} squares is too large for CP-SAT: the limit is {MAX_GRAPH_SQUARES:,} squares",
            problem.board,
        )
    adjacency = adjacency_of(problem, meter=meter)
    hinted = hinted_numbers(hint, problem, adjacency.squares, meter)
    return adjacency, hinted, Searcher(meter, workers, seed, soon=problem.size)


def _without_model(problem: Problem, adjacency: Adjacency) -> Outcome | None:
    """Return the outcome where `AddCircuit` would be wrong: a square without arcs, or a single square.

    Closed problems have 3 or more squares here.
    """
    if problem.size == 1:
        return Outcome.found([adjacency.squares[0]], 0)
    first = adjacency.first.tolist()
    for number, (begin, end) in enumerate(pairwise(first)):
        if begin == end:
            return Outcome.impossible(0, f"no {problem.words.edge} leads to or from {adjacency.squares[number]}")
    return None


def _by_circuit(problem: Problem, adjacency: Adjacency, hinted: list[int], searcher: Searcher) -> Outcome:
    from solvers.methods.cp_sat_circuit import CircuitModel

    circuit = CircuitModel(problem, adjacency, hinted, searcher.meter)
    values = searcher.solution(circuit.model)
    conflicts = searcher.meter.nodes
    if values is None:
        return Outcome.impossible(conflicts, f"CP-SAT proves the circuit model infeasible after {conflicts:,} conflicts")
    return Outcome.found(circuit.tour(values), conflicts)


def _by_lazy_cuts(problem: Problem, hinted: list[int], searcher: Searcher) -> Outcome:
    cuts = LazyCuts(problem, hinted, searcher.meter)
    cycle = cuts.next_tour(searcher, join=True)
    conflicts = searcher.meter.nodes
    if cycle is None:
        model = f"the model of two moves at each square and {len(cuts.sets):,} cuts"
        return Outcome.impossible(conflicts, f"CP-SAT proves {model} infeasible after {conflicts:,} conflicts")
    return Outcome.found(cuts.two_factor.squares(cycle), conflicts)

"""OR-Tools CP-SAT: the tour as one circuit constraint over a Boolean for each move in each direction.

`AddCircuit` requires one circuit through all nodes. A dummy node turns an open tour into a circuit: arcs lead from the dummy
to each possible start and from each possible end back to the dummy. `_without_model` answers the problems for which the
constraint would be wrong: a square without arcs, which `AddCircuit` ignores, a single square, and a closed tour whose given
ends are not a move apart.
A node of this solver is a conflict: the point where CP-SAT takes back what it tried.

CP-SAT itself keeps limits loosely. It compares the conflicts with their limit between two steps of its search, and one step can
hold a dozen of them. Where the count is past the limit, the solver searches again with a lower one. So the count never exceeds
the limit; the search may stop some conflicts before it, but never stops where it needs fewer conflicts than the limit.
CP-SAT does not look at the clock while it loads a model. So the solver gives up before that where building and loading take
longer than the time that is left.

Method: L. Perron and F. Didier, CP-SAT, Google OR-Tools. Cost: exponential at worst, a second at about 40x40.
"""

from __future__ import annotations

import contextlib
import math
import queue
from collections.abc import Collection, Generator, Hashable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from graphs.leapers import ordered_neighbours
from solvers.budget import Meter
from solvers.errors import BudgetSpent, OptionError
from solvers.options import whole_number
from solvers.problem import Problem
from solvers.registry import solver
from solvers.result import Outcome

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ortools.sat.python import cp_model

__all__ = ["cp_sat", "cp_sat_tours"]

Neighbours: TypeAlias = Mapping[Hashable, Collection[Hashable]]

BUILDING, LOADING = 3e-6, 2e-6
"""About the seconds that an arc takes while the model is built, and while CP-SAT loads it."""


def cp_sat_tours(
    problem: Problem, meter: Meter, *, workers: int = 1, seed: int = 0, hint: Sequence[Hashable] | None = None
) -> Iterator[list[Hashable]]:
    """Yield every tour in the order in which CP-SAT finds them. It takes one worker: more would repeat tours."""
    if workers != 1:
        raise OptionError(f"CP-SAT enumerates with workers=1, not {workers!r}: more would repeat tours", workers)
    neighbours = ordered_neighbours(problem.graph_within(meter), watched=meter.watched)
    _check_hint(neighbours, hint)
    without = _without_model(problem, neighbours)
    if without is not None:
        yield from [] if without.squares is None else [list(without.squares)]
        return
    model = _CircuitModel(problem, neighbours, hint, meter)
    search = model.search(meter, workers=1, seed=whole_number("seed", seed, least=0))
    search.parameters.enumerate_all_solutions = True
    status = yield from _streamed(model, search, meter.budget.nodes)
    meter.nodes = search.num_conflicts
    if status not in ("OPTIMAL", "INFEASIBLE"):
        raise _stopped(meter)


@solver(
    "cp-sat",
    summary="OR-Tools CP-SAT with one circuit constraint",
    exact=True,
    closed=True,
    fixed_end=True,
    tours=cp_sat_tours,
    loads_from=0,
    packages=("ortools",),
    reference="L. Perron and F. Didier, CP-SAT, Google OR-Tools",
)
def cp_sat(
    problem: Problem, meter: Meter, *, workers: int = 1, seed: int = 0, hint: Sequence[Hashable] | None = None
) -> Outcome:
    """Return a tour that satisfies the circuit model, or that CP-SAT proves the model infeasible.

    Parameters
    ----------
    workers : threads; with more than one, CP-SAT's deterministic interleaved search.
    seed : for CP-SAT's own random choices.
    hint : squares of a tour or of a part of one, in their order; the search tries them first.
    """
    whole_number("seed", seed, least=0)
    whole_number("workers", workers, least=1, most=1024)
    neighbours = ordered_neighbours(problem.graph_within(meter), watched=meter.watched)
    _check_hint(neighbours, hint)
    without = _without_model(problem, neighbours)
    if without is not None:
        return without
    model = _CircuitModel(problem, neighbours, hint, meter)
    limit = meter.budget.nodes
    while True:
        search = model.search(meter, workers, seed, limit)
        status = _finished(search, _started(model, search))
        past = 0 if meter.budget.nodes is None else max(0, search.num_conflicts - meter.budget.nodes)
        if not (past and limit):
            break
        limit = max(0, limit - past)
    meter.nodes = search.num_conflicts
    match status:
        case "OPTIMAL" | "FEASIBLE":
            return Outcome.found(model.squares_of(search.boolean_value), meter.nodes)
        case "INFEASIBLE":
            return Outcome.impossible(
                meter.nodes, f"CP-SAT proves the circuit model infeasible after {meter.nodes:,} conflicts"
            )
        case "UNKNOWN":
            raise _stopped(meter)
        case other:
            raise ValueError(f"CP-SAT ends with {other}")


def _square(square: Any) -> Hashable:
    return tuple(square) if isinstance(square, list) else square


def _check_hint(neighbours: Neighbours, hint: Any) -> None:
    squares = [] if hint is None else hint
    try:
        missing = next((square for square in map(_square, squares) if square not in neighbours), None)
    except TypeError:
        raise OptionError(f"hint={hint!r} is no list of squares, such as [[0,0],[1,2]]", hint) from None
    if missing is not None:
        raise OptionError(f"the hint holds {missing!r}, which is not on the board", missing)


def _without_model(problem: Problem, neighbours: Neighbours) -> Outcome | None:
    """Return the outcome where `AddCircuit` would be wrong: a square without arcs, or a single square.

    Closed problems have 3 or more squares here.
    """
    if problem.size == 1:
        return Outcome.found(list(neighbours), 0)
    for square, near in neighbours.items():
        if not near:
            return Outcome.impossible(0, f"no {problem.words.edge} leads to or from {square}")
    if problem.closed and problem.end is not None and problem.start not in neighbours[problem.end]:
        return Outcome.impossible(0, f"the end {problem.end} is not {problem.words.step_from} the start {problem.start}")
    return None


class _CircuitModel:
    """The circuit model of a problem. Node 0 is the dummy of an open tour; the others are the squares, counted from 1."""

    def __init__(self, problem: Problem, neighbours: Neighbours, hint: Sequence[Hashable] | None, meter: Meter) -> None:
        from ortools.sat.python import cp_model

        _check_time(meter, sum(map(len, neighbours.values())), BUILDING + LOADING)
        self.squares = list(neighbours)
        self.model = cp_model.CpModel()
        number = {square: index for index, square in enumerate(self.squares, 1)}
        self.first = number[problem.start] if problem.start is not None else 1
        self.closed = problem.closed
        pairs = [(number[square], number[other]) for square, near in meter.watched(neighbours.items()) for other in near]
        if not problem.closed:
            starts = number.values() if problem.start is None else [number[problem.start]]
            ends = number.values() if problem.end is None else [number[problem.end]]
            pairs += [(0, start) for start in starts] + [(end, 0) for end in ends]
        self.arcs = [(tail, head, self.model.new_bool_var("")) for tail, head in meter.watched(pairs)]
        self.model.add_circuit(self.arcs)
        if problem.closed and problem.end is not None:
            closing = (number[problem.end], self.first)
            self.model.add_bool_or([literal for tail, head, literal in self.arcs if (tail, head) == closing])
        self.has_hint = bool(hint)
        self._add_hint(hint or (), number)

    def _add_hint(self, hint: Sequence[Hashable], number: dict[Hashable, int]) -> None:
        after = {number[here]: number[there] for here, there in pairwise(map(_square, hint))}
        for tail, head, literal in self.arcs:
            if tail in after:
                self.model.add_hint(literal, after[tail] == head)

    def search(self, meter: Meter, workers: int, seed: int, conflicts: int | None = None) -> cp_model.CpSolver:
        """Return a CP-SAT solver whose parameters allow what is left of the budget.

        Raises
        ------
        BudgetSpent : the time that is left is too short to load the model.
        """
        from ortools.sat.python import cp_model

        _check_time(meter, len(self.arcs), LOADING)
        search = cp_model.CpSolver()
        search.parameters.num_workers = workers
        search.parameters.interleave_search = workers > 1
        search.parameters.random_seed = seed
        search.parameters.catch_sigint_signal = False  # Ctrl-C is Python's
        search.parameters.cp_model_presolve = False  # without it, a third of the time at 32x32
        search.parameters.cp_model_probing_level = 0  # probing and symmetry detection take longer than they save here
        search.parameters.symmetry_level = 0
        if self.has_hint:
            search.parameters.linearization_level = 0  # linear programs help to refute, not to follow a hint
        if conflicts is None:
            conflicts = meter.budget.nodes
        if conflicts is not None:
            search.parameters.max_number_of_conflicts = min(conflicts, 2**62)
        if meter.seconds_left < math.inf:
            search.parameters.max_time_in_seconds = meter.seconds_left
        return search

    def squares_of(self, chosen: Any) -> list[Hashable]:
        """Return the tour that the chosen arcs make, from the start; `chosen` is a function from a Boolean to its value."""
        after = {tail: head for tail, head, literal in self.arcs if chosen(literal)}
        node = self.first if self.closed else after[0]
        tour = []
        for _ in self.squares:
            tour.append(self.squares[node - 1])
            node = after[node]
        return tour


def _check_time(meter: Meter, arcs: int, seconds_for_each: float) -> None:
    """Check that the time that is left is enough for work on so many arcs that does not look at the clock.

    Raises
    ------
    BudgetSpent : it is not.
    """
    seconds = arcs * seconds_for_each
    if seconds > meter.seconds_left:
        raise BudgetSpent(
            f"too little of the time limit of {meter.budget.seconds:g} s is left: a model of {arcs:,} arcs takes CP-SAT about "
            f"{seconds:.2g} s before the search",
            meter.budget,
            "time limit",
        )


def _started(model: _CircuitModel, search: cp_model.CpSolver, callback: Any = None) -> Future[Any]:
    """Start CP-SAT in another thread, so that Ctrl-C reaches Python while it works."""
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(1)
    run = pool.submit(search.solve, model.model, callback)
    pool.shutdown(wait=False)
    return run


def _finished(search: cp_model.CpSolver, run: Future[Any]) -> str:
    try:
        return str(run.result().name)
    finally:
        _stop(search, run)


def _stop(search: cp_model.CpSolver, run: Future[Any]) -> None:
    while not run.done():
        search.stop_search()
        with contextlib.suppress(TimeoutError):
            run.exception(timeout=0.02)


def _streamed(model: _CircuitModel, search: cp_model.CpSolver, conflicts: int | None) -> Generator[list[Hashable], None, str]:
    """Yield the tours of a running search. The search waits when it is 256 tours ahead of the reader."""
    from ortools.sat.python import cp_model

    found: queue.Queue[list[Hashable]] = queue.Queue(maxsize=256)
    stopped = False

    class Reader(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            if conflicts is not None and self.num_conflicts > conflicts:
                self.stop_search()  # CP-SAT itself does not look at the limit between solutions
                return
            tour = model.squares_of(self.boolean_value)
            while not stopped:
                with contextlib.suppress(queue.Full):
                    found.put(tour, timeout=0.02)
                    return
            self.stop_search()

    run = _started(model, search, Reader())
    try:
        while not (run.done() and found.empty()):
            with contextlib.suppress(queue.Empty):
                yield found.get(timeout=0.02)
        return str(run.result().name)
    finally:
        stopped = True
        _stop(search, run)


def _stopped(meter: Meter) -> BudgetSpent:
    if meter.budget.nodes is not None and meter.seconds_left > 0:
        return BudgetSpent(f"stopped at the node limit of {meter.budget.nodes:,}", meter.budget, "node limit")
    return BudgetSpent(f"stopped at the time limit of {meter.budget.seconds:g} s", meter.budget, "time limit")

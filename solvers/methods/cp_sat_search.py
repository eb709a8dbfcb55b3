"""The search of CP-SAT: two stages, within the budget of the run.

1. The first stage is a plain search by learnt clauses. Where it decides on a move it takes the move, so that it builds a tour
   instead of excluding moves. It may take as many conflicts as there are squares; most boards that have a tour need fewer.
2. The second stage starts afresh, and solves linear programs, too, with cuts between parts of the graph. They are slow on a
   large graph. But they count, and clauses cannot: without them, few boards without a tour are refuted. If there are several
   workers, they share this stage.

CP-SAT keeps limits loosely. It compares the conflicts with their limit between two steps of its search, and one step can hold a
dozen of them. A search whose count is past the limit counts as stopped at the limit, whatever it has found.
CP-SAT does not look at the clock while it loads a model. So the solver gives up before that where building and loading take
longer than the time that is left.
"""

from __future__ import annotations

import contextlib
import math
import queue
import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solvers.budget import Meter
from solvers.errors import BudgetSpent

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ortools.sat.python import cp_model

__all__ = ["LOADING", "Searcher", "add_booleans", "check_time", "clear_hint"]

FOLLOWING = 10
"""The most conflicts while CP-SAT follows a hint, by its own default; it does not hold them against its limit."""
LOADING = 1e-6
"""About the seconds that a variable takes while CP-SAT loads the model."""

ALWAYS: Mapping[str, Any] = {
    "num_workers": 1,
    "cp_model_presolve": False,
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
    "catch_sigint_signal": False,  # Ctrl-C is Python's
}
# Circuit model, seconds without PLAIN and LINEAR, and with them: closed 32x32 0.17, 0.01; no tour of 4x20 from (1, 3) 5, 0.03.
PLAIN: Mapping[str, Any] = {"linearization_level": 0, "use_sat_inprocessing": False, "initial_polarity": "POLARITY_TRUE"}
LINEAR: Mapping[str, Any] = {
    "linearization_level": 2,
    "add_lp_constraints_lazily": False,
    "root_lp_iterations": 100,
    "only_add_cuts_at_level_zero": True,
    "max_num_cuts": 100,
    "initial_polarity": "POLARITY_TRUE",
}
SEVERAL: Mapping[str, Any] = {"interleave_search": True}
"""The second stage of several workers, to each of which CP-SAT gives parameters of its own."""


@dataclass(frozen=True)
class Searcher:
    """CP-SAT with the options of one run.

    Parameters
    ----------
    meter : the budget. The conflicts of every search are added to its nodes.
    workers, seed : the threads, and the seed of CP-SAT's random choices.
    soon : the most conflicts of the first stage.
    """

    meter: Meter
    workers: int
    seed: int
    soon: int

    def solution(self, model: cp_model.CpModel) -> Sequence[int] | None:
        """Return the value of each variable in a solution of the model; None where CP-SAT proves that there is none.

        The second stage takes the hint out of the model. It has been tried; linear programs take far longer with it, and
        several workers end the whole process where a model has a hint and is infeasible at once (OR-Tools 9.15).

        Raises
        ------
        BudgetSpent : the budget ran out.
        """
        second = LINEAR if self.workers == 1 else {**SEVERAL, "num_workers": self.workers}
        for parameters, most in ((PLAIN, self.soon), (second, None)):
            if most is None:
                clear_hint(model)
            search = self._search(model, parameters, most)
            with _running(model, search) as run:
                status = run.result()
            self._count(search)
            if status in ("OPTIMAL", "FEASIBLE"):
                return list(search.response_proto.solution)
            if status == "INFEASIBLE":
                return None
            if status != "UNKNOWN":
                raise ValueError(f"CP-SAT ends with {status}")
            self.meter.check()
        raise self._stopped()

    def solutions(self, model: cp_model.CpModel) -> Iterator[Sequence[int]]:
        """Yield every solution of the model, in the order in which one worker finds them.

        Raises
        ------
        BudgetSpent : the budget ran out.
        """
        search = self._search(model, PLAIN, None)
        search.parameters.enumerate_all_solutions = True
        status = yield from _streamed(model, search, self._conflicts_left)
        self._count(search)
        if status not in ("OPTIMAL", "INFEASIBLE"):
            raise self._stopped()

    @property
    def _conflicts_left(self) -> int | None:
        return None if self.meter.budget.nodes is None else self.meter.budget.nodes - self.meter.nodes

    def _search(self, model: cp_model.CpModel, parameters: Mapping[str, Any], most: int | None) -> cp_model.CpSolver:
        """Return a CP-SAT solver whose parameters allow what is left of the budget, and `most` conflicts at most.

        Raises
        ------
        BudgetSpent : the time that is left is too short to load the model.
        """
        from ortools.sat.python import cp_model

        check_time(self.meter, len(model.proto.variables), LOADING)
        search = cp_model.CpSolver()
        given = {"random_seed": self.seed, **ALWAYS, **parameters}
        conflicts = min((each for each in (self._conflicts_left, most) if each is not None), default=None)
        if conflicts is not None:
            given["max_number_of_conflicts"] = min(conflicts, 2**62)
            given["hint_conflict_limit"] = min(conflicts, FOLLOWING)
        if self.meter.seconds_left < math.inf:
            given["max_time_in_seconds"] = self.meter.seconds_left
        for name, value in given.items():
            setattr(search.parameters, name, getattr(search.parameters, value) if isinstance(value, str) else value)
        return search

    def _count(self, search: cp_model.CpSolver) -> None:
        """Add the conflicts of a search to the nodes.

        Raises
        ------
        BudgetSpent : there were more than the limit allows.
        """
        limit = self.meter.budget.nodes
        self.meter.nodes += search.num_conflicts
        if limit is not None and self.meter.nodes > limit:
            self.meter.nodes = limit
            self.meter.check()

    def _stopped(self) -> BudgetSpent:
        budget = self.meter.budget
        if budget.nodes is not None and self.meter.seconds_left > 0:
            return BudgetSpent(f"stopped at the node limit of {budget.nodes:,}", budget, "node limit")
        return BudgetSpent(f"stopped at the time limit of {budget.seconds:g} s", budget, "time limit")


def add_booleans(model: cp_model.CpModel, number: int) -> None:
    """Add a number of Boolean variables to a model, all at once: copies of its first one.

    That one belongs to the model. A variable of another model would be freed with that model, and nothing keeps it alive.
    """
    if number:
        first = model.proto.variables.add()
        first.domain.extend([0, 1])
        model.proto.variables.extend([first] * (number - 1))


def clear_hint(model: Any) -> None:
    """Take the hint out of a model. CP-SAT follows an empty one, too."""
    model.clear_hints()


def check_time(meter: Meter, variables: int, seconds_for_each: float) -> None:
    """Check that enough time is left for work on a number of variables that does not look at the clock.

    Raises
    ------
    BudgetSpent : it is not.
    """
    seconds = variables * seconds_for_each
    if seconds > meter.seconds_left:
        raise BudgetSpent(
            f"too little of the time limit of {meter.budget.seconds:g} s is left: a model of {variables:,} variables takes "
            f"CP-SAT about {seconds:.2g} s before the search",
            meter.budget,
            "time limit",
        )


@contextlib.contextmanager
def _running(model: cp_model.CpModel, search: cp_model.CpSolver, callback: Any = None) -> Iterator[Future[str]]:
    """Run CP-SAT in another thread, so that Ctrl-C reaches Python, and stop it where the block ends before it."""
    from concurrent.futures import Future

    run: Future[str] = Future()

    def work() -> None:
        try:
            run.set_result(search.status_name(search.solve(model, callback)))
        except BaseException as error:
            run.set_exception(error)

    threading.Thread(target=work).start()
    try:
        yield run
    finally:
        while not run.done():
            search.stop_search()
            with contextlib.suppress(TimeoutError):
                run.exception(timeout=0.02)


def _streamed(model: cp_model.CpModel, search: cp_model.CpSolver, conflicts: int | None) -> Generator[Sequence[int], None, str]:
    """Yield the solutions of a running search, and return its status. The search waits when it is 256 ahead of the reader."""
    from ortools.sat.python import cp_model

    found: queue.Queue[Sequence[int]] = queue.Queue(maxsize=256)
    stopped = False

    class Reader(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            if conflicts is not None and self.num_conflicts > conflicts:
                self.stop_search()  # CP-SAT itself does not look at the limit between solutions
                return
            values = list(self.response_proto.solution)
            while not stopped and threading.main_thread().is_alive():  # a reader may be left unread when the process ends
                with contextlib.suppress(queue.Full):
                    found.put(values, timeout=0.02)
                    return
            self.stop_search()

    with _running(model, search, Reader()) as run:
        try:
            while not (run.done() and found.empty()):
                with contextlib.suppress(queue.Empty):
                    yield found.get(timeout=0.02)
        finally:
            stopped = True
        return run.result()

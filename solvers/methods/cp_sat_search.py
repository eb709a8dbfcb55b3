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

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solvers.budget import Meter
from solvers.errors import BudgetSpent

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["LOADING", "NO_LIMIT", "CpSat"]

FIRST = 1000
"""Solutions after which the first search for all of them stops."""
WAIT = 0.02
"""Seconds between two checks of the clock, and between two requests to stop."""
FOLLOWING = 10
"""The most conflicts while CP-SAT follows a hint, by its own default; it does not hold them against its limit."""
LOADING = 1e-6
"""About the seconds that a variable takes while CP-SAT loads the model."""
NO_LIMIT = 2**62

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


class CpSat:
    """CP-SAT with a model of Booleans, and with the options of one run.

    Parameters
    ----------
    meter : the budget. The conflicts of every search are added to its nodes.
    workers, seed : the threads, and the seed of CP-SAT's random choices.
    soon : the most conflicts of the first stage.
    """

    def __init__(self, meter: Meter, workers: int, seed: int, soon: int) -> None:
        from ortools.sat.python import cp_model

        self.meter, self._workers, self._seed, self._soon = meter, workers, seed, soon
        self._model = cp_model.CpModel()
        self.proto = self._model.proto

    def add_booleans(self, number: int) -> None:
        """Add Booleans to the model, all at once: copies of its first one.

        That one belongs to the model. A variable of another model would be freed with that model, and nothing keeps it alive.
        """
        first = self.proto.variables.add()
        first.domain.extend([0, 1])
        self.proto.variables.extend([first] * (number - 1))

    def hint(self, variables: Sequence[int], values: Sequence[int]) -> None:
        """Have the next search try these values first, and no others."""
        self._clear_hint()
        self.proto.solution_hint.vars.extend(variables)
        self.proto.solution_hint.values.extend(values)

    def _clear_hint(self) -> None:
        model: Any = self._model
        model.clear_hints()  # CP-SAT follows an empty hint, too

    def check_time(self, variables: int, seconds_for_each: float) -> None:
        """Check that enough time is left for work on a number of variables that does not look at the clock.

        Raises
        ------
        BudgetSpent : it is not.
        """
        self.meter.require_seconds(variables * seconds_for_each, f"CP-SAT's model of {variables:,} variables")

    def solution(self) -> Sequence[int] | None:
        """Return the value of each variable in a solution of the model; None where CP-SAT proves that there is none.

        The second stage takes the hint out of the model. It has been tried; linear programs take far longer with it, and
        several workers end the whole process where a model has a hint and is infeasible at once (OR-Tools 9.15).

        Raises
        ------
        BudgetSpent : the budget ran out.
        """
        second = LINEAR if self._workers == 1 else {**SEVERAL, "num_workers": self._workers}
        for parameters, most in ((PLAIN, self._soon), (second, NO_LIMIT)):
            search, status = self._run(parameters, most)
            self.meter.reach(self.meter.nodes + search.num_conflicts)
            if status == "INFEASIBLE":
                return None
            if status in ("OPTIMAL", "FEASIBLE"):
                return list(search.response_proto.solution)
            self.meter.check()
            self._clear_hint()
        raise self._stopped()

    def solutions(self) -> Iterator[Sequence[int]]:
        """Yield every solution of the model, in the order in which one worker finds them.

        A search stops after `FIRST` solutions. If the reader wants more, a longer one starts afresh, and finds the same first.

        Raises
        ------
        BudgetSpent : the budget ran out.
        """
        from ortools.sat.python import cp_model

        class Collector(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:  # CP-SAT itself does not look at the conflicts between solutions
                if len(found) < most and self.num_conflicts <= conflicts:
                    found.append(bytes(self.response_proto.solution))
                else:
                    self.stop_search()

        conflicts = self._conflicts_left
        found: list[bytes] = []
        most = read = 0
        while len(found) == most:
            found, read, most = [], most, 100 * most or FIRST
            search, status = self._run({**PLAIN, "enumerate_all_solutions": True}, NO_LIMIT, Collector())
            yield from map(list, found[read:])
            if status in ("OPTIMAL", "INFEASIBLE"):
                break
        self.meter.reach(self.meter.nodes + search.num_conflicts)
        if status in ("FEASIBLE", "UNKNOWN"):
            raise self._stopped()

    @property
    def _conflicts_left(self) -> int:
        limit = self.meter.budget.nodes
        return NO_LIMIT if limit is None else limit - self.meter.nodes

    def _stopped(self) -> BudgetSpent:
        is_late = self.meter.budget.nodes is None or self.meter.seconds_left == 0
        return self.meter.spent("time limit" if is_late else "node limit")

    def _run(self, parameters: Mapping[str, Any], most: int, callback: Any = None) -> tuple[cp_model.CpSolver, str]:
        """Run CP-SAT in another thread, so that Ctrl-C reaches Python, and return the search and its status.

        Its limits are what is left of the budget, and `most` conflicts.

        Raises
        ------
        BudgetSpent : the time that is left is too short to load the model.
        """
        from concurrent.futures import ThreadPoolExecutor, wait

        from ortools.sat.python import cp_model

        self.check_time(len(self.proto.variables), LOADING)
        search = cp_model.CpSolver()
        conflicts = min(most, self._conflicts_left)
        given = {
            "random_seed": self._seed,
            "max_number_of_conflicts": conflicts,
            "hint_conflict_limit": min(conflicts, FOLLOWING),
            **ALWAYS,
            **parameters,
        }
        for name, value in given.items():
            setattr(search.parameters, name, getattr(search.parameters, value) if isinstance(value, str) else value)
        with ThreadPoolExecutor(1) as pool:
            run = pool.submit(search.solve, self._model, callback)
            try:
                while not run.done() and self.meter.seconds_left:  # CP-SAT itself has no clock of processor time
                    wait([run], WAIT)
            finally:
                while not run.done():
                    search.stop_search()
                    wait([run], WAIT)
            return search, search.status_name(run.result())

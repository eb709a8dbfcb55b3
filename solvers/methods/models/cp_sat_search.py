"""Run the constraint solver CP-SAT in two stages, within a budget.

A search node is a conflict: a point where CP-SAT has to undo decisions.

1. The first stage is a plain search with clause learning. For each move, it first tries to include the move, so it builds a
   tour instead of excluding moves. The stage ends after a number of conflicts equal to the number of squares. Most boards with
   a tour need fewer.
2. The second stage starts from scratch. It also solves linear programs, and adds cuts to them. The programs are slow on a large
   graph. But unlike clauses, they can express numbers, such as the number of squares of each colour. Few boards without a tour
   are proved infeasible without them. Several workers (threads) can share this stage.

CP-SAT respects limits only approximately. It compares the number of conflicts with the limit only between two steps of its
search, and one step can contain a dozen conflicts. If the number of conflicts exceeds the node limit, the search is reported as
stopped at this limit, even if it has found a tour.

CP-SAT does not check the clock while it loads a model. So a search begins only if the time left is likely to be enough for
loading the model.

With parameters of CP-SAT from the caller, there is only one stage, with CP-SAT's default values for all other parameters.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solvers.core.budget import NO_LIMIT, Meter
from solvers.core.errors import BudgetSpent, OptionError

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

FIRST = 1000  # number of solutions after which the first search of `CpSatSearch.solutions` stops
WAIT = 0.02  # seconds between two checks of the clock, and between two requests to CP-SAT to stop
FOLLOWING = 10  # maximum number of conflicts while CP-SAT tries a hint (its default), not counted in its conflict limit
LOADING = 1e-6  # approximate time that CP-SAT takes to load a model, in seconds per variable

QUICK: Mapping[str, Any] = {"cp_model_presolve": False, "cp_model_probing_level": 0, "symmetry_level": 0}
"""Parameters of CP-SAT in both stages: it does not analyse the model before the search."""
# With PLAIN and LINEAR, the circuit model finds a closed tour of 32x32 in 0.01 s instead of 0.17 s. It proves in 0.03 s instead
# of 5 s that 4x20 has no tour from (1, 3).
PLAIN: Mapping[str, Any] = {
    **QUICK,
    "linearization_level": 0,
    "use_sat_inprocessing": False,
    "initial_polarity": "POLARITY_TRUE",
}
LINEAR: Mapping[str, Any] = {
    **QUICK,
    "linearization_level": 2,
    "add_lp_constraints_lazily": False,
    "root_lp_iterations": 100,
    "only_add_cuts_at_level_zero": True,
    "max_num_cuts": 100,
    "initial_polarity": "POLARITY_TRUE",
}
SEVERAL: Mapping[str, Any] = {**QUICK, "interleave_search": True}
"""Parameters of CP-SAT for several workers."""


class CpSatSearch:
    """A model of Boolean variables that CP-SAT solves within a budget.

    `workers` is the number of threads of the last stage, and `soon` the maximum number of conflicts of the first one.
    `parameters` are those of CP-SAT, such as "linearization_level:2", or an empty text. The conflicts of every search are added
    to the search nodes of `meter`. The caller writes the constraints into `proto`.
    """

    def __init__(self, meter: Meter, workers: int, seed: int, soon: int, parameters: str = "") -> None:
        from ortools.sat.python import cp_model

        second = LINEAR if workers == 1 else SEVERAL
        self._stages = [(_parsed(parameters), NO_LIMIT)] if parameters else [(PLAIN, soon), (second, NO_LIMIT)]
        self.meter, self._workers, self._seed = meter, workers, seed
        self._model = cp_model.CpModel()
        self.proto = self._model.proto

    def add_booleans(self, number: int) -> None:
        """Add `number` Boolean variables to the model.

        They are copies of one variable, because this takes a single call.
        """
        first = self.proto.variables.add()
        first.domain.extend([0, 1])
        self.proto.variables.extend([first] * (number - 1))

    def hint(self, variables: Sequence[int], values: Sequence[int]) -> None:
        """Set the values that the next search tries first."""
        self._clear_hint()
        self.proto.solution_hint.vars.extend(variables)
        self.proto.solution_hint.values.extend(values)

    def _clear_hint(self) -> None:
        model: Any = self._model
        model.clear_hints()  # an empty hint would still be a hint for CP-SAT

    def check_time(self, variables: int, seconds_for_each: float) -> None:
        """Raise BudgetSpent if too little time is left to build a model."""
        self.meter.require_seconds(variables * seconds_for_each, f"preparing CP-SAT's model of {variables:,} variables")

    def solution(self) -> Sequence[int] | None:
        """Return the values of all variables in a solution, or None.

        The hint is used only in the first stage with one worker, and then removed from the model. With a hint, the linear
        programs of the second stage would take far longer. With a hint and several workers, OR-Tools 9.15 even ends the whole
        Python process if it detects at once that the model is infeasible.
        """
        for parameters, most in self._stages:
            workers = 1 if parameters is PLAIN else self._workers
            if workers > 1:
                self._clear_hint()
            search, status = self._run(parameters, most, workers=workers)
            self.meter.reach(self.meter.nodes + search.num_conflicts)
            if status == "INFEASIBLE":
                return None
            if status in ("OPTIMAL", "FEASIBLE"):
                return list(search.response_proto.solution)
            self.meter.check()
            self._clear_hint()
        raise self._stopped()

    def solutions(self) -> Iterator[Sequence[int]]:
        """Yield every solution of the model.

        The first search stops after `FIRST` solutions. If the caller requests more, another search starts from scratch, with a
        limit 100 times as high. It first finds the same solutions, which are not yielded again.
        """
        from ortools.sat.python import cp_model

        class Collector(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:  # CP-SAT does not check the conflict limit between solutions
                if len(assignments) < most and self.num_conflicts <= conflicts:
                    assignments.append(bytes(self.response_proto.solution))
                else:
                    self.stop_search()

        conflicts = self._conflicts_left
        assignments: list[bytes] = []
        most = read = 0
        while len(assignments) == most:
            assignments, read, most = [], most, 100 * most or FIRST
            search, status = self._run({**self._stages[0][0], "enumerate_all_solutions": True}, NO_LIMIT, Collector())
            yield from map(list, assignments[read:])
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
        meter, has_parameters = self.meter, len(self._stages) == 1
        if meter.seconds_left == 0:
            return meter.spent("time limit")
        if self._conflicts_left == 0 or (meter.budget.nodes is not None and not has_parameters):
            return meter.spent("node limit")
        return BudgetSpent("CP-SAT stopped because of one of its parameters", meter.budget)

    def _run(
        self, parameters: Mapping[str, Any], most: int, callback: Any = None, workers: int = 1
    ) -> tuple[cp_model.CpSolver, str]:
        """Run CP-SAT, and return its solver object and its status.

        The search stops at the limits of the budget, or after `most` conflicts. CP-SAT runs in another thread, so that Ctrl-C
        reaches Python.
        """
        from concurrent.futures import ThreadPoolExecutor, wait

        from ortools.sat.python import cp_model

        self.check_time(len(self.proto.variables), LOADING)
        search = cp_model.CpSolver()
        conflicts = min(most, self._conflicts_left)
        settings = {
            "random_seed": self._seed,
            "max_number_of_conflicts": conflicts,
            "hint_conflict_limit": min(conflicts, FOLLOWING),
            "num_workers": workers,
            "catch_sigint_signal": False,  # Python handles Ctrl-C
            "log_search_progress": False,
            "debug_crash_on_bad_hint": False,
            "fix_variables_to_their_hinted_value": False,  # the hint of a model with lazy cuts is not a tour
        }
        if taken := sorted(settings.keys() & parameters.keys()):
            raise OptionError(
                f"the solver sets CP-SAT's parameter {taken[0]!r}: leave it out (see the options and limits)", taken
            )
        for name, value in {**settings, **parameters}.items():
            try:
                setattr(search.parameters, name, getattr(search.parameters, value) if isinstance(value, str) else value)
            except (AttributeError, TypeError, ValueError):
                raise OptionError(f"CP-SAT has no parameter {name!r} that can be {value!r}", name) from None
        with ThreadPoolExecutor(1) as pool:
            run = pool.submit(search.solve, self._model, callback)
            try:
                while not run.done() and self.meter.seconds_left:  # CP-SAT itself cannot limit processor time
                    wait([run], WAIT)
            finally:
                while not run.done():
                    search.stop_search()
                    wait([run], WAIT)
            status = search.status_name(run.result())
        if status == "MODEL_INVALID":
            raise OptionError(f"CP-SAT does not accept these values of its parameters: {dict(parameters)}", parameters)
        return search, status


def _parsed(parameters: str) -> dict[str, Any]:
    """Return parameters of CP-SAT by name.

    >>> _parsed("linearization_level:2, cp_model_presolve:true, initial_polarity:POLARITY_TRUE")
    {'linearization_level': 2, 'cp_model_presolve': True, 'initial_polarity': 'POLARITY_TRUE'}
    """
    values: dict[str, Any] = {}
    for name, _, value in (each.partition(":") for each in parameters.split(",")):
        try:
            values[name.strip()] = json.loads(value)
        except ValueError:
            values[name.strip()] = value.strip()
    return values

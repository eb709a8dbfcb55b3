"""A search with the SAT solver Minicard or CaDiCaL, within a budget.

The solver is Minicard [1]_ of PySAT (A. Ignatiev, A. Morgado and J. Marques-Silva): MiniSat with cardinality constraints, i.e.
upper bounds on the number of true variables in a list. For a square with eight moves, the condition that two moves are chosen
takes two cardinality constraints, or 64 clauses.

For each move, the solver first tries the value (chosen or not chosen) that the move had last, so consecutive answers are
similar. If no tour is similar to them, the solver may not find one for a long time. For example, a flower snark has no closed
tour. With one more edge it has closed tours, but only through that edge. So after some answers in a row that do not reduce the
number of cycles, the solver is made to try other moves first: those that it chose least often. The number of these answers
follows Luby's sequence [2]_, because it should be larger for some graphs than for others.

CaDiCaL [3]_ can be used instead. It has no cardinality constraints, so it gets clauses, and it changes its preferred values
itself. In graphs with many vertices of degree two, it is often faster.

References
----------
.. [1] M. Liffiton and J. Maglalang, A cardinality solver, SAT 2012.
.. [2] M. Luby, A. Sinclair and D. Zuckerman, Optimal speedup of Las Vegas algorithms, 1993.
.. [3] A. Biere, K. Fazekas, M. Fleury and M. Heisinger, CaDiCaL, Kissat, Paracooba, Plingeling and Treengeling entering the
   SAT competition 2020.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb, inf
from typing import TYPE_CHECKING, Any

from graphs.loading import load
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.core.splitmix import SplitMix64
from solvers.methods.models.lazy_cuts import LazyCutSearch
from solvers.methods.models.two_factor import Clause

if TYPE_CHECKING:
    import numpy as np

COUNTED_FROM = 20  # degree of a vertex from which clauses for CaDiCaL count its chosen edges (see `TwoFactor.clauses`)
WORK_BETWEEN_LOOKS = 4_000_000  # variables × conflicts between two checks of the clock (at most two tenths of a second)
MOST_OUTWARD = 30  # maximum number of edges for clauses that no chosen edge out of a set is the only one
ANSWERS_ALIKE = 4  # factor of Luby's sequence, for the number of answers without progress before other moves are tried first
MOVES_ALIKE = 30  # moves whose numbers of choices differ by less count as equally frequent
MOST_CLAUSES = 50_000  # maximum number of clauses (those of a 28x28 board); beyond it, cardinality constraints are used


def sat_search_answer(solver: Any, meter: Meter, variables: int) -> bool:
    """Return whether a SAT solver finds its clauses satisfiable.

    The solver is called for a limited number of conflicts at a time, and the clock is checked before each call.
    """
    chunk, limit, answer = max(50, min(5000, WORK_BETWEEN_LOOKS // max(variables, 1))), meter.budget.nodes, None
    while answer is None:
        if meter.seconds_left == 0:
            meter.check()
        solver.conf_budget(chunk if limit is None else min(chunk, limit - meter.nodes + 1))
        answer = solver.solve_limited(expect_interrupt=True)
        meter.reach(int(solver.accum_stats()["conflicts"]))
    return bool(answer)


class EdgeSearch(LazyCutSearch):
    """A SAT search for a tour, with one variable per edge.

    The solver is Minicard, with clauses or cardinality constraints, or CaDiCaL, with clauses.

    Clauses are better for proofs. For open tours of the antelope, the leaper (3, 4), on 24x24 a search with clauses takes a
    second, and a search with cardinality constraints more than 20 s. But writing more than `MOST_CLAUSES` clauses takes longer
    than finding a tour. So cardinality constraints are used for larger graphs, and the solver first tries the value true for
    each edge. In this way, it finds a tour of 192x192 without a conflict.
    """

    def __init__(self, problem: Problem, meter: Meter, use_cadical: bool = False) -> None:
        load("pysat.solvers")
        import numpy as np
        from pysat.solvers import Minicard

        super().__init__(problem, meter)
        self._times_chosen = np.zeros(len(self.edges), dtype=int)
        self._dice, self._times_led = SplitMix64(0), 0
        self._is_cadical = use_cadical
        self._solver = cadical() if use_cadical else Minicard()
        self.go_on(meter)
        # An apex (see `two_factor`) that is joined to all squares is not counted, because it has few clauses.
        degrees = [len(variables) for variables in self.variables_at if len(variables) < problem.size]
        if use_cadical or sum(comb(degree, 3) + degree for degree in degrees) <= MOST_CLAUSES:
            for clause in meter.watched(self.clauses(COUNTED_FROM if use_cadical else inf)):
                self._solver.add_clause(clause)
            return
        for number, variables in meter.watched(self.exactly()):
            self._solver.add_atmost(list(variables), number)
            if number == 1:
                self._solver.add_clause(list(variables))
            else:
                self._solver.add_atmost([-each for each in variables], len(variables) - number)
        self._solver.set_phases(range(1, len(self.edges) + 1))

    def go_on(self, meter: Meter) -> None:
        """Continue the search with another meter.

        The count of answers without progress is reset.
        """
        self.meter = meter
        self._fewest, self._alike = len(self.edges), 0

    def choose(self) -> np.ndarray | None:
        import numpy as np

        found = sat_search_answer(self._solver, self.meter, edges := len(self.edges))
        return np.array(self._solver.get_model()[:edges]) > 0 if found else None

    def add_clause(self, clause: Clause) -> None:
        self._solver.add_clause(clause)

    def cut(self, inside: frozenset[int]) -> None:
        outward = self.outward(inside)
        self.add_clause(outward)
        if len(outward) <= MOST_OUTWARD:
            for edge in outward:
                self.add_clause([-edge if each == edge else each for each in outward])

    def forbid(self, cycle: Clause) -> None:
        self._solver.add_clause([-edge for edge in cycle])
        self.go_on(self.meter)

    def lead_on(self, chosen: np.ndarray, cycles: int) -> None:
        """After slow progress, make Minicard try other edges first.

        CaDiCaL itself changes its preferred values.
        """
        if self._is_cadical:
            return
        self._alike = 0 if cycles < self._fewest else self._alike + 1
        self._fewest = min(self._fewest, cycles)
        self._times_chosen += chosen
        if self._alike >= ANSWERS_ALIKE * luby(self._times_led + 1):
            self._try_first(self._other_edges())
            self.go_on(self.meter)
            self._times_led += 1
        elif self._times_led:  # set the phases to the last choice, because phases set earlier persist
            self._try_first(chosen.tolist())

    def _try_first(self, chosen: list[bool]) -> None:
        """Set the values of the edges that the SAT solver tries first."""
        self._solver.set_phases([edge if is_chosen else -edge for edge, is_chosen in enumerate(chosen, 1)])

    def _other_edges(self) -> list[bool]:
        """Select edges that the SAT solver has rarely chosen.

        The set is maximal with at most two edges at each vertex. Edges that the solver chose least often are preferred.
        """
        met: Counter[int] = Counter()
        others = [False] * len(self.edges)
        rank = [(times // MOVES_ALIKE, self._dice.below(2**32)) for times in self._times_chosen.tolist()]
        for edge in sorted(range(len(rank)), key=rank.__getitem__):
            if all(met[vertex] < 2 for vertex in self.edges[edge]):
                met.update(self.edges[edge])
                others[edge] = True
        return others


def cadical() -> Any:
    """Return CaDiCaL, with Ctrl-C delayed until a call ends.

    If PySAT is called in the main thread, Ctrl-C ends the call by a long jump, which may crash the process.
    """
    from concurrent.futures import ThreadPoolExecutor

    from pysat.solvers import Cadical153

    thread = ThreadPoolExecutor(1)  # it ends when the solver is freed

    class Cadical(Cadical153):  # type: ignore[misc]  # PySAT has no types
        def solve_limited(self, assumptions: Sequence[int] = (), expect_interrupt: bool = False) -> bool | None:
            answer: bool | None = thread.submit(super().solve_limited, assumptions, expect_interrupt).result()
            return answer

    return Cadical()


def luby(index: int) -> int:
    """Return term number `index` of Luby's sequence, counted from 1.

    At position 2**k - 1, the term is 2**(k - 1). After it, all terms so far are repeated, followed by 2**k.

    >>> [luby(index) for index in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    half = 1 << index.bit_length() - 1
    return half if index == 2 * half - 1 else luby(index - half + 1)

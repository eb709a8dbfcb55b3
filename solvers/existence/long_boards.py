"""The shortest boards of the (n, n+1)-leaper: the smallest N for which it has a closed tour of a (2n+1) x N board.

On fewer than 2n + 1 rows, this leaper cannot reach every square. N is tried from 1 on. Each board without a tour gets a
reason: its squares are not connected; there are more squares of one colour; or some squares need more moves than their
neighbours can give them, so that there is no 2-factor. On small boards, cut sets and forced moves are sought, too. Where none
of these is found, the SAT solver finds a tour or proves that there is none.

D. E. Knuth, Leaper graphs, The Mathematical Gazette 78, 1994; OEIS A152138. Cost: about n**2 boards of at most 4 n**3 squares,
each with a largest flow.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from graphs.board import Board
from graphs.leapers import Leaper
from graphs.obstructions import (
    find_colours,
    find_cut_sets,
    find_degree_sets,
    find_disconnected,
    find_forced_moves,
    find_trivial,
)
from solvers.budget import Meter
from solvers.existence.decision import Verdict, verdict_of
from solvers.existence.ladder import Question, Step, refute, run
from solvers.problem import Problem

__all__ = ["ShortestBoard", "shortest_board"]

LADDER = (
    Step(refute(find_trivial, find_colours, find_disconnected, find_degree_sets)),
    Step(refute(find_cut_sets, find_forced_moves), lambda it: it.size <= 1_000),
    Step(run("sat")),
)
"""What is tried on each board."""


@dataclass(frozen=True)
class ShortestBoard:
    """The shortest board of one leaper, and why no shorter one will do.

    Attributes
    ----------
    n : the leaper is (n, n + 1), and the boards have 2n + 1 rows.
    verdicts : the verdicts on closed tours for N = 1, 2, …. All are noes but the last one, which is a tour or unknown.
    seconds : the wall time of all decisions. It does not count when two values are compared.
    """

    n: int
    verdicts: tuple[Verdict, ...]
    seconds: float = field(compare=False)

    @property
    def leaper(self) -> Leaper:
        """The leaper."""
        return self.n, self.n + 1

    @property
    def length(self) -> int | None:
        """The smallest N; None where it was not found within the budget."""
        return len(self.verdicts) if self.verdicts[-1].exists else None


def shortest_board(n: int, meter: Meter | None = None) -> ShortestBoard:
    """Return the shortest board of the (n, n+1)-leaper.

    Parameters
    ----------
    n : at least 1.
    meter : the budget for all boards together; None is no limit.

    Raises
    ------
    SolverUnavailable : python-sat is not installed.

    Examples
    --------
    >>> [shortest_board(n).length for n in (1, 2, 3)]
    [10, 16, 22]
    >>> [type(verdict.evidence).__name__ for verdict in shortest_board(1).verdicts][-4:]
    ['Colours', 'ForcedMoves', 'Colours', 'Tour']
    """
    started, meter = time.perf_counter(), meter or Meter()
    verdicts: list[Verdict] = []
    while not verdicts or verdicts[-1].exists is False:
        problem = Problem.on_board(Board(2 * n + 1, len(verdicts) + 1), (n, n + 1), closed=True)
        verdicts.append(verdict_of(Question(problem, meter), LADDER))
    return ShortestBoard(n, tuple(verdicts), time.perf_counter() - started)

"""The shortest boards of the (n, n+1)-leaper: the smallest N for which it has a closed tour of a (2n+1) x N board.

On fewer than 2n + 1 rows, this leaper cannot reach every square. N is tried from 1 on. Each board without a tour gets a
reason: its squares are not connected; there are more squares of one colour; or some squares need more moves than their
neighbours can give them, so that there is no 2-factor. On small boards, cut sets and forced moves are sought, too. Where none
of these is found, the SAT solver finds a tour or proves that there is none.

D. E. Knuth, Leaper graphs, The Mathematical Gazette 78, 1994; OEIS A152138. Cost: about n**2 boards of at most 4 n**3 squares,
each with a largest flow.
"""

from __future__ import annotations

from itertools import count

from graphs.board import Board
from graphs.obstructions import (
    find_colours,
    find_cut_sets,
    find_degree_sets,
    find_disconnected,
    find_forced_moves,
    find_trivial,
)
from solvers.budget import Meter
from solvers.existence.decision import decide_question
from solvers.problem import Problem
from solvers.question import Question
from solvers.result import Result
from solvers.strategy import Step, refute, run

__all__ = ["shortest_board"]

STRATEGY = (
    Step(refute(find_trivial, find_colours, find_disconnected, find_degree_sets)),
    Step(refute(find_cut_sets, find_forced_moves), lambda it: it.size <= 1_000),
    Step(run("sat")),
)
"""What is tried on each board."""


def shortest_board(n: int, meter: Meter | None = None) -> dict[Problem, Result]:
    """Decide the boards of 2n + 1 rows and 1, 2, 3, … columns, up to the first with a closed tour of the (n, n+1)-leaper.

    Parameters
    ----------
    n : at least 1.
    meter : the budget for all boards together; None is no limit.

    Returns
    -------
    The verdict on each board. All are noes but the last one, which is a tour; or unknown, where the budget was too small.

    Raises
    ------
    SolverUnavailable : python-sat is not installed.

    Examples
    --------
    >>> [len(shortest_board(n)) for n in (1, 2, 3)]
    [10, 16, 22]
    >>> [type(verdict.evidence).__name__ for verdict in shortest_board(1).values()][-4:]
    ['CutSet', 'ForcedMoves', 'Colours', 'Tour']
    """
    meter = meter or Meter()
    verdicts: dict[Problem, Result] = {}
    for cols in count(1):
        problem = Problem.on_board(Board(2 * n + 1, cols), (n, n + 1), closed=True)
        verdicts[problem] = decide_question(Question(problem, meter), STRATEGY)
        if verdicts[problem].exists is not False:
            break
    return verdicts

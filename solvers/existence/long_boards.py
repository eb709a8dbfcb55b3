"""Find the shortest boards of the (n, n+1)-leaper: the smallest N for which a (2n+1) x N board has a closed tour.

On a board of fewer than 2n + 1 rows, this leaper cannot reach every square. The lengths N = 1, 2, 3, … are tried in this order.
For each board without a tour, one of these reasons is given:

- The moves do not connect all squares.
- There are more squares of one colour than of the other.
- There is no 2-factor: no set of moves contains exactly two moves of each square.
- On boards of at most 1,000 squares: a cut set or forced moves.

If none of these reasons is found, the SAT solver finds a tour or proves that there is none.

For each n, about n**2 boards of at most 4 n**3 squares are decided. A maximum flow decides whether there is a 2-factor.

References
----------
D. E. Knuth, Leaper graphs, The Mathematical Gazette 78, 1994; OEIS A152138.
"""

from __future__ import annotations

from itertools import count

from graphs.board import Board
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.solving.decide import decide_problem


def shortest_board(n: int, meter: Meter | None = None) -> dict[Problem, Result]:
    """Decide the boards of 2n + 1 rows and 1, 2, 3, … columns, until one has a closed tour of the (n, n+1)-leaper.

    Parameters
    ----------
    n : int
        The smaller number of the leaper, at least 1.
    meter : Meter, optional
        The budget for all boards together. If None, there is no limit.

    Returns
    -------
    dict of Problem to Result
        The result for each board, by ascending number of columns. The last result contains a tour, or it is unknown
        because the budget was too small. All other results are no-tour answers.

    Raises
    ------
    SolverUnavailable
        If python-sat is not installed.

    Examples
    --------
    >>> [len(shortest_board(n)) for n in (1, 2, 3)]
    [10, 16, 22]
    >>> [type(verdict.evidence).__name__ for verdict in shortest_board(1).values()][-4:]
    ['Colours', 'ForcedMoves', 'Colours', 'Tour']
    """
    meter = meter or Meter()
    verdicts: dict[Problem, Result] = {}
    for cols in count(1):
        problem = Problem.on_board(Board(2 * n + 1, cols), (n, n + 1), closed=True)
        verdicts[problem] = decide_problem(problem, meter)
        if verdicts[problem].exists is not False:
            break
    return verdicts

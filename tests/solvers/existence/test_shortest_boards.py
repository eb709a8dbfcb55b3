"""The smallest N for which the (n, n+1)-leaper has a closed tour of the (2n+1) x N board: those of Knuth, 1994."""

from itertools import count

import pytest

from graphs import Board
from solvers import decide
from solvers.existence.answer_texts import evidence_name

SHORTEST = [10, 16, 22, 46, 56, 92, 106, 138, 172, 212, 254]
"""OEIS A152138, from D. E. Knuth, Leaper graphs, The Mathematical Gazette 78, 1994: N for n = 1, 2, 3, …

For n = 12 to 20, an earlier version of this project found N = 302, 352, 408, 466, 530, 596, 668, 742 and 822 (unpublished).
"""
QUICK = 3
"""Each shorter board of the first leapers has a reason that can be checked by hand."""


@pytest.mark.parametrize("n", [*range(1, QUICK + 1), *(pytest.param(n, marks=pytest.mark.slow) for n in range(QUICK + 1, 12))])
def test_the_shortest_board_has_a_tour_and_each_shorter_one_a_reason(n):
    for cols in count(1):
        verdict = decide(Board(2 * n + 1, cols), leaper=(n, n + 1), closed=True)
        if verdict.exists:
            break
        assert verdict.exists is False
        assert verdict.reason
        assert n > QUICK or evidence_name(verdict) != "search"
    assert (cols, verdict.tour.closed) == (SHORTEST[n - 1], True)

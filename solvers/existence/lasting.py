"""Prove that all longer boards have no tour, by the reason why one board has none.

Weights of squares and of sets of squares prove most obstructions: a tour would weigh more than its moves can (see
`graphs.obstructions.weighted_cuts`). Suppose that the squares that have a weight, or are in a set with a weight, leave 2b
consecutive columns free, for the leaper (a, b), and that all squares that the question gives (an end, or a hole) are to the
left of these columns. Insert columns in the middle of the free ones. The weighted squares are at least b columns away from the
middle. So their moves do not lead over the middle, and none of them is lost or added. All other moves have weight 0. The new
squares have weight 0, like at least two of the free ones, so an end of a tour on them does not change the bounds. Therefore the
same weights prove that the longer board has no tour.

Such obstructions are near the left and the right side of a board, for example at corners that need more moves than there are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from graphs.board import Board
from graphs.obstructions import Obstruction
from graphs.obstructions.obstruction import Witness, bounds
from solvers.core.problem import Problem
from solvers.core.result import Result


@dataclass(frozen=True)
class LastingProof:
    """A proof that no board with at least as many columns as `board` has a tour.

    `reason` is the reason for `board`, and `evidence` the weights, in the format of certificates.
    """

    board: Board
    reason: str
    evidence: Witness = field(hash=False, repr=False)

    @property
    def first(self) -> int:
        """The least number of columns for which this is a proof."""
        return self.board.cols

    @property
    def region(self) -> dict[str, Any]:
        """The proof in the format of certificates."""
        question = {"rows": self.board.rows, "cols": self.board.cols, "marks": ()}
        return {"kind": "lasting", **question, "evidence": self.evidence}

    def rules_out(self, cols: int) -> bool:
        """Return whether this proof rules out boards with `cols` columns."""
        return cols >= self.first

    def __str__(self) -> str:
        size = f"{self.board.rows}x{self.board.cols}"
        return f"on {size}, {self.reason}; longer boards have the same squares near their sides"


def lasting_proof(problem: Problem, result: Result) -> LastingProof | None:
    """Return the reason against a tour as a proof for all longer boards, or None if it is none.

    A tour of the problem may have given ends, or leave out a hole of its board.

    >>> from solvers import decide
    >>> problem = Problem.on_board(Board(13, 50), (3, 4), closed=True)
    >>> lasting_proof(problem, decide(problem)).rules_out(10**9)
    True
    """
    evidence = result.evidence
    if not isinstance(evidence, Obstruction) or (weighing := evidence.weighing(problem.graph, problem)) is None:
        return None
    board, graph, reach = problem.require_board(), problem.graph, max(problem.leaper)
    weights = {square: weight for square, weight in weighing[0].items() if weight}
    # the same moves lead out of a set and out of the rest of the board, which may be smaller
    cuts = [(min(cut, frozenset(graph) - cut, key=len), weight) for cut, weight in weighing[1]]
    least, most = bounds(graph, problem, weights, cuts)
    used = {col for squares in (weights, *(cut for cut, _ in cuts)) for _, col in squares}
    given = [*board.holes, *(end for end in (problem.start, problem.end) if end is not None)]
    begin = 1 + max([col for _, col in given], default=-1)
    starts = range(begin, board.cols - 2 * reach + 1)
    if least <= most or not any(used.isdisjoint(range(col, col + 2 * reach)) for col in starts):
        return None
    listed: dict[str, Any] = {"weights": [*weights.items()], "cuts": [([*sorted(cut)], weight) for cut, weight in cuts]}
    return LastingProof(board, result.reason, {"kind": evidence.certificate} | listed)

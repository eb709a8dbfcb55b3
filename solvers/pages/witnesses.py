"""Witnesses of obstructions for a page: the squares to mark on the board, and what the marks mean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain
from typing import Any

from graphs.obstructions import (
    FINDERS,
    Colours,
    CutSet,
    DeadEnds,
    DegreeSet,
    Disconnected,
    ForcedMoves,
    HalfSet,
    Obstruction,
    WeightedCuts,
    find_obstruction,
)
from solvers.problem import Problem

__all__ = ["Reasons", "witness_document"]

MEANINGS: dict[type[Obstruction], str] = {
    Colours: "the squares of the colour that is too common",
    CutSet: "the squares that are taken away; the lines are the moves that are left",
    DeadEnds: "the dead ends",
    DegreeSet: "the squares that need more moves than there are",
    Disconnected: "the squares that no move joins to the others",
    ForcedMoves: "the squares where the forced moves contradict each other; the lines are the moves that every tour would need",
    HalfSet: "one half of the squares; the lines are the moves to and fro, one colour for those that hang together",
    WeightedCuts: "the squares whose weights are above zero",
}
"""What the marks on the board show, for each kind of obstruction that has a witness."""
LINKS: dict[type[Obstruction], str] = {CutSet: "outside", HalfSet: "across", ForcedMoves: "forced"}
"""The moves that the page draws: those outside the witness, those that lead in or out of it, or those that are forced."""
MOST_SEARCHES = 300
"""Searches for obstructions for one page; each takes up to some 20 ms on the largest boards that are searched."""
MOST_SQUARES = 200


def witness_document(obstruction: Obstruction, cols: int) -> dict[str, Any]:
    """Return the sentence of an obstruction and its witness as JSON holds them; squares are numbered row by row.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> found = find_obstruction(knight_graph(Board(3, 3)), Problem(knight_graph(Board(3, 3))))
    >>> witness_document(found, 3)["squares"]
    [4]
    """
    squares: frozenset[Any] = obstruction.squares
    forced: Iterable[Any] = obstruction.forced if isinstance(obstruction, ForcedMoves) else ()
    return {
        "sentence": str(obstruction),
        "squares": sorted(row * cols + col for row, col in squares),
        "meaning": MEANINGS.get(type(obstruction), ""),
        "links": LINKS.get(type(obstruction), ""),
        "forced": sorted(sorted(row * cols + col for row, col in move) for move in forced),
    }


class Reasons:
    """Finds obstructions for problems that a solver has answered with IMPOSSIBLE. No solver is run for it.

    Attributes
    ----------
    searches : how many searches have been made.
    left_out : how many problems were not searched because `MOST_SEARCHES` were made before.
    """

    def __init__(self) -> None:
        self.searches = self.left_out = 0
        self._known: defaultdict[Problem, list[Obstruction]] = defaultdict(list)
        self._found: dict[Problem, Obstruction | None] = {}

    def of(self, problem: Problem) -> Obstruction | None:
        """Return a checked reason why a problem has no tour; None where none is found, or the board is too large.

        Examples
        --------
        >>> from graphs import Board
        >>> reasons = Reasons()
        >>> [str(reasons.of(Problem.on_board(Board(5, 5), start=start)))[:50] for start in [(0, 1), (1, 0)]]
        ['there are 13 squares of one colour and 12 of the o', 'there are 13 squares of one colour and 12 of the o']
        >>> reasons.searches
        1
        """
        if problem not in self._found:
            self._found[problem] = self._search(problem) if problem.size <= MOST_SQUARES else None
        return self._found[problem]

    def _search(self, problem: Problem) -> Obstruction | None:
        graph, free = problem.graph, problem.with_ends()
        known = self._known[free]  # one reason often answers for many squares
        for claim in known:
            if claim.holds(graph, problem):
                return claim
        if self.searches == MOST_SEARCHES:
            self.left_out += 1
            return None
        self.searches += 1
        without_ends = chain.from_iterable(find(graph, free) for find in FINDERS)
        found = find_obstruction(graph, problem) or next((each for each in without_ends if each.holds(graph, problem)), None)
        known += [found] if found else []
        return found

"""Known steps that no tour can take: a square named twice, or squares that no walk of so many moves joins.

`squares_at_steps` follows the walks from every known step, and gives the squares that each step of a tour can be on. Solvers
search these squares only, and steps far from known ones share a few sets. Cost: linear in the number of squares for each set.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, pairwise
from typing import Any

from graphs.errors import BoardError
from graphs.obstructions.obstruction import Graph, Node, Obstruction, Squares, TourProblem, known_steps
from graphs.watching import Watch, unwatched

__all__ = ["StepsApart", "find_known_steps", "squares_at_steps"]

MOST = 20_000_000
"""The most squares times different sets of squares for the steps: a gigabyte or less."""


def _twice_around(problem: TourProblem, size: int) -> dict[int, Any]:
    """Return the known steps; those of a closed tour also on a second round, whose steps are numbered on."""
    known = known_steps(problem, size)
    return known | {step + size: square for step, square in known.items()} if problem.closed else known


def squares_at_steps(
    neighbours: Mapping[Any, Collection[Any]], problem: TourProblem, watched: Watch = unwatched
) -> list[frozenset[Any]]:
    """Return for each step of a tour the squares that it can be on, by the walks between the known steps alone.

    Parameters
    ----------
    neighbours : the neighbours of each square.
    problem, watched : as in `Finder`. A closed tour needs a start, if the way back to it is to count.

    Returns
    -------
    The squares of step 1 first; nothing where no steps are known. Equal sets are one object.

    Raises
    ------
    BoardError : the sets take too much memory.

    Examples
    --------
    >>> from graphs.obstructions import Ends
    >>> path = {0: [1], 1: [0, 2], 2: [1, 3], 3: [2]}
    >>> [sorted(squares) for squares in squares_at_steps(path, Ends(start=0, steps={3: 2}))]
    [[0], [1], [2], [1, 3]]
    """

    @cache
    def onward(here: Squares, there: Squares) -> Squares:
        if len(same) * size > MOST:
            told = f"{size:,} squares are too many for these known steps"
            raise BoardError(f"{told}: squares times sets of squares to choose from are {MOST:,} at most")
        squares = there.intersection(chain.from_iterable(map(neighbours.__getitem__, here)))
        return same.setdefault(squares, squares)

    if not problem.steps:
        return []
    size = len(neighbours)
    known, same = known_steps(problem, size), dict[Squares, Squares]()
    free = frozenset(neighbours).difference(known.values())
    layers: list[Squares] = [frozenset([known[step]]) if step in known else free for step in range(1, size + 1)]
    layers += layers[:1] * (problem.closed and problem.start is not None)
    places = range(len(layers))
    for way in (places, places[::-1]):
        for here, there in watched(pairwise(way)):
            layers[there] = onward(layers[here], layers[there])
    return layers[:size]


@dataclass(frozen=True)
class StepsApart(Obstruction):
    """Two known steps are on one square, or no walk of as many moves as there are between them joins their squares.

    The walk is free to visit a square again, but for those of known steps. In a closed tour, the steps after the last are
    those from the first on again.
    """

    step: int
    square: Node
    later_step: int
    later: Node

    def __str__(self) -> str:
        if self.square == self.later:
            return f"steps {self.step} and {self.later_step} are both at {self.square}, and a tour visits it once"
        moves = self.later_step - self.step
        some = self.words.edge if moves == 1 else f"walk of {moves} {self.words.edges}"
        return f"step {self.step} is at {self.square} and step {self.later_step} at {self.later}, and no {some} joins them"

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        known, moves = _twice_around(problem, len(graph)), self.later_step - self.step
        if moves < 1 or (known.get(self.step), known.get(self.later_step)) != (self.square, self.later):
            return False
        if self.square == self.later:
            return moves != len(graph)
        before: set[Node] | None = None
        reached: set[Node] = {self.square}
        for left in range(moves - 2, -1, -1):
            onward = {near for square in reached for near in graph.adj[square]}.difference(known.values())
            if onward == before:  # from here on, the walks reach these two sets by turns
                reached = reached if left % 2 else onward
                break
            before, reached = reached, onward
        return reached.isdisjoint(graph.adj[self.later])


def find_known_steps(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[Obstruction]:
    """Yield what known steps contradict, as claims; for a problem without any, nothing.

    `Finder` says what the parameters are.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> [str(claim) for claim in find_known_steps(knight_graph(Board(8, 8)), Ends(steps={3: (0, 0), 5: (4, 5)}))]
    ['step 3 is at (0, 0) and step 5 at (4, 5), and no walk of 2 moves joins them']
    """
    if not problem.steps:
        return
    steps = _twice_around(problem, len(graph)).items()
    twice = (pair for pair in combinations(steps, 2) if pair[0][1] == pair[1][1])
    apart = (StepsApart.on(graph, *step, *other) for step, other in chain(twice, pairwise(steps)))
    yield from (claim for claim in watched(apart) if claim.rules_out(graph, problem))

"""Known steps that no tour can have: a square at two steps, or squares that no walk of the right length joins.

`squares_at_steps` follows the walks from every known step, and returns the squares on which each step of a tour can be. Solvers
search only these squares. Steps far from known ones share a few sets, each of which is computed in linear time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise
from typing import Any

from graphs.errors import BoardError
from graphs.obstructions.obstruction import Drawing, Graph, Node, Obstruction, Squares, TourProblem, known_steps
from graphs.watching import Watch, unwatched

__all__ = ["StepsApart", "find_known_steps", "squares_at_steps"]

MOST = 20_000_000
"""Maximum product of the numbers of squares and of different sets, which take at most a gigabyte."""


def _twice_around(problem: TourProblem, size: int) -> dict[int, Any]:
    """Return the known steps; those of a closed tour also with the numbers that they have in a second round."""
    known = known_steps(problem, size)
    return known | {step + size: square for step, square in known.items()} if problem.closed else known


def squares_at_steps(
    neighbours: Mapping[Any, Collection[Any]], problem: TourProblem, watched: Watch = unwatched
) -> list[frozenset[Any]]:
    """Return the squares on which each step of a tour can be, by the walks between known steps alone.

    Parameters
    ----------
    neighbours : mapping
        The neighbours of each square.
    problem : TourProblem
        As in `Finder`. For a closed tour, the way back to the start is used only if a start is given.
    watched : Watch, optional
        As in `Finder`.

    Returns
    -------
    list of frozenset
        The squares of step 1 first; empty if no steps are known. Equal sets are one object.

    Raises
    ------
    BoardError
        If the sets take too much memory.

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
        squares = there.intersection(chain.from_iterable(map(neighbours.__getitem__, watched(here))))
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
    """Two known steps are on one square, or no walk with the right number of moves joins their squares.

    The walk may visit a square twice, except the squares of known steps. In a closed tour, the first step follows the last one.

    Attributes
    ----------
    step, later_step : int
        The numbers of the two steps. No known step lies between them.
    square, later : square
        Their squares.
    """

    label = "steps apart"
    meaning = "no walk joins two known steps"
    hardness = 0
    drawing = Drawing()
    certificate = ""

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
        if any(step in known for step in range(self.step + 1, self.later_step)):
            return False  # the known step between the two is not considered here
        return not _are_joined(graph.adj, self.square, self.later, moves, set(known.values()), unwatched)


def _are_joined(
    near: Mapping[Any, Collection[Any]], one: Node, other: Node, moves: int, known: set[Node], watched: Watch
) -> bool:
    """Return whether a walk of exactly `moves` moves joins two squares and avoids the known squares in between.

    The walk may repeat a move. So if a shorter walk with an odd number of moves exists, there is one for each larger odd
    number, and the same is true of even numbers. A breadth-first search that reaches each square at most twice, by an odd and
    by an even number of moves, therefore decides the question.
    """
    if moves == 1:
        return other in near[one]
    last, goal = moves - 2, set(near[other]) - known
    layer = {square for square in near[one] if square not in known and (last == 0 or not known.issuperset(near[square]))}
    reached: tuple[set[Node], set[Node]] = set(), set()
    for move in range(last + 1):
        layer -= reached[move % 2]
        if not layer or (move % 2 == last % 2 and not goal.isdisjoint(layer)):
            break
        reached[move % 2].update(layer)
        layer = set(chain.from_iterable(near[square] for square in watched(layer))) - known
    else:
        return False
    return bool(layer)


def find_known_steps(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[Obstruction]:
    """Yield pairs of known steps that no tour can have, as candidates.

    Parameters
    ----------
    graph, problem, watched
        As in `Finder`.

    Yields
    ------
    StepsApart
        The obstruction, unchecked. Nothing is yielded if no steps are known.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> [str(claim) for claim in find_known_steps(knight_graph(Board(8, 8)), Ends(steps={3: (0, 0), 5: (4, 5)}))]
    ['step 3 is at (0, 0) and step 5 at (4, 5), and no walk of 2 moves joins them']
    """
    if not problem.steps:
        return
    steps, size = _twice_around(problem, len(graph)), len(graph)
    near, known = dict(graph.adjacency()), set(steps.values())
    at: dict[Node, int] = {}
    for step, square in steps.items():
        if (step - at.setdefault(square, step)) % size:
            yield StepsApart.on(graph, at[square], square, step, square)
    for (step, square), (later_step, later) in watched(pairwise(steps.items())):
        if square != later and not _are_joined(near, square, later, later_step - step, known, watched):
            yield StepsApart.on(graph, step, square, later_step, later)

"""Known steps that contradict each other.

Either a square is at two steps, or no walk of the right length joins two squares. `squares_at_steps` returns the squares that
walks from the known steps can reach, per step. A solver needs to try only these. Each distinct set is computed once, in linear
time. Far from all known steps, the same few sets recur.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise
from typing import Any

from graphs.errors import BoardError
from graphs.leapers import Graph
from graphs.obstructions.obstruction import Node, Obstruction, Squares, TourProblem, known_steps
from graphs.watching import Watch, unwatched

MOST = 20_000_000
"""Maximum number of table entries in `squares_at_steps` (about a gigabyte)."""


def _twice_around(problem: TourProblem, size: int) -> dict[int, Any]:
    """Map known steps to squares, for closed tours also one round later."""
    square_at = known_steps(problem, size)
    return square_at | {step + size: square for step, square in square_at.items()} if problem.closed else square_at


def squares_at_steps(
    neighbours: Mapping[Any, Collection[Any]], problem: TourProblem, watched: Watch = unwatched
) -> list[frozenset[Any]]:
    """Return the squares that a tour may visit at each step.

    The walk may repeat squares between known steps, except the squares of known steps.

    Parameters
    ----------
    neighbours : mapping
        The neighbours of each square.
    problem : TourProblem
        The problem with known steps. The closing move of a closed tour counts only if the start is given.
    watched : Watch, optional
        Function that may raise an exception to stop the work; see `graphs.watching`.

    Returns
    -------
    list of frozenset
        The squares at each step. Equal sets are the same object. The list is empty without `steps`.

    Raises
    ------
    BoardError
        If the sets would take too much memory.

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
            table = f"a table of {size:,} squares and at least {len(same):,} sets of squares"
            raise BoardError(f"{size:,} squares are too many for these known steps: {table} would exceed {MOST:,} entries")
        squares = there.intersection(chain.from_iterable(map(neighbours.__getitem__, watched(here))))
        return same.setdefault(squares, squares)

    if not problem.steps:
        return []
    size = len(neighbours)
    square_at, same = known_steps(problem, size), dict[Squares, Squares]()
    free = frozenset(neighbours).difference(square_at.values())
    layers: list[Squares] = [frozenset([square_at[step]]) if step in square_at else free for step in range(1, size + 1)]
    layers += layers[:1] * (problem.closed and problem.start is not None)
    places = range(len(layers))
    for way in (places, places[::-1]):
        for here, there in watched(pairwise(way)):
            layers[there] = onward(layers[here], layers[there])
    return layers[:size]


@dataclass(frozen=True)
class StepsApart(Obstruction):
    """Two known steps of a tour that contradict each other.

    They are on the same square, or no walk of the right length joins their squares. The walk may repeat squares, except the
    squares of known steps. `later_step` is the next known step, or a later one on the same square. Step n + k of a closed tour
    of n squares is its step k.
    """

    label = "steps apart"
    meaning = "no walk joins two known steps"
    hardness = 0

    step: int
    square: Node
    later_step: int
    later: Node

    def __str__(self) -> str:
        if self.square == self.later:
            both = f"steps {self.step} and {self.later_step} are both at {self.square}"
            return f"{both}, but a tour visits each {self.words.vertex} only once"
        moves = self.later_step - self.step
        some = self.words.edge if moves == 1 else f"walk of {moves} {self.words.edges}"
        return f"step {self.step} is at {self.square} and step {self.later_step} at {self.later}, but no {some} joins them"

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        square_at, moves = _twice_around(problem, len(graph)), self.later_step - self.step
        if moves < 1 or (square_at.get(self.step), square_at.get(self.later_step)) != (self.square, self.later):
            return False
        if self.square == self.later:
            return moves != len(graph)
        if any(step in square_at for step in range(self.step + 1, self.later_step)):
            return False  # a known step between the two would have to be considered
        return not _are_joined(graph.adj, self.square, self.later, moves, set(square_at.values()), unwatched)


def _are_joined(
    near: Mapping[Any, Collection[Any]], one: Node, other: Node, moves: int, known: set[Node], watched: Watch
) -> bool:
    """Return whether a walk of `moves` moves joins two squares, avoiding others.

    It must not visit the squares in `known` between them.

    A walk may repeat a move, so its length can grow by 2, and the search reaches a square at most twice: by an odd and by an
    even number of moves.
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
    """Yield pairs of known steps that contradict each other.

    Parameters
    ----------
    graph, problem, watched : networkx.Graph, TourProblem, Watch
        An undirected graph, the problem on it, and a function that may stop the finder (see `graphs.watching`).

    Yields
    ------
    StepsApart
        The obstruction, unchecked.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> [str(candidate) for candidate in find_known_steps(knight_graph(Board(8, 8)), Ends(steps={3: (0, 0), 5: (4, 5)}))]
    ['step 3 is at (0, 0) and step 5 at (4, 5), but no walk of 2 moves joins them']
    """
    if not problem.steps:
        return
    steps, size = _twice_around(problem, len(graph)), len(graph)
    near, squares = dict(graph.adjacency()), set(steps.values())
    at: dict[Node, int] = {}
    for step, square in steps.items():
        if (step - at.setdefault(square, step)) % size:
            yield StepsApart.on(graph, at[square], square, step, square)
    for (step, square), (later_step, later) in watched(pairwise(steps.items())):
        if square != later and not _are_joined(near, square, later, later_step - step, squares, watched):
            yield StepsApart.on(graph, step, square, later_step, later)

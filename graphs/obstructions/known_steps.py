"""Known steps that no tour can take: a square named twice, a wrong colour, or squares that no walk of so many moves joins.

`squares_at_steps` follows the walks from every known step, and gives the squares that each step of a tour can be on. Solvers
search these squares only. Cost: linear in the number of squares for each step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from typing import Any

from graphs.obstructions.closed_form import two_colours
from graphs.obstructions.obstruction import Ends, Graph, Node, Obstruction, Squares, TourProblem
from graphs.watching import Watch, unwatched

__all__ = ["StepColour", "StepsApart", "find_known_steps", "known_steps", "numbered", "squares_at_steps"]


def known_steps(problem: TourProblem, size: int) -> dict[int, Any]:
    """Return the squares of all known steps in their order, with the start as step 1 and the end as the last of so many."""
    all_steps = {size: problem.end, 1: problem.start, **problem.steps}
    return dict(sorted((step, square) for step, square in all_steps.items() if square is not None))


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
    The squares of step 1 first. Where the known steps contradict each other, all are empty.

    Examples
    --------
    >>> from graphs.obstructions import Ends
    >>> path = {0: [1], 1: [0, 2], 2: [1, 3], 3: [2]}
    >>> [sorted(squares) for squares in squares_at_steps(path, Ends(start=0, steps={3: 2}))]
    [[0], [1], [2], [1, 3]]
    """

    @cache
    def beside(squares: Squares) -> Squares:
        return frozenset().union(*map(neighbours.__getitem__, squares))

    size = len(neighbours)
    known = known_steps(problem, size)
    is_fair = len({*known.values()}) == len(known)
    free = frozenset(neighbours if is_fair else ()).difference(known.values())
    layers: list[Squares] = [frozenset([known[step]]) if step in known else free for step in range(1, size + 1)]
    layers += layers[:1] * (problem.closed and problem.start is not None)
    places = range(len(layers))
    for way in (places, places[::-1]):
        for here, there in watched(pairwise(way)):
            layers[there] &= beside(layers[here])
    return layers[:size]


def numbered(problem: TourProblem, squares: Iterable[Node]) -> Ends:
    """Return the same problem with each square's place in a list for the square."""
    number: dict[Node | None, int | None] = {square: place for place, square in enumerate(squares)} | {None: None}
    steps = {step: number[square] for step, square in problem.steps.items()}
    return Ends(number[problem.start], number[problem.end], problem.closed, steps)


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
        known, moves = known_steps(problem, len(graph)), self.later_step - self.step
        if problem.closed:
            known |= {step + len(graph): square for step, square in known.items()}
        if moves < 1 or (known.get(self.step), known.get(self.later_step)) != (self.square, self.later):
            return False
        if self.square == self.later:
            return moves != len(graph)
        reached: set[Node] = {self.square}
        for left in reversed(range(moves)):
            reached = {near for square in reached for near in graph.adj[square]}.difference(known.values() if left else ())
        return self.later not in reached


@dataclass(frozen=True)
class StepColour(Obstruction):
    """A known step is on a colour that has too few or too many squares, where every move changes the colour."""

    step: int
    square: Node
    alike: int
    """The squares of its colour."""

    def __str__(self) -> str:
        words = self.words
        steps = f"every {words.edge} changes the colour, so that half of the steps are on the colour of step {self.step}"
        return f"{steps}, {self.square}: there are {words.some(self.alike)} of it"

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        colour = two_colours(graph)
        if colour is None or known_steps(problem, len(graph)).get(self.step) != self.square:
            return False
        alike = sum(each == colour[self.square] for each in colour.values())
        return self.alike == alike != (len(graph) + self.step % 2) // 2


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
    known = known_steps(problem, len(graph))
    around = {step + len(graph): square for step, square in known.items()} if problem.closed else {}
    later = [*known.items(), *around.items()][: len(known) + problem.closed]
    twice = (pair for pair in combinations(known.items(), 2) if pair[0][1] == pair[1][1])
    apart = (StepsApart.on(graph, *step, *other) for step, other in (*twice, *pairwise(later)))
    colour = two_colours(graph, watched) or {}
    alike = [list(colour.values()).count(each) for each in (0, 1)]
    coloured = (StepColour.on(graph, *step, alike[colour[step[1]]]) for step in known.items() if colour)
    yield from (claim for claim in watched((*apart, *coloured)) if claim.rules_out(graph, problem))

"""The quotient of a board by a symmetry: one vertex for each orbit of squares, one edge for each orbit of moves.

The symmetry r is applied again and again until each square is back; that takes k steps, the order of r: 2 for a half turn or a
reflection, 4 for a quarter turn. The orbit of a square is the set of squares that it meets on the way. From each orbit A one
square a is chosen. A move from a to r^v(b) then leads from the orbit A to the orbit B, and v is its *voltage*. The moves
between the same orbits with the same voltage are images of each other, and they are one edge of the quotient; so there can be
several edges between two orbits, with different voltages. (J. L. Gross and T. W. Tucker, Topological Graph Theory, 1987,
chapter 2.) Whoever walks along edges of the quotient walks along moves of the board: the voltages of the edges add up to the
power of r that says which square of the orbit is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, TypeVar

import networkx as nx

from graphs.board import Square
from graphs.symmetry import Symmetry
from solvers.errors import UnsupportedProblem
from solvers.problem import Problem

__all__ = ["AXIS", "Quotient", "Weights", "orbit_of"]

T = TypeVar("T")

AXIS, BESIDE_AXIS = -1, -2
"""The further vertices of the graph of the tours that are reversed; the orbits have numbers from 0."""
Weights: TypeAlias = dict[tuple[int, int], int]
"""For the edges of a graph what each is worth: a tour counts as the product of what its edges are worth."""


@dataclass(frozen=True)
class Quotient:
    """The orbits of squares, and the orbits of moves, of a board under a symmetry.

    Attributes
    ----------
    order : after how many steps the symmetry has brought back each square.
    orbits : the squares of each orbit: the chosen one, its image, the image of that, and so on.
    edges : for two orbits, the first with the smaller number, the voltages of the moves from the first to the second.
    loops : for each orbit, the voltages of the moves from its chosen square to others of the same orbit, up to half the order;
        the others are the same moves, backwards.
    """

    order: int
    orbits: list[tuple[Square, ...]]
    edges: dict[tuple[int, int], list[int]]
    loops: list[list[int]]

    @classmethod
    def of(cls, problem: Problem, symmetry: Symmetry) -> Quotient:
        """Return the quotient of a problem's board.

        Raises
        ------
        UnsupportedProblem : the order of the symmetry is no power of two.

        Examples
        --------
        >>> from graphs import Board
        >>> quotient = Quotient.of(Problem.on_board(Board(6, 6)), Symmetry(6, 6, transpose=True, mirror_cols=True))
        >>> quotient.order, len(quotient.orbits), quotient.orbits[0]
        (4, 9, ((0, 0), (0, 5), (5, 5), (5, 0)))
        """
        orbits: list[tuple[Square, ...]] = []
        place: dict[Square, tuple[int, int]] = {}
        for square in problem.graph:
            if square not in place:
                orbit = tuple(orbit_of(square, symmetry))
                place |= {each: (len(orbits), power) for power, each in enumerate(orbit)}
                orbits.append(orbit)
        order = max(map(len, orbits))
        if order & order - 1 or any(order % len(orbit) for orbit in orbits):
            raise UnsupportedProblem(
                f"the {symmetry.name} brings back the board after {order} steps: here that number must be a power of two",
                problem,
            )
        edges: dict[tuple[int, int], list[int]] = {}
        loops: list[list[int]] = [[] for _ in orbits]
        for number, orbit in enumerate(orbits):
            for other, voltage in sorted(place[square] for square in problem.graph.adj[orbit[0]]):
                if other > number and voltage < len(orbit):  # from a fixed square, a move and its image are one edge
                    edges.setdefault((number, other), []).append(voltage)
                elif other == number and 0 < 2 * voltage <= len(orbit):
                    loops[number].append(voltage)
        return cls(order, orbits, edges, loops)

    @cached_property
    def kept(self) -> tuple[int, ...]:
        """The orbits of one square, which the symmetry keeps in its place."""
        return tuple(number for number, orbit in enumerate(self.orbits) if len(orbit) == 1)

    @cached_property
    def exchanged(self) -> tuple[int, ...]:
        """The orbits with a loop: of a half turn or a reflection, two squares with a move whose ends it exchanges."""
        return tuple(number for number, voltages in enumerate(self.loops) if voltages)

    @cached_property
    def size(self) -> int:
        """The number of squares."""
        return sum(map(len, self.orbits))

    @property
    def may_shift(self) -> bool:
        """Whether the symmetry may shift a closed tour along itself: no reason is known here why it cannot."""
        is_free = all(len(orbit) == self.order for orbit in self.orbits)
        return self.size > 2 and is_free and (len(self.orbits) == 1 or self.parity != 0)

    def may_reverse(self, closed: bool) -> bool:
        """Return whether the symmetry may reverse a tour: no reason is known here why it cannot."""
        spots = 2 if closed else 1
        enough = len(self.kept) <= spots <= len(self.kept) + len(self.exchanged)
        return self.order == 2 and enough and self.size > spots

    def weights(self, sign: int) -> Weights:
        """Return the edges between different orbits, those with an odd voltage worth a sign; parallel ones are one edge."""
        return {pair: sum(sign if voltage & 1 else 1 for voltage in voltages) for pair, voltages in self.edges.items()}

    def weights_with_axis(self, closed: bool) -> Weights:
        """Return the edges between different orbits, and those to the axis, where a tour meets its image."""
        ends = self.kept if len(self.kept) == (2 if closed else 1) else self.exchanged
        weights = self.weights(sign=1) | {(end, AXIS): 1 for end in ends}
        if closed and len(self.kept) == 1:  # two edges that each tour has, for there is no other way through the vertex between
            weights |= {(self.kept[0], BESIDE_AXIS): 1, (BESIDE_AXIS, AXIS): 1}
        return weights

    @cached_property
    def parity(self) -> int | None:
        """The parity of the voltage of every Hamiltonian cycle, if it is the same for all of them; else None.

        Colour the orbits with 0 and 1, and call the sum of the colours at the ends of an edge, plus a constant, its sign. If
        that can be the parity of each voltage, the parities along a cycle add up to as many constants as it has edges: each
        colour comes in twice. So it is where the symmetry exchanges the white and the black squares of a knight's board. (F.
        Harary, On the notion of balance of a signed graph, 1953.)
        """
        constants = (constant for constant in (0, 1) if self._is_balanced(constant))
        return next((constant * len(self.orbits) % 2 for constant in constants), None)

    def _is_balanced(self, constant: int) -> bool:
        """Return whether the orbits have colours that differ at the ends of an edge exactly where its sign is odd."""
        graph: nx.Graph[object] = nx.Graph()
        for pair, voltages in self.edges.items():
            for voltage in voltages:
                nx.add_path(graph, pair if voltage + constant & 1 else (pair[0], pair, pair[1]))  # a step more for an even sign
        return nx.is_bipartite(graph)


def orbit_of(item: T, step: Callable[[T], T]) -> Iterator[T]:
    """Yield an item and its images until it is back."""
    image = item
    while True:
        yield image
        image = step(image)
        if image == item:
            return

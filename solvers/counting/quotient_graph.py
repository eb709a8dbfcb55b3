"""Quotient of a board by a symmetry: one vertex for each orbit of squares, one edge for each orbit of moves.

The *order* k of the symmetry r is the number of times that r must be applied until each square is mapped to itself: 2 for a
half turn or a reflection, 4 for a quarter turn. The power r^v applies r v times. The *orbit* of a square is the set of its
images under the powers of r.

Choose one square of each orbit: a of the orbit A, b of the orbit B, and so on. A move from a to r^v(b) leads from the orbit A
to the orbit B, and v is its *voltage*. All moves between A and B with the same voltage are images of each other. They form one
edge of the quotient. So two orbits can be joined by several edges with different voltages (Gross and Tucker, chapter 2). A move
from a to r^v(a), within the orbit A, gives a *loop*.

A walk in the quotient corresponds to a walk on the board. Let the walk on the board start at the chosen square of its first
orbit, and let v be the sum of the voltages on the way. Then this walk ends at r^v(b), where b is the chosen square of its last
orbit.

References
----------
J. L. Gross and T. W. Tucker, Topological Graph Theory, 1987.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, TypeVar

import networkx as nx

from graphs.board import Square
from graphs.symmetry import Symmetry
from solvers.core.errors import UnsupportedProblem
from solvers.core.problem import Problem

T = TypeVar("T")

AXIS, BESIDE_AXIS = -1, -2
"""Two vertices that are added to the orbits to count the tours that the symmetry reverses (see `quotients`)."""
Weights: TypeAlias = dict[tuple[int, int], int]
"""Weights of edges. A key contains the two vertices of an edge: indices of orbits, or AXIS or BESIDE_AXIS. A tour counts as the
product of the weights of its edges."""


@dataclass(frozen=True)
class Quotient:
    """Orbits of the squares and of the moves of a board under a symmetry (see the module docstring).

    Attributes
    ----------
    order : int
        Order of the symmetry: the number of times that it must be applied until each square is mapped to itself.
    orbits : list of tuple of square
        Squares of each orbit: the chosen square, its image under the symmetry, the image of this image, and so on.
    edges : dict of tuple of int to list of int
        For each pair of adjacent orbits, the voltages of the moves from the first to the second. A key contains the indices of
        the two orbits in `orbits`, the smaller index first.
    loops : list of list of int
        For each orbit, the voltages of the moves from its chosen square to squares of the same orbit. Voltages above half the
        size of the orbit are left out, because they belong to the same moves in the other direction.
    """

    order: int
    orbits: list[tuple[Square, ...]]
    edges: dict[tuple[int, int], list[int]]
    loops: list[list[int]]

    @classmethod
    def of(cls, problem: Problem, symmetry: Symmetry) -> Quotient:
        """Return the quotient of a problem's board by a symmetry.

        Parameters
        ----------
        problem : Problem
            A problem on a board.
        symmetry : Symmetry
            A symmetry of the board.

        Returns
        -------
        Quotient
            The quotient of the board by the symmetry.

        Raises
        ------
        UnsupportedProblem
            If the order of the symmetry is not a power of two.

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
                f"the {symmetry.name} has the order {order}: only symmetries whose order is a power of two are supported",
                problem,
            )
        edges: dict[tuple[int, int], list[int]] = {}
        loops: list[list[int]] = [[] for _ in orbits]
        for number, orbit in enumerate(orbits):
            for other, voltage in sorted(place[square] for square in problem.graph.adj[orbit[0]]):
                if other > number and voltage < len(orbit):  # all moves from a fixed square to an orbit are one edge
                    edges.setdefault((number, other), []).append(voltage)
                elif other == number and 0 < 2 * voltage <= len(orbit):
                    loops[number].append(voltage)
        return cls(order, orbits, edges, loops)

    @cached_property
    def kept(self) -> tuple[int, ...]:
        """Indices in `orbits` of the orbits that consist of one square, which the symmetry maps to itself."""
        return tuple(number for number, orbit in enumerate(self.orbits) if len(orbit) == 1)

    @cached_property
    def exchanged(self) -> tuple[int, ...]:
        """Indices in `orbits` of the orbits with a loop: a move between two squares of the same orbit.

        If the symmetry is a half turn or a reflection, it exchanges the two ends of this move. A quarter turn need not do so.
        """
        return tuple(number for number, voltages in enumerate(self.loops) if voltages)

    @cached_property
    def size(self) -> int:
        """Number of squares of the board."""
        return sum(map(len, self.orbits))

    @property
    def may_shift(self) -> bool:
        """False if a simple test proves that the symmetry shifts no closed tour along itself, and otherwise True."""
        is_free = all(len(orbit) == self.order for orbit in self.orbits)
        return self.size > 2 and is_free and (len(self.orbits) == 1 or self.parity != 0)

    def may_reverse(self, closed: bool) -> bool:
        """Return False if a simple test proves that the symmetry maps no tour to its reverse, and otherwise True.

        Parameters
        ----------
        closed : bool
            Whether the tour is closed.

        Returns
        -------
        bool
            False in any of these cases:

            - the order of the symmetry is not 2;
            - the board has too few squares for such a tour;
            - the symmetry fixes more squares than such a tour allows: 2 if it is closed, 1 if it is open;
            - there are fewer spots (squares that the symmetry fixes, and moves whose ends it exchanges) than this number.
        """
        spots = 2 if closed else 1
        enough = len(self.kept) <= spots <= len(self.kept) + len(self.exchanged)
        return self.order == 2 and enough and self.size > spots

    def weights(self, sign: int) -> Weights:
        """Return, for each pair of adjacent orbits, the sum of the weights of the edges between them.

        Parameters
        ----------
        sign : {1, -1}
            Weight of each edge with an odd voltage. Each edge with an even voltage has the weight 1.

        Returns
        -------
        dict of tuple of int to int
            The sums. A key contains the indices of the two orbits.
        """
        return {pair: sum(sign if voltage & 1 else 1 for voltage in voltages) for pair, voltages in self.edges.items()}

    def weights_with_axis(self, closed: bool) -> Weights:
        """Return the weights of the edges of the graph that is used to count the tours that the symmetry reverses.

        Its vertices are the orbits and an additional vertex, the *axis*. The axis is joined to orbits that contain a square
        that the symmetry fixes, or a move whose ends it exchanges (see `quotients`).

        Parameters
        ----------
        closed : bool
            Whether the tours are closed.

        Returns
        -------
        dict of tuple of int to int
            For each pair of adjacent vertices, the weight of the edge between them.
        """
        ends = self.kept if len(self.kept) == (2 if closed else 1) else self.exchanged
        weights = self.weights(sign=1) | {(end, AXIS): 1 for end in ends}
        if closed and len(self.kept) == 1:  # each tour has both edges: their common vertex has no other neighbours
            weights |= {(self.kept[0], BESIDE_AXIS): 1, (BESIDE_AXIS, AXIS): 1}
        return weights

    @cached_property
    def parity(self) -> int | None:
        """Parity (0 or 1) of the sum of the voltages along each Hamiltonian cycle of the quotient, or None if it may vary.

        Let c be 0 or 1. Suppose that the orbits can be coloured with 0 and 1 such that the voltage of each edge has the same
        parity as c plus the colours of its two ends. Add up the voltages along a Hamiltonian cycle of n edges. The colour of
        each orbit occurs twice, so the sum has the parity of n c. There is such a colouring, for example, if the symmetry
        exchanges the white and the black squares of a knight's board.

        References
        ----------
        F. Harary, On the notion of balance of a signed graph, 1953.
        """
        constants = (constant for constant in (0, 1) if self._is_balanced(constant))
        return next((constant * len(self.orbits) % 2 for constant in constants), None)

    def _is_balanced(self, constant: int) -> bool:
        """Return whether the orbits can be coloured with two colours according to the voltages, where c is the constant.

        The two ends of an edge must have different colours if its voltage plus c is odd, and otherwise the same colour.
        """
        graph: nx.Graph[object] = nx.Graph()
        for pair, voltages in self.edges.items():
            for voltage in voltages:
                nx.add_path(graph, pair if voltage + constant & 1 else (pair[0], pair, pair[1]))  # two steps if the sum is even
        return nx.is_bipartite(graph)


def orbit_of(item: T, step: Callable[[T], T]) -> Iterator[T]:
    """Yield an item, its image, the image of its image, and so on, until the next image would be the item itself.

    Parameters
    ----------
    item : T
        The first item.
    step : callable
        Map from an item to its image.

    Yields
    ------
    T
        The item itself, and then each of its images.
    """
    image = item
    while True:
        yield image
        image = step(image)
        if image == item:
            return

"""Count the tours that a half turn, a quarter turn or a reflection of the board maps to themselves.

Let r be the symmetry. The method counts tours of a smaller graph, the *quotient* of the board by r, with one vertex for each
orbit of squares and one edge for each orbit of moves.

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

A closed tour is a ring of squares. If r maps it to itself, r either shifts or reverses the ring:

    shifted     a ── part ──► r^v(a) ── image of the part ──► r^2v(a) ── … ──► a
    reversed    spot ── half ──► other spot ── image of the half, backwards ──► spot

*Shifted tours.* (G. P. Jelliss calls such a tour Eulerian if r is a half turn.) Here r moves all squares by the same number of
steps along the tour, and fixes no square.

1. Cut the tour into k parts of equal length. Each part visits every orbit of squares once.
2. A part leads from a square a to a square r^v(a). In the quotient it is a Hamiltonian cycle whose voltages add up to v.
3. The other parts are the images of this part under r^v, r^2v, …. All parts together cover the board if and only if every power
   of r is a power of r^v. Because k is a power of two, this is the case if and only if v is odd.
4. Conversely, each Hamiltonian cycle with an odd sum of voltages gives one tour. The tour does not depend on the square at
   which it begins.

So the Hamiltonian cycles with an odd sum of voltages have to be counted. Let v be the sum of a cycle:

    number with odd v = (number of all cycles - sum of (-1)^v over all cycles) / 2

Both terms are sums, over the cycles, of products of edge weights. Suppose that two orbits are joined by e edges of even voltage
and by o edges of odd voltage. All these edges are replaced by a single edge. Its weight is e + o for the first term, and e - o
for the second. The frontier method can add up such products (`Plan.weights`). If v is odd for all cycles, the number of all
cycles is the result.

*Reversed tours.* (Such a tour is called Bergholtian if r is a half turn.) Here r reflects the ring, so its order is 2. The ring
has two *spots* that r maps to themselves. A spot is a square that r fixes, or a move whose ends r exchanges, such as a knight's
move over the centre of the board.

1. The half of the tour from one spot to the other visits every orbit once. So it is a Hamiltonian path of the quotient between
   the orbits of two spots. Its voltages do not matter.
2. Conversely, such a path, its image and the moves at the spots form one tour.
3. To count these paths, an additional vertex, the *axis*, is joined to the orbits of all possible spots. The paths correspond
   to the Hamiltonian cycles of the new graph.
4. A square that r fixes must be a spot. If there are two such squares, only these are joined to the axis. If there is only one,
   it is joined to the axis through one more vertex of degree 2, so that every cycle passes from the square to the axis.

*Open tours* can only be reversed. Such a tour has one spot, in the middle of the tour. So these tours correspond to the
Hamiltonian paths of the quotient that begin at the orbit of a spot.

Notes
-----
The count takes about as long as `count_tours` on a graph with 1/k of the squares. For example, the count for the quarter turn
of 10x10 takes a tenth of a second.

References
----------
J. L. Gross and T. W. Tucker, Topological Graph Theory, 1987. G. P. Jelliss, Chessics 22, 1985. D. E. Knuth, The Art of Computer
Programming, Prefascicle 8A, 2025, exercises 134 to 139, which list the tours of such quotients.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import networkx as nx

from graphs.board import Square
from graphs.leapers import KNIGHT, Leaper
from graphs.loading import load
from graphs.notation import board_subject
from graphs.symmetry import Symmetry, symmetries
from solvers.core.budget import Budget, Meter
from solvers.core.errors import BudgetSpent, ProblemError, SolverError, UnsupportedProblem
from solvers.core.problem import Problem, Subject
from solvers.counting.count_plan import count_plan_of
from solvers.counting.counting import check_counting_memory
from solvers.methods.frontier.order import narrow_order

T = TypeVar("T")

AXIS, BESIDE_AXIS = -1, -2
"""Vertices that are added to a graph of orbits to count the tours that a symmetry reverses."""
NODES_OF_A_LIST = 3_000_000
"""Maximum number of search nodes for listing all tours of a board to check a count."""


@dataclass(frozen=True)
class SymmetricCount:
    """Number of symmetric tours, where a tour and its reverse count as one.

    Attributes
    ----------
    shifted : int
        Number of tours that the symmetry shifts along themselves (see the module docstring).
    reversed : int
        Number of tours that the symmetry maps to themselves in the reverse direction.
    distinct : int or None
        Number of shifted and reversed tours, where tours that a symmetry of the board maps to each other count as one. None if
        the counts for the single symmetries do not determine this number.
    """

    shifted: int
    reversed: int
    distinct: int | None

    @property
    def tours(self) -> int:
        """Sum of `shifted` and `reversed`."""
        return self.shifted + self.reversed


def count_symmetric_tours(
    problem: Subject,
    symmetry: str = "half turn",
    *,
    leaper: Leaper = KNIGHT,
    closed: bool = False,
    budget: Budget | None = None,
    memory: float | None = None,
) -> SymmetricCount:
    """Count the tours of a board that a given symmetry maps to themselves.

    Parameters
    ----------
    problem : Problem, Board or str
        A problem on a board, without start, end and known steps. If it is a board, `leaper` and `closed` specify the rest of
        the problem.
    symmetry : str, optional
        Name of the symmetry, as in `graphs.symmetry`, such as "half turn" (the default), "quarter turn" or "reflection left to
        right".
    leaper : tuple of int, optional
        The leaper on a board (default: the knight).
    closed : bool, optional
        Whether to count closed tours instead of open ones (default: False).
    budget : Budget, optional
        As in `count_tours`.
    memory : float, optional
        As in `count_tours`.

    Returns
    -------
    SymmetricCount
        The numbers of tours.

    Raises
    ------
    ProblemError
        If the problem has no board, if the board does not have the symmetry, if a start, an end or a step is given, or if
        `memory` is invalid.
    UnsupportedProblem
        If the order of the symmetry is not a power of two, or if the frontiers of the quotient graph are too wide for a count.
    BudgetSpent
        If the budget is exhausted, or the memory is too small. No partial count is returned.

    References
    ----------
    D. E. Knuth, The Art of Computer Programming, Prefascicle 8A, 2025, exercises 134 to 139.

    Examples
    --------
    >>> from graphs import Board
    >>> count = count_symmetric_tours(Board(6, 6), "quarter turn", closed=True)
    >>> count.tours, count.distinct
    (10, 5)
    >>> count = count_symmetric_tours(Board(6, 7), closed=True)
    >>> count.shifted, count.reversed
    (526, 38)
    >>> count_symmetric_tours(Board(5, 7)).distinct
    288
    """
    problem = Problem.of(problem, leaper, closed=closed)
    check_counting_memory(memory)
    counting = _Counting(problem, Meter(budget), memory)
    problem.graph_within(counting.meter)  # raises BoardError if the board is too large
    named = quotient_symmetry(problem, symmetry)
    kinds = counting.tours(named)
    return SymmetricCount(*kinds, counting.distinct(named, sum(kinds)))


def check_quotient_count(
    problem: Problem, symmetry: str, count: SymmetricCount, budget: Budget | None = None, memory: float | None = None
) -> str:
    """Check a count of symmetric tours by another method.

    Return the name of the method. All tours of the board are listed if this is fast. Otherwise the symmetric tours are counted
    again, with the orbits of squares in another order.

    >>> from graphs import Board
    >>> problem = Problem.on_board(Board(5, 6), closed=True)
    >>> check_quotient_count(problem, "half turn", count_symmetric_tours(problem))
    'every tour listed'
    """
    meter, named = Meter(budget), quotient_symmetry(problem, symmetry)
    try:
        method, again = "every tour listed", _count_by_listing(problem, named, meter)
    except (BudgetSpent, UnsupportedProblem):
        meter.check()
        method, again = "another order", sum(_Counting(problem, meter, memory, reverse=True).tours(named))
    if again != count.tours:
        raise SolverError(
            f"{problem}: counted {count.tours:,} tours, but another method ({method}) found {again:,}", (problem, count, again)
        )
    return method


def _count_by_listing(problem: Problem, symmetry: Symmetry, meter: Meter) -> int:
    from solvers.solving.enumeration import list_tour_blocks

    squares, total = list(problem.graph), 0
    image = [*map(symmetry, squares)]
    for block in list_tour_blocks(problem, symmetric=True, budget=replace(meter.rest(), nodes=NODES_OF_A_LIST)):
        which = next(index for index, each in enumerate(block.maps) if [*map(each, squares)] == image)
        total += int(block.fixed_by[:, which].sum())
    return total


def quotient_symmetry(problem: Problem, name: str) -> Symmetry:
    """Return the symmetry of a board with a name such as "half turn".

    Raise ProblemError if there is none, or if squares of the tour are given.

    >>> from graphs import Board
    >>> quotient_symmetry(Problem.on_board(Board(6, 6)), "half turn")((0, 1))
    (5, 4)
    """
    board = problem.board
    if board is None:
        raise ProblemError(
            "symmetric tours can be counted only on boards, such as Board(6, 6): the problem has no board", problem
        )
    if problem.where:
        raise ProblemError(
            "symmetric tours with given squares cannot be counted: leave out the start, the end and known steps", problem
        )
    by_name = {each.name: each for each in reversed(symmetries(board)[1:])}
    half_turn = Symmetry(board.rows, board.cols, mirror_rows=True, mirror_cols=True)
    if tuple(map(half_turn, board)) in {tuple(map(each, board)) for each in by_name.values()}:
        by_name.setdefault(half_turn.name, half_turn)  # on one row or column, it equals a reflection and has its name
    if str(name) not in by_name:
        names = ", ".join(reversed(by_name)) or "none"
        raise ProblemError(f"{board_subject(board)} has no symmetry {name!r}; its symmetries: {names}", name)
    return by_name[name]


@dataclass(frozen=True)
class Quotient:
    """The quotient of a board by a symmetry: orbits of squares and moves."""

    closed: bool  # whether tours are closed
    # Order of the symmetry, e.g. 2 for a half turn and 4 for a quarter turn.
    order: int
    # Squares of each orbit: the chosen square, its image under the symmetry, the image of this image, and so on.
    orbits: list[tuple[Square, ...]]
    # For each pair of adjacent orbits, the voltages of the moves from the first to the second. A key contains two indices in
    # `orbits`, the smaller one first.
    edges: dict[tuple[int, int], list[int]]
    # For each orbit, the voltages of the moves from its chosen square to squares of the same orbit, without reverse moves
    # (voltages above half the size of the orbit).
    loops: list[list[int]]

    @classmethod
    def of(cls, problem: Problem, symmetry: Symmetry) -> Quotient:
        """Return a board's quotient by a symmetry of order 2^k.

        >>> from graphs import Board
        >>> quotient = Quotient.of(Problem.on_board(Board(6, 6)), Symmetry(6, 6, transpose=True, mirror_cols=True))
        >>> quotient.order, len(quotient.orbits), quotient.orbits[0]
        (4, 9, ((0, 0), (0, 5), (5, 5), (5, 0)))
        """
        orbits: list[tuple[Square, ...]] = []
        place: dict[Square, tuple[int, int]] = {}
        for square in problem.graph:
            if square not in place:
                orbit = tuple(quotient_orbit(square, symmetry))
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
        return cls(problem.closed, order, orbits, edges, loops)

    @cached_property
    def kept(self) -> tuple[int, ...]:
        """Indices of the orbits of the squares that the symmetry fixes."""
        return tuple(number for number, orbit in enumerate(self.orbits) if len(orbit) == 1)

    @cached_property
    def spots(self) -> Sequence[int]:
        """Indices of the orbits that may contain spots of a reversed tour. Empty if there can be no such tour.

        If all spots must be squares, these are the fixed squares, otherwise the orbits with a move between their own squares.
        """
        number = 2 if self.closed else 1
        exchanged = [orbit for orbit, voltages in enumerate(self.loops) if voltages]
        if self.order != 2 or self.size <= number or not len(self.kept) <= number <= len(self.kept) + len(exchanged):
            return ()
        return self.kept if len(self.kept) == number else exchanged

    @property
    def size(self) -> int:
        """Number of squares of the board."""
        return sum(map(len, self.orbits))

    @property
    def may_shift(self) -> bool:
        """False if the symmetry shifts no tour along itself, and True if it may."""
        is_free = all(len(orbit) == self.order for orbit in self.orbits)
        return self.closed and self.size > 2 and is_free and (len(self.orbits) == 1 or self.parity != 0)

    def graph(self, sign: int = 1) -> nx.Graph[int]:
        """Return the graph of the orbits, with numbers of moves as edge weights.

        A move with an odd voltage counts as `sign`, any other as 1.
        """
        graph: nx.Graph[int] = nx.empty_graph(len(self.orbits))
        for pair, voltages in self.edges.items():
            if weight := sum(sign**voltage for voltage in voltages):
                graph.add_edge(*pair, weight=weight)
        return graph

    def graph_with_axis(self) -> nx.Graph[int]:
        """Return the graph whose tours correspond to reversed tours of the board.

        Its vertices are the orbits and an additional vertex, the *axis*. The axis is joined to the orbits in `spots`.
        """
        graph = self.graph()
        nx.add_star(graph, [AXIS, *self.spots], weight=1)
        if self.closed and len(self.kept) == 1:  # every Hamiltonian cycle contains this path
            nx.add_path(graph, [*self.kept, BESIDE_AXIS, AXIS], weight=1)
        return graph

    @cached_property
    def parity(self) -> int | None:
        """Common parity of the voltage sums of all Hamiltonian cycles, or None if unknown.

        Let c be 0 or 1. Suppose that the orbits can be coloured with 0 and 1 such that the voltage of each edge has the same
        parity as c plus the colours of its two ends. Add up the voltages along a Hamiltonian cycle of n edges. The colour of
        each orbit occurs twice, so the sum has the parity of n c. There is such a colouring, for example, if the symmetry
        exchanges the white and the black squares of a knight's board.

        References
        ----------
        F. Harary, On the notion of balance of a signed graph, 1953.
        """
        for constant in (0, 1):
            graph: nx.Graph[object] = nx.Graph()  # bipartite if and only if such a colouring exists
            for pair, voltages in self.edges.items():
                for voltage in voltages:
                    nx.add_path(graph, pair if voltage + constant & 1 else (pair[0], pair, pair[1]))  # two steps if even
            if nx.is_bipartite(graph):
                return constant * len(self.orbits) % 2
        return None


def quotient_orbit(item: T, step: Callable[[T], T]) -> Iterator[T]:
    """Yield an item and its images under repeated calls of `step`, each once."""
    image = item
    while True:
        yield image
        image = step(image)
        if image == item:
            return


@dataclass(frozen=True)
class _Counting:
    """Counter of the symmetric tours of one problem."""

    problem: Problem
    meter: Meter
    memory: float | None
    reverse: bool = False  # whether to reverse the order in which the orbits are processed, to check a first count

    def tours(self, symmetry: Symmetry) -> tuple[int, int]:
        """Return the numbers of shifted tours and of reversed tours."""
        quotient = Quotient.of(self.problem, symmetry)
        return self._shifted(quotient), self._weighted(quotient.graph_with_axis()) if quotient.spots else 0

    def _shifted(self, quotient: Quotient) -> int:
        if not quotient.may_shift:
            return 0
        if len(quotient.orbits) == 1:  # the cycle is a loop
            return sum(voltage & 1 for voltage in quotient.loops[0])
        if len(quotient.orbits) == 2:  # the cycle is two edges between the same orbits
            voltages = quotient.edges.get((0, 1), ())
            odd = sum(voltage & 1 for voltage in voltages)
            return odd * (len(voltages) - odd)
        cycles = self._weighted(quotient.graph())
        if quotient.parity == 1:
            return cycles
        return (cycles - self._weighted(quotient.graph(sign=-1))) // 2

    def _weighted(self, graph: nx.Graph[int]) -> int:
        """Return the sum, over all tours of a graph, of the products of the weights of their edges."""
        load("solvers.counting.sweep")
        from solvers.counting.sweep import SweepRoom, sweep
        from solvers.methods.frontier.sweep_kernels import MOST_SLOTS

        closed, order = self.problem.closed, narrow_order(graph.adj, self.meter)[:: -1 if self.reverse else 1]
        plan = count_plan_of(Problem(graph, start=None if closed else AXIS, closed=closed), order)
        if plan.width > MOST_SLOTS:
            raise UnsupportedProblem(
                f"the board is too large: a frontier has {plan.width} orbits, at most {MOST_SLOTS} are supported", plan
            )
        number = {orbit: index for index, orbit in enumerate(order)}
        weights = {frozenset(map(number.__getitem__, edge)): graph.edges[edge]["weight"] for edge in graph.edges}
        plan = replace(plan, weights={edge: weight for edge, weight in weights.items() if weight != 1})
        return sweep(plan, self.meter, SweepRoom(self.memory), "orbits").complete

    def distinct(self, symmetry: Symmetry, tours: int) -> int | None:
        """Return the number of symmetric tours, where tours that are images of each other count once.

        These are the tours that the symmetry r maps to themselves. Let X be the set of these tours; `tours` is their number.
        For each symmetry g of the board, count the tours in X that g maps to themselves. By the lemma of Cauchy, Frobenius and
        Burnside, the result is the mean of these numbers over all g. The number for g is

        - `tours`, if g is a power of r;
        - the number of all tours that g maps to themselves, if g^2 = r, because r then also maps these tours to themselves;
        - 0, if g maps no tour to itself, or if the product of r and g maps no tour to itself.

        The result is None if, for some g, none of these cases applies, if a symmetry of the board maps X to a different set of
        tours, or if the board is a cylinder or a torus.

        Example. Let r be the half turn of 6x6, which maps 78 closed tours to themselves. The identity and the half turn
        contribute 78 each. The two quarter turns contribute 10 each, because their square is r. The four reflections contribute
        0. The result is (78 + 78 + 10 + 10) / 8 = 22.
        """
        board = self.problem.board
        if board is None or board.wrap is not None:
            return None
        squares = list(board)
        group = {tuple(map(each, squares)): each for each in symmetries(board)}
        powers = [*quotient_orbit(tuple(squares), lambda image: tuple(map(symmetry, image)))]
        total = 0
        for image, each in group.items():
            if tuple(map(each, powers[1])) not in {tuple(map(group[power], image)) for power in powers}:
                return None  # g maps X to the tours of another symmetry
            if image in powers:
                total += tours
            elif self._may_keep(each) and self._may_keep(group[tuple(map(symmetry, image))]):
                if tuple(map(each, image)) != powers[1]:
                    return None
                total += sum(self.tours(each))
        return total // len(group)

    def _may_keep(self, symmetry: Symmetry) -> bool:
        """Return False if the symmetry maps no tour to itself, and True if it may."""
        quotient = Quotient.of(self.problem, symmetry)
        return quotient.may_shift or len(quotient.spots) > 0

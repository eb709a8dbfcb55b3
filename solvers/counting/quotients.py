"""How many tours a half turn, a quarter turn or a reflection of the board maps onto themselves: tours of a smaller graph.

A closed tour is a ring. A symmetry r that maps it onto itself can do so in two ways.

*It shifts the ring.* (G. P. Jelliss calls such a tour Eulerian, where r is a half turn.) Then r moves all squares by the same
number of steps along the tour; it keeps none in its place. Let k be the order of r. In each k-th part of its length the tour
meets every orbit of squares once. One such part, from a square a to r^v(a), is a Hamiltonian cycle of the quotient
(`quotient_graph`), whose voltages add up to v. The images of this part under r^v, r^2v and so on are the rest of the tour.
They meet all squares if these powers are all powers of r; since k is a power of two, this is so exactly if v is odd.
Conversely, a cycle with an odd sum gives one tour in this way, whichever square it begins on. So one has to count the cycles
with an odd sum:

    odd ones = (all cycles - cycles counted with the sign (-1)^v) / 2.

Both terms are sums, over the cycles, of a product over their edges. Two orbits with so many moves of even and of odd voltage
between them have an edge that is worth even + odd in the first term, and even - odd in the second. The frontier method adds up
such products (`Plan.weights`). Where all cycles have an odd sum, the first term is enough.

*It reverses the ring.* (Bergholtian, where r is a half turn.) Then r is a reflection of the ring, and of order 2. The ring
meets its image in two spots: a spot is a square that r keeps in its place, or a move whose ends r exchanges, such as a knight's
move over the middle of the board. The half of the tour from one spot to the other meets every orbit once. So it is a
Hamiltonian path of the quotient between the orbits of two spots, whatever the voltages. Conversely, such a path, its image and
the moves at the spots are one tour. To count the paths, the method joins one more vertex to the orbits of all spots: the paths
are the cycles through it. A square that r keeps must be a spot; it is joined by way of a vertex that has no other neighbours.

Open tours can only be reversed. They have one spot, in their middle, and are the Hamiltonian paths that begin there.

References: G. P. Jelliss, Chessics 22, 1985. D. E. Knuth, The Art of Computer Programming, Prefascicle 8A, 2025, exercises 134
to 139: he lists tours of such quotients. Cost: as `count_tours` on a graph of the size divided by the order of r; 10x10 under a
quarter turn takes a tenth of a second.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from graphs.leapers import KNIGHT, Leaper
from graphs.loading import load
from graphs.symmetry import Symmetry, symmetries
from solvers.budget import Budget, Meter
from solvers.counting.counting import check_memory
from solvers.counting.plan import limbs_of, plan_of
from solvers.counting.quotient_graph import AXIS, Quotient, Weights, orbit_of
from solvers.errors import BudgetSpent, ProblemError, SolverError, UnsupportedProblem
from solvers.frontier.order import narrow_order
from solvers.problem import Problem, Subject

__all__ = ["SymmetricCount", "check_symmetric_count", "count_symmetric_tours", "named_symmetry"]

NODES_OF_A_LIST = 3_000_000
"""Nodes of the search in which all tours of a board may be listed, for a check."""


@dataclass(frozen=True)
class SymmetricCount:
    """The number of tours that a symmetry maps onto themselves; a tour and its reverse are one.

    Attributes
    ----------
    shifted : those that it shifts along themselves.
    reversed : those that it reverses.
    distinct : the number of tours of both kinds, where tours that symmetries of the board map onto each other count as one;
        None where that does not follow from numbers of this kind.
    """

    shifted: int
    reversed: int
    distinct: int | None

    @property
    def tours(self) -> int:
        """The number of tours of both kinds."""
        return self.shifted + self.reversed


def count_symmetric_tours(
    problem: Subject,
    symmetry: str = "half turn",
    budget: Budget | None = None,
    *,
    leaper: Leaper = KNIGHT,
    closed: bool = False,
    memory: float | None = None,
) -> SymmetricCount:
    """Count the tours of a board that one of its symmetries maps onto themselves.

    Parameters
    ----------
    problem : a problem on a board, without start and end; or a board, for the knight, with `closed` beside it.
    symmetry : its name, as in `graphs.symmetry`: "half turn", "quarter turn", "reflection left to right".
    budget, leaper, closed, memory : as in `count_tours`.

    Raises
    ------
    ProblemError : there is no board, or it has no such symmetry; a start or an end is given.
    UnsupportedProblem : the symmetry must be applied so often, till each square is back, that it is no power of two; or the
        quotient has too wide frontiers.
    BudgetSpent : the budget, or the memory, ran out. There is no count then.

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
    check_memory(memory)
    counting = _Counting(problem, Meter(budget), memory)
    problem.graph_within(counting.meter)  # which refuses a board that is too large
    named = named_symmetry(problem, symmetry)
    kinds = counting.tours(named)
    return SymmetricCount(*kinds, counting.distinct(named, sum(kinds)))


def check_symmetric_count(
    problem: Problem, symmetry: str, count: SymmetricCount, budget: Budget | None = None, memory: float | None = None
) -> str:
    """Count symmetric tours again by another method, and say by which one; both have to find the same number.

    Parameters
    ----------
    problem, symmetry, count : what was counted, and what was found.
    budget, memory : as in `count_symmetric_tours`.

    Returns
    -------
    The other method: every tour of the board was listed, where that is soon done; else the orbits came in another order.

    Raises
    ------
    SolverError : the numbers differ.
    BudgetSpent : the budget, or the memory, ran out.

    Examples
    --------
    >>> from graphs import Board
    >>> problem = Problem.on_board(Board(5, 6), closed=True)
    >>> check_symmetric_count(problem, "half turn", count_symmetric_tours(problem))
    'every tour listed'
    """
    meter, named = Meter(budget), named_symmetry(problem, symmetry)
    try:
        method, again = "every tour listed", _listed(problem, named, meter)
    except (BudgetSpent, UnsupportedProblem):
        meter.check()
        method, again = "another order", sum(_Counting(problem, meter, memory, reverse=True).tours(named))
    if again != count.tours:
        raise SolverError(f"{problem}: {count.tours:,} tours, but by {method} there are {again:,}", (problem, count, again))
    return method


def _listed(problem: Problem, symmetry: Symmetry, meter: Meter) -> int:
    """Return how many tours of a list of all tours the symmetry maps onto themselves."""
    from solvers.listing import list_tour_blocks

    squares, total = list(problem.graph), 0
    image = [*map(symmetry, squares)]
    for block in list_tour_blocks(problem, symmetric=True, budget=replace(meter.rest(), nodes=NODES_OF_A_LIST)):
        which = next(index for index, each in enumerate(block.maps) if [*map(each, squares)] == image)
        total += int(block.fixed_by[:, which].sum())
    return total


def named_symmetry(problem: Problem, name: str) -> Symmetry:
    """Return the symmetry of a problem's board with a name; the first one of those with the same name.

    Raises
    ------
    ProblemError : there is none, or the problem has a start or an end.

    Examples
    --------
    >>> from graphs import Board
    >>> named_symmetry(Problem.on_board(Board(6, 6)), "half turn")((0, 1))
    (5, 4)
    """
    board = problem.board
    if board is None:
        raise ProblemError("symmetric tours can be counted on a board only, such as Board(6, 6)", problem)
    if problem.where:
        raise ProblemError(
            "symmetric tours are counted from all squares: leave out the start, the end and known steps", problem
        )
    named = {each.name: each for each in reversed(symmetries(board)[1:])}
    half_turn = Symmetry(board.rows, board.cols, mirror_rows=True, mirror_cols=True)
    if tuple(map(half_turn, board)) in {tuple(map(each, board)) for each in named.values()}:
        named.setdefault(half_turn.name, half_turn)  # of one row or column it is also a reflection
    if str(name) not in named:
        names = ", ".join(reversed(named)) or "none"
        raise ProblemError(f"{board!r} has no symmetry {name!r}; its symmetries: {names}", name)
    return named[name]


@dataclass(frozen=True)
class _Counting:
    """The counts of one problem: of the tours of its quotients, and of the orbits of these tours.

    Attributes
    ----------
    reverse : whether to treat the orbits in the reverse of the best order, for a check.
    """

    problem: Problem
    meter: Meter
    memory: float | None
    reverse: bool = False

    def tours(self, symmetry: Symmetry) -> tuple[int, int]:
        """Return how many tours the symmetry shifts along themselves, and how many it reverses."""
        quotient = Quotient.of(self.problem, symmetry)
        return self._shifted(quotient), self._reversed(quotient)

    def _shifted(self, quotient: Quotient) -> int:
        if not (self.problem.closed and quotient.may_shift):
            return 0
        if len(quotient.orbits) == 1:  # the cycle is a loop
            return sum(voltage & 1 for voltage in quotient.loops[0])
        if len(quotient.orbits) == 2:  # the cycle is two edges between the same orbits
            voltages = quotient.edges.get((0, 1), ())
            odd = sum(voltage & 1 for voltage in voltages)
            return odd * (len(voltages) - odd)
        cycles = self._weighted(quotient, quotient.weights(sign=1))
        if quotient.parity == 1:
            return cycles
        return (cycles - self._weighted(quotient, quotient.weights(sign=-1))) // 2

    def _reversed(self, quotient: Quotient) -> int:
        if not quotient.may_reverse(self.problem.closed):
            return 0
        return self._weighted(quotient, quotient.weights_with_axis(self.problem.closed))

    def _weighted(self, quotient: Quotient, weights: Weights) -> int:
        """Return the sum over the tours of a graph of the product of the weights of their edges."""
        load("solvers.counting.checkpoints", "solvers.counting.compiled.frontier")
        import networkx as nx

        from solvers.counting.checkpoints import Checkpoints
        from solvers.counting.compiled.frontier import sweep
        from solvers.counting.compiled.frontier_kernels import MOST_SLOTS
        from solvers.counting.rows import Room

        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(range(len(quotient.orbits)))
        graph.add_edges_from(pair for pair, weight in weights.items() if weight)
        closed, order = self.problem.closed, narrow_order(graph.adj, self.meter)
        plan = plan_of(Problem(graph, start=None if closed else AXIS, closed=closed), order[::-1] if self.reverse else order)
        if plan.width > MOST_SLOTS:
            raise UnsupportedProblem(f"a frontier of {plan.width} orbits is too wide for a count: at most {MOST_SLOTS}", plan)
        number = {orbit: index for index, orbit in enumerate(plan.order)}
        worth = {frozenset(number[orbit] for orbit in pair): weight for pair, weight in weights.items() if weight not in (0, 1)}
        plan = replace(plan, weights=worth)
        total, bits = sweep(plan, self.meter, Room(self.memory), "orbits", Checkpoints()).complete, 64 * limbs_of(plan)
        return total - (1 << bits) if total >> bits - 1 else total

    def distinct(self, symmetry: Symmetry, tours: int) -> int | None:
        """Return how many orbits the symmetries of the board make of the tours that the symmetry r maps onto themselves.

        By the lemma of Cauchy, Frobenius and Burnside it is the mean, over all symmetries g, of the number of tours that both r
        and g map onto themselves. That is all of them where g is a power of r; those of g where r is g after g; and none where
        g, or r after g, maps no tour onto itself. In other cases the answer is None, and so it is on cylinders and tori.
        """
        board = self.problem.board
        if board is None or board.wrap is not None:
            return None
        squares = list(board)
        group = {tuple(map(each, squares)): each for each in symmetries(board)}
        powers = [*orbit_of(tuple(squares), lambda image: tuple(map(symmetry, image)))]
        total = 0
        for image, each in group.items():
            if tuple(map(each, powers[1])) not in {tuple(map(group[power], image)) for power in powers}:
                return None  # g maps the tours of r onto those of another symmetry
            if image in powers:
                total += tours
            elif self._may_keep(each) and self._may_keep(group[tuple(map(symmetry, image))]):
                if tuple(map(each, image)) != powers[1]:
                    return None
                total += sum(self.tours(each))
        return total // len(group)

    def _may_keep(self, symmetry: Symmetry) -> bool:
        """Return whether a symmetry may map a tour onto itself."""
        quotient = Quotient.of(self.problem, symmetry)
        return (self.problem.closed and quotient.may_shift) or quotient.may_reverse(self.problem.closed)

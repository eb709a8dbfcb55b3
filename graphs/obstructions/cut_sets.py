"""Cut sets and half sets, found by bipartite matching.

A Hamiltonian cycle of the closed form gives every vertex a successor, no two of them the same one. So it matches all vertices,
as tails of moves, with all vertices, as heads. Call a set of vertices *tight* if it has no more neighbours than members. Where
there is no such matching, some set has fewer neighbours than members (Hall's theorem). Where there is one, the decomposition
of Dulmage and Mendelsohn gives the sets that have as many neighbours as members.

Take away the neighbours of a tight set: every member that is not itself a neighbour has no neighbour left, and is a part by
itself. So the neighbours may well be a cut set. And a tight set of one colour is often a part of a half set.

V. Chvátal, Tough graphs and Hamiltonian circuits, 1973; P. Hall, On representatives of subsets, 1935; A. L. Dulmage and N. S.
Mendelsohn, Coverings of bipartite graphs, 1958. Cost: the square of the number of squares at worst, for the matching
(`degree_sets`) and for a look at each tight set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import accumulate, combinations, islice
from operator import or_

from graphs.leapers import noted_board
from graphs.obstructions.closed_form import closed_form, numbered, only_squares, two_colours
from graphs.obstructions.degree_sets import largest_flow
from graphs.obstructions.obstruction import (
    Drawing,
    Graph,
    Node,
    Obstruction,
    Squares,
    TourProblem,
    Weighing,
    given_ends,
    listed,
)
from graphs.symmetry import orbits
from graphs.watching import Watch, unwatched

__all__ = ["EASY", "CutSet", "HalfSet", "cut_set", "find_cut_sets", "find_small_cuts"]

FEW, EASY, HARD = 4, 1, 5
"""Size up to which a cut set is easy to see; `hardness` of such a cut set, and of larger ones."""
MOST_SQUARES, MOST_SETS = 100, 400
"""Squares up to which small cuts are looked for, and sets of each of two sorts that are looked at: a few milliseconds."""


@dataclass(frozen=True)
class CutSet(Obstruction):
    """Squares without which the board falls into more parts than a tour can visit.

    Without the squares of a cut set S, a closed tour falls into at most |S| pieces, an open one into at most |S| + 1. Each part
    of the board needs a piece. For an open tour, each given end in S takes a piece away. So does a part with both given ends,
    where there are other parts: it has the first piece and the last. (V. Chvátal, Tough graphs and Hamiltonian circuits, 1973.)

    Attributes
    ----------
    cut : the squares taken away.
    parts : the number of connected parts of the rest; `cut_set` counts them.
    """

    label = "cut set"
    meaning = "without a few squares the board falls into too many parts"
    drawing = Drawing("the squares that are taken away", "outside", "the moves that are left, one colour per connected part")
    certificate = "cut-set"

    cut: Squares
    parts: int

    @property
    def hardness(self) -> int:
        return EASY if len(self.cut) <= FEW else HARD

    def __str__(self) -> str:
        one = len(self.cut) == 1
        squares = f"{self.words.vertex if one else self.words.some(len(self.cut))} {listed(self.cut)}"
        parts = f"the {self.subject} falls into {self.parts} parts"
        return f"without the {squares} {parts}, more than a tour cut at {'it' if one else 'them'} can have"

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        """Return -1 for each square of the cut set, 1 for each part of the rest. So every move weighs nothing, or less.

        None where the number of the parts is wrong, or the cut set too large for any tour.
        """
        import networkx as nx

        ends = given_ends(problem)
        if self.parts - len(self.cut) < (1 if problem.closed else 2 - len(ends)):
            return None
        parts = list(map(frozenset, nx.connected_components(graph.subgraph(set(graph) - self.cut))))
        weights: dict[Node, int] = dict.fromkeys(self.cut, -1)
        cuts = []
        for part in parts:
            if len(ends) == 2 and part.issuperset(ends):
                cuts.append((frozenset(graph) - part, 1))  # the same moves lead out of the others, which hold no end
            elif len(part) == 1:
                weights[min(part)] = 1
            else:
                cuts.append((part, 1))
        return (weights, cuts) if len(parts) == self.parts else None


@dataclass(frozen=True)
class HalfSet(Obstruction):
    """Half of the squares, no two of them a move apart, where the tour is closed or has an end in the other half.

    No two squares of the half follow one another in a tour. As they are half of all squares, such a tour goes to and fro
    between them and the others, and has no move between two of the others. If the moves to and fro do not join all squares,
    there is no such tour. (L. Pósa's argument why 4xn boards have no closed tour and no tour from an inner square; here for
    any graph.)

    Attributes
    ----------
    half : the squares of the half.
    """

    label = "half set"
    meaning = "half of the squares, no two of them a move apart"
    hardness = 4
    drawing = Drawing("one half of the squares", "across", "the moves to and fro, one colour per connected part")
    certificate = "half-set"

    half: Squares

    def __str__(self) -> str:
        words = self.words
        return (
            f"the {len(self.half)} {words.vertices} {listed(self.half)} are half of the {self.subject} and no two are "
            f"{words.adjacent}: a tour would go to and fro between them and the others; but those {words.edges} do not join "
            f"all {words.vertices}"
        )

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        is_outside = problem.closed or not self.half.issuperset(given_ends(problem))
        weighing = self.weighing(graph, problem) if is_outside else None
        return weighing is not None and any(unreached for unreached, _ in weighing[1])

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        """Return 1 for the squares of the half, -1 for the others, 1 for what the moves to and fro cannot reach.

        A move to or fro weighs nothing, and one between the others -2, or -1 where it leads out of that set. None where the
        squares are not half of all, or two of them are a move apart.
        """
        near = dict(graph.adjacency())
        inside = (others.keys() - {one} if one in others else others for one, others in near.items() if one in self.half)
        is_half = 2 * len(self.half) == len(graph) > 0 and self.half <= near.keys()
        if not is_half or not all(map(self.half.isdisjoint, inside)):
            return None
        first = next((end for end in given_ends(problem) if end in near and end not in self.half), next(iter(graph)))
        unreached = set(near)
        waiting = [first]
        for here in waiting:
            unreached.discard(here)
            to_and_fro = unreached.intersection(near[here])
            fresh = to_and_fro - self.half if here in self.half else to_and_fro & self.half
            unreached -= fresh
            waiting += fresh
        return dict.fromkeys(graph, -1) | dict.fromkeys(self.half, 1), [(frozenset(unreached), 1)]


def cut_set(graph: Graph, squares: Iterable[Node]) -> CutSet:
    """Return the cut set of some squares, with the number of parts of the rest. Only `holds` says whether it rules out a tour.

    Parameters
    ----------
    graph : any undirected graph.
    squares : the squares that are taken away.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> print(cut_set(knight_graph(Board(4, 4)), [(1, 1), (1, 2), (2, 1), (2, 2)]))
    without the 4 squares (1, 1), (1, 2), (2, 1), (2, 2) the board falls into 6 parts, more than a tour cut at them can have
    """
    import networkx as nx

    cut = frozenset(squares)
    rest = graph.subgraph(square for square in graph if square not in cut)
    return CutSet.on(graph, cut, sum(1 for _ in nx.connected_components(rest)))


def find_cut_sets(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[CutSet | HalfSet]:
    """Yield the cut sets and half sets that tight sets suggest, as claims.

    Cut sets of at most four squares come first, for they are easiest to see, then half sets, then the other cut sets. Cut sets
    come by size. `Finder` says what the parameters are.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> graph = knight_graph(Board(4, 7))
    >>> problem = Ends(start=(1, 0))
    >>> next(claim for claim in find_cut_sets(graph, problem) if claim.holds(graph, problem)).half == frozenset(
    ...     (row, col) for row in (0, 3) for col in range(7)
    ... )
    True
    """
    whole = closed_form(graph, problem, watched)
    colour = two_colours(whole, watched) or {}
    claims: dict[CutSet | HalfSet, None] = {}  # a dictionary, for many tight sets suggest the same claim
    for tails in _tight_sets(whole, watched):
        heads = {near for tail in watched(tails) for near in whole.adj[tail]}
        side = colour.get(next(iter(tails)))
        beyond = {square for square in colour if colour[square] != side and square not in heads}  # often the rest of a half set
        claims[cut_set(graph, only_squares(heads - tails))] = None
        claims[HalfSet.on(graph, only_squares(tails | beyond))] = None
    yield from sorted(claims, key=_rank)


def find_small_cuts(graph: Graph, problem: TourProblem, watched: Watch = unwatched, most: int = FEW) -> Iterator[CutSet]:
    """Yield cut sets that are the neighbours of a few squares, or a few orbits of a board, the smallest first, as claims.

    What some squares leave when they are taken away does not depend on the ends: so a reason why there is no tour at all is
    found for every start and end. A graph of more than a hundred squares is not looked at. `Finder` says what the parameters
    are; a claim has at most `most` squares.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> print(next(find_small_cuts(knight_graph(Board(3, 7)), Ends(closed=True))))
    without the 2 squares (0, 3), (2, 3) the board falls into 3 parts, more than a tour cut at them can have
    """
    if len(graph) > MOST_SQUARES:
        return
    vertices, neighbours = numbered(graph)
    bit = {vertex: 1 << place for place, vertex in enumerate(vertices)}
    noted, ends = noted_board(graph), [bit[end] for end in given_ends(problem) if end in bit]
    groups = [[vertex] for vertex in vertices] if noted is None else orbits(noted[0])
    alike = tuple(sum(bit.get(square, 0) for square in group) for group in groups)  # the board may have been edited since
    near = tuple(sum(1 << other for other in others) for others in neighbours)
    for cut, parts in watched(_cuts(near, alike, most)):
        outside = sum(not end & cut for end in ends)
        least = 1 if problem.closed else 2 - len(ends) + (outside if len(ends) < 2 or outside < 2 else 1)
        if parts - cut.bit_count() >= least:
            yield CutSet.on(graph, frozenset(vertex for vertex in vertices if cut & bit[vertex]), parts)


@lru_cache(maxsize=8)  # a map asks about one graph many times
def _cuts(near: tuple[int, ...], alike: tuple[int, ...], most: int) -> list[tuple[int, int]]:
    """Return sets of squares that leave as many parts or more, and the parts. The bits of a number are its squares."""
    poorest = accumulate(sorted(near, key=int.bit_count), or_)  # the neighbours of the squares with the fewest neighbours
    cuts = {*_unions(near, most), *_unions(alike, most), *(each for each in poorest if 0 < each.bit_count() <= most)}
    whole = (1 << len(near)) - 1
    counted = ((cut, _parts(near, whole & ~cut)) for cut in sorted(cuts, key=lambda each: (each.bit_count(), each)))
    return [(cut, parts) for cut, parts in counted if parts >= cut.bit_count()]


def _unions(sets: Iterable[int], most: int) -> Iterator[int]:
    """Yield unions of up to three sets that have at most `most` squares."""
    small = dict.fromkeys(each for each in sets if 0 < each.bit_count() <= most)
    unions = (reduce(or_, some) for number in (1, 2, 3) for some in combinations(small, number))
    return islice((each for each in islice(unions, 4 * MOST_SETS) if each.bit_count() <= most), MOST_SETS)


def _parts(near: Sequence[int], rest: int) -> int:
    """Return the number of connected parts of the squares that are left."""
    parts = 0
    while rest:
        parts += 1
        waiting = rest & -rest
        rest ^= waiting
        while waiting:
            here = waiting & -waiting
            fresh = near[here.bit_length() - 1] & rest
            waiting ^= here | fresh
            rest ^= fresh
    return parts


def _rank(claim: CutSet | HalfSet) -> tuple[int, str]:
    size = len(claim.squares)
    return FEW + 1 if isinstance(claim, HalfSet) else size + (FEW + 1) * (size > FEW), str(claim)


def _tight_sets(whole: Graph, watched: Watch) -> Iterator[set[Node]]:
    """Yield tight sets of vertices, none of them all vertices.

    Let an arrow lead from a tail to each tail that is matched with one of its neighbours. Take a tail and all tails that arrows
    lead to from there: their neighbours are the heads with which they are matched. So the set is tight. If the first tail is
    unmatched, it even has one neighbour fewer than members.
    """
    import networkx as nx

    vertices, near = numbered(whole, watched)  # the order of a set of numbers does not vary
    tails_of, _ = largest_flow(near, 1, watched)
    arrows: nx.DiGraph[int] = nx.DiGraph()
    arrows.add_nodes_from(range(len(near)))
    arrows.add_edges_from(
        (tail, other) for tail, heads in enumerate(watched(near)) for head in heads for other in tails_of[head]
    )
    unmatched = sorted(set(arrows).difference(*tails_of))
    for tail in unmatched[:8]:
        yield {vertices[each] for each in {tail} | nx.descendants(arrows, tail)}
    if unmatched:
        return
    components = nx.condensation(arrows, watched(nx.strongly_connected_components(arrows)))
    for component in components:
        reached = {component} | nx.descendants(components, component)
        members = {vertices[each] for part in watched(reached) for each in components.nodes[part]["members"]}
        if len(members) < len(whole):
            yield members

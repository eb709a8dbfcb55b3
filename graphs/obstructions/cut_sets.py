"""Find squares whose removal leaves too many components for a tour, by bipartite matching.

The finder works on the closed form (`closed_form`), in which every tour is a Hamiltonian cycle. Split each vertex into a *tail*
and a *head*, and join each tail to the heads of its neighbours. In this bipartite graph, a Hamiltonian cycle is a perfect
matching: each tail is matched with the next vertex of the cycle.

Call a set of vertices *tight* if it has at most as many neighbours as members. Without a perfect matching, some set has fewer
neighbours than members (Hall's theorem). With one, the Dulmage-Mendelsohn decomposition gives the tight sets.

If the neighbours of a tight set are removed, each remaining member is a connected part of its own. So the neighbours are often
a cut set (`CutSet`). If all members have the same colour, they are often part of a half set (`HalfSet`). Runs in O(n²) time at
worst for n squares, for the matching and the checks of the tight sets.

References
----------
V. Chvátal, Tough graphs and Hamiltonian circuits, 1973.
P. Hall, On representatives of subsets, 1935.
A. L. Dulmage and N. S. Mendelsohn, Coverings of bipartite graphs, 1958.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, combinations, islice
from operator import or_

from graphs.leapers import Graph, noted_board
from graphs.obstructions.closed_form import closed_form, closed_form_parts, closed_form_squares, number_vertices, two_colours
from graphs.obstructions.degree_sets import degree_set_flow
from graphs.obstructions.obstruction import (
    LONE,
    Count,
    Drawing,
    Node,
    Obstruction,
    Squares,
    TourProblem,
    Weighing,
    given_ends,
    list_squares,
)
from graphs.symmetry import orbits
from graphs.text import plural
from graphs.watching import Watch, unwatched

FEW, EASY, HARD = 4, 2, 5
"""Cut sets of up to FEW squares have hardness EASY, others HARD."""
MOST_SQUARES, MOST_SETS = 100, 400
"""Maximum numbers of squares and of candidates in `find_small_cuts`."""


@dataclass(frozen=True)
class CutSet(Obstruction):
    """Squares whose removal leaves too many connected components for a tour.

    Without the squares in a set S, a closed tour falls into at most |S| pieces, and an open tour into at most |S| + 1, minus
    one for each given end in S. Each connected part needs a piece of its own. A part that contains both given ends needs two,
    unless it is the only part. `parts` is the number of parts without the squares in `cut`.
    """

    label = "cut set"
    meaning = "without a few squares the board falls into too many parts"
    drawing = Drawing("the removed squares", "outside", f"the remaining moves, one colour per part{LONE}")
    certificate = "cut-set"

    cut: Squares
    parts: int

    @property
    def hardness(self) -> int:
        return EASY if len(self.cut) <= FEW else HARD

    def __str__(self) -> str:
        one = len(self.cut) == 1
        squares = f"{self.words.vertex if one else self.words.some(len(self.cut))} {list_squares(self.cut)}"
        parts = f"splits the {self.subject} into {self.parts} parts"
        return f"removing the {squares} {parts}, but leaves a tour in too few pieces to visit them all"

    def count(self, graph: Graph, problem: TourProblem) -> Count:
        inner = len(self.cut.difference(given_ends(problem)))
        pieces = inner + (not problem.closed)
        tour, between = ("a closed tour is a ring", "") if problem.closed else ("an open tour is a line", " between its ends")
        both = ", and the part with both ends needs two pieces" * (pieces >= self.parts)
        falls = f"{tour}: without {self.words.some(inner)}{between}, it has at most {plural(pieces, 'piece')}"
        return Count(sentence=f"{falls}; each piece stays inside one part, but there are {self.parts} parts{both}")

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        # weight -1 for each square of the cut, and 1 for each connected part: no move has a positive weight
        ends = given_ends(problem)
        if self.parts - len(self.cut) < (1 if problem.closed else 2 - len(ends)):
            return None
        parts = closed_form_parts(graph, without=self.cut)
        weights: dict[Node, int] = dict.fromkeys(self.cut, -1)
        cuts = []
        for part in parts:
            if len(ends) == 2 and part.issuperset(ends):
                cuts.append((frozenset(graph) - part, 1))  # the same moves lead out of the complement, which contains no end
            elif len(part) == 1:
                weights |= dict.fromkeys(part, 1)
            else:
                cuts.append((part, 1))
        return (weights, cuts) if len(parts) == self.parts else None


@dataclass(frozen=True)
class HalfSet(Obstruction):
    """An independent set of half of the squares that rules out a tour.

    The moves between the squares in `half` and the others do not join all squares. But a closed tour would alternate between
    the two halves, and so would an open tour with a given end outside `half`. L. Pósa used this argument for boards of 4 rows.
    """

    label = "half set"
    meaning = "half of the squares, no two of them a move apart"
    hardness = 4
    drawing = Drawing("one half of the squares", "across", f"the moves between the halves, one colour per part{LONE}")
    certificate = "half-set"

    half: Squares

    def __str__(self) -> str:
        words = self.words
        half = f"the {len(self.half)} {words.vertices} {list_squares(self.half)} are half of the {self.subject}"
        return (
            f"{half}, and no two of them are {words.adjacent}: a tour would have to alternate between the two halves, but the "
            f"{words.edges} between the halves do not join all {words.vertices}"
        )

    def count(self, graph: Graph, problem: TourProblem) -> Count:
        import networkx as nx

        moves = nx.subgraph_view(graph, filter_edge=lambda *move: len(self.half.intersection(move)) == 1)
        parts = sorted(map(sorted, nx.connected_components(moves)))
        numbers = ((square, number) for number, part in enumerate(parts, 1) for square in part)
        seen = "seen towards the unmarked end of the tour, " * (not problem.closed)
        sentence = (
            f"{seen}after each marked square comes an unmarked one and, as there are equally many, before each unmarked one a "
            f"marked one. So only the drawn moves are left. {len(parts[0])} of {len(graph)} squares have the number 1: a tour "
            "that alternates never leaves them"
        )
        return Count(tuple(sorted(numbers)), "the number of the part", sentence)

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        is_outside = problem.closed or not self.half.issuperset(given_ends(problem))
        weighing = self.weighing(graph, problem) if is_outside else None
        return weighing is not None and any(unreached for unreached, _ in weighing[1])

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        # Weight 1 for each square of the half, -1 for each other square, and 1 for the set of unreached squares: those that
        # moves between the halves do not connect to a square outside the half. No move has a positive weight.
        near = dict(graph.adjacency())
        inside = (others.keys() - {one} if one in others else others for one, others in near.items() if one in self.half)
        is_half = 2 * len(self.half) == len(graph) > 0 and self.half <= near.keys()
        if not is_half or not all(map(self.half.isdisjoint, inside)):
            return None
        first = next((end for end in given_ends(problem) if end in near and end not in self.half), next(iter(graph)))
        unreached = set(near) - {first}
        waiting = [first]
        for here in waiting:
            fresh = unreached.intersection(near[here])
            if here not in self.half:
                fresh &= self.half
            unreached -= fresh
            waiting += fresh
        return dict.fromkeys(graph, -1) | dict.fromkeys(self.half, 1), [(frozenset(unreached), 1)]


def cut_set(graph: Graph, squares: Iterable[Node]) -> CutSet:
    """Return the cut set of the given squares, without checking that it is an obstruction.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph.
    squares : iterable of Hashable
        The squares to remove.

    Returns
    -------
    CutSet
        The obstruction, unchecked.

    Examples
    --------
    >>> import networkx as nx
    >>> print(cut_set(nx.star_graph(3), [0]))
    removing the vertex 0 splits the graph into 3 parts, but leaves a tour in too few pieces to visit them all
    """
    cut = frozenset(squares)
    return CutSet.on(graph, cut, len(closed_form_parts(graph, without=cut)))


def find_cut_sets(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[CutSet | HalfSet]:
    """Yield sets of squares that may rule out a tour, found by maximum matching.

    Parameters
    ----------
    graph, problem, watched : networkx.Graph, TourProblem, Watch
        An undirected graph, the problem on it, and a function that may stop the finder (see `graphs.watching`).

    Yields
    ------
    CutSet or HalfSet
        The obstruction, unchecked: cut sets of at most four squares, then half sets, then larger cut sets.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> graph, problem = knight_graph(Board(4, 7)), Ends(start=(1, 0))
    >>> next(len(each.half) for each in find_cut_sets(graph, problem) if each.holds(graph, problem))
    14
    """
    whole = closed_form(graph, problem, watched)
    colour = two_colours(whole, watched) or {}
    candidates: dict[CutSet | HalfSet, None] = {}  # many tight sets lead to the same candidate
    for tails in _tight_sets(whole, watched):
        heads = {near for tail in watched(tails) for near in whole.adj[tail]}
        side = colour.get(next(iter(tails)))
        beyond = {square for square in colour if colour[square] != side and square not in heads}  # often the rest of a half set
        candidates[cut_set(graph, closed_form_squares(heads - tails))] = None
        candidates[HalfSet.on(graph, closed_form_squares(tails | beyond))] = None
    yield from sorted(candidates, key=_rank)


def find_small_cuts(graph: Graph, problem: TourProblem, watched: Watch = unwatched, most: int = FEW) -> Iterator[CutSet]:
    """Yield small sets of squares whose removal may rule out a tour.

    The candidates do not depend on the ends. So a cut set that rules out all tours is found for every start and end.

    Parameters
    ----------
    graph, problem, watched : networkx.Graph, TourProblem, Watch
        A graph of at most 100 squares (others are skipped), the problem on it, and a function that may stop the finder.
    most : int, optional
        Maximum number of squares of a cut set.

    Yields
    ------
    CutSet
        The obstruction, unchecked. The smallest cut sets come first.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> print(next(find_small_cuts(knight_graph(Board(3, 7)), Ends(closed=True))))
    removing the 2 squares (0, 3), (2, 3) splits the board into 3 parts, but leaves a tour in too few pieces to visit them all
    """
    if len(graph) > MOST_SQUARES:
        return
    vertices, neighbours = number_vertices(graph)
    bit = {vertex: 1 << place for place, vertex in enumerate(vertices)}  # sets of squares are integers
    noted, ends = noted_board(graph), [bit[end] for end in given_ends(problem) if end in bit]
    groups = [[vertex] for vertex in vertices] if noted is None else orbits(noted[0])
    alike = tuple(sum(bit.get(square, 0) for square in group) for group in groups)  # an edited graph may lack squares
    near = tuple(sum(1 << other for other in others) for others in neighbours)
    poorest = accumulate(sorted(near, key=int.bit_count), or_)  # neighbours of the k squares with the fewest neighbours
    cuts = {*_unions(near, most), *_unions(alike, most), *(each for each in poorest if 0 < each.bit_count() <= most)}
    whole = sum(bit.values())
    for cut in watched(sorted(cuts, key=lambda each: (each.bit_count(), each))):
        outside = sum(not end & cut for end in ends)
        more = 1 if problem.closed else 2 - len(ends) + (outside if len(ends) < 2 or outside < 2 else 1)
        parts = _parts(near, whole & ~cut, cut.bit_count() + more)
        if parts is not None:
            yield CutSet.on(graph, frozenset(vertex for vertex in vertices if cut & bit[vertex]), parts)


def _unions(sets: Iterable[int], most: int) -> Iterator[int]:
    """Yield unions of up to three bit sets, of limited size."""
    small = dict.fromkeys(each for each in sets if 0 < each.bit_count() <= most)
    unions = (reduce(or_, some) for number in (1, 2, 3) for some in combinations(small, number))
    return islice((each for each in islice(unions, 4 * MOST_SETS) if each.bit_count() <= most), MOST_SETS)


def _parts(near: Sequence[int], rest: int, least: int) -> int | None:
    """Count connected components, or return None if fewer than `least`.

    Sets of squares are bit masks. Squares outside `rest` are ignored.
    """
    parts = 0
    while rest:
        parts += 1
        waiting = rest & -rest
        rest ^= waiting
        while waiting and rest:
            here = waiting.bit_length() - 1
            fresh = near[here] & rest
            waiting ^= 1 << here | fresh
            rest ^= fresh
            if parts + rest.bit_count() < least:
                return None
    return parts if parts >= least else None


def _rank(candidate: CutSet | HalfSet) -> tuple[int, str]:
    size = len(candidate.squares)
    return FEW + 1 if isinstance(candidate, HalfSet) else size + (FEW + 1) * (size > FEW), str(candidate)


def _tight_sets(whole: Graph, watched: Watch) -> Iterator[set[Node]]:
    """Yield vertex sets with at most as many neighbours as members.

    Draw an arrow from tail t to each tail that a maximum matching joins to a neighbouring head of t. The neighbours of t and
    all tails that it reaches are exactly the heads matched with them. If t is unmatched, they are one fewer.
    """
    import networkx as nx

    vertices, near = number_vertices(whole, watched)  # the order of a set of integers is the same in every run
    tails_of, _ = degree_set_flow(near, 1, watched)
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

"""Forced moves: moves that every tour must use, but that contradict each other.

For example, if a square has only two moves, a closed tour must have both. `derivations` states the rules and checks each step.
The search applies the rules by `required_edges`, which records each decision. It traces a contradiction back to the decisions
from which it follows, and omits all others, including case distinctions on which it does not depend.

Before a case distinction, the search makes two *trials* per undecided move: it chooses or excludes the move, and counts the
moves that the rules then decide. A trial that ends in a contradiction is the best choice, because only one case remains.
Otherwise the best move is the one whose smaller count is the largest. Each trial takes linear time, and a search makes at most
`MOST_TRIALS`.

References
----------
F. Rubin, A search procedure for Hamilton paths and circuits, Journal of the ACM 21, 1974.
R. Stallman and G. Sussman, Forward reasoning and dependency-directed backtracking, Artificial Intelligence 9, 1977.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any, Self, TypeAlias

from graphs.leapers import Graph
from graphs.obstructions.closed_form import Link, closed_form, closed_form_squares, number_vertices, two_colours
from graphs.obstructions.derivations import Branch, Case, Derivation, Step, contradicts
from graphs.obstructions.obstruction import (
    Count,
    Drawing,
    Node,
    Obstruction,
    Squares,
    TourProblem,
    Witness,
    given_ends,
    list_squares,
)
from graphs.obstructions.required_edges import RequiredEdges
from graphs.text import plural
from graphs.watching import Watch, unwatched

Edge: TypeAlias = tuple[int, int]
FEW_CASES = 2  # maximum number of cases of a proof whose `hardness` is 7, not 9
MOST_CASES = 40  # maximum number of cases of a proof
MOST_TRIALS = 4000  # maximum number of moves that a search tries out


@dataclass(frozen=True)
class ForcedMoves(Obstruction):
    """A proof that the required moves of a tour contradict each other.

    The vertices of the `derivation` are squares, or `Link` objects of the closed form.
    """

    label = "forced"
    meaning = "moves that are forced contradict each other"
    drawing = Drawing("where the forced moves contradict each other")
    certificate = "forced-moves"
    classes = (Link, Step, Case, Derivation)

    derivation: Derivation

    def __str__(self) -> str:
        steps = self._steps()
        forced = sum(step.chosen for step in steps)
        cases = f" in {self.cases} cases together" * (self.cases > 1)
        some = f"{forced} forced and {plural(len(steps) - forced, f'excluded {self.words.edge}')}"
        return f"{some}{cases} leave no tour: they contradict each other at {list_squares(self.squares)}"

    def _steps(self) -> list[Step]:
        return [step for part in self.derivation.parts() for step in part.steps]

    @property
    def cases(self) -> int:
        """Number of cases of the proof, or 1 without a case distinction."""
        return len(self.branches)

    @property
    def hardness(self) -> int:
        return 7 if self.cases <= FEW_CASES else 9

    @property
    def squares(self) -> Squares:
        """Squares where the proof finds contradictions, or else all its squares."""
        return closed_form_squares(branch.end for branch in self.branches) or closed_form_squares(
            vertex for step in self._steps() for vertex in step.move
        )

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The cases of the proof, each with all its steps."""
        return tuple(self.derivation.branches())

    def count(self, graph: Graph, problem: TourProblem) -> Count:
        near = graph.adjacency() if problem.closed else ()
        two = ((square, 2) for square, others in near if len(others) == 2)
        early = "before all squares are visited"
        rule = (
            "a square with only two moves left needs both. A move is excluded if one of its squares already has its two moves, "
            f"or if it would close a loop {early}"
        )
        ends = f". An end of an open tour has only one move, and no path joins the two ends {early}" * (not problem.closed)
        return Count(tuple(sorted(two)), "a square with only two moves, which a tour needs", rule + ends)

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        if len(graph) < (3 if problem.closed else 2):
            return False
        whole = closed_form(graph, problem)
        links = len(whole) - len(graph)

        def shows(candidate: ForcedMoves) -> bool:
            return contradicts({vertex: dict.fromkeys(near, False) for vertex, near in whole.adjacency()}, candidate.derivation)

        def turned(vertex: Node) -> Node:
            return Link(links - 1 - vertex.number) if isinstance(vertex, Link) else vertex

        return shows(self) or (links > 1 and shows(super().mapped(turned)))  # the links can be numbered from either end

    def witness(self, graph: Graph, problem: TourProblem) -> Witness:
        # the checker rebuilds the closed form from the length of its chain, the given ends, and the more frequent colour
        colour = {} if problem.closed else two_colours(graph) or {}
        sides = [[square for square in colour if colour[square] == side] for side in (0, 1)]
        return {
            "chain": len(closed_form(graph, problem)) - len(graph),
            "ends": given_ends(problem),
            "colour": max(sides, key=len),
            "reason": self.derivation.witness(),
        }

    def mapped(self, image: Callable[[Any], Any]) -> Self:
        return super().mapped(lambda vertex: vertex if isinstance(vertex, Link) else image(vertex))


def find_forced_moves(graph: Graph, problem: TourProblem, watched: Watch = unwatched) -> Iterator[ForcedMoves]:
    """Yield a proof that forced moves contradict each other, if one is found.

    Parameters
    ----------
    graph, problem, watched : networkx.Graph, TourProblem, Watch
        An undirected graph, the problem on it, and a function that may stop the finder (see `graphs.watching`).

    Yields
    ------
    ForcedMoves
        The obstruction, unchecked, if one is found within the limits of the search.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> graph = knight_graph(Board(3, 8))
    >>> [candidate.holds(graph, Ends(closed=True)) for candidate in find_forced_moves(graph, Ends(closed=True))]
    [True]
    """
    if len(graph) < (3 if problem.closed else 2):
        return
    vertices, near = number_vertices(closed_form(graph, problem, watched), watched)
    derivation = forced_moves_refutation(list(map(sorted, watched(near))), watched)
    if derivation is not None:
        yield ForcedMoves.on(graph, derivation).mapped(vertices.__getitem__)


Found: TypeAlias = tuple[Derivation, set[Edge]]
"""A proof, and the earlier decisions about edges that it uses."""


def forced_moves_refutation(near: Sequence[Sequence[int]], watched: Watch = unwatched) -> Derivation | None:
    """Return a proof that there is no Hamiltonian cycle, or None.

    >>> for step in forced_moves_refutation([[1, 2], [0, 2], [0, 1, 3, 4], [2, 4], [2, 3]]).steps:
    ...     print(*step.move, step.chosen, step.at)
    4 2 True 4
    4 3 True 4
    2 3 False None
    """
    search = _Search(near, watched)
    try:
        return search.derived(search.edges.settle(), 0)[0]
    except _Stopped:
        return None


class _Stopped(Exception):
    """Raised if the search finds no proof, or exceeds a limit."""


class _Search:
    """A search for a proof that a graph has no Hamiltonian cycle."""

    def __init__(self, near: Sequence[Sequence[int]], watched: Watch) -> None:
        self.near = near
        self.edges = RequiredEdges(near, watched)
        self.cases = self.trials = 0

    def derived(self, consistent: bool, first: int) -> Found:
        """Prove that the decisions so far rule out a Hamiltonian cycle.

        Changes since `first` are undone. If `consistent` is False, the chosen and excluded edges already contradict each other.
        """
        if not consistent:
            suspects: Iterable[int] = self.edges.changes[-1][1:3] if self.edges.changes else range(len(self.near))
            vertex = next(vertex for vertex in suspects if len(self.edges.left(vertex)) < 2)
            return self.with_steps(first, Derivation((), vertex), self.deleted_at(vertex))
        self.cases += 1
        if self.cases > MOST_CASES:
            raise _Stopped
        edge, side = self.best_edge()
        mark = self.edges.mark()
        derivations: dict[bool, Derivation] = {}
        depends_on: set[Edge] = set()
        for chosen in (side, not side):
            derivations[chosen], needed = self.derived(self.tried(edge, chosen), mark + 1)
            self.edges.undo(mark)
            if edge not in needed:
                return self.with_steps(first, derivations[chosen], needed)
            depends_on |= needed - {edge}
        return self.with_steps(first, Derivation((), Case(edge, derivations[True], derivations[False])), depends_on)

    def tried(self, edge: Edge, chosen: bool) -> bool:
        return self.edges.require(*edge) if chosen else self.edges.delete(*edge)

    def with_steps(self, first: int, derivation: Derivation, needed: set[Edge]) -> Found:
        """Undo the decisions since `first`, and add those needed to a proof."""
        steps = list(derivation.steps)
        while self.edges.mark() > first:
            chosen, one, other, *_ = self.edges.changes[-1]
            self.edges.undo(self.edges.mark() - 1)
            if _edge(one, other) in needed:
                needed.remove(_edge(one, other))
                at, reasons = self.rule(chosen, one, other)
                needed |= reasons
                steps.insert(0, Step((one, other), chosen, at))
        return Derivation(tuple(steps), derivation.end), needed

    def rule(self, chosen: bool, one: int, other: int) -> tuple[int | None, set[Edge]]:
        """Return the vertex whose rule decided an edge, and the reasons.

        The vertex may be None. The reasons are the earlier decisions from which this one follows.
        """
        if chosen:
            return one, self.deleted_at(one)
        required = self.edges.required
        path = [one, *required[one]]
        if len(path) == 3:
            return one, {_edge(one, each) for each in required[one]}
        while path[-1] != other:
            path.append(next(each for each in required[path[-1]] if each != path[-2]))
        return None, {_edge(*step) for step in pairwise(path)}

    def deleted_at(self, vertex: int) -> set[Edge]:
        return {_edge(vertex, other) for other in set(self.near[vertex]).difference(self.edges.left(vertex))}

    def best_edge(self) -> tuple[Edge, bool]:
        """Return the best edge for a case distinction.

        The bool is whether to choose the edge in the first case.
        """
        edges = self.edges
        vertices = sorted(range(len(self.near)), key=lambda each: (len(edges.left(each)), -len(edges.required[each]), each))
        candidates = dict.fromkeys(_edge(vertex, other) for vertex in vertices for other in sorted(edges.open[vertex]))
        consequences: dict[Edge, int] = {}  # for each move, the number of moves decided by the case with fewer consequences
        for edge, chosen in product(candidates, (True, False)):
            self.trials += 1
            if self.trials > MOST_TRIALS:
                raise _Stopped
            mark = edges.mark()
            consistent = self.tried(edge, chosen)
            size = edges.mark() - mark
            edges.undo(mark)
            if not consistent:
                return edge, chosen
            consequences[edge] = min(size, consequences.get(edge, size))
        if not consequences:
            raise _Stopped
        return max(consequences, key=consequences.__getitem__), True


def _edge(one: int, other: int) -> Edge:
    return (one, other) if one < other else (other, one)

"""Forced moves: a square with only two moves left needs both, and what follows from that ends in a contradiction.

`derivations` states the rules and checks each step. The witness is the list of the steps on which the contradiction rests.

The search applies the rules by `required_edges`, which records every change. From a contradiction, it goes back through these
changes, finds for each the earlier ones from which it follows, and omits those on which the contradiction does not rest. If the
contradiction of a case does not rest on the move of the case distinction, the other case ends in the same contradiction, and is
omitted.

Before a case distinction, the search computes what follows from choosing and from excluding each move. The best move is one for
which one case ends in a contradiction at once, because only the other case remains. Otherwise it is the move whose case with
fewer consequences has the most.

Notes
-----
A case distinction takes linear time per move that is tried, at most `MOST_LOOKS` of them in all.

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

from graphs.obstructions.closed_form import Link, closed_form, numbered, only_squares, two_colours
from graphs.obstructions.derivations import Case, Derivation, Move, Step, contradicts
from graphs.obstructions.obstruction import Drawing, Graph, Node, Obstruction, Squares, TourProblem, Witness, given_ends, listed
from graphs.obstructions.required_edges import RequiredEdges
from graphs.text import plural
from graphs.watching import Watch, unwatched

__all__ = ["ForcedMoves", "find_forced_moves"]

Edge: TypeAlias = tuple[int, int]
FEW_CASES = 2
"""Number of cases up to which a derivation is not too hard to follow."""
MOST_CASES = 40
"""Maximum number of case distinctions in a derivation. Nobody would read more."""
MOST_LOOKS = 4000
"""Maximum number of choices and exclusions whose consequences are computed."""


@dataclass(frozen=True)
class ForcedMoves(Obstruction):
    """Moves that every tour must have, and moves that none can have, until the rules contradict each other.

    Attributes
    ----------
    derivation : the steps. Its vertices are squares, and a `Link` for each further vertex of the closed form.
    """

    label = "forced"
    meaning = "moves that are forced contradict each other"
    drawing = Drawing(
        "the squares where the forced moves contradict each other",
        "forced",
        "the moves that every tour would need, one colour per connected part",
    )
    certificate = "forced-moves"
    classes = (Link, Step, Case, Derivation)

    derivation: Derivation

    def __str__(self) -> str:
        steps = self._steps()
        forced = sum(step.chosen for step in steps)
        where = f"at {listed(self.squares)}" + (f", in each of {self.cases} cases" if self.cases > 1 else "")
        some = f"{forced} forced and {plural(len(steps) - forced, f'excluded {self.words.edge}')}"
        return f"{some} leave no tour: they contradict each other {where}"

    def _steps(self) -> list[Step]:
        return [step for part in self.derivation.parts() for step in part.steps]

    def _ends(self) -> list[Node]:
        return [part.end for part in self.derivation.parts() if not isinstance(part.end, Case)]

    @property
    def cases(self) -> int:
        """The number of cases; 1 without a case distinction."""
        return len(self._ends())

    @property
    def hardness(self) -> int:
        return 7 if self.cases <= FEW_CASES else 9

    @property
    def squares(self) -> Squares:
        """The squares at which the contradictions are; if these are links only, the squares of the steps."""
        return only_squares(self._ends()) or only_squares(vertex for step in self._steps() for vertex in step.move)

    @property
    def forced(self) -> tuple[Move, ...]:
        """The chosen moves between squares that do not depend on a case."""
        steps = self.derivation.steps
        return tuple(step.move for step in steps if step.chosen and len(only_squares(step.move)) == 2)

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        if len(graph) < (3 if problem.closed else 2):
            return False
        whole = closed_form(graph, problem)
        links = len(whole) - len(graph)

        def shows(claim: ForcedMoves) -> bool:
            return contradicts({vertex: dict.fromkeys(near, False) for vertex, near in whole.adjacency()}, claim.derivation)

        def turned(vertex: Node) -> Node:
            return Link(links - 1 - vertex.number) if isinstance(vertex, Link) else vertex

        return shows(self) or (links > 1 and shows(super().mapped(turned)))  # the chain can be read from either end

    def witness(self, graph: Graph, problem: TourProblem) -> Witness:
        """Return the derivation, and the data of the chain that closes an open tour: links, ends and the larger colour."""
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
    """Yield the derivation of a contradiction, if one is found, as a candidate.

    Parameters
    ----------
    graph, problem, watched
        As in `Finder`.

    Yields
    ------
    ForcedMoves
        The obstruction, unchecked.

    Examples
    --------
    >>> from graphs import Board, knight_graph
    >>> from graphs.obstructions import Ends
    >>> graph = knight_graph(Board(3, 8))
    >>> [claim.holds(graph, Ends(closed=True)) for claim in find_forced_moves(graph, Ends(closed=True))]
    [True]
    """
    if len(graph) < (3 if problem.closed else 2):
        return
    vertices, near = numbered(closed_form(graph, problem, watched), watched)
    found = refutation(list(map(sorted, watched(near))), vertices, watched)
    if found is not None:
        yield ForcedMoves.on(graph, found)


Found: TypeAlias = tuple[Derivation, set[Edge]]
"""A derivation, and the edges decided before it on which it rests."""


def refutation(near: Sequence[Sequence[int]], names: Sequence[Node], watched: Watch = unwatched) -> Derivation | None:
    """Return a derivation which shows that a graph has no Hamiltonian cycle.

    Parameters
    ----------
    near : sequence of sequences of int
        The neighbours of each vertex.
    names : sequence
        The name of each vertex in the derivation.
    watched : Watch, optional
        The steps of the search pass through it. It may raise to stop the search.

    Returns
    -------
    Derivation or None
        None if none is found within the limits.

    Examples
    --------
    >>> for step in refutation([[1, 2], [0, 2], [0, 1, 3, 4], [2, 4], [2, 3]], "abcde").steps:
    ...     print(*step.move, step.chosen, step.at)
    e c True e
    e d True e
    c d False None
    """
    search = _Search(near, names, watched)
    try:
        return search.derived(search.edges.settle(), 0)[0]
    except _Stopped:
        return None


class _Stopped(Exception):
    """Raised when no move is left to try, or a limit is reached."""


class _Search:
    """The state of the search: the edges, and the numbers of case distinctions and of computed consequences."""

    def __init__(self, near: Sequence[Sequence[int]], names: Sequence[Node], watched: Watch) -> None:
        self.near, self.names = near, names
        self.edges = RequiredEdges(near, watched)
        self.cases = self.looks = 0

    def derived(self, open_still: bool, first: int) -> Found:
        """Return the derivation of a contradiction from the edges decided so far, and undo its steps.

        Parameters
        ----------
        open_still : bool
            False if the rules have ended in a contradiction.
        first : int
            Position of the first change that is a step of the derivation; earlier changes are given.

        Raises
        ------
        _Stopped
            If no derivation is found within the limits.
        """
        if not open_still:
            suspects: Iterable[int] = self.edges.changes[-1][1:3] if self.edges.changes else range(len(self.near))
            vertex = next(vertex for vertex in suspects if len(self.edges.left(vertex)) < 2)
            return self.with_steps(first, Derivation((), self.names[vertex]), self.deleted_at(vertex))
        self.cases += 1
        if self.cases > MOST_CASES:
            raise _Stopped
        edge, side = self.best_edge()
        mark = self.edges.mark()
        found: dict[bool, Derivation] = {}
        rests_on: set[Edge] = set()
        for chosen in (side, not side):
            found[chosen], needed = self.derived(self.tried(edge, chosen), mark + 1)
            self.edges.undo(mark)
            if edge not in needed:
                return self.with_steps(first, found[chosen], needed)
            rests_on |= needed - {edge}
        return self.with_steps(first, Derivation((), Case(self.move(*edge), found[True], found[False])), rests_on)

    def tried(self, edge: Edge, chosen: bool) -> bool:
        return self.edges.require(*edge) if chosen else self.edges.delete(*edge)

    def move(self, one: int, other: int) -> Move:
        return self.names[one], self.names[other]

    def with_steps(self, first: int, derivation: Derivation, needed: set[Edge]) -> Found:
        """Undo the changes from position `first` onwards, and prepend those that a derivation needs to its steps."""
        steps = list(derivation.steps)
        while self.edges.mark() > first:
            chosen, one, other, *_ = self.edges.changes[-1]
            self.edges.undo(self.edges.mark() - 1)
            if _edge(one, other) in needed:
                needed.remove(_edge(one, other))
                at, reasons = self.rule(chosen, one, other)
                needed |= reasons
                steps.insert(0, Step(self.move(one, other), chosen, None if at is None else self.names[at]))
        return Derivation(tuple(steps), derivation.end), needed

    def rule(self, chosen: bool, one: int, other: int) -> tuple[int | None, set[Edge]]:
        """Return the vertex of the rule that decides an edge, or None, and the edges from which the step follows."""
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
        """Return the move to distinguish, and the case to begin with. Vertices with the fewest moves left come first."""
        edges = self.edges
        vertices = sorted(range(len(self.near)), key=lambda each: (len(edges.left(each)), -len(edges.required[each]), each))
        candidates = dict.fromkeys(_edge(vertex, other) for vertex in vertices for other in sorted(edges.open[vertex]))
        settled: dict[Edge, int] = {}  # number of moves that the case with fewer consequences decides
        for edge, chosen in product(candidates, (True, False)):
            self.looks += 1
            if self.looks > MOST_LOOKS:
                raise _Stopped
            mark = edges.mark()
            open_still = self.tried(edge, chosen)
            size = edges.mark() - mark
            edges.undo(mark)
            if not open_still:
                return edge, chosen
            settled[edge] = min(size, settled.get(edge, size))
        if not settled:
            raise _Stopped
        return max(settled, key=settled.__getitem__), True


def _edge(one: int, other: int) -> Edge:
    return (one, other) if one < other else (other, one)

"""Forced moves: a square with only two moves left needs both, and what follows from that ends in a contradiction.

The rules work on the closed form, in which every tour is a Hamiltonian cycle. They settle one move after another: it is
chosen, which means that every tour has it, or excluded, which means that no tour has it.

- A vertex has only two moves left: both are chosen.
- A vertex has two chosen moves: its other moves are excluded.
- Chosen moves join into paths. The move that would close such a path to a cycle is excluded, as long as the path does not
  visit all vertices.

They are applied until nothing more follows. If they end in a contradiction, there is no tour. If they do not, a move is tried:
there is no tour if the rules end in a contradiction where it is chosen, and where it is excluded as well. The witness is the
list of the steps on which the contradiction rests, and each step can be checked by itself.

The search follows the rules by `required_edges`, which keeps a list of all changes. From a contradiction, it goes back through
that list, finds for each change the earlier ones from which it follows, and leaves out those on which the contradiction does
not rest. If that of a case does not rest on the move that was tried, the other case ends in the same contradiction, and is left
out too. Before a move is tried, the search looks at what follows from each choice and from each exclusion. A move with one side
that ends in a contradiction at once is the best one, for only its other side is left to search. Without one, it takes the move
of which the less fruitful side settles the most moves.

F. Rubin, A search procedure for Hamilton paths and circuits, 1974; R. Stallman and G. Sussman, Forward reasoning and
dependency-directed backtracking, 1977. Cost: linear in the number of moves for each move that is tried, at most `MOST_LOOKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any, Self, TypeAlias

from graphs.obstructions.closed_form import Link, closed_form, numbered, only_squares, two_colours
from graphs.obstructions.obstruction import Drawing, Graph, Node, Obstruction, Squares, TourProblem, Witness, given_ends, listed
from graphs.obstructions.required_edges import RequiredEdges
from graphs.text import plural
from graphs.tour import as_square
from graphs.watching import Watch, unwatched

__all__ = ["Case", "Derivation", "ForcedMoves", "Step", "find_forced_moves"]

Move: TypeAlias = tuple[Node, Node]
Left: TypeAlias = dict[Node, dict[Node, bool]]
"""For each vertex, the vertices to which its moves lead that are not excluded; each with whether the move is chosen."""
Edge: TypeAlias = tuple[int, int]
FEW_CASES = 2
"""Number of cases up to which a derivation is not too hard to follow."""
MOST_CASES = 40
"""The most moves that are tried in one derivation. Nobody would read more cases."""
MOST_LOOKS = 4000
"""How often the search looks at what follows from a choice or an exclusion, at most."""


@dataclass(frozen=True)
class Step:
    """A move that a rule settles.

    Attributes
    ----------
    move : its two vertices.
    chosen : True where it is chosen, False where it is excluded.
    at : the vertex of the rule: one that has only two moves left, or two chosen ones. None for a move that would close a cycle
        before all vertices are on it.
    """

    move: Move
    chosen: bool
    at: Node | None


@dataclass(frozen=True)
class Case:
    """A move that is tried, and what follows where it is chosen and where it is excluded."""

    move: Move
    if_chosen: Derivation
    if_excluded: Derivation


@dataclass(frozen=True)
class Derivation:
    """Steps that end in a contradiction.

    Attributes
    ----------
    steps : in their order; each follows from those before it.
    end : the vertex of the contradiction: it has fewer than two moves left, or more than two chosen, or is on a cycle of chosen
        moves that does not visit all vertices. Or a case, both sides of which end in a contradiction.
    """

    steps: tuple[Step, ...]
    end: Node | Case

    def parts(self) -> Iterator[Derivation]:
        """Yield this derivation, and those of its cases."""
        yield self
        if isinstance(self.end, Case):
            yield from self.end.if_chosen.parts()
            yield from self.end.if_excluded.parts()

    def witness(self) -> Witness:
        """Return the derivation as the field `reason` of a certificate."""
        steps = {"steps": [[*map(_as_json, step.move), step.chosen, _as_json(step.at)] for step in self.steps]}
        if not isinstance(self.end, Case):
            return steps | {"end": _as_json(self.end)}
        cases = {"if_forced": self.end.if_chosen.witness(), "if_ruled_out": self.end.if_excluded.witness()}
        return steps | {"edge": list(map(_as_json, self.end.move)), **cases}


def _as_json(vertex: Any) -> Any:
    return {"link": vertex.number} if isinstance(vertex, Link) else as_square(vertex)


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
        """The number of cases; 1 where no move is tried."""
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
    """Yield the derivation of a contradiction, where one is found, as a claim.

    `Finder` says what the parameters are.

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
    vertices, near = numbered(closed_form(graph, problem, watched))
    found = refutation(list(map(sorted, watched(near))), vertices, watched)
    if found is not None:
        yield ForcedMoves.on(graph, found)


def contradicts(left: Left, derivation: Derivation) -> bool:
    """Return whether each step of a derivation follows from those before it, and the end is a contradiction.

    It searches for nothing.

    Parameters
    ----------
    left : for each vertex of the closed form its neighbours, each with False: no move is chosen yet. They are changed.
    derivation : the steps and the end.
    """
    for step in derivation.steps:
        if not _follows(left, step):
            return False
        _settle(left, step.move, step.chosen)
    end = derivation.end
    if not isinstance(end, Case):
        if end not in left:
            return False
        chosen = _chosen(left, end)
        return len(left[end]) < 2 or len(chosen) > 2 or any(_joins(left, end, other) for other in chosen)
    if not _is_open(left, end.move):
        return False
    for is_chosen, each in ((True, end.if_chosen), (False, end.if_excluded)):
        after = {vertex: dict(near) for vertex, near in left.items()}
        _settle(after, end.move, is_chosen)
        if not contradicts(after, each):
            return False
    return True


def _follows(left: Left, step: Step) -> bool:
    if not _is_open(left, step.move):
        return False
    if step.at is None:
        return not step.chosen and _joins(left, *step.move)
    return step.at in step.move and len(left[step.at] if step.chosen else _chosen(left, step.at)) == 2


def _is_open(left: Left, move: Move) -> bool:
    return left.get(move[0], {}).get(move[1]) is False


def _settle(left: Left, move: Move, chosen: bool) -> None:
    for here, there in (move, move[::-1]):
        if chosen:
            left[here][there] = True
        else:
            del left[here][there]


def _chosen(left: Left, vertex: Node) -> list[Node]:
    return [other for other, chosen in left[vertex].items() if chosen]


def _joins(left: Left, one: Node, other: Node) -> bool:
    """Return whether a path of two or more chosen moves that does not visit all vertices leads from one vertex to the other."""
    path = {one: None}
    while onward := [vertex for vertex in _chosen(left, one) if vertex not in path]:
        path[one := onward[0]] = None
    return one == other and 2 < len(path) < len(left)


Found: TypeAlias = tuple[Derivation, set[Edge]]
"""A derivation, and the edges that were settled before and on which it rests."""


def refutation(near: Sequence[Sequence[int]], names: Sequence[Node], watched: Watch = unwatched) -> Derivation | None:
    """Return a derivation that shows that a graph has no Hamiltonian cycle; None where none is found within the limits.

    Parameters
    ----------
    near : the neighbours of each vertex.
    names : what the derivation calls each vertex.
    watched : the steps of the search pass through it; it may raise to stop the search.

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
    """No move is left to try, or the search has reached a limit."""


class _Search:
    """The state of the search: the edges, and how many moves were tried and looked at."""

    def __init__(self, near: Sequence[Sequence[int]], names: Sequence[Node], watched: Watch) -> None:
        self.near, self.names = near, names
        self.edges = RequiredEdges(near, watched)
        self.cases = self.looks = 0

    def derived(self, open_still: bool, first: int) -> Found:
        """Return the derivation of a contradiction from what is settled so far, and take its steps back.

        Parameters
        ----------
        open_still : False where the rules have ended in a contradiction.
        first : the place of the first change that is a step of the derivation; those before it are given.

        Raises
        ------
        _Stopped : none is found within the limits.
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
        """Take back the changes from `first` on, and put those that a derivation needs in front of it, as steps."""
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
        """Return the vertex of the rule by which an edge comes next, if it has one, and the edges from which that follows."""
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
        """Return the move to try, and the side to begin with. Vertices with the fewest moves left come first."""
        edges = self.edges
        vertices = sorted(range(len(self.near)), key=lambda each: (len(edges.left(each)), -len(edges.required[each]), each))
        candidates = dict.fromkeys(_edge(vertex, other) for vertex in vertices for other in sorted(edges.open[vertex]))
        settled: dict[Edge, int] = {}  # how many moves the less fruitful side settles
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

"""The kinds of obstruction: what each claims, its witness, and the check of the claim, which uses nothing of the finders.

Throughout, n is the number of squares, and a tour is asked for by its start, its end (either may be free) and whether it
is closed. Every rule is a necessary condition for a Hamiltonian path or cycle; the reasons stand with each `holds`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeAlias

if TYPE_CHECKING:
    import networkx as nx

__all__ = [
    "Asked",
    "Colours",
    "CutSet",
    "DeadEnds",
    "DegreeSet",
    "Disconnected",
    "EndNotAMove",
    "HalfSet",
    "NoSquares",
    "Obstruction",
    "OffTheBoard",
    "TooFewSquares",
]

Node: TypeAlias = Hashable
Squares: TypeAlias = frozenset[Node]


class Asked(Protocol):
    """What is asked of a graph; a `solvers.Problem` is one."""

    @property
    def start(self) -> Node | None: ...
    @property
    def end(self) -> Node | None: ...
    @property
    def closed(self) -> bool: ...


@dataclass(frozen=True)
class Obstruction(ABC):
    """A reason why there is no tour. A value; `str` gives its sentence."""

    @abstractmethod
    def __str__(self) -> str: ...

    @abstractmethod
    def holds(self, graph: nx.Graph[Any], problem: Asked) -> bool:
        """Check the claim from scratch: True means that this graph has no such tour."""

    @property
    def squares(self) -> Squares:
        """The squares of the witness, for a picture."""
        return frozenset()

    def mapped(self, image: Callable[[Any], Any]) -> Self:
        """The same obstruction under a symmetry of the graph."""
        changed = {}
        for name in (field.name for field in fields(self)):
            value = getattr(self, name)
            if name in ("square", "start", "end"):
                changed[name] = image(value)
            elif name == "regions":
                changed[name] = tuple((frozenset(map(image, region)), image(gate)) for region, gate in value)
            elif name not in ("number", "parts", "reason"):
                changed[name] = frozenset(map(image, value))
        return replace(self, **changed)


@dataclass(frozen=True)
class NoSquares(Obstruction):
    """The graph is empty."""

    def __str__(self) -> str:
        return "there are no squares, and a tour has at least one"

    def holds(self, graph: nx.Graph[Any], problem: Asked) -> bool:
        return len(graph) == 0


@dataclass(frozen=True)
class TooFewSquares(Obstruction):
    """A closed tour of one or two squares."""

    number: int

    def __str__(self) -> str:
        return f"a closed tour needs at least 3 squares, there {'is' if self.number == 1 else 'are'} {self.number}"

    def holds(self, graph: nx.Graph[Any], problem: Asked) -> bool:
        return problem.closed and len(graph) == self.number < 3


@dataclass(frozen=True)
class OffTheBoard(Obstruction):
    """The start or the end is no square of the board."""

    square: Node

    def __str__(self) -> str:
        return f"{self.square} is not on the board"

    def holds(self, graph: nx.Graph[Any], problem: Asked) -> bool:
        return self.square is not None and self.square in (problem.start, problem.end) and self.square not in graph


@dataclass(frozen=True)
class EndNotAMove(Obstruction):
    """A closed tour is asked for with an end that is not a move away from its start."""

    start: Node
    end: Node

    def __str__(self) -> str:
        return f"a closed tour ends a move away from its start, and {self.end} is not a move from {self.start}"

    def holds(self, graph: nx.Graph[Any], problem: Asked) -> bool:
        given = None not in (self.start, self.end) and (problem.start, problem.end) == (self.start, self.end)
        return problem.closed and given and not graph.has_edge(self.start, self.end)


@dataclass(frozen=True)
class Disconnected(Obstruction):
    """A part of the board that no move leaves."""

    part: Squares

    def __str__(self) -> str:
        if len(self.part) == 1:
            return f"no move leads to or from {next(iter(self.part))}"
        return f"no move joins the {len(self.part)} squares {_some(self.part)} to the others"

    @property
    def squares(self) -> Squares:
        return self.part

    def holds(self, graph: nx.Graph[Any], problem: Asked) -> bool:
        known = 0 < len(self.part) < len(graph) and all(square in graph for square in self.part)
        return known and all(near in self.part for square in self.part for near in graph.adj[square])


@dataclass(frozen=True)
class DeadEnds(Obstruction):
    """Regions that are joined to the rest by one square each, their gate: more of them than the tour has free ends.

    A tour that begins and ends outside such a region would have to pass its gate twice. The commonest region is a square
    with one neighbour.
    """

    regions: tuple[tuple[Squares, Node], ...]

    def __str__(self) -> str:
        parts = [region for region, _ in self.regions]
        if all(len(part) == 1 for part in parts):
            many = f"each of the {len(parts)} squares {_some(self.squares)} has" if len(parts) > 1 else f"{_some(parts[0])} has"
            return f"{many} only one neighbour, and so must be an end of the tour: more ends than are free"
        gates = _some({gate for _, gate in self.regions})
        return f"{len(parts)} dead end(s) behind {gates} must each hold an end of the tour: more ends than are free"

    @property
    def squares(self) -> Squares:
        return frozenset().union(*(region for region, _ in self.regions))

    def holds(self, graph: nx.Graph[Any], problem: Asked) -> bool:
        given = {problem.start, problem.end} - {None}
        free_ends = 0 if problem.closed else 2 - len(given)
        if len(self.squares) < sum(len(region) for region, _ in self.regions):
            return False  # the regions must be disjoint
        needy = 0
        for region, gate in self.regions:
            around = {near for square in region if square in graph for near in graph.adj[square]} - region
            if not region or around != {gate} or len(region) + 1 >= len(graph) or not all(square in graph for square in region):
                return False
            needy += problem.closed or not region & given
        return needy > free_ends


@dataclass(frozen=True)
class Colours(Obstruction):
    """Every move changes the colour: a tour's colours alternate, so their numbers and its ends must fit.

    The witness is one colour class; the other holds all other squares.
    """

    colour: Squares
    reason: str

    def __str__(self) -> str:
        return self.reason

    @property
    def squares(self) -> Squares:
        return self.colour

    def holds(self, graph: nx.Graph[Any], problem: Asked) -> bool:
        if any((here in self.colour) == (there in self.colour) for here, there in _moves(graph)):
            return False
        ours = sum(square in self.colour for square in graph)
        surplus = ours - (len(graph) - ours)
        ends = [square in self.colour for square in (problem.start, problem.end) if square is not None]
        if problem.closed:
            return surplus != 0
        if abs(surplus) > 1:
            return True
        if surplus == 0:
            return len(ends) == 2 and ends[0] == ends[1]
        return any(end != (surplus > 0) for end in ends)


@dataclass(frozen=True)
class CutSet(Obstruction):
    """Squares without which the board falls into more parts than a tour can visit.

    Without the squares of a cut set S, an open tour falls into at most |S| + 1 pieces, less one for each given end in S,
    and less one where both given ends are in one part (the tour comes back to it); a closed tour into at most |S|. Each
    part needs a piece. (V. Chvátal, Tough graphs and Hamiltonian circuits, 1973.)
    """

    cut: Squares
    parts: int

    def __str__(self) -> str:
        return (
            f"without the {len(self.cut)} square(s) {_some(self.cut)} the board falls into {self.parts} parts, "
            f"more than a tour cut at them can have"
        )

    @property
    def squares(self) -> Squares:
        return self.cut

    def holds(self, graph: nx.Graph[Any], problem: Asked) -> bool:
        import networkx as nx

        rest = [square for square in graph if square not in self.cut]
        parts = [set(part) for part in nx.connected_components(graph.subgraph(rest))]
        if not rest or not all(square in graph for square in self.cut) or len(parts) != self.parts:
            return False
        if problem.closed and self.cut and len(parts) > len(self.cut):
            return True
        if problem.closed and (problem.start is None or problem.end is None):
            return not self.cut and len(parts) > 1
        ends = [problem.start, problem.end] if problem.start != problem.end else [problem.start]
        given = [end for end in ends if end is not None]
        pieces = len(self.cut) + 1 - sum(end in self.cut for end in given)
        if len(given) == 2 and len(parts) > 1 and any(set(given) <= part for part in parts):
            pieces -= 1
        return len(parts) > pieces


@dataclass(frozen=True)
class HalfSet(Obstruction):
    """Exactly half of the squares, no two of them a move apart, and a tour that must begin or end on the other half.

    A tour that has an end in the other half, or is closed, can go from one half to the other only by strict alternation: it
    uses no move within the other half. Without those moves the board falls apart. (The argument by which 4xn boards have
    no closed tour and no tour from an inner square, L. Pósa; here for any graph.)
    """

    half: Squares

    def __str__(self) -> str:
        return (
            f"the {len(self.half)} squares {_some(self.half)} are half of the board and no two are a move apart: a tour "
            f"would go to and fro between them and the others; but those moves do not join all squares"
        )

    @property
    def squares(self) -> Squares:
        return self.half

    def holds(self, graph: nx.Graph[Any], problem: Asked) -> bool:
        import networkx as nx

        others = {square for square in graph if square not in self.half}
        if not 2 * len(self.half) == 2 * len(others) == len(graph) or not self.half:
            return False
        if any(near in self.half and near != square for square in self.half for near in graph.adj[square]):
            return False
        if not (problem.closed or problem.start in others or problem.end in others):
            return False
        crossing = nx.Graph([(here, there) for here, there in _moves(graph) if (here in others) != (there in others)])
        return len(crossing) < len(graph) or not nx.is_connected(crossing)


@dataclass(frozen=True)
class DegreeSet(Obstruction):
    """Squares that need more moves than their neighbours can take.

    A square inside a tour is left by two of its moves, a given end by one, a free end by one; and no square takes part in
    more moves than that. Summed over a set: the moves that its squares need are more than those that all squares can give
    to them, so that there is no spanning set of paths and cycles with the right ends (no 2-factor, when closed).
    """

    needy: Squares

    def __str__(self) -> str:
        return (
            f"the {len(self.needy)} square(s) {_some(self.needy)} need more moves than their neighbours can give them: "
            f"no two moves for each square can be chosen"
        )

    @property
    def squares(self) -> Squares:
        return self.needy

    def holds(self, graph: nx.Graph[Any], problem: Asked) -> bool:
        given = set() if problem.closed else {problem.start, problem.end} - {None}
        if not all(square in graph for square in self.needy) or (len(graph) == 1 and not problem.closed):
            return False
        free_ends = 0 if problem.closed else 2 - len(given)
        need = sum(1 if square in given else 2 for square in self.needy) - free_ends
        give = 0
        for square in graph:
            takers = sum(near in self.needy for near in graph.adj[square] if near != square)
            give += min(1 if square in given else 2, takers)
        return give < need


def _moves(graph: nx.Graph[Any]) -> Iterator[tuple[Any, Any]]:
    """The moves in both directions, each once, whatever parallel edges and loops there are."""
    return ((here, there) for here, near in graph.adjacency() for there in near if there != here)


def _some(squares: Iterable[Any], most: int = 8) -> str:
    try:
        ordered = sorted(squares)
    except TypeError:
        ordered = sorted(squares, key=str)
    return ", ".join(map(str, ordered[:most])) + (", …" if len(ordered) > most else "")

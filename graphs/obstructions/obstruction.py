"""The base class of all obstructions: reasons why a problem has no tour, each with a sentence, a witness and a check.

Each kind of obstruction violates a necessary condition for a Hamiltonian path or cycle. A kind has its own file, which
contains its class and a finder. The class describes the kind: its label, its difficulty, its drawing and its certificate.
Class and finder share no code, because a finder only yields candidates and may be wrong. Each candidate is checked from
scratch. Most kinds are checked by weights, which `bounds` adds up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from itertools import cycle, product
from types import UnionType
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, Self, TypeAlias, get_args, get_origin, get_type_hints

from graphs.leapers import Graph
from graphs.text import WORDS, Words, subject_of

__all__ = [
    "Drawing",
    "Ends",
    "Graph",
    "Node",
    "Obstruction",
    "Squares",
    "TourProblem",
    "Weighing",
    "bounds",
    "given_ends",
    "listed",
]

Node: TypeAlias = Hashable
Squares: TypeAlias = frozenset[Node]
Weighing: TypeAlias = tuple[dict[Node, int], Collection[tuple[Squares, int]]]
"""Weights of squares, and of sets of squares, as in `weighted_cuts`."""
Witness: TypeAlias = dict[str, Any]
"""Fields of a certificate that contain the evidence."""


class TourProblem(Protocol):
    """A tour that is sought in a graph: its start, its end (None for any square), whether it is closed, and known steps.

    A `solvers.Problem` is one; so is any object with these attributes.
    """

    @property
    def start(self) -> Node | None: ...
    @property
    def end(self) -> Node | None: ...
    @property
    def closed(self) -> bool: ...
    @property
    def steps(self) -> Mapping[int, Node]: ...


class Drawing(NamedTuple):
    """The marks with which a picture of a board shows an obstruction.

    Attributes
    ----------
    squares : str
        Meaning of the marked squares. If empty, no squares are marked.
    moves : {"", "outside", "across", "forced"}
        Which moves are drawn: those with no end, or with one end, in the marked squares; those of `forced`; or none.
    lines : str
        Meaning of the drawn moves.
    """

    squares: str = ""
    moves: Literal["", "outside", "across", "forced"] = ""
    lines: str = ""


@dataclass(frozen=True)
class Obstruction(ABC):
    """A reason why a problem has no tour; `str` returns it as a sentence.

    A kind implements `weighing`, which returns the weights that prove it. A kind without weights implements `rules_out`.

    Attributes
    ----------
    subject : str
        Noun for the graph in the sentence, a key of `graphs.text.WORDS`. It is ignored when obstructions are compared.
    label, meaning : str
        One to four words for the kind, for tables and posters, and their explanation in a legend.
    drawing : Drawing
        The marks of a picture.
    certificate : str
        Kind of the certificate in `scripts/check_certificate.py`. If empty, there is no certificate.
    classes : tuple of type
        Classes of the values in the witness, in addition to squares, numbers, tuples and sets.
    """

    subject: str = field(default="board", kw_only=True, compare=False, repr=False)
    label: ClassVar[str]
    meaning: ClassVar[str]
    drawing: ClassVar[Drawing]
    certificate: ClassVar[str]
    classes: ClassVar[tuple[type, ...]] = ()

    @classmethod
    def on(cls, graph: Graph, *witness: Any) -> Self:
        """Return the obstruction with this witness, whose sentence speaks of the graph as a board where it is one."""
        return cls(*witness, subject=subject_of(graph))

    @property
    def words(self) -> Words:
        """The words of the sentence."""
        return WORDS[self.subject]

    @abstractmethod
    def __str__(self) -> str: ...

    def holds(self, graph: Graph, problem: TourProblem) -> bool:
        """Check the claim from scratch; True means that the problem on this graph has no tour."""
        return self.reading(graph, problem) is not None

    def reading(self, graph: Graph, problem: TourProblem) -> TourProblem | None:
        """Return the problem that the claim rules out: this one, or one that asks less of a tour; None if it rules out none.

        A reason why there is no open tour at all, for instance, is also one why there is none from a given start.
        """
        asked: Any = (problem.closed, False), (problem.start, None), (problem.end, None)
        less = (Ends(start, end, closed, problem.steps) for closed, start, end in product(*map(dict.fromkeys, asked)))
        return next((each for each in less if self.rules_out(graph, each)), None)

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        """Return whether the claim, checked from scratch, shows that this very problem has no tour."""
        weighing = self.weighing(graph, problem)
        if weighing is None:
            return False
        least, most = bounds(graph, problem, *weighing)
        return least > most

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        """Return weights under which this very problem has no tour if the claim is true; None where it is plainly not.

        A kind that no weights show returns None, too.
        """
        return None

    def witness(self, graph: Graph, problem: TourProblem) -> Witness | None:
        """Return the evidence as fields of a certificate.

        Parameters
        ----------
        graph : networkx.Graph
            The graph of the problem.
        problem : TourProblem
            The problem that the obstruction rules out, as `reading` returns it.

        Returns
        -------
        dict or None
            The weights that `weighing` returns, in the order of the vertices, or None if there are none.
        """
        weighing = self.weighing(graph, problem)
        if weighing is None:
            return None
        number = {square: place for place, square in enumerate(graph)}
        squares, weights = list(number), weighing[0]
        in_order = sorted((sorted(map(number.__getitem__, cut)), weight) for cut, weight in weighing[1])
        return {
            "weights": [[square, weights[square]] for square in squares if weights.get(square)],
            "cuts": [[[squares[place] for place in cut], weight] for cut, weight in in_order],
        }

    @property
    @abstractmethod
    def hardness(self) -> int:
        """How hard the reason is to check by hand, from 0 (a trivial check) to 9 (many cases)."""

    @property
    def forced(self) -> tuple[tuple[Node, Node], ...]:
        """Moves that every tour would need, for a picture."""
        return ()

    @property
    def squares(self) -> Squares:
        """The squares of the witness, for a picture."""
        return frozenset().union(*(getattr(self, each.name) for each in fields(self) if each.type == "Squares"))

    def mapped(self, image: Callable[[Any], Any]) -> Self:
        """Return the same obstruction with every square replaced by its image, as under a symmetry of the graph."""
        mapped: Self = _image(self, type(self), image)
        return mapped


@dataclass(frozen=True)
class Ends:
    """The plainest `TourProblem`."""

    start: Node | None = None
    end: Node | None = None
    closed: bool = False
    steps: Mapping[int, Node] = field(default_factory=dict, hash=False)


def given_ends(problem: TourProblem) -> list[Node]:
    """Return the ends of an open tour that are given, each once; a closed tour has no ends."""
    return [] if problem.closed else [end for end in dict.fromkeys((problem.start, problem.end)) if end is not None]


def known_steps(problem: TourProblem, size: int) -> dict[int, Any]:
    """Return the squares of all known steps in their order, with the start as step 1 and the end as the last of so many."""
    known = {size: problem.end, 1: problem.start, **problem.steps}
    return {step: known[step] for step in sorted(known) if known[step] is not None}


def bounds(
    graph: Graph, problem: TourProblem, weights: dict[Node, int], cuts: Collection[tuple[Squares, int]]
) -> tuple[int, int]:
    """Return what the moves of a tour would weigh at least, and what they can weigh at most, as `weighted_cuts` explains.

    Parameters
    ----------
    graph, problem : the tour that is sought.
    weights : squares with their weights; all other squares weigh nothing.
    cuts : sets of squares with their weights.

    Returns
    -------
    Two whole numbers. Both are 0 where the weights say nothing: on a graph of fewer than two squares, with a square that is not
    in the graph, or with a set that is empty, holds all squares or weighs nothing or less.

    Examples
    --------
    >>> import networkx as nx
    >>> bounds(nx.star_graph(3), Ends(), {1: 1, 2: 1, 3: 1}, [])
    (4, 3)
    """
    near = dict(graph.adjacency())
    at_end = defaultdict(int, weights)
    crossing: dict[Node, Counter[Node]] = defaultdict(Counter)
    for cut, weight in cuts:
        if weight < 1 or not 0 < len(cut) < len(near) or not cut <= near.keys():
            return 0, 0
        for one in cut:
            at_end[one] += weight
            for two in near[one].keys() - cut:
                crossing[one][two] += weight
                crossing[two][one] += weight
    if len(near) < 2 or not weights.keys() <= near.keys():
        return 0, 0
    most, seen, weigh = 0, set(), defaultdict(int, weights).__getitem__
    for one, others in near.items():
        if one in crossing or (weigh(one) > 0 and weigh(one) + max(map(weigh, others), default=0) > 0):
            seen.add(one)
            both_ways = (weigh(one) + weigh(two) + crossing[one][two] for two in others if two not in seen)
            most += sum(weight for weight in both_ways if weight > 0)
    given = {problem.start, problem.end} - {None}
    unweighed = [0] * min(2, len(near) - len(at_end.keys() | given))
    ends = [at_end.pop(end, 0) for end in given]
    lower = sum(ends) + sum(sorted([*at_end.values(), *unweighed], reverse=True)[: 2 - len(ends)])  # they lower the least
    least = 2 * (sum(weights.values()) + sum(weight for _, weight in cuts))
    return least - (min(0, lower) if problem.closed else lower), most  # a closed tour is an open one, too


def listed(squares: Iterable[Any], most: int = 8) -> str:
    """Return the first few squares, sorted, with commas.

    Examples
    --------
    >>> listed({3, 1, 2}, most=2)
    '1, 2, …'
    """
    try:
        ordered = sorted(squares)
    except TypeError:
        ordered = sorted(squares, key=str)
    return ", ".join(map(str, ordered[:most])) + (", …" if len(ordered) > most else "")


_type_hints: Any = cache(get_type_hints)


def _image(value: Any, kind: Any, image: Callable[[Any], Any]) -> Any:
    """Return a value with each square replaced by its image. The type of the value says where its squares are."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is UnionType:
        kind = type(value) if type(value) in parts else Hashable
    if kind is Hashable:
        return image(value)
    if is_dataclass(kind):
        kinds = _type_hints(kind)
        return replace(
            value, **{each.name: _image(getattr(value, each.name), kinds[each.name], image) for each in fields(kind)}
        )
    if origin in (tuple, frozenset):
        kinds_in_turn = cycle(part for part in parts if part is not ...)
        return origin(_image(each, part, image) for each, part in zip(value, kinds_in_turn, strict=False))
    return value

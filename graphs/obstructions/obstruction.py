"""What every obstruction is: a reason why a problem has no tour, as a value with a sentence, a witness and a check.

Each kind of obstruction is a necessary condition for a Hamiltonian path or cycle that the problem breaks. A kind has a
file, which holds its value class and, below it, its finder. The two share no code: a finder may be clever and wrong, for
what it yields is only a claim. The check is made from scratch. Most kinds are checked by weights, which `bounds` adds up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from itertools import cycle, product
from types import UnionType
from typing import Any, Protocol, Self, TypeAlias, get_args, get_origin, get_type_hints

from graphs.leapers import Graph
from graphs.text import WORDS, Words, subject_of

__all__ = [
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


@dataclass(frozen=True)
class Obstruction(ABC):
    """A reason why a problem has no tour; `str` gives it as a sentence.

    A kind says by `weighing` which weights show what it claims. A kind that no weights show has a `rules_out` of its own.

    Attributes
    ----------
    subject : what the sentence speaks of, a key of `graphs.text.WORDS`. It does not count when obstructions are compared.
    """

    subject: str = field(default="board", kw_only=True, compare=False, repr=False)

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
        kinds = _type_hints(kind).items()
        return replace(value, **{name: _image(getattr(value, name), part, image) for name, part in kinds})
    if origin in (tuple, frozenset):
        kinds_in_turn = cycle(part for part in parts if part is not ...)
        return origin(_image(each, part, image) for each, part in zip(value, kinds_in_turn, strict=False))
    return value

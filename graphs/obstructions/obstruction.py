"""Base class of all obstructions, and the problem that they rule out.

Each kind shows that a necessary condition for a Hamiltonian path or cycle is violated. It has a sentence for readers, a
*witness* (the evidence), and a check that needs no search and does not rely on the finder: for most kinds, `bounds` on the
total weight of a tour's moves (see `weighted_cuts`).
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

Node: TypeAlias = Hashable


Squares: TypeAlias = frozenset[Node]


class TourProblem(Protocol):
    """Type of tour problems: start, end, known steps, open or closed.

    If `start` or `end` is None, it is free. `steps` maps steps, counted from 1, to required squares.
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
class Ends:
    """Required ends of a tour, and whether it is closed."""

    start: Node | None = None
    end: Node | None = None
    closed: bool = False
    steps: Mapping[int, Node] = field(default_factory=dict, hash=False)


def given_ends(problem: TourProblem) -> list[Node]:
    """List the given start and end of an open tour."""
    return [] if problem.closed else [end for end in dict.fromkeys((problem.start, problem.end)) if end is not None]


def known_steps(problem: TourProblem, size: int) -> dict[int, Any]:
    """Map the known steps, including given ends, to their squares."""
    square_at = {size: problem.end, 1: problem.start, **problem.steps}
    return {step: square_at[step] for step in sorted(square_at) if square_at[step] is not None}


Weighing: TypeAlias = tuple[dict[Node, int], Collection[tuple[Squares, int]]]
"""Weights of squares, and sets of squares with their weights."""


def bounds(
    graph: Graph, problem: TourProblem, weights: dict[Node, int], cuts: Collection[tuple[Squares, int]]
) -> tuple[int, int]:
    """Return a lower and an upper bound on a tour's total weight.

    Moves are weighed as in `weighted_cuts`. Both bounds are 0 if the graph has fewer than two squares, if a square does not
    exist, or if a set is empty, contains all squares or does not have a positive weight. A free end is assumed on the square
    with the smallest lower bound. For closed tours, the larger of both lower bounds is returned.

    A star with three leaves: weight 1 at each leaf gives each move weight 1, so 3 at most. Twice the sum of weights is 6, minus
    1 for each of two ends:

    >>> import networkx as nx
    >>> from graphs.obstructions import Ends
    >>> bounds(nx.star_graph(3), Ends(), {1: 1, 2: 1, 3: 1}, [])
    (4, 3)

    Two triangles joined by one move: weight 1 for the set of one triangle gives only this move a weight:

    >>> bounds(nx.barbell_graph(3, 0), Ends(closed=True), {}, [(frozenset({0, 1, 2}), 1)])
    (2, 1)
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
    # a move of positive weight leaves a set, or one of its two squares has positive weight: only such squares are checked
    for one, others in near.items():
        if one in crossing or (weigh(one) > 0 and weigh(one) + max(map(weigh, others), default=0) > 0):
            seen.add(one)
            both_ways = (weigh(one) + weigh(two) + crossing[one][two] for two in others if two not in seen)
            most += sum(weight for weight in both_ways if weight > 0)
    fixed_ends = {problem.start, problem.end} - {None}
    unweighed = [0] * min(2, len(near) - len(at_end.keys() | fixed_ends))
    ends = [at_end.pop(end, 0) for end in fixed_ends]
    lower = sum(ends) + sum(sorted([*at_end.values(), *unweighed], reverse=True)[: 2 - len(ends)])  # the free ends
    least = 2 * (sum(weights.values()) + sum(weight for _, weight in cuts))
    return least - (min(0, lower) if problem.closed else lower), most


Witness: TypeAlias = dict[str, Any]
"""The evidence in a certificate, as JSON values by field."""


class Drawing(NamedTuple):
    """Marked squares and lines of a picture that shows why there is no tour.

    `squares` and `lines` are the meanings of the marked squares and of the drawn moves. The drawn moves are none, those between
    unmarked squares, those between a marked and an unmarked one, or those of `Obstruction.count`.
    """

    squares: str = ""
    moves: Literal["", "outside", "across", "counted"] = ""
    lines: str = ""


COUNTED = "the moves that count more than 0"
LONE = "; a dot is a lone square"
"""End of a legend, used only for pictures with dots."""


class Count(NamedTuple):
    """Numbers on a picture's squares, with which readers check a proof."""

    numbers: tuple[tuple[Any, int], ...] = ()
    meaning: str = ""
    sentence: str = ""
    moves: tuple[tuple[Any, Any], ...] = ()


@dataclass(frozen=True)
class Obstruction(ABC):
    """A proof that a problem has no tour.

    A subclass implements `weighing` if weights prove the obstruction, and otherwise `rules_out`.

    Attributes
    ----------
    subject : str
        Key of `graphs.text.WORDS`, ignored in comparisons.
    label : str
        Name of the kind in tables and pictures, at most four words.
    meaning : str
        Explanation of the label in a legend.
    drawing : Drawing
        Marks that show the obstruction in a picture.
    certificate : str
        Name of the kind in certificates. If empty, it has none.
    directed : bool
        Whether the kind also applies to directed graphs.
    classes : tuple of type
        Classes of objects in the witness other than squares, numbers, tuples and sets.
    """

    subject: str = field(default="board", kw_only=True, compare=False, repr=False)
    label: ClassVar[str]
    meaning: ClassVar[str]
    drawing: ClassVar[Drawing] = Drawing()
    certificate: ClassVar[str] = ""
    directed: ClassVar[bool] = False
    classes: ClassVar[tuple[type, ...]] = ()

    @classmethod
    def on(cls, graph: Graph, *witness: Any) -> Self:
        """Create an obstruction, with nouns that fit the graph.

        Parameters
        ----------
        graph : networkx.Graph
            The graph of the problem.
        *witness : object
            Values of the fields of the class, in order.

        Returns
        -------
        Obstruction
            The obstruction, unchecked.
        """
        return cls(*witness, subject=subject_of(graph))

    @property
    def words(self) -> Words:
        """Nouns and phrases for the graph, such as "square" and "move"."""
        return WORDS[self.subject]

    @abstractmethod
    def __str__(self) -> str: ...

    def holds(self, graph: Graph, problem: TourProblem) -> bool:
        """Return whether the obstruction proves that a problem has no tour.

        Parameters
        ----------
        graph, problem : networkx.Graph, TourProblem
            The problem on any graph.

        Returns
        -------
        bool
            False does not mean that a tour exists.
        """
        return self.reading(graph, problem) is not None

    def reading(self, graph: Graph, problem: TourProblem) -> TourProblem | None:
        """Return the strongest problem that is ruled out, or None.

        Parameters
        ----------
        graph, problem : networkx.Graph, TourProblem
            The problem on any graph.

        Returns
        -------
        TourProblem or None
            The strongest problem that is ruled out, or None if there is none.
        """
        if graph.is_directed() and not self.directed:
            return None
        alternatives: Any = (problem.closed, False), (problem.start, None), (problem.end, None)
        weaker = (Ends(start, end, closed, problem.steps) for closed, start, end in product(*map(dict.fromkeys, alternatives)))
        return next((each for each in weaker if self.rules_out(graph, each)), None)

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        """Return whether the obstruction proves that this problem has no tour.

        Parameters
        ----------
        graph, problem : networkx.Graph, TourProblem
            The problem on any undirected graph.

        Returns
        -------
        bool
            True if there is a proof. Unlike `holds`, this method does not try weaker problems.
        """
        weighing = self.weighing(graph, problem)
        if weighing is None:
            return False
        least, most = bounds(graph, problem, *weighing)
        return least > most

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        """Return weights of vertices and edges that prove that a problem has no tour, or None.

        Parameters
        ----------
        graph, problem : networkx.Graph, TourProblem
            The problem on any undirected graph.

        Returns
        -------
        tuple or None
            Weights of squares and of sets of squares, for `bounds`, or None if there are none.
        """
        return None

    def witness(self, graph: Graph, problem: TourProblem) -> Witness | None:
        """Return the evidence as fields of a certificate.

        Parameters
        ----------
        graph, problem : networkx.Graph, TourProblem
            The problem that the obstruction rules out, as `reading` returns it.

        Returns
        -------
        dict or None
            The evidence, by default the weights of `weighing`, or None if there are none.
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
        """Difficulty of a check by hand, from 0 (trivial) to 9 (many cases)."""

    @property
    def branches(self) -> tuple[Any, ...]:
        """Cases of a proof by forced moves, to be drawn one at a time."""
        return ()

    def count(self, graph: Graph, problem: TourProblem) -> Count:
        """Return numbers for a picture that let a reader check the obstruction.

        Parameters
        ----------
        graph, problem : networkx.Graph, TourProblem
            The problem that the obstruction rules out.

        Returns
        -------
        Count
            The numbers, by default the weights of `weighing` if `drawing` shows counted moves.
        """
        problem = self.reading(graph, problem) or problem
        weighing = self.weighing(graph, problem) if self.drawing.moves == "counted" else None
        if weighing is None:
            return Count()
        weights, cuts = weighing
        least, most = bounds(graph, problem, weights, cuts)

        def amount(*move: Node) -> int:
            return sum(weights.get(end, 0) for end in move) + sum(
                extra for cut, extra in cuts if len(cut.intersection(move)) == 1
            )

        more = " or ".join(map(str, sorted({weight for _, weight in cuts})))
        per_set = f", and {more} more if it crosses the border of a marked set" * bool(cuts)
        crosses = ", and crosses the border of each marked set at least twice (out and back)" * bool(cuts)
        total, borders = sum(weights.values()), sum(weight for _, weight in cuts)
        tour = "a closed tour" if problem.closed else "an open tour, except for its ends,"
        least_count = f"2 × {total}" + f" + 2 × {borders}" * bool(cuts)
        if not problem.closed:
            least_count += f" - {2 * (total + borders) - least} (for the ends)"
        moves = tuple(move for move in graph.edges if amount(*move) > 0)
        counts = Counter(amount(*move) for move in moves).most_common()
        drawn = " + ".join(f"{number} × {each}" for each, number in counts) or "0"
        sentence = (
            f"a square without a number counts 0, and a move as much as its two squares together{per_set}. "
            f"The squares add up to {total}; {tour} has two moves at each square{crosses}. "
            f"So its moves count {'' if problem.closed and not cuts else 'at least '}{least_count} = {least:,}, "
            f"but all moves that count more than 0 together count only {drawn} = {most:,}. "
            f"Every other move counts 0 or less, and a tour uses no move twice"
        )
        return Count(tuple(sorted(weights.items())), "how much a square counts", sentence, moves)

    @property
    def squares(self) -> Squares:
        """Squares that prove the obstruction, to be marked in pictures."""
        return frozenset().union(*(getattr(self, each.name) for each in fields(self) if each.type == "Squares"))

    def mapped(self, image: Callable[[Any], Any]) -> Self:
        """Return the obstruction with each square replaced by its image.

        Parameters
        ----------
        image : callable
            Function that maps a square to its image, such as a symmetry.

        Returns
        -------
        Obstruction
            The image, unchecked.
        """
        mapped: Self = _image(self, type(self), image)
        return mapped


def list_squares(squares: Iterable[Any]) -> str:
    """Return up to eight squares, sorted, as text."""
    try:
        ordered = sorted(squares)
    except TypeError:
        ordered = sorted(squares, key=str)
    return ", ".join([*map(str, ordered[:8]), *["…"] * (len(ordered) > 8)])


_type_hints: Any = cache(get_type_hints)


def _image(value: Any, kind: Any, image: Callable[[Any], Any]) -> Any:
    """Replace all squares in a value of type `kind` by their images."""
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

"""Base class of all obstructions, and the data of a problem that they use.

An obstruction is a reason why a problem has no tour. It has a sentence for readers, a *witness* (the evidence, such as a set of
squares), and a check that needs no search.

Each kind of obstruction shows that a necessary condition for a Hamiltonian path or cycle is violated. The file of a kind
contains a class and a finder. The class defines the label, the difficulty, the drawing and the certificate of the kind. The
finder yields candidates, which may be invalid. So the class checks each candidate without relying on the finder.

Most kinds are checked by weights of squares and of sets of squares. From these weights, `bounds` computes a lower and an upper
bound on the total weight of a tour's moves. If the lower bound exceeds the upper bound, there is no tour. The module
`weighted_cuts` explains this method.
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
    """The problem of finding a tour in a graph.

    Every object with these attributes is a `TourProblem`, for example a `solvers.Problem`.

    Attributes
    ----------
    start : Hashable or None
        The first square of the tour. If None, the tour may start on any square.
    end : Hashable or None
        The last square of the tour. If None, the tour may end on any square.
    closed : bool
        Whether the tour is closed.
    steps : mapping from int to Hashable
        The square that the tour must visit at each known step. Steps are counted from 1.
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
    """A minimal `TourProblem`, without a graph.

    Attributes
    ----------
    start : Hashable, optional
        The first square. If None, the tour may start on any square.
    end : Hashable, optional
        The last square. If None, the tour may end on any square.
    closed : bool, optional
        Whether the tour is closed.
    steps : mapping from int to Hashable, optional
        The square that the tour must visit at each known step. Steps are counted from 1.
    """

    start: Node | None = None
    end: Node | None = None
    closed: bool = False
    steps: Mapping[int, Node] = field(default_factory=dict, hash=False)


def given_ends(problem: TourProblem) -> list[Node]:
    """Return the given ends of an open tour.

    Parameters
    ----------
    problem : TourProblem
        Any problem.

    Returns
    -------
    list of Hashable
        The start and the end, if they are given, without repetition. The list is empty if the tour is closed.
    """
    return [] if problem.closed else [end for end in dict.fromkeys((problem.start, problem.end)) if end is not None]


def known_steps(problem: TourProblem, size: int) -> dict[int, Any]:
    """Return the squares of all known steps, including the start and the end if they are given.

    Parameters
    ----------
    problem : TourProblem
        Any problem.
    size : int
        Number of squares of the graph.

    Returns
    -------
    dict from int to Hashable
        The square of each known step, in ascending order of the steps. The start is step 1, and the end is step `size`.
    """
    square_at = {size: problem.end, 1: problem.start, **problem.steps}
    return {step: square_at[step] for step in sorted(square_at) if square_at[step] is not None}


Weighing: TypeAlias = tuple[dict[Node, int], Collection[tuple[Squares, int]]]
"""Weights of squares, and a list of sets of squares, each with its weight. The module `weighted_cuts` explains them."""


def bounds(
    graph: Graph, problem: TourProblem, weights: dict[Node, int], cuts: Collection[tuple[Squares, int]]
) -> tuple[int, int]:
    """Return a lower and an upper bound on the weight of the moves of a tour.

    The weight of a move is the sum of the weights of its two squares, and of the sets that contain exactly one of them.
    `weighted_cuts` explains the method. If the lower bound exceeds the upper bound, there is no tour.

    Parameters
    ----------
    graph : networkx.Graph
        Any undirected graph.
    problem : TourProblem
        The problem, which determines the ends of the tour and whether it is closed.
    weights : dict
        Weights of squares. All other squares have weight 0.
    cuts : collection of tuple
        Pairs of a set of squares and its weight.

    Returns
    -------
    least : int
        Lower bound on the total weight of the moves of every tour.
    most : int
        Upper bound on that weight: the sum of the weights of all moves of positive weight, because a tour uses no move twice.

    Notes
    -----
    A closed tour has two moves at each square and at least two out of each set. So its moves weigh at least twice the sum of
    all weights.

    An open tour has one move fewer at each end, and may have one move fewer out of each set that contains the end. If an end is
    not given, it is assumed to be on the square for which the lower bound is smallest. Without one of its moves, a closed tour
    is an open tour. So the lower bound for open tours also applies to closed tours, and `least` is the larger of both bounds.

    Both bounds are 0 if the graph has fewer than two squares, or if the weights are invalid: a square is not in the graph, or a
    set is empty, contains all squares or does not have a positive weight.

    Examples
    --------
    Square 0 has moves to the squares 1, 2 and 3, and there are no others. Give weight 1 to each of the squares 1, 2 and 3. Then
    each of the three moves has weight 1, so `most` is 3. Twice the sum of all weights is 6. Two of the three squares may be the
    ends of an open tour, which reduces this by 1 each, so `least` is 4. There is no open tour:

    >>> import networkx as nx
    >>> from graphs.obstructions import Ends
    >>> bounds(nx.star_graph(3), Ends(), {1: 1, 2: 1, 3: 1}, [])
    (4, 3)

    In a graph of two triangles joined by one move, give weight 1 to the set of one triangle. Only that move has a weight, but a
    closed tour needs two moves out of the set:

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
"""Fields of a certificate that contain the evidence."""


class Drawing(NamedTuple):
    """The way in which a picture of a board shows an obstruction: the marked squares, and the drawn moves.

    Attributes
    ----------
    squares : str
        Meaning of the marked squares, for the legend. If empty, no squares are marked.
    moves : {"", "outside", "across", "forced"}
        Which moves are drawn. "outside": the moves between unmarked squares. "across": the moves between a marked square and an
        unmarked one. "forced": the moves in `Obstruction.forced`. If empty, no moves are drawn.
    lines : str
        Meaning of the drawn moves, for the legend.
    """

    squares: str = ""
    moves: Literal["", "outside", "across", "forced"] = ""
    lines: str = ""


@dataclass(frozen=True)
class Obstruction(ABC):
    """A reason why a problem has no tour. `str` returns it as a sentence.

    Each kind of obstruction is a subclass. If weights prove the obstruction, the subclass implements `weighing`, which returns
    the weights. Otherwise it implements `rules_out`.

    Attributes
    ----------
    subject : str
        Noun for the graph in the sentence, such as "board" or "graph": a key of `graphs.text.WORDS`. It is ignored when
        obstructions are compared.
    label : str
        Name of the kind in tables and pictures, at most four words.
    meaning : str
        Explanation of the label in a legend.
    drawing : Drawing
        The marks that show the obstruction in a picture.
    certificate : str
        Name of the kind in certificates, which `scripts/check_certificate.py` reads. If empty, the kind has no certificates.
    directed : bool
        Whether the kind also applies to directed graphs. If False, `holds` returns False for every directed graph.
    classes : tuple of type
        Classes whose instances the witness may contain, in addition to squares, numbers, tuples and sets.
    """

    subject: str = field(default="board", kw_only=True, compare=False, repr=False)
    label: ClassVar[str]
    meaning: ClassVar[str]
    drawing: ClassVar[Drawing]
    certificate: ClassVar[str]
    directed: ClassVar[bool] = False
    classes: ClassVar[tuple[type, ...]] = ()

    @classmethod
    def on(cls, graph: Graph, *witness: Any) -> Self:
        """Create an obstruction from its witness. The sentence of the obstruction uses the nouns for a given graph.

        Parameters
        ----------
        graph : networkx.Graph
            The graph of the problem. For the move graph of a board, the sentence is about squares and moves. For any other
            graph, it is about vertices and edges, or arcs.
        *witness : object
            The values of the fields of the class, in order.

        Returns
        -------
        Obstruction
            The obstruction, unchecked.
        """
        return cls(*witness, subject=subject_of(graph))

    @property
    def words(self) -> Words:
        """The nouns and phrases for the graph in the sentence of this obstruction, such as "square" and "move"."""
        return WORDS[self.subject]

    @abstractmethod
    def __str__(self) -> str: ...

    def holds(self, graph: Graph, problem: TourProblem) -> bool:
        """Return whether the obstruction proves that a problem has no tour. The check does not rely on the finder.

        Parameters
        ----------
        graph : networkx.Graph
            Any graph.
        problem : TourProblem
            The problem on this graph.

        Returns
        -------
        bool
            True if the obstruction rules out the problem, or the same problem without some of its conditions (a given start or
            end, a closed tour). False does not mean that a tour exists.
        """
        return self.reading(graph, problem) is not None

    def reading(self, graph: Graph, problem: TourProblem) -> TourProblem | None:
        """Return the problem that the obstruction rules out: the given problem or a weaker one.

        In a weaker problem, the tour need not be closed, or one or both ends are free. A tour of the given problem would
        contain a tour of the weaker one. For instance, a reason why there is no open tour at all is also a reason why there is
        none from a given start.

        Parameters
        ----------
        graph : networkx.Graph
            Any graph.
        problem : TourProblem
            The problem on this graph.

        Returns
        -------
        TourProblem or None
            `problem` if the obstruction rules it out, otherwise the first weaker problem that it rules out. None if it rules
            out none of them.
        """
        if graph.is_directed() and not self.directed:
            return None
        alternatives: Any = (problem.closed, False), (problem.start, None), (problem.end, None)
        weaker = (Ends(start, end, closed, problem.steps) for closed, start, end in product(*map(dict.fromkeys, alternatives)))
        return next((each for each in weaker if self.rules_out(graph, each)), None)

    def rules_out(self, graph: Graph, problem: TourProblem) -> bool:
        """Return whether the obstruction proves that a problem has no tour, without trying problems with fewer conditions.

        Parameters
        ----------
        graph : networkx.Graph
            Any undirected graph.
        problem : TourProblem
            The problem on this graph.

        Returns
        -------
        bool
            True if the obstruction rules out this problem. False does not mean that a tour exists.

        See Also
        --------
        holds : Also try the problem without some of its conditions (a given start or end, a closed tour).
        """
        weighing = self.weighing(graph, problem)
        if weighing is None:
            return False
        least, most = bounds(graph, problem, *weighing)
        return least > most

    def weighing(self, graph: Graph, problem: TourProblem) -> Weighing | None:
        """Return weights that prove that a problem has no tour, if `bounds` confirms them.

        Parameters
        ----------
        graph : networkx.Graph
            Any undirected graph.
        problem : TourProblem
            The problem on this graph.

        Returns
        -------
        tuple or None
            The weights of squares, and a list of sets of squares with their weights, as `bounds` expects them. The weights are
            a proof if the lower bound that `bounds` returns is greater than the upper bound. None if this kind of obstruction
            is not proved by weights, or if the obstruction is so invalid that it has no weights.
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
            The weights that `weighing` returns, in the order of the vertices in the graph. None if `weighing` returns None.
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
        """Difficulty of checking the reason by hand, from 0 (a trivial check) to 9 (many cases)."""

    @property
    def forced(self) -> tuple[tuple[Node, Node], ...]:
        """The moves that every tour would need, for pictures. Most kinds of obstruction have none."""
        return ()

    @property
    def squares(self) -> Squares:
        """The squares of the witness, which pictures mark."""
        return frozenset().union(*(getattr(self, each.name) for each in fields(self) if each.type == "Squares"))

    def mapped(self, image: Callable[[Any], Any]) -> Self:
        """Return the same obstruction with every square replaced by its image.

        Parameters
        ----------
        image : callable
            Function that returns the image of a square, such as a symmetry of the graph.

        Returns
        -------
        Obstruction
            A new obstruction of the same class, unchecked.
        """
        mapped: Self = _image(self, type(self), image)
        return mapped


def list_squares(squares: Iterable[Any]) -> str:
    """Return the first eight squares as a text, in sorted order and separated by commas.

    Parameters
    ----------
    squares : iterable
        The squares. If they cannot be compared, they are sorted by their texts.

    Returns
    -------
    str
        The list of squares. If there are more than eight, an ellipsis follows.

    Examples
    --------
    >>> list_squares({3, 1, 2}), list_squares(range(1, 10))
    ('1, 2, 3', '1, 2, 3, 4, 5, 6, 7, 8, …')
    """
    try:
        ordered = sorted(squares)
    except TypeError:
        ordered = sorted(squares, key=str)
    return ", ".join([*map(str, ordered[:8]), *["…"] * (len(ordered) > 8)])


_type_hints: Any = cache(get_type_hints)


def _image(value: Any, kind: Any, image: Callable[[Any], Any]) -> Any:
    """Return a value with each square in it replaced by its image. The type annotation `kind` shows where the squares are."""
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

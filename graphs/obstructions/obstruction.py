"""Base class of all obstructions.

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
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from itertools import cycle, product
from types import UnionType
from typing import Any, ClassVar, Literal, NamedTuple, Self, TypeAlias, get_args, get_origin, get_type_hints

from graphs.leapers import Graph
from graphs.obstructions.bounds import Weighing, bounds
from graphs.obstructions.tour_problem import Ends, Node, Squares, TourProblem
from graphs.obstructions.tour_problem import given_ends as given_ends  # for `solvers`
from graphs.obstructions.tour_problem import known_steps as known_steps  # for `solvers`
from graphs.text import WORDS, Words, subject_of

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

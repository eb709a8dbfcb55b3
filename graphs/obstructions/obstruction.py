"""What every obstruction is: a reason why a problem has no tour, as a value with a sentence, a witness and a check.

Each kind of obstruction is a necessary condition for a Hamiltonian path or cycle that the problem breaks. A kind has a
file, which holds its value class and, below it, its finder. The two share no code: a finder may be clever and wrong, for
what it yields is only a claim; `rules_out` is short and checks the claim from scratch.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeAlias

from graphs.words import WORDS, Words

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Ends", "Node", "Obstruction", "Squares", "TourProblem", "Weighing", "free_ends", "listed", "moves"]

Node: TypeAlias = Hashable
Squares: TypeAlias = frozenset[Node]
Weighing: TypeAlias = tuple[Mapping[Node, int], Iterable[tuple[Squares, int]]]
"""Weights of squares, and of sets of squares, as in `weighted_cuts`."""


class TourProblem(Protocol):
    """A tour that is sought in a graph: its start, its end (None for any square), and whether it is closed.

    A `solvers.Problem` is one; so is any object with these three attributes.
    """

    @property
    def start(self) -> Node | None: ...
    @property
    def end(self) -> Node | None: ...
    @property
    def closed(self) -> bool: ...


@dataclass(frozen=True)
class Obstruction(ABC):
    """A reason why a problem has no tour; `str` gives it as a sentence.

    Attributes
    ----------
    subject : what the sentence speaks of, a key of `graphs.words.WORDS`. It does not count when obstructions are compared.
    """

    subject: str = field(default="board", kw_only=True, compare=False, repr=False)

    @property
    def words(self) -> Words:
        """The words of the sentence."""
        return WORDS[self.subject]

    @abstractmethod
    def __str__(self) -> str: ...

    def holds(self, graph: nx.Graph[Any], problem: TourProblem) -> bool:
        """Check the claim from scratch; True means that the problem on this graph has no tour."""
        return self.reading(graph, problem) is not None

    def reading(self, graph: nx.Graph[Any], problem: TourProblem) -> TourProblem | None:
        """Return the problem that the claim rules out: this one, or one that asks less of a tour; None if it rules out none.

        A reason why there is no open tour at all, for instance, is also one why there is none from a given start.
        """
        return next((each for each in _readings(problem) if self.rules_out(graph, each)), None)

    @abstractmethod
    def rules_out(self, graph: nx.Graph[Any], problem: TourProblem) -> bool:
        """Return whether the claim, checked from scratch, shows that this very problem has no tour."""

    @property
    def squares(self) -> Squares:
        """The squares of the witness, for a picture."""
        return frozenset().union(*self._sets().values())

    def mapped(self, image: Callable[[Any], Any]) -> Self:
        """Return the same obstruction with every square replaced by its image, as under a symmetry of the graph."""
        images: dict[str, Any] = {name: frozenset(map(image, squares)) for name, squares in self._sets().items()}
        return replace(self, **images)

    def weighing(self, graph: nx.Graph[Any], problem: TourProblem) -> Weighing | None:
        """Return weights by which weighted cuts rule out this very problem, too; None where the kind has no such weights."""
        return None

    def _sets(self) -> dict[str, Squares]:
        """Return the fields that hold sets of squares."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.type == "Squares"}


@dataclass(frozen=True)
class Ends:
    """The plainest `TourProblem`."""

    start: Node | None = None
    end: Node | None = None
    closed: bool = False


def _readings(problem: TourProblem) -> Iterator[TourProblem]:
    """Yield the problem, and those that ask less of a tour: every tour of the problem is a tour of each of them."""
    return (
        Ends(start, end, closed)
        for closed in dict.fromkeys((problem.closed, False))
        for start in dict.fromkeys((problem.start, None))
        for end in dict.fromkeys((problem.end, None))
    )


def free_ends(problem: TourProblem) -> int:
    """Return how many ends the tour may still choose: none when it is closed, else two less the given ones."""
    return 0 if problem.closed else 2 - len({problem.start, problem.end} - {None})


def moves(graph: nx.Graph[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the moves in both directions, each once; loops and parallel edges do not count."""
    return ((here, there) for here, near in graph.adjacency() for there in near if there != here)


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

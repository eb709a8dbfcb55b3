"""Sets of problems. Each set has one board or graph, any number of starts, and either open or closed tours.

A set creates its problems one at a time during each iteration, so that even a set of a million problems needs little memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, Literal

from graphs.errors import BoardError
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.obstructions.obstruction import known_steps
from graphs.symmetry import Symmetry, symmetries
from solvers.comparison.problems import NamedProblem

SUITES = " | "
"""Separator between the names of the suites that contain a problem."""


@dataclass(frozen=True)
class ProblemSet:
    """The problems of one board or graph.

    Attributes
    ----------
    subject : NamedProblem
        An open problem of the board or graph. Its known steps, known answer and suite apply to all problems of the set.
    starts : {"all", "orbits"}, sequence of Hashable or None
        The starts of the problems:

        - `"all"`: every square or node, except the end.
        - `"orbits"`: one square of each orbit, except the end. An orbit is a class of squares that symmetries of the board map
          to each other; if an end is given, only symmetries that fix the end are used. A graph that is not a board has one
          problem without a start instead.
        - A sequence of squares or nodes, whose duplicates are ignored.
        - None: one problem without a start.

        If the subject has known steps, `"all"` and `"orbits"` are replaced by None.
    end : Hashable, optional
        The last square or node of all problems.
    closed : bool
        Whether the tours are closed.

    Raises
    ------
    ProblemError
        If a start or the end is not on the board or graph, or if the end is in the sequence of starts.
    BoardError
        If the board has more than a million squares, and the starts are `"all"` or `"orbits"`.

    Examples
    --------
    >>> from graphs import Board
    >>> corners = ProblemSet(NamedProblem.on_board(Board(5, 5)), "orbits")
    >>> [problem.name for problem in corners][:2]
    ['5x5 open from 0,0', '5x5 open from 0,1']
    """

    subject: NamedProblem
    starts: Literal["all", "orbits"] | Sequence[Any] | None = None
    end: Any = None
    closed: bool = False

    def __post_init__(self) -> None:
        starts, board = self.starts, self.subject.board
        if not isinstance(starts, str):
            starts = tuple(dict.fromkeys(starts or ())) or None
        elif self.subject.problem.where:
            starts = None
        elif board is None:
            starts = None if starts == "orbits" else starts
        elif board.size > MAX_GRAPH_SQUARES:
            raise BoardError(f"a board of {board.size:,} squares has too many starts: name the squares to start from", board)
        object.__setattr__(self, "starts", starts)
        for start in starts if isinstance(starts, tuple) else [None]:
            self._from(start)

    def __iter__(self) -> Iterator[NamedProblem]:
        starts: Iterable[Any] = self.starts or [None]
        if isinstance(self.starts, str):
            squares = self.subject.problem.edge_list.nodes if self.subject.board is None else self.subject.board
            free = (square for square in squares if square != self.end or self.subject.problem.size == 1)
            starts = (square for square in free if all(square <= symmetry(square) for symmetry in self._symmetries))
        return map(self._from, starts)

    @cached_property
    def kind(self) -> Any:
        """A key that identifies the board or graph, the end, and the value of `closed`."""
        return self.subject.id, self.end, self.closed

    @cached_property
    def _symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board that fix the end. For graphs, and for the starts `"all"`, the tuple is empty."""
        if self.subject.board is None or self.starts == "all":
            return ()
        return symmetries(self.subject.board, self.end)

    def _from(self, start: Any) -> NamedProblem:
        steps = known_steps(self.subject.problem, self.subject.problem.size)
        return self.subject.with_ends(start=start, end=self.end, closed=self.closed, steps=steps)


def each_once(sets: Iterable[ProblemSet]) -> Iterator[NamedProblem]:
    """Yield each problem of several sets once, even if several sets contain it.

    Parameters
    ----------
    sets : iterable of ProblemSet
        The sets.

    Yields
    ------
    NamedProblem
        A problem. Sets with the same board or graph, end and kind of tour follow each other. Its attribute `suite` names the
        suites of all sets that contain the problem. Its known answer and source come from the first of these sets that has a
        known answer. If all these sets name competitors, its attribute `solvers` names all of them.

    Examples
    --------
    >>> from graphs import Board
    >>> board = NamedProblem.on_board(Board(3, 4))
    >>> [each.name for each in each_once([ProblemSet(board, [(1, 1)]), ProblemSet(board, "orbits")])]
    ['3x4 open from 1,1', '3x4 open from 0,0', '3x4 open from 0,1', '3x4 open from 1,0']
    """
    groups: dict[Any, list[ProblemSet]] = {}
    for each in sets:
        groups.setdefault(each.kind, []).append(each)
    for group in groups.values():
        if len(group) == 1:  # it shares no problems with other sets, which may be too many to be in memory
            yield from group[0]
            continue
        subjects: dict[NamedProblem, list[NamedProblem]] = {}
        for each in group:
            for problem in each:
                subjects.setdefault(problem, []).append(each.subject)
        for problem, shared in subjects.items():
            suites = SUITES.join(dict.fromkeys(subject.suite for subject in shared if subject.suite))
            answered, names = next((subject for subject in shared if subject.known), problem), [each.solvers for each in shared]
            solvers = tuple(dict.fromkeys(chain.from_iterable(names))) if all(names) else ()
            yield replace(problem, suite=suites, known=answered.known, source=answered.source, solvers=solvers)

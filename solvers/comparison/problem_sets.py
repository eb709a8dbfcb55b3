"""Sets of problems: one board or graph with many starts, open or closed.

A set yields its problems one at a time, as often as someone iterates over it, so that a million of them need no memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from graphs.errors import BoardError
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.obstructions.obstruction import known_steps
from graphs.symmetry import Symmetry, symmetries
from solvers.comparison.problems import NamedProblem

__all__ = ["SUITES", "ProblemSet", "each_once"]

SUITES = " | "
"""Separator of the names of suites that share a problem."""


@dataclass(frozen=True)
class ProblemSet:
    """The problems of one board or graph.

    Parameters
    ----------
    subject : an open problem of the board or graph, whose known steps are those of all; what is known of it is known of all.
    starts : `"all"`, every square or node; `"orbits"`, one square of each orbit under the symmetries of the board that leave
        the end where it is; a list, whose duplicates are ignored; None for one problem without a start. A graph without a board
        has no orbits: `"orbits"` is None there. Where steps are known, both are None.
    end : the last square or node of all problems; with `"all"` and `"orbits"`, it is not among the starts.
    closed : whether the tours are to be closed.

    Raises
    ------
    ProblemError : a start or the end is not on the board, or the end is a start of the list.
    BoardError : the board has more than a million squares, and the starts are no list.

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
            squares = self.subject.problem.graph if self.subject.board is None else self.subject.board
            free = (square for square in squares if square != self.end or self.subject.problem.size == 1)
            starts = (square for square in free if all(square <= symmetry(square) for symmetry in self._symmetries))
        return map(self._from, starts)

    @cached_property
    def kind(self) -> Any:
        """A key that is equal for sets whose problems differ at most in their starts."""
        return self.subject.id, self.end, self.closed

    @cached_property
    def _symmetries(self) -> list[Symmetry]:
        """The symmetries of which a start is to be the first square of its orbit: those that leave the end where it is."""
        if self.subject.board is None or self.starts == "all":
            return []
        return [each for each in symmetries(self.subject.board) if self.end is None or each(self.end) == self.end]

    def _from(self, start: Any) -> NamedProblem:
        steps = known_steps(self.subject.problem, self.subject.problem.size)
        return self.subject.with_ends(start=start, end=self.end, closed=self.closed, steps=steps)


def each_once(sets: Iterable[ProblemSet]) -> Iterator[NamedProblem]:
    """Yield each problem of the sets once, with what the first set that knows its answer knows, and the suites of all its sets.

    Examples
    --------
    >>> from graphs import Board
    >>> board = NamedProblem.on_board(Board(3, 4))
    >>> [each.name for each in each_once([ProblemSet(board, [(1, 1)]), ProblemSet(board, "orbits")])]
    ['3x4 open from 1,1', '3x4 open from 0,0', '3x4 open from 0,1', '3x4 open from 1,0']
    """
    given = list(sets)
    alike = Counter(each.kind for each in given)
    known = {problem.id: problem for each in reversed(given) if each.subject.known for problem in each}
    suites: dict[str, dict[str, None]] = {}
    for each in given:
        if alike[each.kind] > 1:  # a set that shares no problem needs no memory
            for problem in each:
                suites.setdefault(problem.id, {})[each.subject.suite] = None
    for each in given:
        for problem in each:
            if alike[each.kind] > 1:
                if problem.id not in suites:
                    continue
                suite = SUITES.join(filter(None, suites.pop(problem.id)))
                problem = problem if suite == problem.suite else replace(problem, suite=suite)
            is_known = problem.id in known
            yield replace(problem, known=known[problem.id].known, source=known[problem.id].source) if is_known else problem

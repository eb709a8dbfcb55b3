"""Tables of answers about one board or graph, e.g. for each start of a tour.

A key of a *start map* is the start of an open tour. A key of a *pair map* is a pair of a start and an end. A key of a *hole
map* is a square that the tour leaves out. `maps` fills the tables, and `answer_texts` and `pages` show them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from graphs.board import Board, Square
from graphs.leapers import Leaper, leaper_name
from graphs.notation import edge_names, square_of
from graphs.obstructions import Disconnected
from graphs.svg import map_svg, palette, small_multiples_svg
from graphs.svg.palette import Look
from graphs.text import WORDS, plural
from solvers.core.outcome import ANSWERS, Status
from solvers.core.problem import Problem
from solvers.core.result import Result

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd

    from graphs.tour import Array

Key: TypeAlias = Any
NOT_DECIDED = Result(Status.UNKNOWN, None, "not decided")
"""Result of a question that was not tried."""
STOPPED = Result(Status.UNKNOWN, None, "stopped before it was decided")
"""Result of a question whose search was stopped."""


YES_OR_NO = {True: palette.YES, False: palette.NO, None: palette.UNKNOWN}
START = "the start: each small board is for one start, and lies where this start lies on the board"


@dataclass(frozen=True, repr=False)
class Answers(Mapping[Key, Result]):
    """A mapping from questions about one board to results, e.g. by start square.

    Attributes
    ----------
    problem : Problem
        The board and the leaper, or the graph.
    verdicts : mapping of key to Result
        The result for each key.
    closed : Result
        The result for a closed tour, if the table has one.
    seconds : float
        Wall time of the decisions. The operator `==` ignores it.
    """

    problem: Problem
    verdicts: Mapping[Key, Result]
    closed: Result = NOT_DECIDED
    seconds: float = field(default=0.0, compare=False)

    verb: ClassVar[str]
    meanings: ClassVar[dict[bool | None, str]]
    title: ClassVar[str]
    counted: ClassVar[str] = "square"
    levels: ClassVar[tuple[str, str]] = ("row", "col")
    marks: ClassVar[tuple[tuple[Look, str], ...]] = ()

    def __getitem__(self, key: Key) -> Result:
        return self.verdicts[square_of(key, self.problem.board)]

    def __iter__(self) -> Iterator[Key]:
        return iter(self.verdicts)

    def __len__(self) -> int:
        return len(self.verdicts)

    def __hash__(self) -> int:
        return hash((self.problem, self.closed, *self.verdicts.values()))

    def __repr__(self) -> str:
        counts = ", ".join(f"{self.count(answer)} {word}" for answer, word in ANSWERS.items())
        return f"<{type(self).__name__} of {self.board!r}: {counts}; closed: {self.closed.exists}>"

    def _repr_svg_(self) -> str | None:
        return None if self.problem.board is None else self.svg()

    @property
    def tour(self) -> str:
        """The kind of tours: "an open tour" or "a closed tour"."""
        return "a closed tour" if self.problem.closed else "an open tour"

    @property
    def legend(self) -> dict[bool | None, str]:
        """Legend texts for the answers True, False and None."""
        return {exists: meaning.format(tour=self.tour) for exists, meaning in self.meanings.items()}

    def svg(self, *, chess: bool = False) -> str:
        """Return an SVG picture with one cell per square or pair."""
        board, count, noun = self.problem.require_board(), self.count, self.counted
        holes = dict.fromkeys(board.holes, palette.HOLE_SQUARE)
        legend = [
            (YES_OR_NO[exists], f"{meaning}: {plural(count(exists), noun)}")
            for exists, meaning in self.legend.items()
            if count(exists)
        ]
        legend += [(palette.HOLE_SQUARE, "a hole")] * bool(holes)
        title = f"{self.title.format(tour=self.tour)}, {board.rows}x{board.cols} board"
        return self._picture(board, holes, chess, title=title, legend=[*self.marks, *legend])

    def _picture(self, board: Board, holes: dict[Square, Look], chess: bool, **words: Any) -> str:
        looks = holes | {square: YES_OR_NO[result.exists] for square, result in self.items()}
        cells = [[(looks[row, col], "") for col in range(board.cols)] for row in range(board.rows)]
        rows, cols = edge_names(board, chess)
        return map_svg(cells, rows=rows, cols=cols, **words)

    @staticmethod
    def question(problem: Problem, key: Key) -> Problem:
        """Return the problem whose result is stored under a key."""
        return problem.with_ends(start=key)

    @staticmethod
    def moved(key: Key, symmetry: Callable[[Any], Any]) -> Key:
        """Return the image of a key under a symmetry."""
        return symmetry(key)

    def questions(self) -> Iterator[tuple[Problem, Result]]:
        """Yield each problem that the table answers, with its result."""
        if self.closed != NOT_DECIDED:
            yield self.problem.with_ends(closed=True), self.closed
        yield from ((self.question(self.problem, key), result) for key, result in self.items())

    def results(self) -> Iterator[Result]:
        """Yield the result for each start, and the result for a closed tour."""
        return chain([self.closed] * (self.closed != NOT_DECIDED), self.values())

    @property
    def board(self) -> Board | nx.Graph[Any]:
        """The board of the problem, or its graph if there is no board."""
        return self.problem.graph if self.problem.board is None else self.problem.board

    @property
    def noun(self) -> str:
        """The plural noun for the keys, such as "squares"."""
        return WORDS["graph" if self.problem.board is None else "board"].vertices

    def count(self, exists: bool | None) -> int:
        """Count the keys with a given answer, e.g. the squares that start a tour.

        Parameters
        ----------
        exists : bool or None
            The answer, or None for unknown answers.

        Returns
        -------
        int
            The number of keys.
        """
        return sum(result.exists is exists for result in self.values())

    @property
    def exists(self) -> bool | None:
        """Whether any key has a tour, or None if unknown."""
        return True if self.count(True) else None if self.count(None) else False

    @property
    def grid(self) -> Array:
        """The answers as an array: True, False, None (unknown), or "#" (hole).

        >>> from solvers import start_map
        >>> start_map(Board(3, 4)).grid.tolist()[0]
        [True, False, False, True]
        """
        import numpy as np

        board = self.problem.require_board()
        answers = dict.fromkeys(board.holes, "#") | {square: result.exists for square, result in self.items()}
        return np.array([[answers[row, col] for col in range(board.cols)] for row in range(board.rows)], object)

    def frame(self) -> pd.DataFrame:
        """Return the answers and reasons as a data frame.

        Returns
        -------
        pandas.DataFrame
            A frame with the columns `exists` (a missing value if unknown) and `reason`.

        Examples
        --------
        >>> from solvers import start_map
        >>> frame = start_map(Board(3, 4)).frame()
        >>> frame.exists[1, 1].item(), frame.exists.unstack().shape
        (False, (3, 4))
        """
        import pandas as pd

        answers = [(each.exists, each.reason) for each in self.values()]
        frame = pd.DataFrame(answers, pd.Index(list(self)), ["exists", "reason"]).astype({"exists": "boolean"})
        return frame.rename_axis(self.levels) if frame.index.nlevels == len(self.levels) else frame


@dataclass(frozen=True, repr=False, eq=False)
class StartMap(Answers):
    """The results for open tours from each start, and for a closed tour.

    In a table of boards, the only key may be None, which means any start.

    Attributes
    ----------
    problem : Problem
        The board and the leaper, or the graph.
    verdicts : mapping of square to Result
        The result for an open tour from each square.
    closed : Result
        The result for a closed tour.
    """

    verb = "start an open tour"
    meanings: ClassVar = {True: "an open tour starts here", False: "none starts here", None: "unknown"}
    title = "Starts of open tours"

    @property
    def tours(self) -> dict[str, Result]:
        """The results "open" (for any start) and "closed" in a table of boards."""
        return ({"open": self[None]} if None in self else {}) | {"closed": self.closed}

    @property
    def kind(self) -> str:
        """The kinds of tours that exist, such as "closed" or "impossible"."""
        if self.closed.exists:
            return "closed"
        if self.exists:
            return "open" if self.closed.exists is False else "open-or-closed"
        return "unknown" if None in (self.closed.exists, self.exists) else "impossible"


@dataclass(frozen=True, repr=False, eq=False)
class PairMap(Answers):
    """A mapping from each pair of a start and an end to the result for an open tour."""

    verb = "have a tour"
    meanings: ClassVar = {
        True: "a tour from the start ends here",
        False: "no tour from the start ends here",
        None: "unknown",
    }
    title = "Starts and ends of open tours"
    levels = ("start", "end")
    noun = "pairs (start, end)"
    counted = "pair"
    marks = ((palette.START_SQUARE, START),)

    @staticmethod
    def question(problem: Problem, key: Key) -> Problem:
        return problem.with_ends(start=key[0], end=key[1])

    @staticmethod
    def moved(key: Key, symmetry: Callable[[Any], Any]) -> Key:
        return symmetry(key[0]), symmetry(key[1])

    def _picture(self, board: Board, holes: dict[Square, Look], chess: bool, **words: Any) -> str:
        maps: dict[Square, dict[Square, Look]] = {square: {**holes, square: palette.START_SQUARE} for square in board}
        for (start, end), result in self.items():
            maps[start][end] = YES_OR_NO[result.exists]
        return small_multiples_svg(maps, rows=board.rows, cols=board.cols, chess=chess, **words)


@dataclass(frozen=True, repr=False, eq=False)
class HoleMap(Answers):
    """A mapping from each square to the result for tours of all other squares."""

    verb = "can be left out of {tour}"
    meanings: ClassVar = {True: "without this square, there is {tour}", False: "there is none", None: "unknown"}
    title = "Squares that can be left out of {tour}"

    @staticmethod
    def question(problem: Problem, key: Key) -> Problem:
        board = problem.require_board()
        others = Board(board.rows, board.cols, board.holes | {key}, board.wrap)
        return Problem.on_board(others, problem.leaper, closed=problem.closed)


class BoardVerdicts(NamedTuple):
    """The answers about one board, as `board_map` yields them.

    Attributes
    ----------
    leaper, board : tuple of int, Board
        The leaper and the board.
    open, closed : bool or None
        Whether there is an open or a closed tour, or None if unknown.
    starts : StartMap
        The result for an open tour from each square, and for a closed tour.
    seconds : float
        Wall time of the decisions, ignored in comparisons.
    """

    leaper: Leaper
    board: Board
    open: bool | None
    closed: bool | None
    starts: StartMap

    @property
    def seconds(self) -> float:
        return self.starts.seconds


class AnswerCell(NamedTuple):
    """A cell of a table of boards: its place, appearance and results.

    `look` is a key of `answer_texts.MEANINGS`.
    """

    place: tuple[Any, int]
    look: str
    number: str
    shown: Result
    starts: StartMap


@dataclass(frozen=True)
class BoardTable:
    """A table of answers about many boards.

    It contains the results for the starts of each board. The table of one leaper has one row for each number of rows of the
    boards, and one column for each number of columns. Its cells show how many squares start an open tour. An *atlas* is a table
    of many leapers on square boards, with one row for each leaper. The start maps have the key None, and its cells show a tour
    or the kind of reason why there is none.

    Attributes
    ----------
    boards : sequence of StartMap
        The start map of each board. In a table of closed tours, start maps have no keys.
    leaper : tuple of int or None
        The leaper, or None for an atlas.
    """

    boards: Sequence[StartMap]
    leaper: Leaper | None = None

    @property
    def closed(self) -> bool:
        """Whether the table is about closed tours only."""
        return bool(self.boards) and not any(self.boards)

    @property
    def shows_starts(self) -> bool:
        """Whether the table contains a result for each start of each board."""
        return self.leaper is not None and not self.closed and all(None not in starts for starts in self.boards)

    def cells(self) -> Iterator[AnswerCell]:
        """Yield the cells of the table, one per board.

        In an atlas, the look is "apart" if there is no tour because the moves do not connect all squares. A number such as
        "≥12" means that some squares are unknown. It is empty if no square is known to start a tour, and some are unknown.
        """
        for starts in self.boards:
            board, look, number, shown = starts.problem.require_board(), starts.kind, "", starts.closed
            if self.shows_starts:
                yes = starts.count(True)
                number = f"≥{yes}" * (yes > 0) if starts.count(None) else str(yes)
            elif starts and not starts.closed.exists:
                shown = starts[None]
            if self.leaper is None and look == "impossible" and isinstance(shown.evidence, Disconnected):
                look = "apart"
            yield AnswerCell((board.rows if self.leaper else starts.problem.leaper, board.cols), look, number, shown, starts)

    def layout(self) -> tuple[list[Any], list[int], list[list[AnswerCell | None]]]:
        """Arrange the cells in a grid: return the row headings, the column numbers and the rows of cells.

        Leapers (a, b) are in ascending order of a + b, and their headings are their names.
        """
        at = {cell.place: cell for cell in self.cells()}
        rows = sorted({row for row, _ in at}, key=lambda row: (sum(row), row) if isinstance(row, tuple) else row)
        cols, heads = sorted({col for _, col in at}), [leaper_name(row) if isinstance(row, tuple) else row for row in rows]
        return heads, cols, [[at.get((row, col)) for col in cols] for row in rows]

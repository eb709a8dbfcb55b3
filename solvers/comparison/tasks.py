"""Tasks of a comparison: a task is one problem for one solver within one budget."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from graphs.board import Board, Square
from graphs.errors import BoardError
from graphs.leapers import KNIGHT, MAX_GRAPH_SQUARES
from graphs.symmetry import orbits
from solvers.budget import Budget
from solvers.problem import Problem
from solvers.registry import get_solver, solver_names

__all__ = ["Starts", "Task", "standard_tasks", "tasks_for"]

Starts: TypeAlias = Literal["all", "orbits"] | Sequence[Square]

STANDARD_BUDGET = Budget(seconds=1.0)
STANDARD = (
    # from every kind of start: boards on which some starts have no tour, or which have no closed tour
    (["3x7", "3x8", "4x5", "4x6", "5x5", "5x6", "6x6", "8x8"], "orbits"),
    # from one corner: boards that are too large for the slow solvers
    (["10x10", "14x14", "20x20", "30x30", "50x50"], [(0, 0)]),
)


@dataclass(frozen=True)
class Task:
    """A problem, a solver with its options, and a budget.

    Examples
    --------
    >>> task = Task(Board(5, 5), "warnsdorff", start=(0, 0))
    >>> task.question, task.name
    ('5x5 open from 0,0', '5x5 open from 0,0 | warnsdorff')
    """

    board: Board
    solver: str
    start: Square | None = None
    closed: bool = False
    leaper: tuple[int, int] = KNIGHT
    options: dict[str, Any] = field(default_factory=dict)
    budget: Budget = STANDARD_BUDGET

    @property
    def problem(self) -> Problem:
        """The problem; its graph is built when a solver needs it."""
        return Problem.on_board(self.board, self.leaper, start=self.start, closed=self.closed)

    @property
    def question(self) -> str:
        """The name of the problem, the same for every solver."""
        leaper = "" if self.leaper == KNIGHT else f" leaper {self.leaper[0]},{self.leaper[1]}"
        wrap = "" if self.board.wrap is None else f" wrap {self.board.wrap}"
        start = "" if self.start is None else f" from {self.start[0]},{self.start[1]}"
        board = str(self.board).replace("\n", "/")
        return f"{board}{wrap}{leaper} {'closed' if self.closed else 'open'}{start}"

    @property
    def name(self) -> str:
        """The name of the task: its problem, its solver and the options. No other task of a comparison has it."""
        options = "".join(f" {key}={value}" for key, value in sorted(self.options.items()))
        return f"{self.question} | {self.solver}{options}"


def tasks_for(
    boards: Iterable[Board],
    solvers: Sequence[str] | None = None,
    *,
    starts: Starts = "orbits",
    closed: bool = False,
    budget: Budget = STANDARD_BUDGET,
) -> Iterator[Task]:
    """Yield a task for every solver on every board and start.

    Parameters
    ----------
    boards : the boards.
    solvers : names of solvers; None for all of them. A solver gets no task for a problem that it cannot take.
    starts : `"all"` squares, one of each orbit under the board's symmetries (`"orbits"`), or a list of squares. A closed
        tour passes through every square, so closed problems have no start unless `starts` is a list.
    closed : whether the tours are to be closed.
    budget : the budget of each run.

    Raises
    ------
    UnknownSolver : no solver has one of the names.
    ProblemError : a start is not on one of the boards.
    BoardError : a board is too large.
    """
    entries = [get_solver(name) for name in (solver_names() if solvers is None else solvers)]
    for board in boards:
        if board.size > MAX_GRAPH_SQUARES:
            raise BoardError(f"a board of {board.size:,} squares is too large to compare: {MAX_GRAPH_SQUARES:,} at most", board)
        for start in _starts(board, starts, closed):
            for entry in entries:
                task = Task(board, entry.name, start, closed, budget=budget)
                if not entry.refusal(task.problem):
                    yield task


def _starts(board: Board, starts: Starts, closed: bool) -> Iterable[Square | None]:
    if not isinstance(starts, str):
        return starts
    if closed:
        return [None]
    return board if starts == "all" else [orbit[0] for orbit in orbits(board)]


def standard_tasks(solvers: Sequence[str] | None = None, budget: Budget = STANDARD_BUDGET) -> Iterator[Task]:
    """Yield the standard comparison: from 3x7 to 50x50, open and closed, with a tour and without."""
    for names, starts in STANDARD:
        boards = [Board.parse(name) for name in names]
        chosen: Starts = "orbits" if isinstance(starts, str) else starts
        yield from tasks_for(boards, solvers, starts=chosen, budget=budget)
        yield from tasks_for(boards, solvers, closed=True, budget=budget)

"""Tie-break trials: how often does Warnsdorff's walk end in a tour, by tie-break rule, board and start?

A trial makes many walks by one rule on one board, each with another seed, and counts the tours; `solve` verifies them all.
A walk costs about 0.13 ms and 50 ns for each square: 1000 walks of 200x200 take two seconds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any

from graphs.board import Board, Square
from graphs.errors import BoardError
from graphs.symmetry import orbits
from solvers.comparison.problem_sets import Starts
from solvers.comparison.problems import square_text
from solvers.comparison.wilson import wilson_interval
from solvers.errors import UnsupportedProblem
from solvers.methods.tie_breaks import tie_break_names
from solvers.parallel import result_of
from solvers.problem import Problem
from solvers.registry import MOST, whole_number
from solvers.result import Status
from solvers.solving import solve
from solvers.splitmix import SplitMix64

__all__ = [
    "STANDARD_BOARDS",
    "STANDARD_RULES",
    "SuccessRate",
    "Trial",
    "pooled",
    "success_rates",
    "trials_for",
    "uses_chance",
]

STANDARD_RULES = ("random", "roth+random", "pohl+random", "first", "roth", "pohl", "squirrel")
STANDARD_BOARDS = tuple(Board(side, side) for side in (5, 6, 7, 8, 10, 12, 16, 20, 30, 40, 50, 64, 74, 100, 128, 150, 200))
CORNER: Square = (0, 0)

SOLVER = "warnsdorff-compiled"
MOST_SQUARES = 10_000_000
MOST_RUNS = 1_000_000
BATCH = 5_000_000
"""Squares that a worker process walks in one call: a quarter of a second, which is how long Ctrl-C may have to wait."""
OVERHEAD = 3_000
"""The fixed cost of a walk, in squares."""
AHEAD = 32
"""Trials that the executor may hold before the first of them is finished."""

Walk = tuple[Square, int]
"""A start and a seed."""


@dataclass(frozen=True)
class Trial:
    """Many walks by one rule on one board.

    Attributes
    ----------
    rule : a value of the option `tie_break` of `warnsdorff`.
    board, start : where the walks begin; None means any square.
    runs : the number of walks.
    seed : seed of the generator that gives each walk its start and its seed.
    """

    rule: str
    board: Board
    start: Square | None
    runs: int
    seed: int

    @property
    def sampled(self) -> bool:
        """Whether the walks are a random sample, so that another seed may give another rate."""
        return uses_chance(self.rule) or (self.start is None and self.board.size > self.runs)

    def walks(self) -> Iterator[Walk]:
        """Yield the start and the seed of each walk: `runs` of them, or one for each start if nothing is random.

        Examples
        --------
        >>> list(Trial("roth", Board(5, 5), (0, 0), runs=1000, seed=0).walks())
        [((0, 0), 0)]
        >>> len(list(Trial("roth", Board(5, 5), None, runs=1000, seed=0).walks()))
        25
        >>> len(list(Trial("random", Board(5, 5), None, runs=1000, seed=0).walks()))
        1000
        """
        squares = list(self.board) if self.start is None else [self.start]
        if not self.sampled:
            yield from ((square, 0) for square in squares)
            return
        random = SplitMix64(self.seed)
        for _ in range(self.runs):
            start = squares[random.below(len(squares))]
            yield start, random.below(MOST)


def uses_chance(rule: str) -> bool:
    """Return whether a walk by this rule depends on its seed.

    `first` and `squirrel` always leave one square, so that the rules joined after them by `+` never act.

    Examples
    --------
    >>> [uses_chance(rule) for rule in ("random", "roth+random", "pohl+first", "first+random")]
    [True, True, False, False]
    """
    deciding = next((name for name in rule.split("+") if name in ("random", "first", "squirrel")), None)
    return deciding == "random"


@dataclass(frozen=True)
class SuccessRate:
    """The outcome of a trial.

    Attributes
    ----------
    rule, board, start, seed, sampled : as in the trial.
    runs, successes : how many walks were made, and how many of them ended in a verified tour.
    refusal : why the rule does not fit the board; empty if it does. A rule that does not fit has no runs.

    Examples
    --------
    >>> corner = SuccessRate("random", Board(50, 50), (0, 0), runs=1000, successes=840)
    >>> corner.rate
    0.84
    >>> low, high = corner.interval()
    >>> round(low, 3), round(high, 3)
    (0.816, 0.861)
    """

    rule: str
    board: Board
    start: Square | None
    runs: int
    successes: int
    seed: int = 0
    sampled: bool = True
    refusal: str = ""

    @property
    def rate(self) -> float | None:
        """The share of the walks that ended in a tour, 0 to 1; None without runs."""
        return self.successes / self.runs if self.runs else None

    def interval(self, confidence: float = 0.95) -> tuple[float, float] | None:
        """Return Wilson's interval for the rate at this confidence, 0 to 1; None without runs.

        If the walks are no random sample the rate is exact, and both ends of the interval are the rate.
        """
        if self.rate is None:
            return None
        if not self.sampled:
            return self.rate, self.rate
        return wilson_interval(self.successes, self.runs, confidence)

    def row(self) -> dict[str, Any]:
        """Return the outcome, with its 95 % interval, as a row of a table: values by column name."""
        low, high = self.interval() or (None, None)
        return {
            "board": str(self.board).replace("\n", "/"),
            "wrap": self.board.wrap or "",
            "start": "any" if self.start is None else square_text(self.start),
            "tie_break": self.rule,
            "seed": self.seed,
            "runs": self.runs,
            "successes": self.successes,
            "rate": _decimal(self.rate),
            "low": _decimal(low),
            "high": _decimal(high),
            "sampled": self.sampled,
            "refusal": self.refusal,
        }


def _decimal(value: float | None) -> str:
    return "" if value is None else f"{value:.6f}"


def trials_for(
    boards: Iterable[Board] = STANDARD_BOARDS,
    rules: Sequence[str] = STANDARD_RULES,
    *,
    starts: Starts = (CORNER,),
    runs: int = 1000,
    seed: int = 0,
) -> Iterator[Trial]:
    """Yield a trial for every rule on every board and start.

    Parameters
    ----------
    boards, rules : repetitions count once.
    starts : a list of squares, or `"orbits"` for one square of each orbit under the board's symmetries: a trial for each of
        them. `"all"`: one trial for the whole board, in which each walk begins at a random square. (A rule without chance
        makes one walk from each square instead, if the board has at most `runs` squares.)
    runs : the number of walks of each trial; a rule without chance makes one walk for each start.
    seed : the same seed gives the same walks on every machine.

    Raises
    ------
    OptionError : a rule is unknown, or a number out of range.
    ProblemError : a start is not on one of the boards.
    BoardError : a board is too large.
    """
    whole_number("runs", runs, least=1, most=MOST_RUNS)
    whole_number("seed", seed, least=0)
    for rule in rules:
        tie_break_names(rule)
    for board in dict.fromkeys(boards):
        if board.size > MOST_SQUARES:
            raise BoardError(f"a board of {board.size:,} squares is too large for many walks: {MOST_SQUARES:,} at most", board)
        for start in _starts(board, starts):
            Problem.on_board(board, start=start)  # refuses a start that is not on it
            for rule in dict.fromkeys(rules):
                yield Trial(rule, board, start, runs, seed)


def _starts(board: Board, starts: Starts) -> Iterable[Square | None]:
    if not isinstance(starts, str):
        return dict.fromkeys(starts)
    return [None] if starts == "all" else [orbit[0] for orbit in orbits(board)]


def success_rates(trials: Iterable[Trial], executor: Executor | None = None) -> Iterator[SuccessRate]:
    """Make the walks of all trials, and yield the rate of each, in the order of the trials.

    Parameters
    ----------
    trials : an iterable, of which at most 33 trials are held at a time.
    executor : makes the walks in parallel; None makes them in this process. The rates are the same.

    Raises
    ------
    SolverUnavailable : numba is not installed.
    SolverError : a process of the executor died, and another that made the same walks.

    Examples
    --------
    >>> trials = trials_for([Board(7, 7), Board(8, 8)], ["roth+random", "squirrel"], runs=100)
    >>> [(str(each.board), each.rule, each.rate) for each in success_rates(trials)]
    [('7x7', 'roth+random', 0.38), ('7x7', 'squirrel', 1.0), ('8x8', 'roth+random', 1.0), ('8x8', 'squirrel', 1.0)]
    """
    if executor is None:
        for trial in trials:
            yield _finished(trial, (_tours(trial, batch) for batch in _batches(trial)))
        return
    waiting: deque[tuple[Trial, list[Future[int]]]] = deque()
    for trial in trials:
        waiting.append((trial, [executor.submit(_tours, trial, batch) for batch in _batches(trial)]))
        if len(waiting) > AHEAD:
            first, futures = waiting.popleft()
            yield _finished(first, _results(first, futures))
    for trial, futures in waiting:
        yield _finished(trial, _results(trial, futures))


def _results(trial: Trial, futures: Iterable[Future[int]]) -> Iterator[int]:
    return (result_of(future, f"walks by {trial.rule!r} on {trial.board}") for future in futures)


def _batches(trial: Trial) -> Iterator[list[Walk]]:
    walks = list(trial.walks())
    length = max(1, BATCH // (trial.board.size + OVERHEAD))
    for first in range(0, len(walks), length):
        yield walks[first : first + length]


def _tours(trial: Trial, walks: list[Walk]) -> int:
    """Return how many of the walks end in a tour."""
    problem = Problem.on_board(trial.board)
    results = (solve(problem.with_ends(start=start), SOLVER, tie_break=trial.rule, seed=seed) for start, seed in walks)
    return sum(result.status is Status.FOUND for result in results)


def _finished(trial: Trial, tours: Iterable[int]) -> SuccessRate:
    what = (trial.rule, trial.board, trial.start)
    try:
        successes = sum(tours)
    except UnsupportedProblem as refused:
        return SuccessRate(*what, 0, 0, trial.seed, trial.sampled, str(refused))
    runs = trial.runs if trial.sampled else trial.board.size if trial.start is None else 1
    return SuccessRate(*what, runs, successes, trial.seed, trial.sampled)


def pooled(rates: Iterable[SuccessRate]) -> list[SuccessRate]:
    """Return one rate for each rule and board, over all its starts; the order is that of the first rates.

    Examples
    --------
    >>> corner = SuccessRate("random", Board(8, 8), (0, 0), runs=100, successes=98)
    >>> centre = SuccessRate("random", Board(8, 8), (3, 3), runs=100, successes=92)
    >>> [(each.start, each.runs, each.rate) for each in pooled([corner, centre])]
    [(None, 200, 0.95)]
    """
    groups: dict[tuple[str, Board], list[SuccessRate]] = {}
    for found in rates:
        groups.setdefault((found.rule, found.board), []).append(found)
    return [group[0] if len(group) == 1 else _sum(group) for group in groups.values()]


def _sum(group: Sequence[SuccessRate]) -> SuccessRate:
    fitting = [found for found in group if not found.refusal] or group[:1]
    runs, successes = sum(found.runs for found in fitting), sum(found.successes for found in fitting)
    first = fitting[0]
    sampled = any(found.sampled for found in fitting)
    return SuccessRate(first.rule, first.board, None, runs, successes, first.seed, sampled, first.refusal)

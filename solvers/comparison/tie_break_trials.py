"""The tie-break laboratory: how often does Warnsdorff's walk end in a tour, by tie-break rule, board and start?

A trial makes many walks by one rule on one board, each with a seed of its own, and counts the tours; `solve` verifies every
one. The interval is that of E. B. Wilson (Probable inference, the law of succession, and statistical inference, 1927),
computed by scipy. Cost: about 0.13 ms + 50 ns a square for each walk, so that 1000 walks of 200x200 take two seconds; on
small boards most of it is `solve` and the arrays, too little to be worth another way in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass
from typing import Any

from graphs.board import Board, Square
from graphs.errors import BoardError
from graphs.symmetry import orbits
from solvers.comparison.tasks import Starts
from solvers.errors import SolverError, SolverUnavailable, UnsupportedProblem
from solvers.methods.tie_breaks import tie_break_names
from solvers.options import MOST, whole_number
from solvers.problem import Problem
from solvers.result import Status
from solvers.solving import solve
from solvers.splitmix import SplitMix64

__all__ = [
    "STANDARD_BOARDS",
    "STANDARD_RULES",
    "SuccessRate",
    "Trial",
    "check_laboratory",
    "pooled",
    "success_rates",
    "trials_for",
    "uses_chance",
]

STANDARD_RULES = ("random", "roth+random", "pohl+random", "first", "roth", "pohl", "squirrel")
STANDARD_BOARDS = tuple(Board(side, side) for side in (5, 6, 7, 8, 10, 12, 16, 20, 30, 40, 50, 64, 74, 100, 128, 150, 200))
CORNER: Square = (0, 0)

SOLVER = "warnsdorff-compiled"
PACKAGES = ("scipy", "matplotlib")
MOST_SQUARES = 10_000_000
MOST_RUNS = 1_000_000
BATCH = 5_000_000
"""Squares to walk in one call of a process, a quarter of a second: Ctrl-C waits no longer."""
OVERHEAD = 3_000
"""What a walk costs besides its squares, in squares."""
AHEAD = 32
"""Trials handed to an executor before the first of them is waited for."""

Walk = tuple[Square, int]
"""A start and a seed."""


@dataclass(frozen=True)
class Trial:
    """Many walks by one rule on one board.

    Attributes
    ----------
    rule : as the option `tie_break` of `warnsdorff`.
    board, start : where the walks begin; None is any square.
    runs : how many walks are asked for.
    seed : all chance follows from it.
    """

    rule: str
    board: Board
    start: Square | None
    runs: int
    seed: int

    @property
    def sampled(self) -> bool:
        """Whether the walks are a sample, so that other seeds give another rate."""
        return uses_chance(self.rule) or (self.start is None and self.board.size > self.runs)

    def walks(self) -> Iterator[Walk]:
        """The start and the seed of each walk: one for each start where nothing is left to chance, else as many as asked for.

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
    """Whether a walk by this rule depends on its seed: `first` and `squirrel` leave nothing to the rules after them.

    Examples
    --------
    >>> [uses_chance(rule) for rule in ("random", "roth+random", "pohl+first", "first+random")]
    [True, True, False, False]
    """
    deciding = next((name for name in rule.split("+") if name in ("random", "first", "squirrel")), None)
    return deciding == "random"


@dataclass(frozen=True)
class SuccessRate:
    """How a trial ended.

    Attributes
    ----------
    rule, board, start, seed, sampled : as in the trial.
    runs, successes : walks made, and those of them that ended in a verified tour.
    refusal : why the rule does not fit the board, in which case there are no runs; else empty.

    Examples
    --------
    >>> found = SuccessRate("random", Board(50, 50), (0, 0), runs=1000, successes=840)
    >>> found.rate
    0.84
    >>> low, high = found.interval()
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
        """The share of walks that ended in a tour, 0 to 1; None without runs."""
        return self.successes / self.runs if self.runs else None

    def interval(self, confidence: float = 0.95) -> tuple[float, float] | None:
        """Between what rates the true one lies, with this confidence; None without runs.

        Where nothing was drawn the rate is known, and both ends are the rate.

        Raises
        ------
        SolverUnavailable : scipy is not installed.
        """
        if self.rate is None:
            return None
        if not self.sampled:
            return self.rate, self.rate
        check_laboratory(["scipy"])
        from scipy.stats import binomtest

        found = binomtest(self.successes, self.runs).proportion_ci(confidence, method="wilson")
        return float(found.low), float(found.high)

    def row(self) -> dict[str, Any]:
        """The cell as one row of a table of values, with the interval of 95 %."""
        low, high = self.interval() or (None, None)
        return {
            "board": str(self.board).replace("\n", "/"),
            "wrap": self.board.wrap or "",
            "start": "any" if self.start is None else "{},{}".format(*self.start),
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


def check_laboratory(packages: Sequence[str] = PACKAGES) -> None:
    """See that the packages of the laboratory are installed.

    Raises
    ------
    SolverUnavailable : one is not; the sentence says what to install.
    """
    from importlib.util import find_spec

    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        needs = f"the tie-break laboratory needs {' and '.join(missing)}, not installed here"
        raise SolverUnavailable(f'{needs}: pip install -e ".[lab]"', missing)


def trials_for(
    boards: Iterable[Board] = STANDARD_BOARDS,
    rules: Sequence[str] = STANDARD_RULES,
    *,
    starts: Starts = (CORNER,),
    runs: int = 1000,
    seed: int = 0,
) -> Iterator[Trial]:
    """Every rule on every board and start.

    Parameters
    ----------
    boards, rules : one that is named twice counts once.
    starts : a list of squares, or one of each orbit under the board's symmetries (`"orbits"`), is a trial for each of them;
        `"all"` is one trial for the whole board, in which each walk begins at a square that is drawn (where a rule leaves
        nothing to chance and the board has no more squares than there are runs: one walk from each square).
    runs : walks for each trial; a rule that leaves nothing to chance makes one for each start.
    seed : the same seed gives the same walks everywhere.

    Raises
    ------
    OptionError : an unknown rule, a number out of range.
    ProblemError : a start that is not on one of the boards.
    BoardError : a board that is too large.
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
    """Make the walks of all trials, and yield each trial's rate when it is finished, in the order of the trials.

    Parameters
    ----------
    trials : taken one by one, a little ahead of what is yielded.
    executor : where walks are made in parallel; None makes them here. It changes no rate.

    Raises
    ------
    SolverUnavailable : numba is not installed.
    SolverError : a process of the executor died.

    Examples
    --------
    >>> trials = trials_for([Board(7, 7), Board(8, 8)], ["roth+random", "squirrel"], runs=100)
    >>> [(str(found.board), found.rule, found.rate) for found in success_rates(trials)]
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
            yield _finished(first, (future.result() for future in futures))
    for trial, futures in waiting:
        yield _finished(trial, (future.result() for future in futures))


def _batches(trial: Trial) -> Iterator[list[Walk]]:
    walks = list(trial.walks())
    length = max(1, BATCH // (trial.board.size + OVERHEAD))
    for first in range(0, len(walks), length):
        yield walks[first : first + length]


def _tours(trial: Trial, walks: list[Walk]) -> int:
    """How many of the walks end in a tour."""
    problem = Problem.on_board(trial.board)
    results = (solve(problem.asking(start=start), SOLVER, tie_break=trial.rule, seed=seed) for start, seed in walks)
    return sum(result.status is Status.FOUND for result in results)


def _finished(trial: Trial, tours: Iterable[int]) -> SuccessRate:
    asked = (trial.rule, trial.board, trial.start)
    try:
        successes = sum(tours)
    except UnsupportedProblem as refused:
        return SuccessRate(*asked, 0, 0, trial.seed, trial.sampled, str(refused))
    except BrokenExecutor as died:
        raise SolverError(f"a process died on walks by {trial.rule!r} on {trial.board}: {died}", trial) from died
    runs = trial.runs if trial.sampled else trial.board.size if trial.start is None else 1
    return SuccessRate(*asked, runs, successes, trial.seed, trial.sampled)


def pooled(rates: Iterable[SuccessRate]) -> list[SuccessRate]:
    """The rates with all starts of a board taken together, in the order in which rule and board first come.

    Examples
    --------
    >>> corner = SuccessRate("random", Board(8, 8), (0, 0), runs=100, successes=98)
    >>> centre = SuccessRate("random", Board(8, 8), (3, 3), runs=100, successes=92)
    >>> [(found.start, found.runs, found.rate) for found in pooled([corner, centre])]
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

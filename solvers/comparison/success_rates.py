"""How often a walk by Warnsdorff's rule ends in a tour, by tie-break rule and board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from graphs.board import Board
from graphs.leapers import KNIGHT, Leaper
from solvers.comparison.tasks import Competitor
from solvers.core.outcome import Status
from solvers.core.problem import Problem
from solvers.core.registry import MOST, whole_number
from solvers.core.splitmix import SplitMix64
from solvers.solving.solve import solve
from solvers.workers import process_executor
from solvers.workers.executors import each_result

if TYPE_CHECKING:
    import pandas as pd

RULES = ("random", "roth+random", "pohl+random", "first", "roth", "pohl", "squirrel")
SOLVER = "warnsdorff-compiled"


class _Walks(NamedTuple):
    """Walks by one rule. Without `start`, each begins at random."""

    board: Board
    leaper: Leaper
    rule: str
    start: Any
    walks: int
    seed: int


def success_rates(
    boards: Iterable[Board | str],
    rules: Sequence[str] = RULES,
    *,
    start: Any = (0, 0),
    walks: int = 1000,
    seed: int = 0,
    leaper: Leaper = KNIGHT,
    jobs: int | None = None,
) -> pd.DataFrame:
    """Measure how often walks by Warnsdorff's rule end in a tour.

    Parameters
    ----------
    boards : iterable of Board or str
        The boards.
    rules : sequence of str, optional
        Tie-break rules, as in the option `tie_break` of `warnsdorff`.
    start : tuple of int, optional
        The first square. If None, each walk begins at a random square.
    walks : int, optional
        Number of walks per rule and board. A rule without random choices makes one walk from a given start.
    seed : int, optional
        Seed of all walks.
    leaper : tuple of int, optional
        The leaper.
    jobs : int, optional
        Number of processes. By default, the number of cores.

    Returns
    -------
    pandas.DataFrame
        One row per board and rule: the numbers of `walks` and verified `tours`, their ratio `rate`, and the ends `low` and
        `high` of its 95 % Wilson interval.

    Raises
    ------
    KnightsTourError
        If a board, a rule or a number is invalid, or if a rule does not support the leaper.

    References
    ----------
    E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the American Statistical
    Association 22, 1927.

    Examples
    --------
    >>> rates = success_rates(["7x7", "8x8"], ["roth+random", "squirrel"], walks=100, jobs=1)
    >>> rates[["board", "rule", "walks", "tours"]].values.tolist()
    [['7x7', 'roth+random', 100, 38], ['7x7', 'squirrel', 1, 1], ['8x8', 'roth+random', 100, 100], ['8x8', 'squirrel', 1, 1]]
    """
    import pandas as pd
    from scipy.stats import binomtest

    whole_number("walks", walks, least=1)
    parsed = [Board.parse(each) if isinstance(each, str) else each for each in boards]
    items = [
        _Walks(board, leaper, rule, start, walks if start is None or _uses_chance(rule) else 1, seed)
        for board, rule in product(parsed, dict.fromkeys(rules))
    ]
    with process_executor(jobs) as executor:
        tours = dict(each_result(executor, _count_tours, items, lambda each: f"{each.rule} on {each.board}"))
    rows = []
    for each in items:
        interval = binomtest(tours[each], each.walks).proportion_ci(0.95, method="wilson")
        rate = tours[each] / each.walks
        rows.append((str(each.board), each.rule, each.walks, tours[each], rate, interval.low, interval.high))
    return pd.DataFrame(rows, columns=["board", "rule", "walks", "tours", "rate", "low", "high"])


def _uses_chance(rule: str) -> bool:
    return Competitor(SOLVER, {"tie_break": rule}).is_random


def _count_tours(walks: _Walks) -> int:
    """Return the number of walks that end in a tour."""
    problem = Problem.on_board(walks.board, walks.leaper)
    return sum(
        solve(problem.with_ends(start=start), SOLVER, tie_break=walks.rule, seed=seed).status is Status.FOUND
        for start, seed in _starts_and_seeds(walks)
    )


def _starts_and_seeds(walks: _Walks) -> Iterator[tuple[Any, int]]:
    squares = [*walks.board] if walks.start is None else [walks.start]
    random = SplitMix64(walks.seed)
    for _ in range(walks.walks):
        start = squares[random.below(len(squares))]
        yield start, random.below(MOST)

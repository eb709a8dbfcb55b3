"""Success rates of Warnsdorff's rule, by board and tie-break rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import product
from typing import Any

import pandas as pd
from scipy.stats import binomtest

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

RULES = ("random", "roth+random", "pohl+random", "first", "roth", "pohl", "squirrel")
SOLVER = "warnsdorff-compiled"


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
    """Measure how often Warnsdorff's rule finds a tour, by board and tie-break rule.

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
    whole_number("walks", walks, least=1)
    parsed = [Board.parse(each) if isinstance(each, str) else each for each in boards]
    items = list(product(parsed, dict.fromkeys(rules)))
    walk = partial(_walk, leaper, start, walks, seed)
    with process_executor(jobs) as executor:
        results = dict(each_result(executor, walk, items))
    rows = []
    for board, rule in items:
        made, tours = results[board, rule]
        interval = binomtest(tours, made).proportion_ci(0.95, method="wilson")
        rows.append((str(board), rule, made, tours, tours / made, *interval))
    return pd.DataFrame(rows, columns=["board", "rule", "walks", "tours", "rate", "low", "high"])


def _walk(leaper: Leaper, start: Any, walks: int, seed: int, item: tuple[Board, str]) -> tuple[int, int]:
    """Return the numbers of walks and of tours for one board and rule."""
    board, rule = item
    starts = [*board] if start is None else [start]
    if start is not None and not Competitor(SOLVER, {"tie_break": rule}).is_random:
        walks = 1
    problem, chance, tours = Problem.on_board(board, leaper), SplitMix64(seed), 0
    for _ in range(walks):
        from_start = problem.with_ends(start=starts[chance.below(len(starts))])
        result = solve(from_start, SOLVER, tie_break=rule, seed=chance.below(MOST))
        tours += result.status is Status.FOUND
    return walks, tours

"""Runs of many walks: how often does Warnsdorff's walk end in a tour, by tie-break rule, board and start?

A rule is a competitor, and a seed stands for many walks, each with a seed of its own. One walk is too short for a run: it
costs about 0.13 ms and 50 ns for each square. So a run makes all those that take a quarter of a second, and keeps how many
of them end in a tour; every tour is verified, and the first is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from graphs.board import Square
from solvers.comparison.problems import NamedProblem
from solvers.comparison.tasks import Competitor, Task
from solvers.registry import MOST, whole_number
from solvers.splitmix import STEP, SplitMix64

__all__ = ["STANDARD_BOARDS", "STANDARD_RULES", "starts_and_seeds", "uses_chance", "walk_tasks"]

STANDARD_RULES = ("random", "roth+random", "pohl+random", "first", "roth", "pohl", "squirrel")
STANDARD_BOARDS = tuple(f"{side}x{side}" for side in (5, 6, 7, 8, 10, 12, 16, 20, 30, 40, 50, 64, 74, 100, 128, 150, 200))
SOLVER = "warnsdorff-compiled"
MOST_WALKS = 1_000_000
BATCH = 5_000_000
"""Squares that one run walks."""
OVERHEAD = 3_000
"""The fixed cost of a walk, in squares."""


def walk_tasks(problems: Iterable[NamedProblem], rules: Sequence[str], walks: int, seed: int = 0) -> Iterator[Task]:
    """Yield the tasks that make this number of walks by every rule on every problem.

    Parameters
    ----------
    problems : boards with their starts. Without a start, each walk begins at a random square.
    rules : values of the option `tie_break` of `warnsdorff`; duplicates are ignored.
    walks : a rule without chance makes one walk instead: from the start, or without one from each square of a board that has
        at most this number of squares. Its tasks have no seed.
    seed : the same seed gives the same walks on every machine.

    Raises
    ------
    OptionError : a number is out of range.

    Examples
    --------
    >>> from graphs import Board
    >>> corner = NamedProblem.on_board(Board(8, 8), start=(0, 0))
    >>> [(task.competitor.name, task.seed, task.walks) for task in walk_tasks([corner], ["roth", "random"], 1000)]
    [('warnsdorff-compiled tie_break=roth', None, range(0, 1)), ('warnsdorff-compiled tie_break=random', 0, range(0, 1000))]
    """
    whole_number("runs", walks, least=1, most=MOST_WALKS)
    for problem in problems:
        size, has_start = problem.problem.size, problem.problem.start is not None
        length = max(1, BATCH // (size + OVERHEAD))
        for rule in dict.fromkeys(rules):
            competitor = Competitor(SOLVER, {"tie_break": rule})
            by_chance = uses_chance(rule) or (not has_start and size > walks)
            number = walks if by_chance else 1 if has_start else size
            for repeat, first in enumerate(range(0, number, length)):
                part = range(first, min(first + length, number))
                yield Task(problem, competitor, seed if by_chance else None, repeat=repeat, walks=part)


def starts_and_seeds(task: Task) -> Iterator[tuple[Square, int]]:
    """Yield the start and the seed of each walk of a task; the seeds of different walks are independent.

    Examples
    --------
    >>> from graphs import Board
    >>> (task,) = walk_tasks([NamedProblem.on_board(Board(5, 5))], ["random"], 3)
    >>> list(starts_and_seeds(task))
    [((4, 2), 926699316), ((0, 0), 2084953171), ((0, 2), 702926725)]
    """
    assert task.walks is not None
    start = task.problem.problem.start
    squares = list(task.problem.board or ()) if start is None else [start]
    if task.seed is None:
        yield from ((squares[number], 0) for number in task.walks)
        return
    random = SplitMix64(task.seed + 2 * task.walks.start * STEP)  # each walk draws two numbers
    for _ in task.walks:
        chosen = squares[random.below(len(squares))]
        yield chosen, random.below(MOST)


def uses_chance(rule: str) -> bool:
    """Return whether a walk by this rule depends on its seed.

    `first` and `squirrel` always leave one square, so that the rules joined after them by `+` never act.

    Examples
    --------
    >>> [uses_chance(rule) for rule in ("random", "roth+random", "pohl+first", "first+random")]
    [True, True, False, False]
    """
    return next((name for name in rule.split("+") if name in ("random", "first", "squirrel")), None) == "random"

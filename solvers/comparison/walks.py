"""Runs of many walks. They measure, per tie-break rule, board and start, how often a walk by Warnsdorff's rule ends in a tour.

A walk is one call of Warnsdorff's rule, without backtracking. A tie-break rule (below: a rule) selects one of several squares
that Warnsdorff's rule allows. Each rule is a competitor. The seed of a task determines the seeds of all its walks.

One walk is too short for a run, because it takes about 0.13 ms plus 50 ns per square. So a run makes as many walks as fit into
about a quarter of a second, and counts the walks that end in a tour. Every tour is verified; the first one is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from graphs.board import Square
from solvers.comparison.competitors import Competitor
from solvers.comparison.problems import NamedProblem
from solvers.comparison.tasks import Task
from solvers.registry import MOST, whole_number
from solvers.splitmix import STEP, SplitMix64

STANDARD_RULES = ("random", "roth+random", "pohl+random", "first", "roth", "pohl", "squirrel")
STANDARD_BOARDS = tuple(f"{side}x{side}" for side in (5, 6, 7, 8, 10, 12, 16, 20, 30, 40, 50, 64, 74, 100, 128, 150, 200))
SOLVER = "warnsdorff-compiled"
MOST_WALKS = 1_000_000
BATCH = 5_000_000
"""Maximum size of a run of several walks. The size of a walk is the number of squares of its board plus `OVERHEAD`."""
OVERHEAD = 3_000
"""Fixed time of a walk, expressed as the number of squares that a walk visits in this time."""


def walk_tasks(problems: Iterable[NamedProblem], rules: Sequence[str], walks: int, seed: int = 0) -> Iterator[Task]:
    """Yield the tasks whose runs make walks by each rule on each problem.

    Parameters
    ----------
    problems : iterable of NamedProblem
        Problems on boards. If a problem has no start, each walk by a random rule begins at a random square.
    rules : sequence of str
        Values of the option `tie_break` of `warnsdorff`; duplicates are ignored.
    walks : int
        The number of walks by each random rule on each problem, at most `MOST_WALKS`. For deterministic rules, see Notes.
    seed : int
        The seed of all walks. The same seed gives the same walks on every machine.

    Yields
    ------
    Task
        A task with one or more of the walks. If it has several, they take at most about a quarter of a second in total.

    Raises
    ------
    OptionError
        If a number is out of range.

    Notes
    -----
    For a deterministic rule, the number of walks depends on the problem:

    - If the problem has a start, there is one walk, from this start. The task has no seed.
    - If it has no start, and the board has at most `walks` squares, there is one walk from each square. The tasks have no seed.
    - If it has no start, and the board has more squares, there are `walks` walks from random squares. The tasks have a seed.

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
    """Yield the start and the seed of each walk of a task.

    Parameters
    ----------
    task : Task
        A task with walks.

    Yields
    ------
    tuple
        The square where the walk begins, and its seed. The seeds of different walks are independent; they are 0 if the task has
        no seed.

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
    """Return whether walks by a tie-break rule depend on the seed.

    Parameters
    ----------
    rule : str
        A value of the option `tie_break`: rules joined by `+`.

    Returns
    -------
    bool
        Whether the rule `random` can be applied. Rules after `first` or `squirrel` are never applied, because these two always
        select a single square.

    Examples
    --------
    >>> [uses_chance(rule) for rule in ("random", "roth+random", "pohl+first", "first+random")]
    [True, True, False, False]
    """
    return next((name for name in rule.split("+") if name in ("random", "first", "squirrel")), None) == "random"

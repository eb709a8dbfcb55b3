"""The plan of a comparison: all its tasks, which are made anew whenever they are needed, and so take no memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from solvers.comparison.problem_sets import ProblemSet, SuiteProblem, each_once
from solvers.comparison.problems import NamedProblem
from solvers.comparison.tasks import Task

__all__ = ["Plan"]


@dataclass(frozen=True)
class Plan:
    """All tasks of a comparison.

    Parameters
    ----------
    sets : the problems; one that several sets hold counts once.
    tasks_of : yields the tasks of problems, such as `tasks_for` or `walk_tasks` with all other arguments given.
    suite : the name of the suite that the problems come from; empty without one.

    Examples
    --------
    >>> from functools import partial
    >>> from graphs import Board
    >>> from solvers.comparison import competitors_for, tasks_for
    >>> board = ProblemSet(NamedProblem.on_board(Board(5, 5)), "orbits")
    >>> plan = Plan((board,), partial(tasks_for, competitors=competitors_for(["warnsdorff"]), seeds=10))
    >>> plan.count, next(iter(plan)).name
    (60, '5x5 open from 0,0 | warnsdorff seed=0')
    """

    sets: tuple[ProblemSet, ...]
    tasks_of: Callable[[Iterable[NamedProblem]], Iterator[Task]]
    suite: str = ""

    def __iter__(self) -> Iterator[Task]:
        return self.tasks_of(each.problem for each in each_once(self.sets))

    @cached_property
    def count(self) -> int:
        """The number of tasks. The first look goes through all of them."""
        return sum(1 for _ in self)

    def known_answers(self) -> dict[str, SuiteProblem]:
        """Return the problems whose answer is known, by their ids."""
        return {each.problem.id: each for each in each_once(self.sets) if each.answer is not None}

"""The plan of a comparison: all its tasks, which are made anew whenever they are needed, and so take no memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from solvers.comparison.problem_sets import ProblemSet, SuiteProblem, each_once
from solvers.comparison.tasks import Competitor, Limits, Task, tasks_for

__all__ = ["Plan"]


@dataclass(frozen=True)
class Plan:
    """All tasks of a comparison.

    Parameters
    ----------
    sets : the problems; one that several sets hold counts once.
    competitors : repetitions count once.
    limits, seeds, repeats : as in `tasks_for`.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import NamedProblem, competitors_for
    >>> board = ProblemSet(NamedProblem.on_board(Board(5, 5)), "orbits")
    >>> plan = Plan((board,), tuple(competitors_for(["warnsdorff"])), seeds=10)
    >>> plan.count(), next(iter(plan)).name
    (60, '5x5 open from 0,0 | warnsdorff seed=0')
    """

    sets: tuple[ProblemSet, ...]
    competitors: tuple[Competitor, ...]
    limits: Limits = field(default_factory=Limits)
    seeds: int | None = None
    repeats: int = 1

    def __iter__(self) -> Iterator[Task]:
        problems = (each.problem for each in each_once(self.sets))
        return tasks_for(problems, self.competitors, limits=self.limits, seeds=self.seeds, repeats=self.repeats)

    def count(self) -> int:
        """Return the number of tasks. The first call goes through all of them."""
        return self._count

    @cached_property
    def _count(self) -> int:
        return sum(1 for _ in self)

    def known_answers(self) -> dict[str, SuiteProblem]:
        """Return the problems whose answer is known, by their ids."""
        return {each.problem.id: each for each in each_once(self.sets) if each.answer is not None}

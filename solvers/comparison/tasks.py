"""Tasks of a comparison. A *task* defines one run: its problem, solver, options, seed, limits and repetition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

from solvers.comparison.competitors import Competitor, competitors_for
from solvers.comparison.problem_sets import ProblemSet, each_once
from solvers.comparison.problems import NamedProblem, digest
from solvers.core.budget import Budget
from solvers.core.errors import OptionError
from solvers.core.registry import whole_number
from solvers.workers.slots import LEAST_MEMORY, memory_share

MOST_NUMBER = 2**63 - 1
"""Largest integer that the store can hold."""
MOST_SECONDS = 1e9
"""Largest time limit in seconds, about 30 years."""


@dataclass(frozen=True)
class Limits(Budget):
    """The limits of a run.

    Attributes
    ----------
    seconds : float, optional
        Time limit in seconds, as in `Budget`. It is converted to float, so that tasks with the limits 1 and 1.0 have equal ids.
    nodes : int, optional
        Limit on search nodes, as in `Budget`.
    clock : {"cpu", "wall"}, optional
        Clock of the time limit and of the measured times: processor time (the default) or wall time. Processor time includes
        that of all processes that the solver starts.
    memory : int, optional
        Limit on the resident memory in bytes that a run adds to its process. If None, it is the memory of the machine or
        container, divided by the number of available cores and rounded down to a multiple of 100 MB. The attribute is never
        None.

    Raises
    ------
    ProblemError
        If a limit of `Budget` is too small.
    OptionError
        If `memory` is not a number, or is less than `LEAST_MEMORY`; or if a limit is too large for the store.
    """

    clock: str = field(default="cpu", kw_only=True, repr=False)
    memory: int | None = None  # `__post_init__` replaces None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.seconds is not None:
            self.__dict__["seconds"] = float(self.seconds)
        self.__dict__["memory"] = memory_share() if self.memory is None else _whole_bytes(self.memory)
        limits = {"time": self.seconds, "node": self.nodes, "memory": self.memory}
        for what, limit in limits.items():
            most = MOST_SECONDS if what == "time" else MOST_NUMBER
            if limit is not None and limit > most:
                raise OptionError(
                    f"the {what} limit is too large: {limit!r:.40}; it must be at most {most:g}, or be left out for no limit",
                    limit,
                )


def _whole_bytes(memory: Any) -> int:
    """Convert a memory limit in bytes to an integer, and check that it is large enough."""
    try:
        number = int(memory)
    except (TypeError, ValueError, OverflowError):
        raise OptionError(f"the memory limit is {memory!r}: it must be a number of bytes", memory) from None
    if number < LEAST_MEMORY:
        least = f"it must be at least {LEAST_MEMORY / 1e9:.2f} GB"
        raise OptionError(f"the memory limit is {number / 1e9:g} GB: {least}", memory)
    return number


@dataclass(frozen=True)
class Task:
    """A problem with the competitor, seed, limits and repetition of one run.

    Attributes
    ----------
    problem : NamedProblem
        The problem.
    competitor : Competitor
        The solver and its options.
    seed : int, optional
        The value of the solver's option `seed`. If None, the solver has no such option, or uses the value in
        `competitor.options` or its default seed.
    limits : Limits
        The limits of the run.
    repeat : int
        The number of the repetition, counted from 0.

    Raises
    ------
    OptionError
        If `seed` or `repeat` is not an integer, is negative, or is too large for the store.

    Examples
    --------
    >>> from graphs import Board
    >>> task = Task(NamedProblem.on_board(Board(5, 5), start=(0, 0)), Competitor("warnsdorff"), seed=1)
    >>> task.name
    '5x5 open from 0,0 | warnsdorff seed=1'
    """

    problem: NamedProblem
    competitor: Competitor
    seed: int | None = None
    limits: Limits = field(default_factory=Limits)
    repeat: int = 0

    def __post_init__(self) -> None:
        whole_number("repeat", self.repeat, least=0)
        if self.seed is not None:
            whole_number("seed", self.seed, least=0, most=MOST_NUMBER)

    def __reduce__(self) -> tuple[Any, ...]:
        return _received, (self.competitor.shipped, self.problem, self.competitor, self.seed, self.limits, self.repeat)

    @cached_property
    def id(self) -> str:
        """Hash of the problem, the solver with its code, packages and options, the seed, the limits and the repetition."""
        limits = (self.limits.seconds, self.limits.nodes, self.limits.memory, self.limits.clock)
        competitor = self.competitor
        solver = (competitor.solver, competitor.code, competitor.packages, dict(competitor.options))
        return digest([self.problem.id, solver, self.seed, limits, self.repeat])

    @property
    def options(self) -> dict[str, Any]:
        """The options with which the solver is called, including the seed if there is one."""
        return dict(self.competitor.options) | ({} if self.seed is None else {"seed": self.seed})

    @property
    def name(self) -> str:
        """The problem, the competitor, the seed and the repetition, as text."""
        seed = "" if self.seed is None else f" seed={self.seed}"
        return f"{self.problem.name} | {self.competitor.name}{seed}" + (f" #{self.repeat}" if self.repeat else "")


def _received(shipped: str | bytes, problem: NamedProblem, competitor: Competitor, *rest: Any) -> Task:
    """Rebuild a pickled task in this process, and register its solver if it is unknown."""
    competitor.receive(shipped)
    return Task(problem, competitor, *rest)


def tasks_for(
    problems: Iterable[NamedProblem],
    competitors: Sequence[Competitor] | None = None,
    *,
    limits: Limits | None = None,
    seeds: int | None = None,
    repeats: int = 1,
) -> Iterator[Task]:
    """Return an iterator over tasks: each competitor on each problem that it supports, with each seed and repetition.

    Parameters
    ----------
    problems : iterable of NamedProblem
        The problems, without duplicates; `problem_sets.each_once` removes duplicates.
    competitors : sequence of Competitor, optional
        The competitors; duplicates are ignored. If None, all solvers whose packages are installed are used, with their default
        options.
    limits : Limits, optional
        The limits of each run. If None, runs are unlimited.
    seeds : int, optional
        The number of seeds: competitors that make random choices get the seeds 0, …, `seeds` - 1 (see `Competitor.is_random`).
        If None, solvers use their default seed.
    repeats : int
        The number of runs with the same seed.

    Returns
    -------
    iterator of Task
        The tasks, ordered by problem, competitor, seed and repetition.

    Raises
    ------
    UnknownSolver
        If a competitor's solver does not exist.
    SolverUnavailable
        If a package that a solver needs is not installed.
    OptionError
        If a competitor has an option that its solver lacks, or if `seeds` or `repeats` is less than 1.

    Examples
    --------
    >>> from graphs import Board
    >>> corner = NamedProblem.on_board(Board(5, 5), start=(0, 0))
    >>> [task.name for task in tasks_for([corner], competitors_for(["auto", "backtracking"]), seeds=2)]
    ['5x5 open from 0,0 | auto seed=0', '5x5 open from 0,0 | auto seed=1', '5x5 open from 0,0 | backtracking']
    """
    for name, number in (("seeds", seeds), ("repeats", repeats)):
        if number is not None:
            whole_number(name, number, least=1)
    solvers = {each: each.checked_solver() for each in (competitors_for() if competitors is None else competitors)}
    seeds_of = {each: [None] if seeds is None or not each.is_random else range(seeds) for each in solvers}
    return (
        Task(problem, competitor, seed, limits or Limits(), repeat)
        for problem in problems
        for competitor, solver in solvers.items()
        if competitor.name in (problem.solvers or (competitor.name,)) and not solver.refusal(problem.problem)
        for seed, repeat in product(seeds_of[competitor], range(repeats))
    )


@dataclass(frozen=True)
class TaskPlan:
    """All tasks of a comparison.

    Attributes
    ----------
    sets : tuple of ProblemSet
        The problems. If several sets contain a problem, it is used only once.
    tasks_of : callable
        A function that returns the tasks of an iterable of problems, such as `tasks_for` with all arguments
        bound except the problems.

    Examples
    --------
    >>> from functools import partial
    >>> from graphs import Board
    >>> board = ProblemSet(NamedProblem.on_board(Board(5, 5)), "orbits")
    >>> plan = TaskPlan((board,), partial(tasks_for, competitors=competitors_for(["auto"]), seeds=10))
    >>> plan.count, next(iter(plan)).name
    (60, '5x5 open from 0,0 | auto seed=0')
    """

    sets: tuple[ProblemSet, ...]
    tasks_of: Callable[[Iterable[NamedProblem]], Iterator[Task]]

    def __iter__(self) -> Iterator[Task]:
        return self.tasks_of(each_once(self.sets))

    @cached_property
    def _survey(self) -> tuple[dict[Competitor, Task], int]:
        """The first task of each competitor, and the number of tasks. They are computed by one iteration over all tasks."""
        first_tasks: dict[Competitor, Task] = {}
        count = 0
        for task in self:
            first_tasks.setdefault(task.competitor, task)
            count += 1
        return first_tasks, count

    @property
    def competitors(self) -> dict[Competitor, Task]:
        """The competitors, each with its first task."""
        return self._survey[0]

    @property
    def count(self) -> int:
        """The number of tasks."""
        return self._survey[1]

"""Tasks of a comparison. A task is problem × solver × options × seed × limits × repetition; a run is one executed task.

A *competitor* is a solver with certain values of its options. A task may also specify many *walks* of Warnsdorff's rule, which
one run makes together; see `solvers.comparison.walks`.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, product
from operator import methodcaller
from typing import Any

from solvers.budget import Budget
from solvers.comparison.problem_sets import ProblemSet, each_once
from solvers.comparison.problems import NamedProblem, digest
from solvers.errors import OptionError, SolverError, UnknownSolver
from solvers.registry import Solver, get_solver, solver_names, solver_table, whole_number
from solvers.result import freeze

MOST_NUMBER = 2**63 - 1
"""Largest integer that the store can hold."""
MOST_SECONDS = 1e9
"""Largest time limit in seconds, about 30 years."""
LEAST_MEMORY = 1 << 28
"""Smallest memory limit in bytes; Python and its packages need this memory."""


@dataclass(frozen=True)
class Limits(Budget):
    """The limits of a run.

    Attributes
    ----------
    seconds : float, optional
        Time limit in seconds, as in `Budget`. It is converted to float, so that tasks with the limits 1 and 1.0 have the same
        id.
    nodes : int, optional
        Limit on search nodes, as in `Budget`.
    clock : {"wall", "cpu"}, optional
        Clock of the time limit and of the measured times: wall time or processor time. The processor time includes that of all
        descendants of the process.
    memory : int, optional
        Limit on resident memory in bytes. If None, it is the available memory divided by the number of jobs, but at least 1
        GiB.

    Raises
    ------
    ProblemError
        If a limit of `Budget` is too small.
    OptionError
        If `memory` is not a number, or is less than `LEAST_MEMORY`; or if a limit is too large for the store.
    """

    memory: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        seconds = None if self.seconds is None else float(self.seconds)
        self.__dict__.update(seconds=seconds, memory=_whole_bytes(self.memory))
        for what, limit, most in (
            ("time", seconds, MOST_SECONDS),
            ("node", self.nodes, MOST_NUMBER),
            ("memory", self.memory, MOST_NUMBER),
        ):
            if limit is not None and limit > most:
                raise OptionError(
                    f"the {what} limit is too large: it must be at most {most:g}; leave it out for no limit", limit
                )


def _whole_bytes(memory: Any) -> int | None:
    """Return a memory limit as an integer, in bytes, or None if there is no limit."""
    if memory is None:
        return None
    try:
        number = int(memory)
    except (TypeError, ValueError, OverflowError):
        raise OptionError(f"the memory limit is invalid, {memory!r}: it must be a number of bytes", memory) from None
    if number < LEAST_MEMORY:
        needed = f"Python and its packages need {LEAST_MEMORY / 1e9:.2f}"
        raise OptionError(f"the memory limit is {number / 1e9:g} GB: {needed}", memory)
    return number


@dataclass(frozen=True)
class Competitor:
    """A solver with certain values of its options. The same solver with other values is another competitor.

    Attributes
    ----------
    solver : str
        The name of the solver, or `module:function`; see `get_solver`.
    options : mapping of str to object
        The values of the solver's options, by name. They are converted to the types that JSON has.
    name : str
        The name of the competitor in reports; by default, it is the attribute `call`.
    call : str
        The solver and its options, in the form that `--competitor` accepts. Competitors are equal if their names and calls are
        equal. The options are not compared, because 1, 1.0 and True are equal in Python but not in JSON.

    Raises
    ------
    UnknownSolver
        If `solver` names a function that cannot be loaded.
    OptionError
        If JSON cannot represent the value of an option. Values may be numbers, text, true, false, null, lists and tables.

    Examples
    --------
    >>> Competitor("cp-sat", {"workers": 4}).name, Competitor("cp-sat", {"workers": 4}, "four").name
    ('cp-sat workers=4', 'four')
    """

    solver: str
    options: Mapping[str, Any] = field(default_factory=dict, compare=False)
    name: str = ""
    call: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        solver = get_solver(self.solver).name if ":" in self.solver else self.solver
        options = freeze({key: _json_value(key, value) for key, value in self.options.items()})
        call = " ".join([solver, *(f"{key}={option_text(options[key])}" for key in sorted(options))])
        self.__dict__.update(solver=solver, options=options, name=self.name or call, call=call)


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
        The value of the solver's option `seed`. If None, the solver has no such option, or it uses its default value or the
        value in `competitor.options`.
    limits : Limits
        The limits of the run.
    repeat : int
        The number of the repetition, counted from 0.
    walks : range, optional
        The numbers of the walks that the run makes; see `solvers.comparison.walks`. All tasks with walks of one rule on one
        problem have the same `seed`, and `repeat` numbers these tasks. If None, the solver is called for one answer.

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
    walks: range | None = None

    def __post_init__(self) -> None:
        whole_number("repeat", self.repeat, least=0)
        if self.seed is not None:
            whole_number("seed", self.seed, least=0, most=MOST_NUMBER)

    def __reduce__(self) -> tuple[Any, ...]:
        fields = (self.problem, self.competitor, self.seed, self.limits, self.repeat, self.walks)
        return _received, (_place_of(self.competitor.solver), *fields)

    @cached_property
    def id(self) -> str:
        """Hash of the problem, the solver, its version and options, the seed, the limits, the repetition and the walks."""
        limits = (self.limits.seconds, self.limits.nodes, self.limits.memory, self.limits.clock)
        version = get_solver(self.competitor.solver).version
        solver = (self.competitor.solver, version, dict(self.competitor.options))
        walks = [] if self.walks is None else [[self.walks.start, self.walks.stop]]
        return digest([self.problem.id, solver, self.seed, limits, self.repeat, *walks])

    @property
    def options(self) -> dict[str, Any]:
        """The options of the call, including the seed if there is one."""
        return dict(self.competitor.options) | ({} if self.seed is None else {"seed": self.seed})

    @property
    def name(self) -> str:
        """The problem, the competitor, the seed and the repetition, as text."""
        seed = "" if self.seed is None else f" seed={self.seed}"
        return f"{self.problem.name} | {self.competitor.name}{seed}" + (f" #{self.repeat}" if self.repeat else "")


def _place_of(solver: str) -> str:
    """Return the `module:function` from which worker processes load a solver."""
    run = get_solver(solver).run
    if run.__module__ == "__main__":
        raise SolverError(
            f"solver {solver!r} is registered in the main script: move it to a module that worker processes can import",
            solver,
        )
    return f"{run.__module__}:{run.__qualname__}"


def _received(place: str, problem: NamedProblem, competitor: Competitor, *rest: Any) -> Task:
    """Rebuild a task that was sent to this process. If its solver is unknown here, load it from `place` (`module:function`)."""
    if competitor.solver not in solver_names():
        with contextlib.suppress(UnknownSolver):
            get_solver(place)
    if competitor.solver not in solver_names():
        raise SolverError(
            f"solver {competitor.solver!r} is unknown to the worker processes: register it at the top level of a module that "
            f"they can import, not in {place.partition(':')[0]}",
            competitor.solver,
        )
    return Task(problem, competitor, *rest)


def tasks_for(
    problems: Iterable[NamedProblem],
    competitors: Sequence[Competitor] | None = None,
    *,
    limits: Limits | None = None,
    seeds: int | None = None,
    repeats: int = 1,
) -> Iterator[Task]:
    """Return an iterator over the tasks: every competitor on every problem, with every seed and repetition.

    Parameters
    ----------
    problems : iterable of NamedProblem
        The problems, without duplicates; `problem_sets.each_once` removes these.
    competitors : sequence of Competitor, optional
        The competitors; duplicates are ignored. If None, these are all solvers whose packages are installed, with their default
        options. There are no tasks for a competitor on a problem that it does not support.
    limits : Limits, optional
        The limits of each run. If None, runs are unlimited.
    seeds : int, optional
        The number of seeds: solvers with the option `seed` get the seeds 0, …, `seeds` - 1. If None, solvers use their default
        seed. A competitor whose options contain `seed` uses that value only.
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
    SolverError
        If worker processes cannot import a solver, because it is registered in a main script or a notebook.

    Examples
    --------
    >>> from graphs import Board
    >>> corner = NamedProblem.on_board(Board(5, 5), start=(0, 0))
    >>> [task.name for task in tasks_for([corner], competitors_for(["warnsdorff", "backtracking"]), seeds=2)]
    ['5x5 open from 0,0 | warnsdorff seed=0', '5x5 open from 0,0 | warnsdorff seed=1', '5x5 open from 0,0 | backtracking']
    """
    for name, number in (("seeds", seeds), ("repeats", repeats)):
        if number is not None:
            whole_number(name, number, least=1)
    entries = {each: _entry_of(each) for each in (competitors_for() if competitors is None else competitors)}
    seeds_of = {
        each: [None] if seeds is None or not entry.seeded or "seed" in each.options else range(seeds)
        for each, entry in entries.items()
    }
    return (
        Task(problem, competitor, seed, limits or Limits(), repeat)
        for problem in problems
        for competitor, entry in entries.items()
        if not entry.refusal(problem.problem)
        for seed, repeat in product(seeds_of[competitor], range(repeats))
    )


def _entry_of(competitor: Competitor) -> Solver:
    entry = get_solver(competitor.solver)
    entry.check_installed()
    entry.check_options(competitor.options)
    _place_of(entry.name)  # raises SolverError if other processes cannot import the solver
    return entry


@dataclass(frozen=True)
class Plan:
    """All tasks of a comparison.

    Attributes
    ----------
    sets : tuple of ProblemSet
        The problems. A problem that several sets contain is used once.
    tasks_of : callable
        A function that returns the tasks of an iterable of problems, such as `tasks_for` or `walk_tasks` with all
        arguments bound except the problems.

    Examples
    --------
    >>> from functools import partial
    >>> from graphs import Board
    >>> board = ProblemSet(NamedProblem.on_board(Board(5, 5)), "orbits")
    >>> plan = Plan((board,), partial(tasks_for, competitors=competitors_for(["warnsdorff"]), seeds=10))
    >>> plan.count, next(iter(plan)).name
    (60, '5x5 open from 0,0 | warnsdorff seed=0')
    """

    sets: tuple[ProblemSet, ...]
    tasks_of: Callable[[Iterable[NamedProblem]], Iterator[Task]]

    def __iter__(self) -> Iterator[Task]:
        return self.tasks_of(each_once(self.sets))

    @cached_property
    def competitors(self) -> Counter[Competitor]:
        """The number of tasks of each competitor. The first access iterates over all tasks."""
        return Counter(task.competitor for task in self)

    @property
    def count(self) -> int:
        """The number of tasks."""
        return self.competitors.total()


def competitors_for(
    solvers: Sequence[str | Competitor] | None = None, options: Mapping[str, Sequence[Mapping[str, Any]]] | None = None
) -> list[Competitor]:
    """Return a list of competitors for names of solvers and sets of options.

    Parameters
    ----------
    solvers : sequence of str or Competitor, optional
        Names of solvers, and competitors; duplicates are ignored. If None, these are all solvers whose packages are installed,
        in the order of the table of solvers.
    options : mapping of str to sequence of mapping, optional
        For the names of some solvers, sets of options as returned by `option_sets`. Each set gives one competitor. These
        competitors replace the competitor without options.

    Returns
    -------
    list of Competitor
        The competitors, in the order of `solvers`.

    Raises
    ------
    UnknownSolver
        If a solver does not exist.
    SolverUnavailable
        If a package that a solver needs is not installed.
    OptionError
        If a solver lacks an option; if `options` contains a solver that is not in `solvers`; or if competitors with the same
        solver and options have different names.
    SolverError
        As in `tasks_for`.

    Examples
    --------
    >>> [each.name for each in competitors_for(["warnsdorff"], {"warnsdorff": [{}, {"tie_break": "roth"}]})]
    ['warnsdorff', 'warnsdorff tie_break=roth']
    """
    if solvers is None:
        solvers = [each.name for each in solver_table() if not each.missing]
    given = [each if isinstance(each, Competitor) else Competitor(each) for each in solvers]
    made = {
        Competitor(get_solver(name).name): [Competitor(name, each) for each in sets] for name, sets in (options or {}).items()
    }
    for bare in made:
        if bare not in given:
            raise OptionError(f"solver {bare.name!r} has options but is not compared: add it to the solvers", bare.name)
    found: dict[str, Competitor] = {}
    for each in chain.from_iterable(made.get(each, [each]) for each in given):
        _entry_of(each)
        if found.setdefault(each.call, each) != each:
            names = f"{found[each.call].name!r} and {each.name!r}"
            raise OptionError(f"{names} are the same competitor, {each.call}: leave one out", each)
    return list(found.values())


def option_sets(options: Iterable[tuple[str, str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the sets of options of each solver.

    Parameters
    ----------
    options : iterable of tuple
        Triples of the name of a solver, the name of an option, and a value.

    Returns
    -------
    dict of str to list of dict
        The sets of options by solver. Each set has a value for every option that is given for the solver. If options are
        given with several values, there is one set for each combination of values.

    Examples
    --------
    >>> option_sets([("cp-sat", "workers", 1), ("cp-sat", "workers", 4), ("warnsdorff", "tie_break", "roth")])
    {'cp-sat': [{'workers': 1}, {'workers': 4}], 'warnsdorff': [{'tie_break': 'roth'}]}
    """
    values: dict[str, dict[str, list[Any]]] = {}
    for solver, key, value in options:
        values.setdefault(solver, {}).setdefault(key, []).append(value)
    return {
        solver: [dict(zip(keys, chosen, strict=True)) for chosen in product(*keys.values())] for solver, keys in values.items()
    }


def _json_value(key: str, value: Any) -> Any:
    """Return the value of an option as JSON represents it; NumPy numbers become Python numbers."""
    try:
        return json.loads(json.dumps(value, allow_nan=False, default=methodcaller("item")))
    except (TypeError, ValueError, AttributeError):
        message = f"a comparison cannot store {key}={value!r}: values are numbers, text, true, false, null, or lists"
        raise OptionError(message, value) from None


def option_text(value: Any) -> str:
    """Return the value of an option in the form that command lines accept.

    Parameters
    ----------
    value : object
        A value that JSON can represent.

    Returns
    -------
    str
        The text itself if the value is a text without spaces that is not valid JSON; otherwise the value as JSON.

    Examples
    --------
    >>> option_text("roth"), option_text("4"), option_text(4)
    ('roth', '"4"', '4')
    """
    if isinstance(value, str) and " " not in value:
        try:
            json.loads(value)
        except (ValueError, RecursionError):
            return value
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)

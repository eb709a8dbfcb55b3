"""Tasks of a comparison: a task is problem × solver × options × seed × limits, and a run is one task carried out."""

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
from solvers.result import frozen

__all__ = ["Competitor", "Limits", "Plan", "Task", "competitors_for", "option_sets", "option_text", "tasks_for"]

MOST_NUMBER = 2**63 - 1
"""The greatest whole number that the store can hold."""
MOST_SECONDS = 1e9
"""Thirty years."""
LEAST_MEMORY = 1 << 28
"""Bytes of memory that Python and its packages need."""


@dataclass(frozen=True)
class Limits(Budget):
    """The limits of a run.

    Parameters
    ----------
    seconds : float, optional
        Time limit; converted to float, so that 1 and 1.0 are equal.
    nodes : int, optional
        As in `Budget`.
    clock : {"wall", "cpu"}, optional
        Clock of the time limit and of the measured times. "cpu" is the processor time of the process and its descendants.
    memory : int, optional
        Bytes of resident memory. If None, a run may use the available memory divided by the number of jobs.

    Raises
    ------
    ProblemError
        If a limit of `Budget` is too small.
    OptionError
        If the memory is too small for a process, or a limit is too large for the store.
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
                raise OptionError(f"the {what} limit is too large: it is {most:g} at most, or leave it out for none", limit)


def _whole_bytes(memory: Any) -> int | None:
    """Return a limit of memory as a whole number of bytes."""
    if memory is None:
        return None
    try:
        number = int(memory)
    except (TypeError, ValueError, OverflowError):
        raise OptionError(f"the memory limit is {memory!r}: it must be a number of bytes", memory) from None
    if number < LEAST_MEMORY:
        needed = f"Python and its packages need {LEAST_MEMORY / 1e9:.2f}"
        raise OptionError(f"the memory limit is {number / 1e9:g} GB: {needed}", memory)
    return number


@dataclass(frozen=True)
class Competitor:
    """A solver under certain options. One solver under several options is several competitors.

    Attributes
    ----------
    name : what reports call it; `call` where none is given.
    call : the solver and its options, as `--competitor` takes them. Competitors are equal if their names and calls are, for
        JSON keeps 1, 1.0 and True apart, which Python takes for equal.

    Raises
    ------
    UnknownSolver : the solver is a function that cannot be loaded; see `get_solver`.
    OptionError : JSON does not hold the value of an option: numbers, text, true, false, null, and lists and tables of these.

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
        options = frozen({key: _kept(key, value) for key, value in self.options.items()})
        call = " ".join([solver, *(f"{key}={option_text(options[key])}" for key in sorted(options))])
        self.__dict__.update(solver=solver, options=options, name=self.name or call, call=call)


@dataclass(frozen=True)
class Task:
    """A problem, a competitor, a seed, and limits.

    Attributes
    ----------
    seed : the value of the solver's option `seed`; None where it has none, or keeps its default.
    repeat : the number of the repetition, from 0.
    walks : the numbers of the walks that one run makes together; None for a run that calls its solver once. See
        `solvers.comparison.walks`, where `seed` is that of all walks and `repeat` numbers the runs.

    Raises
    ------
    OptionError : the seed or the repetition is no whole number, or is below 0.

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
        """A hash of the problem, the solver, its version and options, the seed, the limits, the repetition and the walks."""
        limits = (self.limits.seconds, self.limits.nodes, self.limits.memory, self.limits.clock)
        version = get_solver(self.competitor.solver).version
        solver = (self.competitor.solver, version, dict(self.competitor.options))
        walks = [] if self.walks is None else [[self.walks.start, self.walks.stop]]
        return digest([self.problem.id, solver, self.seed, limits, self.repeat, *walks])

    @property
    def options(self) -> dict[str, Any]:
        """The options of the call, with the seed."""
        return dict(self.competitor.options) | ({} if self.seed is None else {"seed": self.seed})

    @property
    def name(self) -> str:
        """The problem, the competitor, the seed and the repetition."""
        seed = "" if self.seed is None else f" seed={self.seed}"
        return f"{self.problem.name} | {self.competitor.name}{seed}" + (f" #{self.repeat}" if self.repeat else "")


def _place_of(solver: str) -> str:
    """Return `module:function` of a solver, which worker processes load."""
    run = get_solver(solver).run
    if run.__module__ == "__main__":
        raise SolverError(
            f"solver {solver!r} is registered in the script that runs: move it to a module, which worker processes can import",
            solver,
        )
    return f"{run.__module__}:{run.__qualname__}"


def _received(place: str, problem: NamedProblem, competitor: Competitor, *rest: Any) -> Task:
    """Return a task in another process, which loads the function of its solver."""
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
    """Return the tasks of every competitor on every problem, for every seed and repetition, one at a time.

    Parameters
    ----------
    problems : each once; `problem_sets.each_once` leaves repetitions out.
    competitors : None for every solver that can be used here; repetitions count once. A competitor gets no task for a problem
        that it cannot take.
    limits : of each run; None is no limit.
    seeds : the number of seeds, from 0, for a solver that has the option `seed`; None keeps the solver's own. A competitor
        whose options name the seed keeps that.
    repeats : how often each run is made.

    Raises
    ------
    UnknownSolver, OptionError : a competitor is no solver, or has an option that the solver lacks; the number of seeds or
        repetitions is below 1.
    SolverError : the worker processes do not have a solver, which is registered in a program or a notebook.

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
    _place_of(entry.name)  # refuses a solver that other processes cannot import
    return entry


@dataclass(frozen=True)
class Plan:
    """All tasks of a comparison.

    Parameters
    ----------
    sets : the problems; one that several sets hold counts once.
    tasks_of : yields the tasks of problems, such as `tasks_for` or `walk_tasks` with all other arguments given.

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
        """The number of tasks of each competitor. The first look goes through all tasks."""
        return Counter(task.competitor for task in self)

    @property
    def count(self) -> int:
        """The number of tasks."""
        return self.competitors.total()


def competitors_for(
    solvers: Sequence[str | Competitor] | None = None, options: Mapping[str, Sequence[Mapping[str, Any]]] | None = None
) -> list[Competitor]:
    """Return the competitors: those given, and for each solver that has options, one competitor for each set of them.

    Parameters
    ----------
    solvers : names of solvers, and competitors. Repetitions count once; None means all solvers that can be used here, in
        the order of the table of solvers.
    options : for the name of a solver, its sets of options; `option_sets` makes them.

    Raises
    ------
    UnknownSolver : no solver has the name.
    SolverUnavailable : a package that it needs is not installed.
    OptionError : the solver has no such option, or is not in the comparison; or one competitor has two names.
    SolverError : as for `tasks_for`.

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
            raise OptionError(f"solver {bare.name!r} has options and is not compared: name it among the solvers", bare.name)
    found: dict[str, Competitor] = {}
    for each in chain.from_iterable(made.get(each, [each]) for each in given):
        _entry_of(each)
        if found.setdefault(each.call, each) != each:
            names = f"{found[each.call].name!r} and {each.name!r}"
            raise OptionError(f"{names} are one competitor, {each.call}: leave one out", each)
    return list(found.values())


def option_sets(options: Iterable[tuple[str, str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the sets of options of each solver, from triples of solver, option and value.

    All options of one solver are one set. Where an option comes with several values, there is a set for each of them: if
    several options do, for each combination.

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


def _kept(key: str, value: Any) -> Any:
    """Return the value of an option as JSON holds it; numbers of numpy as those of Python."""
    try:
        return json.loads(json.dumps(value, allow_nan=False, default=methodcaller("item")))
    except (TypeError, ValueError, AttributeError):
        message = f"a comparison cannot keep {key}={value!r}: values are numbers, text, true, false, null, or lists"
        raise OptionError(message, value) from None


def option_text(value: Any) -> str:
    """Return the value of an option as command lines accept it: JSON, or text that does not read as JSON and has no space.

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

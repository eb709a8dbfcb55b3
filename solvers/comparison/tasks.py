"""The competitors of a comparison, and the runs to execute (tasks).

A *competitor* is a solver with certain values of its options. A *task* defines one run: its problem, competitor, seed, limits
and repetition.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, product
from operator import methodcaller
from typing import Any

import cloudpickle

from graphs.leapers import MAX_GRAPH_SQUARES
from solvers.comparison.problems import NamedProblem, problem_digest
from solvers.core.budget import Budget
from solvers.core.errors import OptionError, SolverError, UnknownSolver
from solvers.core.identity import code_identity, packages_identity
from solvers.core.registry import Solver, add_solver, get_solver, is_registered, solver_table, whole_number
from solvers.core.result import freeze_result_options
from solvers.workers.slots import LEAST_MEMORY, memory_per_slot


@dataclass(frozen=True)
class Competitor:
    """A solver with certain values of its options.

    Attributes
    ----------
    solver : str or callable
        The solver in any form that `get_solver` accepts. The attribute is its name.
    options : mapping of str to object
        The values of the solver's options, by name. They are converted to the types that JSON has.
    name : str
        The name of the competitor in reports. By default, it is equal to `call`.
    call : str
        The solver and its options as text. Competitors are equal if their names and calls are equal, because 1, 1.0 and True
        are equal in Python but not in JSON.

    Raises
    ------
    UnknownSolver
        If `solver` names a function that cannot be loaded.
    OptionError
        If JSON cannot represent the value of an option.

    Examples
    --------
    >>> Competitor("cp-sat", {"workers": 4}).name, Competitor("cp-sat", {"workers": 4}, "four").name
    ('cp-sat workers=4', 'four')
    """

    solver: Any
    options: Mapping[str, Any] = field(default_factory=dict, compare=False)
    name: str = ""
    call: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        solver = self.solver if isinstance(self.solver, str) and ":" not in self.solver else get_solver(self.solver).name
        options = freeze_result_options({key: _json_value(key, value) for key, value in self.options.items()})
        call = " ".join([solver, *(f"{key}={task_option_text(options[key])}" for key in sorted(options))])
        self.__dict__.update(solver=solver, options=options, name=self.name or call, call=call)

    @cached_property
    def code(self) -> str:
        """Digest of the source code that the solver uses."""
        return code_identity(get_solver(self.solver))

    @cached_property
    def packages(self) -> str:
        """Versions of Python and of the packages that the solver may call, as JSON."""
        return packages_identity(get_solver(self.solver))

    @property
    def is_random(self) -> bool:
        """Whether the solver makes random choices with these options."""
        entry = get_solver(self.solver)
        return entry.seeded and "seed" not in self.options and (entry.uses_seed is None or entry.uses_seed(**self.options))

    def supports(self, problem: NamedProblem) -> bool:
        """Return whether the competitor can run on a problem.

        Parameters
        ----------
        problem : NamedProblem
            The problem.

        Returns
        -------
        bool
            False if the solver does not support the problem, the graph is too large, or the suite names other competitors.
        """
        entry = get_solver(self.solver)
        is_too_large = entry.reads_graph and problem.problem.size > MAX_GRAPH_SQUARES
        return self.name in (problem.solvers or (self.name,)) and not is_too_large and not entry.refusal(problem.problem)

    def __getstate__(self) -> dict[str, Any]:
        _ = self.code, self.packages, self._shipped  # the other processes do not compute them
        return vars(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Register the solver of an unpickled competitor if unknown."""
        name, shipped = state["solver"], state["_shipped"]
        if not is_registered(name):
            with contextlib.suppress(UnknownSolver, ImportError, AttributeError):
                entry = cloudpickle.loads(shipped) if isinstance(shipped, bytes) else get_solver(shipped)
                if not is_registered(name):  # else its module has registered it
                    add_solver(entry)
        if not is_registered(name):
            fault = "cannot be imported by the worker processes: register it in a module that they find"
            raise SolverError(f"solver {name!r} {fault}", name)
        vars(self).update(state)

    @cached_property
    def _shipped(self) -> str | bytes:
        """The solver for other processes, as `FILE.py:FUNCTION` or pickled."""
        entry = get_solver(self.solver)
        if entry.run.__module__.endswith(".py"):
            return f"{entry.run.__module__}:{entry.run.__qualname__}"
        return bytes(cloudpickle.dumps(entry))

    def checked_solver(self) -> Solver:
        """Return the solver, after checking that it can be used.

        Returns
        -------
        Solver
            The solver.

        Raises
        ------
        UnknownSolver
            If the solver does not exist.
        SolverUnavailable
            If a package that the solver needs is not installed.
        OptionError
            If the solver lacks one of the options.
        """
        entry = get_solver(self.solver)
        entry.check_installed()
        entry.check_options(self.options)
        return entry


def competitors_for(solvers: Iterable[Any] | None = None) -> list[Competitor]:
    """Return solvers with their options, after checking that they can be used.

    Parameters
    ----------
    solvers : iterable, optional
        The competitors, as in `compare`; duplicates are ignored. If None, all solvers whose packages are installed.

    Returns
    -------
    list of Competitor
        The competitors.

    Raises
    ------
    OptionError
        If two competitors with different names have the same solver and options, or as in `Competitor.checked_solver`.

    Examples
    --------
    >>> [each.name for each in competitors_for(["warnsdorff", "roth: warnsdorff tie_break=roth"])]
    ['warnsdorff', 'roth']
    """
    by_call: dict[str, Competitor] = {}
    solvers = "all" if solvers is None else solvers
    for each in chain.from_iterable(map(_competitors, [solvers] if isinstance(solvers, str) else solvers)):
        each.checked_solver()
        if by_call.setdefault(each.call, each) != each:
            names = f"{by_call[each.call].name!r} and {each.name!r}"
            raise OptionError(f"{names} are two names of the same competitor, {each.call}: leave one out", each)
    return list(by_call.values())


def _competitors(entry: Any) -> Iterator[Competitor]:
    """Yield the competitors of one entry of `solvers`."""
    if isinstance(entry, Competitor):
        yield entry
    elif isinstance(entry, str):
        names = [each.name for each in solver_table() if not each.missing] if entry == "all" else [entry]
        yield from map(parse_competitor, names)
    elif not isinstance(entry, Mapping):
        yield Competitor(entry)
    else:
        for name, value in entry.items():
            solver, options = value if isinstance(value, tuple) else (value, {})
            yield Competitor(solver, options, name)


def parse_competitor(text: str) -> Competitor:
    """Parse a competitor, such as "cp-sat workers=4".

    >>> parse_competitor("lazy: cp-sat model=lazy-cuts workers=4")
    Competitor(solver='cp-sat', options=immutabledict({'model': 'lazy-cuts', 'workers': 4}), name='lazy')
    """
    name, colon, call = text.partition(": ")
    if not colon or set('{"') & set(name):
        name, call = "", text
    solver, *words = re.split(r"\s+(?=[^\s=]+=)", call.strip())
    options: dict[str, Any] = {}
    if "=" in solver.rpartition(":")[2]:
        raise OptionError(f"{text!r} has an option without a space before it: write {text.replace(':', ' ')!r}", text)
    for word in words:
        key, _, value = word.partition("=")
        if key in options:
            raise OptionError(f"{text!r} contains the option {key!r} twice: write one competitor for each value", text)
        options[key] = task_option_value(value)
    return Competitor(solver, options, name.strip())


def task_option_value(text: str) -> Any:
    """Parse the value of an option as JSON, or return the text if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _json_value(key: str, value: Any) -> Any:
    """Convert the value of an option to a type that JSON has."""
    try:
        return json.loads(json.dumps(value, allow_nan=False, default=methodcaller("item")))
    except (TypeError, ValueError, AttributeError):
        message = f"a comparison cannot store {key}={value!r}: values are numbers, text, true, false, null, or lists"
        raise OptionError(message, value) from None


def task_option_text(value: Any) -> str:
    """Format the value of an option for a command line."""
    if isinstance(value, str) and " " not in value and task_option_value(value) == value:
        return value
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


MOST_NUMBER = 2**63 - 1
"""Largest integer that the store can hold."""
MOST_SECONDS = 1e9
"""Largest time limit in seconds, about 30 years."""


@dataclass(frozen=True)
class Limits(Budget):
    """Limits on the time, search nodes and memory of a run.

    Attributes
    ----------
    seconds : float, optional
        Time limit in seconds, as in `Budget`, converted to float.
    nodes : int, optional
        Limit on search nodes, as in `Budget`.
    clock : {"cpu", "wall"}, optional
        Clock of the limit and of the times (default: "cpu"). Processor time includes that of all processes that the solver
        starts.
    memory : int, optional
        Limit on the resident memory in bytes that a run adds to its process. By default, the memory of the machine or container
        per available core, rounded down to a multiple of 100 MB. The attribute is never None.

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
        self.__dict__["clock"] = self.clock or "cpu"
        if self.seconds is not None:
            self.__dict__["seconds"] = float(self.seconds)
        self.__dict__["memory"] = memory_per_slot() if self.memory is None else self.memory
        whole_number("memory limit", self.memory, least=LEAST_MEMORY, most=MOST_NUMBER)
        if (self.seconds or 0) > MOST_SECONDS or (self.nodes or 0) > MOST_NUMBER:
            raise OptionError("the time or node limit is too large: leave it out for no limit", (self.seconds, self.nodes))


@dataclass(frozen=True)
class Task:
    """A run to execute: a problem, a competitor, a seed, limits and the number of the repetition.

    Attributes
    ----------
    problem : NamedProblem
        The problem.
    competitor : Competitor
        The solver and its options.
    seed : int, optional
        The value of the solver's option `seed`. If None, the solver has none, or uses that of its options or its default.
    limits : Limits
        The limits of the run.
    repeat : int
        The number of the repetition, counted from 0.

    Examples
    --------
    >>> from graphs import Board
    >>> task = Task(NamedProblem.on_board(Board(5, 5), start=(0, 0)), Competitor("warnsdorff"), seed=1)
    >>> task.options
    {'seed': 1}
    """

    problem: NamedProblem
    competitor: Competitor
    seed: int | None = None
    limits: Limits = field(default_factory=Limits)
    repeat: int = 0

    @cached_property
    def id(self) -> str:
        """Hash of the problem, competitor, seed, limits and repetition."""
        limits = (self.limits.seconds, self.limits.nodes, self.limits.memory, self.limits.clock)
        competitor = self.competitor
        solver = (competitor.solver, competitor.code, competitor.packages, dict(competitor.options))
        return problem_digest([self.problem.id, solver, self.seed, limits, self.repeat])

    @property
    def options(self) -> dict[str, Any]:
        """The options of the solver, including any seed."""
        return dict(self.competitor.options) | ({} if self.seed is None else {"seed": self.seed})


def plan_tasks(
    problems: Iterable[NamedProblem],
    competitors: Sequence[Competitor],
    limits: Limits | None = None,
    seeds: int | None = None,
    repeats: int = 1,
) -> list[Task]:
    """Return the tasks of each competitor on all problems that it supports.

    Parameters
    ----------
    problems : iterable of NamedProblem
        The problems, without duplicates.
    competitors : sequence of Competitor
        The competitors.
    limits : Limits, optional
        The limits of each run. By default, runs are unlimited.
    seeds : int, optional
        The number of seeds 0, 1, … of competitors that make random choices. If None, solvers use their default seed.
    repeats : int, optional
        The number of runs with the same seed.

    Returns
    -------
    list of Task
        The tasks.

    Raises
    ------
    OptionError
        If `seeds` or `repeats` is less than 1.

    Examples
    --------
    >>> from graphs import Board
    >>> corner = NamedProblem.on_board(Board(5, 5), start=(0, 0))
    >>> [(task.competitor.name, task.seed) for task in plan_tasks([corner], competitors_for(["auto", "pruned"]), seeds=2)]
    [('auto', 0), ('auto', 1), ('pruned', None)]
    """
    limits, numbers = limits or Limits(), range(whole_number("seeds", 1 if seeds is None else seeds, least=1))
    repetitions = range(whole_number("repeats", repeats, least=1))
    seeds_of = {each: [None] if seeds is None or not each.is_random else numbers for each in competitors}
    return [
        Task(problem, competitor, seed, limits, repeat)
        for problem in problems
        for competitor in competitors
        if competitor.supports(problem)
        for seed, repeat in product(seeds_of[competitor], repetitions)
    ]

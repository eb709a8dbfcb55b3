"""Tasks of a comparison: a task is problem × solver × options × seed × limits, and a run is one task carried out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from typing import Any, Literal, TypeAlias

from graphs.board import Board, Square
from graphs.symmetry import orbits
from solvers.budget import Budget
from solvers.comparison.other_processes import import_solver, module_of
from solvers.comparison.problems import NamedProblem, digest
from solvers.errors import OptionError
from solvers.registry import get_solver, solver_names
from solvers.result import Options

__all__ = ["Competitor", "Limits", "Starts", "Task", "competitors_for", "starts_of", "tasks_for"]

Starts: TypeAlias = Literal["all", "orbits"] | Sequence[Square]


@dataclass(frozen=True)
class Limits:
    """What a run may spend; None is no limit.

    Parameters
    ----------
    seconds, nodes : as in `Budget`.
    memory : bytes of resident memory. Without a limit a run may take its share of the machine's memory.

    Raises
    ------
    ProblemError : a limit of `Budget` is too small.
    OptionError : the memory is too small for a process.
    """

    seconds: float | None = None
    nodes: int | None = None
    memory: int | None = None

    LEAST_MEMORY = 1 << 28

    def __post_init__(self) -> None:
        _ = self.budget
        if self.memory is not None and not (isfinite(self.memory) and self.memory >= self.LEAST_MEMORY):
            least = self.LEAST_MEMORY / 1e9
            raise OptionError(
                f"the memory limit is {self.memory / 1e9:g} GB: Python and its packages need {least:.2f}", self.memory
            )

    @property
    def budget(self) -> Budget:
        """The limits of time and nodes."""
        return Budget(self.seconds, self.nodes)


@dataclass(frozen=True)
class Competitor:
    """A solver under certain options. One solver under several options is several competitors.

    Examples
    --------
    >>> Competitor("cp-sat", {"workers": 4}).name
    'cp-sat workers=4'
    """

    solver: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", Options(self.options))

    @property
    def name(self) -> str:
        """The solver and its options."""
        return " ".join([self.solver, *(f"{key}={_text(self.options[key])}" for key in sorted(self.options))])


@dataclass(frozen=True)
class Task:
    """A problem, a competitor, a seed, and limits.

    Attributes
    ----------
    seed : the value of the solver's option `seed`; None where it has none, or keeps its default.
    repeat : the number of the repetition, from 0.

    Examples
    --------
    >>> task = Task(NamedProblem.on_board(Board(5, 5), start=(0, 0)), Competitor("warnsdorff"), seed=1)
    >>> task.name
    '5x5 open from 0,0 | warnsdorff seed=1'
    """

    problem: NamedProblem
    competitor: Competitor
    seed: int | None = None
    limits: Limits = field(default_factory=Limits)
    repeat: int = 0

    def __reduce__(self) -> tuple[Any, ...]:
        module = module_of(self.competitor.solver)
        return _received, (module, self.problem, self.competitor, self.seed, self.limits, self.repeat)

    @cached_property
    def id(self) -> str:
        """A hash of the problem, the solver and its version, its options, the seed, the limits, and the repetition."""
        limits = (self.limits.seconds, self.limits.nodes, self.limits.memory)
        version = get_solver(self.competitor.solver).version
        solver = (self.competitor.solver, version, dict(self.competitor.options))
        return digest([self.problem.id, solver, self.seed, limits, self.repeat])

    @property
    def options(self) -> dict[str, Any]:
        """The options of the call, with the seed."""
        return dict(self.competitor.options) | ({} if self.seed is None else {"seed": self.seed})

    @property
    def name(self) -> str:
        """The problem, the competitor, the seed and the repetition."""
        seed = "" if self.seed is None else f" seed={self.seed}"
        return f"{self.problem.name} | {self.competitor.name}{seed}" + (f" #{self.repeat}" if self.repeat else "")


def _received(module: str, problem: NamedProblem, competitor: Competitor, *rest: Any) -> Task:
    """Return a task in another process, in which its solver may be unknown so far."""
    import_solver(competitor.solver, module)
    return Task(problem, competitor, *rest)


def tasks_for(
    problems: Iterable[NamedProblem],
    competitors: Sequence[Competitor] | None = None,
    *,
    limits: Limits | None = None,
    seeds: int | None = None,
    repeats: int = 1,
) -> Iterator[Task]:
    """Yield a task for every competitor on every problem, for every seed and repetition.

    Parameters
    ----------
    problems : repetitions count once.
    competitors : None for every solver. A competitor gets no task for a problem that it cannot take.
    limits : of each run; None is no limit.
    seeds : the number of seeds, from 0, for a solver that has the option `seed`; None keeps the solver's own.
    repeats : how often each run is made.

    Raises
    ------
    UnknownSolver, OptionError : a competitor is no solver, or has an option that the solver lacks.

    Examples
    --------
    >>> corner = NamedProblem.on_board(Board(5, 5), start=(0, 0))
    >>> [task.name for task in tasks_for([corner], competitors_for(["warnsdorff", "backtracking"]), seeds=2)]
    ['5x5 open from 0,0 | warnsdorff seed=0', '5x5 open from 0,0 | warnsdorff seed=1', '5x5 open from 0,0 | backtracking']
    """
    chosen = tuple(dict.fromkeys(competitors_for() if competitors is None else competitors))
    entries = {each: get_solver(each.solver) for each in chosen}
    limits = limits or Limits()
    seen: set[str] = set()
    for problem in problems:
        if problem.id in seen:
            continue
        seen.add(problem.id)
        for competitor, entry in entries.items():
            if entry.refusal(problem.problem):
                continue
            given = "seed" in competitor.options or not entry.seeded
            for seed in [None] if given or seeds is None else range(seeds):
                for repeat in range(repeats):
                    yield Task(problem, competitor, seed, limits, repeat)


def competitors_for(
    solvers: Sequence[str] | None = None, options: Mapping[str, Sequence[Mapping[str, Any]]] | None = None
) -> list[Competitor]:
    """Return the competitors: each solver, or for one that has options, one competitor for each set of them.

    Parameters
    ----------
    solvers : names, of which repetitions count once; None for all solvers that can be used here.
    options : for the name of a solver, its sets of options.

    Raises
    ------
    UnknownSolver : no solver has the name.
    SolverUnavailable : a package that it needs is not installed.
    OptionError : the solver has no such option, or is not in the comparison.

    Examples
    --------
    >>> [each.name for each in competitors_for(["warnsdorff"], {"warnsdorff": [{}, {"tie_break": "roth"}]})]
    ['warnsdorff', 'warnsdorff tie_break=roth']
    """
    names = list(dict.fromkeys(solver_names() if solvers is None else solvers))
    if solvers is None:
        names = [name for name in names if not get_solver(name).missing]
    options = options or {}
    for name, sets in options.items():
        entry = get_solver(name)
        if name not in names:
            raise OptionError(f"solver {name!r} has options and is not compared: name it among the solvers", name)
        for each in sets:
            entry.check_options(each)
    for name in names:
        get_solver(name).check_installed()
    return [Competitor(name, each) for name in names for each in options.get(name) or [{}]]


def starts_of(board: Board, starts: Starts) -> Iterable[Square]:
    """Return all squares, one of each orbit under the board's symmetries, or the list of squares without repetitions."""
    if not isinstance(starts, str):
        return list(dict.fromkeys(starts))
    return board if starts == "all" else [orbit[0] for orbit in orbits(board)]


def _text(value: Any) -> str:
    return "-".join(map(_text, value)) if isinstance(value, tuple) else str(value)

"""Carry out one task in this process and measure it: the part of a run that happens inside a worker process.

Two times are measured separately: building the graph, and solving. Only the second counts against the time limit. A try in
which a module was imported, or a kernel compiled or loaded, is repeated; so is the first quick try of a solver in a process
that loads nothing, because Python is slower then. The tour is verified afterwards, and that time is not measured.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import math
import pickle
import sys
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from time import perf_counter  # by this name, which no solver can point at another clock
from typing import Any

import psutil

from graphs.errors import KnightsTourError
from graphs.loading import clock, cpu_seconds, load, loading_seconds, watch_loading
from solvers.budget import Meter
from solvers.comparison.problems import NamedProblem
from solvers.comparison.processes.worker import begin_phase
from solvers.comparison.tasks import Limits, Task
from solvers.comparison.walks import starts_and_seeds
from solvers.errors import BudgetSpent, UnsupportedProblem, WrongAnswer
from solvers.outcome import Outcome, Status
from solvers.problem import Problem
from solvers.registry import get_solver
from solvers.solving import attempt, verified

__all__ = ["GRACE", "SOLVING", "Measurement", "measured"]

GRACE = 0.5
"""Seconds that a solver may run past its time limit before it is killed."""
PREPARATION, VERIFICATION = 600.0, 600.0
"""Seconds after which the building of a graph, the loading of code, or the verification of a tour counts as hanging."""
TRIES = 3
"""Maximum number of tries of a run; the last one counts."""
QUICK = 1.0
"""Seconds below which the first try of a solver in a process takes notably longer than the next."""
SOLVING = "solving"
"""Name of the phase in which the solver works."""
LIMITS = ("time limit", "node limit", "memory limit")
MOST_NODES = 2**63 - 1
"""Largest number that the store can hold."""
LONGEST_REASON = 1000
"""Maximum length of a stored reason, in characters."""
FIGURES = ("seconds", "cpu_seconds", "build_seconds", "tries", "peak_memory")


@dataclass(frozen=True)
class Measurement:
    """The measured values of one run.

    Attributes
    ----------
    termination : str
        `found`, `impossible`, `dead end`, `time limit`, `node limit`, `memory limit`, `wrong answer`, `interrupted`, or
        `crashed: ` and the name of an exception or a signal.
    reason : str
        A sentence that explains the termination; empty if found.
    answer : str
        `found` or `impossible` if the solver gave an answer, even if it came too late to count; else empty.
    nodes : int
        Search nodes.
    seconds : float
        Time of the solver by the clock of its limits.
    cpu_seconds : float
        Processor time of the solver's process and of the children that have ended.
    build_seconds : float
        Wall time in which the graph of the problem was built, or 0 if the solver reads no graph.
    tries : int
        Number of tries. A try is repeated if the solver loaded code or was called for the first time; the last one counts.
    peak_memory : int
        Maximum number of bytes that the solver's work adds to the resident memory of its process, which already holds
        Python, its packages and the graph; 0 if the system does not report it.
    packed : bytes, optional
        The verified tour as packed by `NamedProblem.pack`, or None without a tour.
    walks, tours : int
        Number of walks in a run that makes many walks, and number of these that end in a tour; otherwise 0. Only the first
        tour is stored, and `seconds` includes all walks and the verification of their tours.
    """

    termination: str
    reason: str
    answer: str = ""
    nodes: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    build_seconds: float = 0.0
    tries: int = 1
    peak_memory: int = 0
    packed: bytes | None = None
    walks: int = 0
    tours: int = 0


def measured(task: Task) -> Measurement:
    """Carry out and measure a run.

    Parameters
    ----------
    task : Task
        The problem, competitor and limits of the run.

    Returns
    -------
    Measurement
        The values of the last try. There are at most `TRIES` tries, until the solver loads no more code.
    """
    begin_phase("preparation", PREPARATION)
    watch, work, ending = _Stopwatch(task.limits), dict[str, Any](), dict[str, Any]()
    try:
        outcome, work = _last_try(task, watch)
        ending = _judged(task, outcome, watch.seconds)
    except BaseException as error:  # a plug-in may raise anything, GeneratorExit and SystemExit too
        ending["termination"], ending["reason"] = _fault(error)
    return Measurement(**ending, **work, **{name: getattr(watch, name) for name in FIGURES})


_called: set[str] = set()
"""The solvers of which this process has made a quick try that loaded no code."""


def _loaded() -> tuple[frozenset[str], float]:
    """Return a value that changes when a module is imported, or a kernel compiled or loaded."""
    return frozenset(sys.modules), loading_seconds()


@lru_cache(maxsize=1)
def _freeze(_: object) -> None:
    """Exclude the loaded code, once, from garbage collections, which take longer the more code is loaded."""
    gc.collect()
    gc.freeze()


def _last_try(task: Task, watch: _Stopwatch) -> tuple[Outcome, dict[str, Any]]:
    """Return the outcome of the last try, and its `nodes`, `walks` and `tours`.

    Raises
    ------
    WrongAnswer
        If a solver of another package has changed the graph, which the next solvers read.
    """
    entry = get_solver(task.competitor.solver)
    for package in ("numba", *entry.packages):  # numba, so that the memory of few runs depends on earlier ones
        with contextlib.suppress(ImportError):
            load(package)
    board = None if entry.reads_graph else task.problem.board
    for watch.tries in range(1, TRIES + 1):
        if board is None:
            shared, watch.build_seconds = _shared(task.problem.with_ends())
        else:  # the solver builds what it needs on its own time, in each try
            shared = Problem.on_board(board, task.problem.problem.leaper)
        content = "" if entry.is_built_in or board is not None else _content(shared)
        _freeze(loaded := _loaded())
        try:
            with watch, watch_loading(watch.begin_phase):
                outcome, work = _tried(task, shared.with_ends(**task.problem.problem.ends))
        finally:
            begin_phase("verification", VERIFICATION)
            if content and _content(shared) != content:
                _shared.cache_clear()
                raise WrongAnswer(f"solver {entry.name!r} has changed the graph of its problem", shared)
        if _loaded() == loaded:
            if watch.seconds >= QUICK or entry.name in _called:
                break
            _called.add(entry.name)
    return outcome, work


@lru_cache(maxsize=2)
def _shared(named: NamedProblem) -> tuple[Problem, float]:
    """Return the open problem on the same graph, which the next runs share, and the seconds in which it was built."""
    import networkx as nx

    began = perf_counter()
    problem = named.problem if named.board is not None else Problem(named.problem.graph.copy())
    _ = problem.board, nx.freeze(problem.graph)
    return problem, perf_counter() - began


def _content(problem: Problem) -> str:
    """Return a digest of the vertices, edges and attributes of a graph, in their order."""
    with contextlib.suppress(Exception):  # a solver may have left anything in its place
        graph: Any = problem.graph
        return sha256(pickle.dumps((graph._adj, graph._node, graph.graph))).hexdigest()
    return "unreadable"


class _Stopwatch:
    """The time and the memory of the last try of a run, and its limits of time.

    A try is killed `GRACE` seconds after its limit, and all tries together `GRACE` seconds after `TRIES` limits. Time in which
    code is loaded does not count.
    """

    seconds = cpu_seconds = build_seconds = 0.0
    tries, peak_memory = 1, 0

    def __init__(self, limits: Limits) -> None:
        self._clock, self._limit = limits.clock, limits.seconds or math.inf
        self._left, self._loaded = TRIES * self._limit + GRACE, loading_seconds()

    def __enter__(self) -> None:
        gc.collect()  # or this try would collect the garbage of earlier work
        _forget_peak()
        self._memory, self._started = _memory(), clock(self._clock)
        self.begin_phase(is_loading=False)
        self._cpu_began, self._began = cpu_seconds(), perf_counter()

    def begin_phase(self, is_loading: bool) -> None:
        """Begin or resume the loading of code, or the solver's work."""
        if is_loading:
            begin_phase("loading", PREPARATION, loading_seconds() - self._loaded)
        else:
            begin_phase(SOLVING, min(self._limit + GRACE, self._left), clock(self._clock) - self._started, self._clock)

    def __exit__(self, *_: object) -> None:
        self.seconds, self.cpu_seconds = perf_counter() - self._began, cpu_seconds() - self._cpu_began
        if self._clock == "cpu":
            self.seconds = self.cpu_seconds
        self.peak_memory = max(0, _peak_memory() - self._memory)
        self._left -= clock(self._clock) - self._started


def _tried(task: Task, problem: Problem) -> tuple[Outcome, dict[str, Any]]:
    """Call the solver, once or for each walk, and return the outcome and its `nodes`, `walks` and `tours`."""
    outcome, counts = (_attempted(task, problem, **task.options), {}) if task.walks is None else _walked(task, problem)
    if outcome.squares is not None and type(outcome.squares) not in (list, tuple) and not hasattr(outcome.squares, "dtype"):
        outcome = replace(outcome, squares=list(outcome.squares))  # a generator has yet to find them
    return outcome, counts | {"nodes": min(int(outcome.nodes), MOST_NODES)}


def _walked(task: Task, problem: Problem) -> tuple[Outcome, dict[str, Any]]:
    """Make the walks of a run.

    Returns
    -------
    Outcome
        The first tour, or the end of the last walk, with the nodes of all walks.
    dict
        The numbers of `walks` and `tours`.
    """
    found, nodes, tours = None, 0, 0
    for start, seed in starts_and_seeds(task):
        problem = problem.with_ends(start=start)
        outcome = _attempted(task, problem, **task.options | {"seed": seed})
        nodes += outcome.nodes
        if outcome.status is Status.FOUND:
            verified(task.competitor.solver, problem, outcome.squares)
            tours += 1
            found = found or outcome
    return replace(found or outcome, nodes=nodes), {"walks": len(task.walks or ()), "tours": tours}


def _attempted(task: Task, problem: Problem, **options: Any) -> Outcome:
    try:
        return attempt(problem, Meter(task.limits), task.competitor.solver, **options)
    except BudgetSpent as spent:  # the time limit was over before the solver began
        return Outcome.unknown(0, str(spent), spent.limit)


def _judged(task: Task, outcome: Outcome, seconds: float) -> dict[str, Any]:
    """Verify the tour of an outcome, and return how the run ended."""
    termination, reason = _termination(outcome, seconds, task)
    judged: dict[str, Any] = {"termination": termination, "reason": str(reason)[:LONGEST_REASON]}
    if outcome.status is Status.FOUND:
        judged["packed"] = task.problem.pack(verified(task.competitor.solver, task.problem.problem, outcome.squares))
    return judged | {"answer": "" if outcome.status is Status.UNKNOWN else outcome.status.value}


def _termination(outcome: Outcome, seconds: float, task: Task) -> tuple[str, str]:
    """Return how the run ended, and why. An answer that comes after the time limit counts as none."""
    limit = task.limits.seconds
    if limit is not None and seconds > limit:
        if outcome.status is Status.UNKNOWN:
            return "time limit", outcome.reason
        return "time limit", f"{outcome.status.value} after {seconds:.3g} s, past the limit of {limit:g} s"
    if outcome.status is not Status.UNKNOWN:
        return outcome.status.value, outcome.reason
    return outcome.limit if outcome.limit in LIMITS else "dead end", outcome.reason


def _fault(error: BaseException) -> tuple[str, str]:
    """Return how a run ended that raised an exception, and why."""
    cause = error.__cause__ if isinstance(error, KnightsTourError) and error.__cause__ is not None else error
    if isinstance(error, UnsupportedProblem):
        return "dead end", str(error)
    if isinstance(error, WrongAnswer):
        return "wrong answer", _text(error)
    if isinstance(cause, MemoryError):
        return "memory limit", "an allocation of memory was refused"
    what = (_text(error).splitlines() or [""])[0]
    name = type(cause).__name__
    return f"crashed: {name}", what or name


def _text(error: BaseException) -> str:
    """Return the message of an exception."""
    try:
        return str(error)[:LONGEST_REASON]
    except BaseException:  # the exception of a plug-in may raise another
        return "its message cannot be read"


def _memory() -> int:
    """Return the resident memory of this process in bytes; 0 where a solver has used up all open files."""
    with contextlib.suppress(psutil.Error, OSError):
        return psutil.Process().memory_info().rss
    return 0


def _forget_peak() -> None:
    """Return freed memory to Linux, and restart its record of this process's maximum memory."""
    with contextlib.suppress(AttributeError, TypeError):  # another system or C library
        ctypes.CDLL(None).malloc_trim(0)
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _peak_memory() -> int:
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0

"""The part of a run inside the worker process: call the solver, measure it, and verify its tour.

Two times are measured separately: building the graph, and solving. Only solving counts against the time limit. A run solves
its task up to three times. Each attempt is a *try*, and only the last one counts. Another try follows in these cases:

- The try imported a module, or it compiled or loaded a kernel (a compiled function).
- The try took less than `QUICK` seconds and loaded no code, and it is the first such try of the solver in this process. Python
  runs code more slowly the first time.

The tour is verified after the last try; this time is not measured. Runs of many walks are different (see `walks`): each try
calls the solver once per walk and verifies each tour, and this time is measured.

The process that started the worker kills it at a time limit. For this purpose, a run has phases with separate limits:
preparation, loading of code, solving, and verification. `solvers.processes.worker.begin_phase` begins a phase.
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
from time import perf_counter  # imported by name, so that a solver that replaces `time.perf_counter` has no effect here
from typing import Any

import psutil

from graphs.errors import KnightsTourError
from graphs.loading import clock, cpu_seconds, load, loading_seconds, watch_loading
from solvers.comparison.problems import NamedProblem
from solvers.comparison.tasks import MOST_NUMBER, Limits, Task
from solvers.comparison.walks import starts_and_seeds
from solvers.errors import BudgetSpent, UnsupportedProblem, WrongAnswer
from solvers.meter import Meter
from solvers.outcome import Outcome, Status
from solvers.problem import Problem
from solvers.processes.worker import begin_phase
from solvers.registry import get_solver
from solvers.result import LIMITS
from solvers.solving import attempt, verified

GRACE = 0.5
"""Seconds that a solver may run past its time limit before it is killed."""
PREPARATION, VERIFICATION = 600.0, 600.0
"""Time limits in seconds. The first applies to building a graph and to loading code, the second to verifying a tour."""
TRIES = 3
"""Maximum number of tries (see the module docstring) in a run; the last one counts."""
QUICK = 1.0
"""A try is quick if it takes less than this time, in seconds. A solver's first quick try is notably slower than the next."""
SOLVING = "solving"
"""Name of the phase of a run in which the solver works, as opposed to preparation, loading of code and verification."""
LONGEST_REASON = 1000
"""Maximum length of a stored reason, in characters."""
FIGURES = ("seconds", "cpu_seconds", "build_seconds", "tries", "peak_memory")
"""Attributes of `Measurement` that a `_Stopwatch` measures."""


@dataclass(frozen=True)
class Measurement:
    """The measured values of one run.

    Attributes
    ----------
    termination : str
        `found`, `impossible`, `dead end`, `time limit`, `node limit`, `memory limit`, `wrong answer`, `interrupted`, or
        `crashed: ` followed by the name of an exception or a signal.
    reason : str
        A sentence that explains the termination, or an empty string if a tour was found.
    answer : str
        `found` or `impossible` if the solver gave an answer, even after the time limit; otherwise an empty string.
    nodes : int
        Number of search nodes.
    seconds : float
        Time of the last try in seconds, by the clock of the limits: wall time or processor time.
    cpu_seconds : float
        Processor time of the last try in seconds, including child processes that have ended.
    build_seconds : float
        Wall time for building the graph of the problem, in seconds. It is 0 if the problem is on a board and the solver reads
        no graph.
    tries : int
        Number of tries (see the module docstring); the other values are those of the last try.
    peak_memory : int
        Maximum number of bytes that the solver adds to the resident memory of its process. The memory of Python, its packages
        and the graph is not included. It is 0 if the system does not report the memory of a process.
    packed : bytes, optional
        The verified tour as packed by `NamedProblem.pack`, or None if there is no tour.
    walks : int
        Number of walks in a run of many walks (see `solvers.comparison.walks`), or 0 in any other run. In a run of many walks,
        `seconds` includes all walks and the verification of their tours.
    tours : int
        Number of these walks that end in a tour. Only the first tour is stored.
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


def measure_task(task: Task) -> Measurement:
    """Execute a task in this process, and return its measured values.

    Parameters
    ----------
    task : Task
        The task.

    Returns
    -------
    Measurement
        The time, memory and search nodes of the last try, and the termination of the run. If the run raises an exception, the
        exception determines the termination.

    Notes
    -----
    There are at most `TRIES` tries. Another try follows a try that loads code. Another try also follows a quick try that loads
    no code, if it is the first such try of the solver in this process.
    """
    begin_phase("preparation", PREPARATION)
    watch, work, ending = _Stopwatch(task.limits), dict[str, Any](), dict[str, Any]()
    try:
        outcome, work = _last_try(task, watch)
        ending = _judged(task, outcome, watch.seconds)
    except BaseException as error:  # a third-party solver may raise anything, even GeneratorExit or SystemExit
        ending["termination"], ending["reason"] = _fault(error)
    return Measurement(**ending, **work, **{name: getattr(watch, name) for name in FIGURES})


_called: set[str] = set()
"""Names of the solvers that have completed a try of less than `QUICK` seconds in this process without loading code."""


def _loaded() -> tuple[frozenset[str], float]:
    """Return a value that changes when a module is imported, or a kernel compiled or loaded."""
    return frozenset(sys.modules), loading_seconds()


@lru_cache(maxsize=1)
def _freeze(_: object) -> None:
    """Exclude all existing objects from later garbage collections, so that these do not take longer as more code is loaded.

    The argument is the value of `_loaded`. A call with the same value as the previous call has no effect.
    """
    gc.collect()
    gc.freeze()


def _last_try(task: Task, watch: _Stopwatch) -> tuple[Outcome, dict[str, Any]]:
    """Call the solver up to `TRIES` times (see `measure_task`), and return the results of the last try.

    Returns
    -------
    Outcome
        The outcome of the last try.
    dict
        The number of search nodes (`nodes`). In a run of many walks, also the numbers of walks (`walks`) and tours (`tours`).

    Raises
    ------
    WrongAnswer
        If a solver that is not part of this project has changed the graph. Later runs would read the changed graph.
    """
    entry = get_solver(task.competitor.solver)
    # numba is always loaded, so that the memory of a run seldom depends on earlier runs
    for package in ("numba", *entry.packages):
        with contextlib.suppress(ImportError):
            load(package)
    board = None if entry.reads_graph else task.problem.board
    for watch.tries in range(1, TRIES + 1):
        if board is None:
            shared, watch.build_seconds = _shared(task.problem.with_ends())
        else:  # the solver builds its own data in each try, and this time counts
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
    """Return a problem whose graph is built and cached for later runs, and the time in seconds for building the graph."""
    import networkx as nx

    began = perf_counter()
    problem = named.problem if named.board is not None else Problem(named.problem.edge_list.build())
    _ = problem.board, nx.freeze(problem.graph)
    return problem, perf_counter() - began


def _content(problem: Problem) -> str:
    """Return a digest of the vertices, edges and attributes of a graph, in their order, or `unreadable` if this fails."""
    with contextlib.suppress(Exception):  # a solver may have replaced parts of the graph by anything
        graph: Any = problem.graph
        return sha256(pickle.dumps((dict(graph.adjacency()), dict(graph.nodes(data=True)), graph.graph))).hexdigest()
    return "unreadable"


class _Stopwatch:
    """A context manager for each try of a run. It measures time and memory, and sets the time limits of the try.

    A try is killed if it takes `GRACE` seconds more than the time limit of the run. It is also killed if all tries of the run
    take `GRACE` seconds more than `TRIES` times the limit. Time for loading code does not count.
    """

    seconds = cpu_seconds = build_seconds = 0.0
    tries, peak_memory = 1, 0

    def __init__(self, limits: Limits) -> None:
        self._clock, self._limit = limits.clock, limits.seconds or math.inf
        self._left, self._loaded = TRIES * self._limit + GRACE, loading_seconds()

    def __enter__(self) -> None:
        gc.collect()  # otherwise, this try would collect the garbage of earlier work
        _forget_peak()
        self._memory, self._started = _memory(), clock(self._clock)
        self.begin_phase(is_loading=False)
        self._cpu_began, self._began = cpu_seconds(), perf_counter()

    def begin_phase(self, is_loading: bool) -> None:
        """Begin or resume the phase in which code is loaded, or the phase in which the solver works."""
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
    """Call the solver of a task once, or once per walk. Return the outcome and the numbers that `_last_try` describes."""
    outcome, numbers = (_attempted(task, problem, **task.options), {}) if task.walks is None else _walked(task, problem)
    if outcome.squares is not None and type(outcome.squares) not in (list, tuple) and not hasattr(outcome.squares, "dtype"):
        outcome = replace(outcome, squares=list(outcome.squares))  # runs a generator within the measured time
    return outcome, numbers | {"nodes": min(int(outcome.nodes), MOST_NUMBER)}


def _walked(task: Task, problem: Problem) -> tuple[Outcome, dict[str, Any]]:
    """Execute a run that consists of several walks.

    Returns
    -------
    Outcome
        The outcome of the first walk that ends in a tour, or else of the last walk, with the search nodes of all walks.
    dict
        The number of walks (`walks`), and the number of walks that end in a tour (`tours`).
    """
    success, nodes, tours = None, 0, 0
    for start, seed in starts_and_seeds(task):
        problem = problem.with_ends(start=start)
        outcome = _attempted(task, problem, **task.options | {"seed": seed})
        nodes += outcome.nodes
        if outcome.status is Status.FOUND:
            verified(task.competitor.solver, problem, outcome.squares)
            tours += 1
            success = success or outcome
    return replace(success or outcome, nodes=nodes), {"walks": len(task.walks or ()), "tours": tours}


def _attempted(task: Task, problem: Problem, **options: Any) -> Outcome:
    try:
        return attempt(problem, Meter(task.limits), task.competitor.solver, **options)
    except BudgetSpent as spent:  # the limit was exceeded before the solver began
        return Outcome.unknown(0, str(spent), spent.limit)


def _judged(task: Task, outcome: Outcome, seconds: float) -> dict[str, Any]:
    """Verify the tour of an outcome, and return the termination, reason, answer and packed tour of the run.

    An answer after the time limit has the termination `time limit`.
    """
    limit, answer, reason = task.limits.seconds, outcome.status.value, outcome.reason
    termination = answer
    if outcome.status is Status.UNKNOWN:
        answer, termination = "", outcome.limit if outcome.limit in LIMITS else "dead end"
    if limit is not None and seconds > limit:
        termination = "time limit"
        reason = f"{answer} after {seconds:.3g} s, past the limit of {limit:g} s" if answer else reason
    judged: dict[str, Any] = {"termination": termination, "reason": str(reason)[:LONGEST_REASON], "answer": answer}
    if outcome.status is Status.FOUND:
        judged["packed"] = task.problem.pack(verified(task.competitor.solver, task.problem.problem, outcome.squares))
    return judged


def _fault(error: BaseException) -> tuple[str, str]:
    """Return the termination and the reason of a run that raised an exception."""
    cause = error.__cause__ if isinstance(error, KnightsTourError) and error.__cause__ is not None else error
    if isinstance(error, UnsupportedProblem):
        return "dead end", str(error)
    if isinstance(error, WrongAnswer):
        return "wrong answer", _text(error)
    if isinstance(cause, MemoryError):
        return "memory limit", "a memory allocation failed"
    what = (_text(error).splitlines() or [""])[0]
    name = type(cause).__name__
    return f"crashed: {name}", what or name


def _text(error: BaseException) -> str:
    """Return the message of an exception, cut to `LONGEST_REASON` characters."""
    try:
        return str(error)[:LONGEST_REASON]
    except BaseException:  # the exception of a third-party solver may raise another
        return "its message cannot be read"


def _memory() -> int:
    """Return the resident memory of this process in bytes, or 0 if it cannot be read, for example if no file can be opened."""
    with contextlib.suppress(psutil.Error, OSError):
        return psutil.Process().memory_info().rss
    return 0


def _forget_peak() -> None:
    """Return freed memory to the operating system, and reset the peak memory that Linux records for this process."""
    with contextlib.suppress(AttributeError, TypeError):  # the system or its C library has no such function
        ctypes.CDLL(None).malloc_trim(0)
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _peak_memory() -> int:
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0

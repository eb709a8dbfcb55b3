"""Carry out one task in this process and measure it: the part of a run that happens inside a worker process.

Two times are measured separately: the graph is built, and the solver works. Only the second counts against the time limit. A
run in which a module was imported, or a kernel compiled or loaded, is no measurement, and is made again; so is the first quick
run of a solver in a process, for Python is slower then. The tour is verified afterwards, and that time is not measured.
"""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path
from time import perf_counter, process_time  # by these names, which no solver points at another clock
from typing import Any

import psutil

from graphs.errors import KnightsTourError
from graphs.loading import load, loading_seconds, watch_loading
from solvers.budget import Meter
from solvers.comparison.problems import NamedProblem
from solvers.comparison.processes.worker import begin_phase
from solvers.comparison.tasks import Task
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
"""How often a run is made at most, where each loads code; then the last one counts."""
QUICK = 1.0
"""Seconds below which the first run of a solver in a process takes notably longer than the next."""
SOLVING = "solving"
"""The name of the phase in which the solver works."""
LIMITS = ("time limit", "node limit", "memory limit")
MOST_NODES = 2**63 - 1
"""The greatest number that the store can hold."""
LONGEST_REASON = 1000
"""Characters of a reason that are kept."""


@dataclass(frozen=True)
class Measurement:
    """What a worker process measures in one run.

    Attributes
    ----------
    termination : how the run ended: `found`, `impossible`, `dead end`, `time limit`, `node limit`, `memory limit`,
        `wrong answer`, `interrupted`, or `crashed: ` and the name of an exception or a signal.
    reason : why, in a sentence; empty if found.
    answer : `found` or `impossible` where the solver gave an answer, also one that came too late to count; else empty.
    nodes : squares that the search placed.
    seconds, cpu_seconds : wall time of the solver, and processor time of its process and the children that have ended.
    build_seconds : wall time in which the graph of the problem was built; 0 where the solver reads no graph.
    tries : how often the run was made; each time but the last, it loaded code or was the solver's first in its process.
    peak_memory : bytes of resident memory that the solver's work adds at most to what its process has before it: Python, its
        packages and the graph; 0 where the system does not say.
    packed : the verified tour, as `NamedProblem.pack` gives it; None without one.
    walks, tours : of a run of many walks: how many it made, and how many of them ended in a tour, of which the first is kept;
        its `seconds` are those of all walks, and of the verification of their tours.
    memory_kept : bytes of resident memory that the process has more after the solver's work than before it.
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
    memory_kept: int = 0


def measured(task: Task) -> Measurement:
    """Return the measurement of a run, after as many tries as it takes until the solver loads no more code, or `TRIES`."""
    begin_phase("preparation", PREPARATION)
    entry, seen, memory = get_solver(task.competitor.solver), dict[str, Any](), 0
    try:
        for package in ("numba", *entry.packages):  # numba, so that the memory of few runs depends on earlier ones
            with contextlib.suppress(ImportError):
                load(package)
        board = None if entry.reads_graph else task.problem.board
        for tries in range(1, TRIES + 1):
            if board is None:
                graph = _shared(task.problem.with_ends())
            else:  # the solver builds what it needs on its own time, in each try
                graph = _Graph(Problem.on_board(board, task.problem.problem.leaper))
            seen |= {"build_seconds": graph.build_seconds, "tries": tries}
            loaded = _loaded()
            memory = memory or _memory()
            try:
                outcome = _solved(task, graph.problem.with_ends(**task.problem.problem.ends), seen)
            finally:
                begin_phase("verification", VERIFICATION)
                if graph.is_changed:
                    _shared.cache_clear()
            if seen["seconds"] < QUICK:
                _called.add(task.competitor.solver)
            if _loaded() == loaded:
                break
        seen |= _judged(task, outcome, seen["seconds"])
        del outcome
    except BaseException as error:  # a plug-in may raise anything, GeneratorExit and SystemExit too
        seen["termination"], seen["reason"] = _fault(error)
    seen["memory_kept"] = _memory() - memory if "seconds" in seen else 0
    return Measurement(**seen)


bytes(32_000_000)  # once freed, glibc keeps smaller pieces for the next run, as in a process that has made large runs before

_called: set[str] = set()
"""The solvers whose quick runs this process has made."""


def _loaded() -> tuple[frozenset[str], float, int]:
    """Return what differs when a module was imported, a kernel compiled or loaded, or a solver called for the first time."""
    return frozenset(sys.modules), loading_seconds(), len(_called)


@dataclass(frozen=True)
class _Graph:
    """A graph that is kept for the next runs: an open problem, the seconds in which it was built, and its size."""

    problem: Problem
    build_seconds: float = 0.0
    size: tuple[int, ...] | None = None

    @property
    def is_changed(self) -> bool:
        """Whether a solver has changed the graph."""
        with contextlib.suppress(Exception):  # a solver may have left anything in its place
            return self.size is not None and self.size != _size(self.problem.graph)
        return True


@lru_cache(maxsize=2)
def _shared(named: NamedProblem) -> _Graph:
    """Return the open problem on the same graph, which all problems on it share, and which no solver can edit."""
    import networkx as nx

    began = perf_counter()
    problem = named.problem if named.board is not None else Problem(named.problem.graph.copy())
    _ = problem.board, problem.graph
    return _Graph(problem, perf_counter() - began, _size(nx.freeze(problem.graph)))


def _size(graph: Any) -> tuple[int, ...]:
    """Return the numbers of nodes, neighbours, and attributes of nodes and edges."""
    attributes = chain.from_iterable(near.values() for near in graph._adj.values())
    return len(graph), sum(map(len, graph._adj.values())), sum(map(len, graph._node.values())), sum(map(len, attributes))


def _solved(task: Task, problem: Problem, seen: dict[str, Any]) -> Outcome:
    """Run the solver, and note the time and the memory that it takes. No limit holds while it loads code."""
    limit = None if task.limits.seconds is None else task.limits.seconds + GRACE

    def begin(is_loading: bool) -> None:
        begin_phase("loading", PREPARATION) if is_loading else begin_phase(SOLVING, limit)

    _forget_peak()
    memory = _memory()
    begin(is_loading=False)
    cpu_seconds, began = _cpu_seconds(), perf_counter()
    try:
        with watch_loading(begin):
            outcome = _attempted(task, problem, **task.options) if task.walks is None else _walked(task, problem, seen)
        if outcome.squares is not None and type(outcome.squares) not in (list, tuple) and not hasattr(outcome.squares, "dtype"):
            outcome = replace(outcome, squares=list(outcome.squares))  # a generator has yet to find them
    finally:
        seen["seconds"], seen["cpu_seconds"] = perf_counter() - began, _cpu_seconds() - cpu_seconds
        seen["peak_memory"] = max(0, _peak_memory() - memory)
    seen["nodes"] = min(int(outcome.nodes), MOST_NODES)
    return outcome


def _walked(task: Task, problem: Problem, seen: dict[str, Any]) -> Outcome:
    """Make the walks of a run, and return the first tour among them, or the end of the last walk, with the nodes of all."""
    found, nodes, tours = None, 0, 0
    for start, seed in starts_and_seeds(task):
        problem = problem.with_ends(start=start)
        outcome = _attempted(task, problem, **task.options | {"seed": seed})
        nodes += outcome.nodes
        if outcome.status is Status.FOUND:
            verified(task.competitor.solver, problem, outcome.squares)
            tours += 1
            found = found or outcome
    seen |= {"walks": len(task.walks or ()), "tours": tours}
    return replace(found or outcome, nodes=nodes)


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


def _cpu_seconds() -> float:
    times = os.times()
    return process_time() + times.children_user + times.children_system


def _memory() -> int:
    """Return the resident memory of this process in bytes; 0 where a solver has used up all open files."""
    with contextlib.suppress(psutil.Error, OSError):
        return psutil.Process().memory_info().rss
    return 0


def _forget_peak() -> None:
    """Have Linux count the greatest memory of this process from now on."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _peak_memory() -> int:
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0

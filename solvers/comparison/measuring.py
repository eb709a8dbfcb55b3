"""Carry out one task in this process and measure it: the part of a run that happens inside a worker process.

Three times are measured separately: the graph is built, a first run on a small problem loads the solver's code, and the solver
works. Only the last counts against the time limit. The tour is verified afterwards, and that time is not measured.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from time import perf_counter, process_time  # by these names, which no solver points at another clock
from typing import Any

import psutil

from graphs.board import Board
from graphs.errors import KnightsTourError
from solvers.budget import Meter
from solvers.comparison.problems import NamedProblem
from solvers.comparison.processes.worker import Phase
from solvers.comparison.tasks import Task
from solvers.comparison.walks import starts_and_seeds
from solvers.errors import BudgetSpent, UnsupportedProblem, WrongAnswer
from solvers.problem import Problem
from solvers.registry import get_solver
from solvers.result import Outcome, Status
from solvers.solving import attempt, verified
from solvers.warm_up import warm_up

__all__ = ["GRACE", "SOLVING", "Measurement", "measured"]

GRACE = 0.5
"""Seconds that a solver may run past its time limit before it is killed."""
PREPARATION, VERIFICATION = 600.0, 600.0
"""Seconds after which the building of a graph, the loading of code, or the verification of a tour counts as hanging."""
WITH_NUMBA = 400
"""The side of a board on which `construct` uses its compiled loop."""
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
    warm_up_seconds : wall time in which the solver's code was loaded for this run; 0 where that was done before.
    peak_memory : the greatest resident memory of the process in this run, in bytes, with Python, its packages and the graph;
        0 where the system does not say.
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
    warm_up_seconds: float = 0.0
    peak_memory: int = 0
    packed: bytes | None = None
    walks: int = 0
    tours: int = 0
    memory_kept: int = 0


def measured(task: Task) -> Generator[Phase, None, Measurement]:
    """Yield each phase of a run when it begins, and return the measurement."""
    yield Phase("preparation", PREPARATION)
    _load_packages()
    entry = get_solver(task.competitor.solver)
    seen: dict[str, Any] = {}
    graph: _Graph | None = None
    memory = 0
    try:
        reads_graph = entry.reads_graph or task.problem.board is None  # else it builds what it needs on its own time
        graph = _shared(task.problem.with_ends()) if reads_graph else _Graph(task.problem.problem)
        seen["build_seconds"] = graph.build_seconds
        problem = graph.problem.with_ends(**task.problem.problem.ends)
        began = perf_counter()
        warm_up(entry, problem, task.options)
        seen["warm_up_seconds"] = perf_counter() - began
        _forget_peak()
        memory = _memory()
        yield Phase(SOLVING, None if task.limits.seconds is None else task.limits.seconds + GRACE)
        outcome = _solved(task, problem, seen)
        yield Phase("verification", VERIFICATION)
        seen |= _judged(task, outcome, seen["seconds"])
        del outcome
    except BaseException as error:  # a plug-in may raise anything, GeneratorExit and SystemExit too
        seen["termination"], seen["reason"] = _fault(error)
    if graph is not None and graph.is_changed:
        _shared.cache_clear()
    seen["memory_kept"] = _memory() - memory if "seconds" in seen else 0
    return Measurement(**seen)


@cache
def _load_packages() -> None:
    """Load numpy, numba and the loop of `construct`, so that no run depends on what earlier runs have loaded."""
    with contextlib.suppress(ImportError):
        import_module("numba")
        get_solver("construct").run(Problem.on_board(Board(WITH_NUMBA, WITH_NUMBA)), Meter())


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
    """Run the solver, and note the time and the memory that it takes."""
    cpu_seconds, began = _cpu_seconds(), perf_counter()
    try:
        outcome = _attempted(task, problem, **task.options) if task.walks is None else _walked(task, problem, seen)
        if outcome.squares is not None and type(outcome.squares) not in (list, tuple) and not hasattr(outcome.squares, "dtype"):
            outcome = replace(outcome, squares=list(outcome.squares))  # a generator has yet to find them
    finally:
        seen["seconds"], seen["cpu_seconds"] = perf_counter() - began, _cpu_seconds() - cpu_seconds
        seen["peak_memory"] = _peak_memory()
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

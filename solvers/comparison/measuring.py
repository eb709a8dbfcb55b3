"""Carry out one task in this process and measure it: the part of a run that happens inside a worker process.

Three times are taken apart. The graph is built first, then the solver's code is loaded by a first run on a small problem; only
then does the clock of the time limit start. The verification of the tour comes after it and does not count.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Generator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from graphs.board import Board
from graphs.errors import KnightsTourError
from solvers.budget import Meter
from solvers.comparison.problems import NamedProblem
from solvers.comparison.processes.warm import Phase
from solvers.comparison.tasks import Task
from solvers.errors import WrongAnswer
from solvers.problem import Problem
from solvers.registry import get_solver
from solvers.result import Outcome, Status
from solvers.solving import attempt, verified
from solvers.warm_up import warm_up

__all__ = ["GRACE", "SOLVING", "Measurement", "measured"]

GRACE = 0.5
"""Seconds past its time limit that a solver has to stop by itself."""
PREPARATION, VERIFICATION = 600.0, 600.0
"""Seconds after which the building of a graph, the loading of code, or the verification of a tour counts as hanging."""
WITH_NUMBA = 400
"""The side of a board on which `construct` uses its compiled loop."""
SOLVING = "solving"
"""The name of the phase in which the solver works."""


@dataclass(frozen=True)
class Measurement:
    """What a worker process measures in one run.

    Attributes
    ----------
    termination : how the run ended: `found`, `impossible`, `dead end`, `time limit`, `node limit`, `memory limit`,
        `wrong answer`, or `crashed: ` and the name of an exception.
    reason : why, in a sentence; empty if found.
    answer : `found` or `impossible` where the solver gave an answer, also one that came too late to count; else empty.
    nodes : squares that the search placed.
    seconds, cpu_seconds : wall time of the solver, and processor time of its process and the children that have ended.
    build_seconds : wall time in which the graph of the problem was built; 0 where the solver reads no graph.
    warm_up_seconds : wall time in which the solver's code was loaded for this run; 0 where that was done before.
    peak_memory : the greatest resident memory of the process in this run, in bytes; 0 where the system does not say.
    packed : the verified tour, as `NamedProblem.pack` gives it; None without one.
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


def measured(task: Task) -> Generator[Phase, None, Measurement]:
    """Yield each phase of a run when it begins, and return the measurement."""
    yield Phase("preparation", PREPARATION)
    _load_packages()
    entry = get_solver(task.competitor.solver)
    times: dict[str, Any] = {}
    nodes, began = 0, 0.0
    try:
        problem, times["build_seconds"] = _ready(task.problem, entry.reads_graph)
        began = time.perf_counter()
        warm_up(entry, problem, task.options)
        times["warm_up_seconds"] = time.perf_counter() - began
        _forget_peak()
        limit = task.limits.seconds
        yield Phase(SOLVING, None if limit is None else limit + GRACE)
        before, began = _cpu_seconds(), time.perf_counter()
        meter = Meter(task.limits.budget)
        outcome = attempt(problem, meter, entry.name, **task.options)
        times["seconds"], times["cpu_seconds"] = meter.seconds, _cpu_seconds() - before
        nodes = outcome.nodes
        peak = _peak_memory()
        yield Phase("verification", VERIFICATION)
        tour = verified(entry.name, problem, outcome.squares) if outcome.status is Status.FOUND else None
    except BaseException as error:  # a plug-in may raise anything, GeneratorExit and SystemExit too
        times.setdefault("seconds", time.perf_counter() - began)
        return Measurement(*_fault(error), nodes=nodes, peak_memory=_peak_memory(), **times)
    packed = None if tour is None else task.problem.pack(tour)
    answer = "" if outcome.status is Status.UNKNOWN else outcome.status.value
    ended = _termination(outcome, times["seconds"], task)
    return Measurement(*ended, answer, outcome.nodes, peak_memory=peak, packed=packed, **times)


@cache
def _load_packages() -> None:
    """Load numpy, numba and the loop of `construct`, which is used where it is loaded, so that no run depends on earlier ones."""
    with contextlib.suppress(ImportError):
        import numba  # noqa: F401

        get_solver("construct").run(Problem.on_board(Board(WITH_NUMBA, WITH_NUMBA)), Meter())


def _ready(named: NamedProblem, with_graph: bool) -> tuple[Problem, float]:
    """Return the problem, with its graph built if the solver reads it, and the seconds that took."""
    problem, seconds = _shared(named.with_ends(), with_graph)
    ends = named.problem
    return problem.with_ends(start=ends.start, end=ends.end, closed=ends.closed), seconds


@lru_cache(maxsize=2)
def _shared(named: NamedProblem, with_graph: bool) -> tuple[Problem, float]:
    """Return the open problem on the same graph, which all problems on it share."""
    began = time.perf_counter()
    problem = named.problem.refreshed()
    if problem.board is None or with_graph:
        _ = problem.graph
    return problem, time.perf_counter() - began if with_graph else 0.0


def _termination(outcome: Outcome, seconds: float, task: Task) -> tuple[str, str]:
    """Return how the run ended, and why. An answer that comes after the time limit counts as none."""
    limit = task.limits.seconds
    if limit is not None and seconds > limit:
        if outcome.status is Status.UNKNOWN:
            return "time limit", outcome.reason
        return "time limit", f"{outcome.status.value} after {seconds:.3g} s, past the limit of {limit:g} s"
    if outcome.status is not Status.UNKNOWN:
        return outcome.status.value, outcome.reason
    return outcome.limit or "dead end", outcome.reason


def _fault(error: BaseException) -> tuple[str, str]:
    """Return how a run ended that raised an exception, and why."""
    cause = error.__cause__ if isinstance(error, KnightsTourError) and error.__cause__ is not None else error
    if isinstance(error, WrongAnswer):
        return "wrong answer", str(error)
    if isinstance(cause, MemoryError):
        return "memory limit", "an allocation of memory was refused"
    what = (str(error).splitlines() or [""])[0]
    return f"crashed: {type(cause).__name__}", what if error is not cause else f"{type(error).__name__}: {what}"


def _cpu_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _forget_peak() -> None:
    """Have Linux count the greatest memory of this process from now on."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _peak_memory() -> int:
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    with contextlib.suppress(ImportError):
        import resource
        import sys

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return 0

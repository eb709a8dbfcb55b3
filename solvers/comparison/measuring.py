"""Execute one run: build the problem, call the solver, and measure its time and memory.

The solver is called twice: first on a fixed small problem, so that it loads its code, then on the problem of the task. Only the
second call is measured, without the time for loading code. The process was forked from a template that solves nothing (see
`solvers.workers`), and ends after the run. So a run depends on no other run.

Another process verifies the tour, and kills this process at a limit. For this purpose, a run has phases with separate limits:
preparation, warm-up, loading of code, solving, and packing of the tour.
"""

from __future__ import annotations

import ctypes
import gc
import math
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import networkx as nx

from graphs.board import Board
from graphs.errors import KnightsTourError
from graphs.loading import clock, loading_seconds, watch_loading
from solvers.comparison.problems import NamedProblem
from solvers.comparison.tasks import MOST_NUMBER, Task
from solvers.core.budget import Budget, Meter
from solvers.core.errors import BudgetSpent, UnsupportedProblem, WrongAnswer
from solvers.core.identity import packages_for
from solvers.core.outcome import Outcome, Status
from solvers.core.problem import Problem
from solvers.core.registry import Solver, get_solver
from solvers.solving.solve import attempt
from solvers.workers.limits import begin_worker_phase, worker_memory

GRACE = 0.5
"""Seconds that a solver may run past its time limit before it is killed."""
PREPARATION = 600.0
"""Time limit in seconds: for building a graph, for loading code, and for packing a tour."""
WARM_UP = Budget(seconds=0.5, nodes=2_000)
"""Limits of the call on a small problem."""
SMALL = (Board(5, 5), Board(5, 6))
"""Boards of the call on a small problem. The second one is used if the task is on the first one."""
WARMING, SOLVING = "warm-up", "solving"
"""Names of two phases of a run: the call on a small problem, and the call that is measured."""
FREED = 1 << 20
"""Maximum number of freed bytes for which the peak memory is not reset before the solver is called."""
LONGEST_REASON = 1000
"""Maximum length of a stored reason, in characters."""


@dataclass(frozen=True)
class Measurement:
    """The measured values of one run, such as its time and memory.

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
        Time of the solver in seconds, by the clock of the limits.
    cpu_seconds : float
        Processor time of the solver in seconds, including child processes that have ended.
    build_seconds : float
        Wall time for building the graph of the problem, in seconds, or 0 if the solver reads no graph.
    peak_memory : int
        Maximum number of bytes that the solver adds to the resident memory of its process, or 0 if it is unknown.
    packed : bytes, optional
        The tour as packed by `NamedProblem.pack`, or None if there is no tour.
    """

    termination: str
    reason: str
    answer: str = ""
    nodes: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    build_seconds: float = 0.0
    peak_memory: int = 0
    packed: bytes | None = None


def measure_task(task: Task, is_warmed: bool = True) -> tuple[Measurement, list[str], tuple[Any, ...]]:
    """Execute a task, and return its measurement, and the modules and compiled functions that it loaded.

    Modules of plug-ins are left out. If `is_warmed` is False, the solver is not called on a small problem first.
    """
    modules, kernels, own = len(sys.modules), len(_kernels()), {"graphs", "solvers"}
    measured: dict[str, Any] = {}
    try:
        entry = get_solver(task.competitor.solver)
        own.update(packages_for(entry))
        if is_warmed:
            _warm_up(task, entry)
        problem = _built(task.problem, entry, measured)
        outcome = _called(task, problem, measured)
        begin_worker_phase("packing", PREPARATION)
        measured |= _judged(task, outcome, measured["seconds"])
    except BaseException as error:  # a third-party solver may raise anything, even GeneratorExit or SystemExit
        measured["termination"], measured["reason"] = _fault(error)
    loaded = [*islice(reversed(sys.modules), max(0, len(sys.modules) - modules))][::-1]  # reading all would copy many pages
    return Measurement(**measured), [name for name in loaded if name.partition(".")[0] in own], _kernels()[kernels:]


def load_measured_code(modules: Iterable[str], kernels: tuple[Any, ...] = ()) -> None:
    """Load modules and compiled functions in the template process."""
    for name in modules:
        with suppress(Exception):
            import_module(name)
    if kernels:
        import_module("solvers.core.compiling").load_kernels(kernels)


def _kernels() -> tuple[Any, ...]:
    """Return the compiled functions that this process has loaded."""
    return tuple(sys.modules["solvers.core.compiling"].loaded_kernels()) if "solvers.core.compiling" in sys.modules else ()


def preload_for_measuring(packages: Iterable[str]) -> None:
    """Import all built-in solvers and the given packages in the template process.

    The graph of a small board is built, because networkx compiles some functions when they are first called.
    """
    load_measured_code(("solvers.solving.strategy", *packages))
    get_solver("auto")
    nx.freeze(Problem.on_board(SMALL[0]).graph)


def _warm_up(task: Task, entry: Solver) -> None:
    """Call a task's solver on a small problem, and ignore exceptions."""
    asked = task.problem.problem
    if asked.board is None:
        problem = Problem(nx.circular_ladder_graph(6))
    else:
        problem = Problem.on_board(SMALL[asked.board == SMALL[0]], asked.leaper)
    problem = problem.with_ends(start=None if asked.start is None else next(iter(problem.nodes)), closed=asked.closed)
    with suppress(BaseException), _watched_loading(WARMING, WARM_UP.seconds or 0, "wall"):
        outcome = attempt(problem, Meter(WARM_UP), entry.name, **task.options)
        for _ in outcome.squares or ():
            pass


@contextmanager
def _watched_loading(name: str, limit: float, kind: str) -> Iterator[None]:
    """Within a `with` block, limit the time of a phase, without the time for loading code."""
    began, loaded = clock(kind), loading_seconds()

    def begin(is_loading: bool = False) -> None:
        if is_loading:
            begin_worker_phase("loading", PREPARATION, loading_seconds() - loaded)
        else:
            begin_worker_phase(name, limit + GRACE, clock(kind) - began, kind)

    begin()
    with watch_loading(begin):
        yield


def _built(named: NamedProblem, entry: Solver, measured: dict[str, Any]) -> Problem:
    """Build a task's problem, and measure the time to build its graph."""
    begin_worker_phase("preparation", PREPARATION)
    began = clock()
    problem = named.problem if named.board is not None else Problem(named.problem.edge_list.build(), **named.problem.ends)
    if named.board is None or entry.reads_graph:
        nx.freeze(problem.graph)
        measured["build_seconds"] = clock() - began
    return problem


def _called(task: Task, problem: Problem, measured: dict[str, Any]) -> Outcome:
    """Call a task's solver on a problem, and measure its time and memory."""
    limits = task.limits
    gc.freeze()  # otherwise, the solver would collect the garbage of the preparation
    _forget_peak()
    memory = worker_memory()
    with _watched_loading(SOLVING, limits.seconds or math.inf, limits.clock):
        began = {kind: clock(kind) for kind in ("cpu", "wall")}
        try:
            outcome = attempt(problem, Meter(limits), task.competitor.solver, **task.options)
        except BudgetSpent as spent:  # the limit was exceeded before the solver began
            outcome = Outcome.unknown(0, str(spent), spent.limit)
        else:
            squares = outcome.squares
            if squares is not None and type(squares) not in (list, tuple) and not hasattr(squares, "dtype"):
                outcome = replace(outcome, squares=list(squares))  # runs a generator within the measured time
        finally:
            times = {kind: clock(kind) - start for kind, start in began.items()}
            peak = max(0, _peak_memory() - memory)
            measured |= {"seconds": times[limits.clock], "cpu_seconds": times["cpu"], "peak_memory": peak}
    return outcome


def _judged(task: Task, outcome: Outcome, seconds: float) -> dict[str, Any]:
    """Return the termination of a run and its reason. A late answer becomes a `time limit`."""
    limit, answer, reason = task.limits.seconds, outcome.status.value, outcome.reason
    termination = answer
    if outcome.status is Status.UNKNOWN:
        answer, termination = "", outcome.limit or "dead end"
    if limit is not None and seconds > limit:
        termination = "time limit"
        reason = f"{answer} after {seconds:.3g} s, past the limit of {limit:g} s" if answer else reason
    nodes = min(int(outcome.nodes), MOST_NUMBER)
    judged = {"termination": termination, "reason": str(reason)[:LONGEST_REASON], "answer": answer, "nodes": nodes}
    if outcome.status is Status.FOUND:
        try:
            judged["packed"] = task.problem.pack(outcome.squares)
        except Exception as error:  # squares may be any objects
            raise WrongAnswer(f"solver {task.competitor.solver!r} gave a wrong tour: {error}", outcome) from error
    return judged


def _fault(error: BaseException) -> tuple[str, str]:
    """Return the termination and reason for an exception."""
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


def _forget_peak() -> None:
    """Return freed memory to the system, and reset the recorded peak memory.

    If the preparation has freed little memory, this is not worth its time.
    """
    if _peak_memory() - worker_memory() < FREED:
        return
    with suppress(AttributeError, TypeError):  # the system or its C library has no such function
        ctypes.CDLL(None).malloc_trim(0)
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _peak_memory() -> int:
    with suppress(OSError), open("/proc/self/status", "rb", 0) as file:
        return int(file.read().partition(b"VmHWM:")[2].split(None, 1)[0]) * 1024
    return 0

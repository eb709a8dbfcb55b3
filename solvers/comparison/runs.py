"""Runs: tasks carried out in warm processes, so that a solver that crashes, hangs or eats memory harms no other run."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graphs.errors import KnightsTourError
from graphs.text import printable
from solvers.comparison.machine import machine_document
from solvers.comparison.measuring import SOLVING, Measurement, measured
from solvers.comparison.processes import thread_executor
from solvers.comparison.processes.warm import GIVEN_UP, ProcessEnded, warm_process
from solvers.comparison.tasks import MOST_NUMBER, Competitor, Task
from solvers.errors import OptionError
from solvers.parallel import CallLost, as_finished
from solvers.registry import get_solver

__all__ = ["INTERRUPTED", "Run", "check_option_values", "run_all", "run_one"]

INTERRUPTED = "interrupted"
"""How a run ends whose process was killed from outside, which is no fault of the solver."""
FROM_OUTSIDE = ("SIGKILL", "SIGTERM", "SIGHUP", "SIGINT")
"""Signals that no error in a solver's own code raises. The kernel sends the first where memory is short."""
TRIES = 3
"""How often a run is made at once that is interrupted: a solver may send such a signal to itself each time."""
SECONDS_TO_BEGIN = 0.1
"""Seconds in which a solver looks at its options."""
VERIFIED_AGAIN = 10_000
"""Squares up to which each tour that a worker process has verified is verified again outside of it; a larger one is where its
solver is no part of this project. A solver can change the checker in its own process. This takes 0.1 ms, and 15 ns a square."""
REFUSALS = ("crashed: OptionError", "crashed: MoveError")
"""How a run ends whose option has a wrong value."""


@dataclass(frozen=True)
class Run:
    """One finished run.

    Attributes
    ----------
    task : the task.
    measurement : how it ended, its nodes, times and memory, and its tour.
    started : when it began: ISO 8601, UTC.
    machine : the machine that carried it out, as JSON.
    """

    task: Task
    measurement: Measurement
    started: str
    machine: str

    @property
    def status(self) -> str:
        """`found`, `impossible`, `unknown`, or `error` if the solver is at fault."""
        return status_of(self.measurement.termination)


def status_of(termination: str) -> str:
    """Return the status of a run that ended so.

    Examples
    --------
    >>> [status_of(each) for each in ("found", "dead end", "interrupted", "crashed: SIGSEGV")]
    ['found', 'unknown', 'unknown', 'error']
    """
    if termination in ("found", "impossible"):
        return termination
    return "error" if termination == "wrong answer" or termination.startswith("crashed") else "unknown"


def run_one(task: Task) -> Run:
    """Carry out one task in the warm process of this thread, and end the process if it passes a limit.

    A run whose process is killed from outside is made again, up to `TRIES` times in all; then it ends as `interrupted`.

    Raises
    ------
    UnknownSolver : there is no such solver.
    SolverError : the worker process cannot start, or cannot import the module that registers the solver.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, NamedProblem
    >>> run = run_one(Task(NamedProblem.on_board(Board(5, 5), start=(0, 0)), Competitor("warnsdorff")))
    >>> run.status, run.measurement.nodes
    ('found', 25)
    """
    process = warm_process()
    for number in range(TRIES):
        started = _now()
        try:
            measurement = _checked(task, process.call(measured, task, memory=task.limits.memory))
            break
        except ProcessEnded as ended:
            measurement = _of_ended(ended, task)
            if ended.how not in FROM_OUTSIDE:
                break
        except KnightsTourError:  # another solver may have spoilt the process, which has ended now
            if number == TRIES - 1:
                raise
        except Exception as error:  # the solver has changed what measures it
            measurement = Measurement(f"crashed: {type(error).__name__}", printable(str(error)))
            break
    return Run(task, measurement, started, machine_document())


def _checked(task: Task, measurement: Measurement) -> Measurement:
    """Return what a worker process has measured, as far as it is to be believed: the solver may have changed its process."""
    numbers = [each for each in vars(measurement).values() if isinstance(each, int | float)]
    fault = "" if all(0 <= each <= MOST_NUMBER for each in numbers) else f"the numbers that it measured are {numbers}"
    solver = get_solver(task.competitor.solver)
    if measurement.answer == "found" and (task.problem.problem.size <= VERIFIED_AGAIN or not solver.is_built_in):
        fault = fault or task.problem.fault_of(measurement.packed)
    if fault:
        return Measurement("wrong answer", f"solver {solver.name!r} has changed its process: {fault}")
    return replace(measurement, termination=printable(measurement.termination), reason=printable(measurement.reason))


def _of_ended(ended: ProcessEnded, task: Task) -> Measurement:
    """Return the measurement of a run whose process ended."""
    termination = ended.how if ended.how.endswith("limit") else f"crashed: {ended.how}"
    reason = f"its process died: {ended.how}"
    if ended.how in (*FROM_OUTSIDE, GIVEN_UP):
        termination, reason = INTERRUPTED, f"its process was killed from outside: {ended.how}"
    elif ended.how == "time limit":
        limit = task.limits.seconds
        reason = f"killed: it went on past its time limit of {limit:g} s" if limit is not None else "killed: it hangs"
        reason += "" if ended.phase == SOLVING else f" ({ended.phase})"
    elif ended.how == "memory limit":
        reason = f"killed: it added {ended.peak_memory / 1e9:.2f} GB to the memory of its process"
    seconds = ended.seconds if ended.phase == SOLVING else 0.0
    return Measurement(termination, reason, seconds=seconds, cpu_seconds=ended.cpu_seconds, peak_memory=ended.peak_memory)


def check_option_values(tasks: Iterable[Task]) -> None:
    """Check that every competitor takes the values of its options, by the start of a run of its first task.

    Raises
    ------
    OptionError : one of them does not.
    """
    tried: set[Competitor] = set()
    for task in tasks:
        if task.competitor.options and task.competitor not in tried:
            tried.add(task.competitor)
            limits = replace(task.limits, seconds=SECONDS_TO_BEGIN, nodes=1)
            begun = run_one(Task(task.problem, task.competitor, task.seed, limits))
            if begun.measurement.termination in REFUSALS:
                raise OptionError(f"{task.competitor.name}: {begun.measurement.reason}", task.competitor)


def run_all(tasks: Iterable[Task], jobs: int | None = None, *, executor: Executor | None = None) -> Generator[Run, None, None]:
    """Carry out tasks, and yield each run when it is finished.

    Parameters
    ----------
    tasks : an iterable, of which only a few tasks for each job are held at a time.
    jobs : the number of processes on this machine; None for the number of cores that this process may use.
    executor : where to carry out the tasks instead, such as `thread_executor(scheduler=…)`. A run on which too
        many workers died ends as `interrupted`.

    Notes
    -----
    Closing the generator ends the processes.
    """
    with ExitStack() as stack:
        if executor is None:
            executor = stack.enter_context(thread_executor(jobs))
        running = stack.enter_context(closing(as_finished(executor, run_one, tasks)))
        for task, future in running:
            try:
                run = future.result()
            except CallLost as lost:
                run = Run(task, Measurement(INTERRUPTED, str(lost)), _now(), machine_document())
            yield run


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")

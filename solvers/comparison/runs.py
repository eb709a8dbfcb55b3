"""Execution of tasks. A run is one executed task.

Each task is executed in a *warm process*, a worker process that executes one task after another (see
`solvers.processes.supervisor`). So a solver that crashes or hangs does not affect other runs.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graphs.errors import KnightsTourError
from graphs.text import printable
from solvers.comparison.machine import machine_document
from solvers.comparison.measuring import SOLVING, Measurement, measure_task
from solvers.comparison.tasks import MOST_NUMBER, Task
from solvers.errors import OptionError
from solvers.parallel import CallLost, as_finished
from solvers.processes import thread_executor
from solvers.processes.supervisor import GIVEN_UP, ProcessEnded, warm_process
from solvers.registry import get_solver

INTERRUPTED = "interrupted"
"""Termination of a run whose process was killed from outside. This does not count as a failure of the solver."""
FROM_OUTSIDE = ("SIGKILL", "SIGTERM", "SIGHUP", "SIGINT")
"""Signals that are assumed to come from other processes or from the system. Linux sends SIGKILL if memory is short."""
ATTEMPTS = 3
"""Maximum number of times that an interrupted run is executed, because a solver may kill its own process each time."""
SECONDS_TO_BEGIN = 0.1
"""Time limit, in seconds, of a run that only checks whether a solver accepts the values of its options."""
VERIFIED_AGAIN = 10_000
"""Maximum number of squares of tours that are always verified again outside the worker process.

The second verification is needed because a solver can change the checker in its worker process. It takes 0.1 ms plus 15 ns per
square. Larger tours are verified again only if the solver is not part of this project.
"""
REFUSALS = ("crashed: OptionError", "crashed: MoveError")
"""Terminations of runs whose solver rejects the value of an option."""


@dataclass(frozen=True)
class Run:
    """One finished run of a task.

    Attributes
    ----------
    task : Task
        The task.
    measurement : Measurement
        The termination, search nodes, times, memory and tour of the run.
    started : str
        The time at which it began, in ISO 8601 and UTC.
    machine : str
        The description of the machine that executed it, as JSON; see `machine_document`.
    """

    task: Task
    measurement: Measurement
    started: str
    machine: str

    @property
    def status(self) -> str:
        """The status: `found`, `impossible`, `unknown`, or `error` if the solver failed."""
        return status_of(self.measurement.termination)


def status_of(termination: str) -> str:
    """Return the status of a run that has a given termination.

    Parameters
    ----------
    termination : str
        The termination of the run, as in `Measurement`.

    Returns
    -------
    str
        `found`, `impossible`, `unknown`, or `error` if the solver failed.

    Examples
    --------
    >>> [status_of(each) for each in ("found", "dead end", "interrupted", "crashed: SIGSEGV")]
    ['found', 'unknown', 'unknown', 'error']
    """
    if termination in ("found", "impossible"):
        return termination
    return "error" if termination == "wrong answer" or termination.startswith("crashed") else "unknown"


def run_one(task: Task) -> Run:
    """Execute one task in the warm process of the current thread.

    Parameters
    ----------
    task : Task
        The task.

    Returns
    -------
    Run
        The run. If it exceeds a limit, its process is killed. If its process is killed from outside, the task is executed
        again. After `ATTEMPTS` such attempts, the termination is `interrupted`.

    Raises
    ------
    UnknownSolver
        If the solver does not exist.
    SolverError
        If the worker process cannot start, or cannot import the module that registers the solver.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, NamedProblem
    >>> run = run_one(Task(NamedProblem.on_board(Board(5, 5), start=(0, 0)), Competitor("warnsdorff")))
    >>> run.status, run.measurement.nodes
    ('found', 25)
    """
    process = warm_process()
    for number in range(ATTEMPTS):
        started = _now()
        try:
            measurement = _checked(task, process.call(measure_task, task, memory=task.limits.memory))
            break
        except ProcessEnded as ended:
            measurement = _of_ended(ended, task)
            if ended.how not in FROM_OUTSIDE:
                break
        except KnightsTourError:  # an earlier solver may have corrupted the process, which has ended by now
            if number == ATTEMPTS - 1:
                raise
        except Exception as error:  # the solver has replaced code of the measurement
            measurement = Measurement(f"crashed: {type(error).__name__}", printable(str(error)))
            break
    return Run(task, measurement, started, machine_document())


def _checked(task: Task, measurement: Measurement) -> Measurement:
    """Check the measurement that a worker process returned, because a solver may have changed code in that process.

    If the numbers are in range and the tour is valid, return the measurement. Otherwise, return a measurement with the
    termination `wrong answer`.
    """
    numbers = [each for each in vars(measurement).values() if isinstance(each, int | float)]
    fault = "" if all(0 <= each <= MOST_NUMBER for each in numbers) else f"its measurements are out of range: {numbers}"
    solver = get_solver(task.competitor.solver)
    if measurement.answer == "found" and (task.problem.problem.size <= VERIFIED_AGAIN or not solver.is_built_in):
        fault = fault or task.problem.fault_of(measurement.packed)
    if fault:
        return Measurement("wrong answer", f"solver {solver.name!r} has changed its process: {fault}")
    return replace(measurement, termination=printable(measurement.termination), reason=printable(measurement.reason))


def _of_ended(ended: ProcessEnded, task: Task) -> Measurement:
    """Return the measurement of a run whose worker process crashed or was killed."""
    termination = ended.how if ended.how.endswith("limit") else f"crashed: {ended.how}"
    reason = f"its process died: {ended.how}"
    if ended.how in (*FROM_OUTSIDE, GIVEN_UP):
        termination, reason = INTERRUPTED, f"its process was killed from outside: {ended.how}"
    elif ended.how == "time limit":
        limit = task.limits.seconds
        reason = f"killed: it did not stop at its time limit of {limit:g} s" if limit is not None else "killed: it did not end"
        reason += "" if ended.phase == SOLVING else f" ({ended.phase})"
    elif ended.how == "memory limit":
        reason = f"killed: it added {ended.peak_memory / 1e9:.2f} GB to the memory of its process"
    seconds = ended.seconds if ended.phase == SOLVING else 0.0
    return Measurement(termination, reason, seconds=seconds, cpu_seconds=ended.cpu_seconds, peak_memory=ended.peak_memory)


def check_option_values(tasks: Iterable[Task]) -> None:
    """Check by short runs that every competitor accepts the values of its options.

    Parameters
    ----------
    tasks : iterable of Task
        One task of each competitor. Tasks of competitors without options are not executed.

    Raises
    ------
    OptionError
        If a competitor does not accept a value.
    """
    for task in tasks:
        if task.competitor.options:
            limits = replace(task.limits, seconds=SECONDS_TO_BEGIN, nodes=1)
            run = run_one(Task(task.problem, task.competitor, task.seed, limits))
            if run.measurement.termination in REFUSALS:
                raise OptionError(f"{task.competitor.name}: {run.measurement.reason}", task.competitor)


def run_all(tasks: Iterable[Task], jobs: int | None = None, *, executor: Executor | None = None) -> Generator[Run, None, None]:
    """Execute tasks, and yield each run when it is finished.

    Parameters
    ----------
    tasks : iterable of Task
        The tasks. Only a few tasks per job are in memory at a time.
    jobs : int, optional
        The number of processes on this machine. If None, it is the number of cores that this process may use.
    executor : concurrent.futures.Executor, optional
        The executor of the tasks, such as `thread_executor(scheduler=…)`. If given, `jobs` has no effect.

    Yields
    ------
    Run
        A finished run. Its termination is `interrupted` if too many workers of the executor died during the run.

    Notes
    -----
    Closing the generator ends the processes, unless `executor` is given.
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

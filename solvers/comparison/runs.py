"""Execute tasks, each in a new process.

The process is forked from a template process (see `solvers.workers`). So runs do not affect each other, and a solver that
crashes or hangs ends only its own run.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
from collections.abc import Generator, Iterable
from concurrent.futures import Executor
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from graphs.errors import KnightsTourError
from graphs.text import printable
from solvers.comparison.measuring import SOLVING, WARMING, Measurement, load_measured_code, measure_task, preload_for_measuring
from solvers.comparison.problems import problem_digest
from solvers.comparison.tasks import MOST_NUMBER, Task
from solvers.core.errors import OptionError
from solvers.core.identity import ALWAYS, packages_for, packages_identity
from solvers.core.memory import available_cores
from solvers.core.registry import get_solver
from solvers.workers.executors import as_finished, thread_executor
from solvers.workers.limits import ProcessEnded
from solvers.workers.slots import GIVEN_UP, CallLost, Slot, current_slot


@cache
def run_machine_document() -> str:
    """Return a description of this machine as JSON, without its host name."""
    import psutil

    document = {
        "system": platform.system(),
        "release": platform.release(),
        "architecture": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "cores_for_us": available_cores(),
        "memory": psutil.virtual_memory().total,
        "python": f"{platform.python_implementation()} {platform.python_version()}, {platform.python_compiler()}",
        "packages": json.loads(packages_identity(get_solver("auto"))),
    }
    return json.dumps(document, sort_keys=True)


def machine_id(document: str = "") -> str:
    """Return a short hash that identifies a machine by its processor, memory and system."""
    properties = json.loads(document or run_machine_document())
    known = [properties.get(name) for name in ("processor", "system", "architecture", "cores", "cores_for_us")]
    return hashlib.sha256(json.dumps([*known, properties.get("memory", 0) // 10**9]).encode()).hexdigest()[:8]


def _processor() -> str:
    with suppress(OSError):
        if match := re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE):
            return match[1]
    return platform.processor() or platform.machine()


INTERRUPTED = "interrupted"
"""Termination of a run whose process was killed from outside. This does not count as a failure of the solver."""
FROM_OUTSIDE = ("SIGKILL", "SIGTERM", "SIGHUP", "SIGINT")
"""Signals that are assumed to come from other processes or from the system. Linux sends SIGKILL if memory is short."""
ATTEMPTS = 3
"""Maximum number of times that a run is executed, because a solver may kill its own process each time."""
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
        The description of its machine as JSON; see `run_machine_document`.
    order : int
        The position in which it was started among the runs of one call of `run_all`, counted from 0.
    """

    task: Task
    measurement: Measurement
    started: str
    machine: str
    order: int = 0

    @property
    def id(self) -> str:
        """Hash of the task and the machine."""
        return run_id(self.task, machine_id(self.machine))

    @property
    def status(self) -> str:
        """The status: `found`, `impossible`, `unknown`, or `error` if the solver failed."""
        termination = self.measurement.termination
        if termination in ("found", "impossible"):
            return termination
        return "error" if termination.startswith(("wrong answer", "crashed")) else "unknown"


def run_id(task: Task, machine: str) -> str:
    return problem_digest([task.id, machine])


def run_one(task: Task) -> Run:
    """Execute one task in a new process.

    Parameters
    ----------
    task : Task
        The task.

    Returns
    -------
    Run
        The run. If its process is killed from outside `ATTEMPTS` times, its termination is `interrupted`.

    Raises
    ------
    SolverError
        If the solver does not exist, or the process cannot start or cannot import its module.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, NamedProblem
    >>> run = run_one(Task(NamedProblem.on_board(Board(5, 5), start=(0, 0)), Competitor("warnsdorff")))
    >>> run.status, run.measurement.nodes
    ('found', 25)
    """
    slot, is_warmed = current_slot(), True
    for _ in range(ATTEMPTS):
        started = _now()
        try:
            measurement = _checked(task, _measured(task, slot, is_warmed))
        except ProcessEnded as ended:
            measurement = _of_ended(ended, task)
            is_warmed = is_warmed and ended.phase != WARMING  # the call on a small problem must not decide how the run ends
            if ended.how in FROM_OUTSIDE or (ended.phase == WARMING and ended.how != GIVEN_UP):
                continue
        except KnightsTourError:
            raise
        except Exception as error:  # the solver has replaced code of the measurement
            measurement = Measurement(f"crashed: {type(error).__name__}", printable(str(error)))
        break
    return Run(task, measurement, started, run_machine_document())


def _measured(task: Task, slot: Slot, is_warmed: bool) -> Measurement:
    """Execute a task in a new process, and load the code that it used for later runs."""
    entry = get_solver(task.competitor.solver)
    packages = packages_for(entry)
    for slot.branch, needed in (("", ALWAYS), (" ".join(packages), packages)):
        if slot.branch not in slot.prepared:
            slot.prepare(preload_for_measuring, needed)
            slot.prepared.add(slot.branch)
    measurement: Measurement
    measurement, *code = slot.call(measure_task, task, is_warmed, memory=task.limits.memory)
    if any(code):
        slot.prepare(load_measured_code, *code)
    return measurement


def _checked(task: Task, measurement: Measurement) -> Measurement:
    """Verify the tour of a measurement. If it is invalid, the termination becomes `wrong answer`."""
    numbers = [each for each in vars(measurement).values() if isinstance(each, int | float)]
    fault = "" if all(0 <= each <= MOST_NUMBER for each in numbers) else f"its measurements are out of range: {numbers}"
    if measurement.answer == "found" and not fault:
        fault = task.problem.fault_of(measurement.packed)
    if fault:
        return Measurement("wrong answer", printable(f"solver {task.competitor.solver!r} gave a wrong tour: {fault}"))
    return replace(measurement, termination=printable(measurement.termination), reason=printable(measurement.reason))


def _of_ended(ended: ProcessEnded, task: Task) -> Measurement:
    """Return the measurement of a crashed or killed run."""
    termination, reason = f"crashed: {ended.how}", f"its process died: {ended.how}"
    if ended.how in (*FROM_OUTSIDE, GIVEN_UP):
        termination, reason = INTERRUPTED, f"its process was killed from outside: {ended.how}"
    elif ended.how == "memory limit":
        termination, reason = ended.how, f"killed: it added {ended.peak_memory / 1e9:.2f} GB to the memory of its process"
    elif ended.how == "time limit":
        limit, phase = task.limits.seconds, "" if ended.phase == SOLVING else f" ({ended.phase})"
        what = "end" if limit is None else f"stop at its time limit of {limit:g} s"
        termination, reason = ended.how, f"killed: it did not {what}{phase}"
    seconds = ended.seconds if ended.phase == SOLVING else 0.0
    return Measurement(termination, reason, seconds=seconds, cpu_seconds=ended.cpu_seconds, peak_memory=ended.peak_memory)


def run_all(tasks: Iterable[Task], jobs: int | None = None, *, executor: Executor | None = None) -> Generator[Run, None, None]:
    """Execute tasks, and yield each run when it is finished.

    Parameters
    ----------
    tasks : iterable of Task
        The tasks. Only a few tasks per job are in memory at a time.
    jobs : int, optional
        The number of processes on this machine. By default, the number of cores that this process may use.
    executor : concurrent.futures.Executor, optional
        The executor of the tasks, such as `thread_executor(scheduler=…)`. If given, `jobs` has no effect.

    Yields
    ------
    Run
        A finished run. Its termination is `interrupted` if too many workers of the executor died during the run.

    Raises
    ------
    OptionError
        If a solver rejects the value of an option.
    """
    with (
        thread_executor(jobs) if executor is None else nullcontext(executor) as threads,
        closing(as_finished(threads, _run_numbered, enumerate(tasks))) as running,
    ):
        for (order, task), future in running:
            try:
                run = future.result()
            except CallLost as lost:
                run = Run(task, Measurement(INTERRUPTED, str(lost)), _now(), run_machine_document(), order)
            if task.competitor.options and run.measurement.termination in REFUSALS:
                raise OptionError(f"{task.competitor.name}: {run.measurement.reason}", task.competitor)
            yield run


def _run_numbered(numbered: tuple[int, Task]) -> Run:
    return replace(run_one(numbered[1]), order=numbered[0])


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")

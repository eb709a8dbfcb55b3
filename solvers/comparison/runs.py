"""Carry out tasks in worker processes, so that a solver that crashes or hangs harms no other run."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from graphs.board import Board
from graphs.errors import KnightsTourError
from solvers.comparison.processes import WorkerPool, available_cores, started_pool
from solvers.comparison.tasks import Task
from solvers.problem import Problem
from solvers.solving import solve

__all__ = ["Run", "run_all", "run_one"]

GRACE = 10.0
"""Seconds past its time limit after which a run is killed; starting its process counts."""

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""What no process can ignore: SIGKILL, or SIGTERM on Windows, which has no other."""


@dataclass(frozen=True)
class Run:
    """One finished run.

    Attributes
    ----------
    task : the task.
    status : `found`, `impossible`, `unknown`, or `error` if the solver is at fault.
    reason : why the run ended with this status; empty if found.
    nodes : squares that the search placed.
    seconds, cpu_seconds : wall time of the solver, and processor time of its process; building the graph does not count.
    """

    task: Task
    status: str
    reason: str
    nodes: int
    seconds: float
    cpu_seconds: float

    @property
    def solved(self) -> bool:
        """Whether the solver found a tour or proved that there is none."""
        return self.status in ("found", "impossible")

    def row(self) -> dict[str, Any]:
        """Return the run as a row of a table: values by column name."""
        task, options = self.task, self.task.options
        return {
            "board": str(task.board).replace("\n", "/"),
            "wrap": task.board.wrap or "",
            "leaper": "{},{}".format(*task.leaper),
            "start": "" if task.start is None else "{},{}".format(*task.start),
            "closed": task.closed,
            "solver": task.solver,
            "options": " ".join(f"{key}={options[key]}" for key in sorted(options)),
            "time_limit": task.budget.seconds,
            "node_limit": task.budget.nodes,
            "status": self.status,
            "reason": self.reason,
            "nodes": self.nodes,
            "seconds": f"{self.seconds:.6f}",
            "cpu_seconds": f"{self.cpu_seconds:.6f}",
        }


def run_one(task: Task) -> Run:
    """Carry out one task in this process; the solver's packages are loaded and the graph is built before the clock starts."""
    try:
        _warm_up(task.solver)
        problem = _problem_on(task.board, task.leaper).with_ends(start=task.start, closed=task.closed)
        before = time.process_time()
        result = solve(problem, task.solver, budget=task.budget, **task.options)
    except KnightsTourError as error:
        return Run(task, "error", str(error), 0, 0.0, 0.0)
    return Run(task, result.status.value, result.reason, result.nodes, result.seconds, time.process_time() - before)


def run_all(tasks: Iterable[Task], jobs: int | None = None, grace: float = GRACE) -> Iterator[Run]:
    """Carry out tasks in several processes, and yield each run when it is finished.

    Parameters
    ----------
    tasks : the next task is taken when a process is free.
    jobs : the number of processes; None for the number of cores that this process may use.
    grace : seconds past its time limit after which a run is killed.

    Notes
    -----
    A run whose process dies has status `error`; a run that was killed past its time limit has status `unknown`. The other
    runs go on. Closing the generator ends the processes.
    """
    waiting = iter(tasks)
    slots = [_Slot(grace) for _ in range(jobs or available_cores())]
    busy: dict[Future[Run], _Slot] = {}
    try:
        while True:
            for slot in slots:
                if slot.task is None and (task := next(waiting, None)) is not None:
                    busy[slot.start(task)] = slot
            if not busy:
                return
            done, _ = wait(busy, timeout=0.25, return_when=FIRST_COMPLETED)
            for future in done:
                yield busy.pop(future).finish(future)
            for future, slot in busy.items():
                if not future.done():
                    slot.kill_if_overdue()
    finally:
        for slot in slots:
            slot.kill()


class _Slot:
    """A worker process, replaced when it dies, and the task that it carries out."""

    def __init__(self, grace: float) -> None:
        self.grace = grace
        self.task: Task | None = None
        self.pool: WorkerPool | None = None
        self.process = 0
        self.overdue = False

    def start(self, task: Task) -> Future[Run]:
        if self.pool is None:
            self.pool = started_pool(1)
            self.process = self.pool.submit(os.getpid).result()
        self.task, self.overdue, self.started = task, False, time.monotonic()
        return self.pool.submit(run_one, task)

    def finish(self, future: Future[Run]) -> Run:
        assert self.task is not None
        task, self.task = self.task, None
        try:
            return future.result()
        except BrokenProcessPool:
            self.pool = None
            took = time.monotonic() - self.started
            if self.overdue:
                return Run(task, "unknown", "killed: it went on past its time limit", 0, took, 0.0)
            return Run(task, "error", "its process died", 0, took, 0.0)
        except (Exception, SystemExit) as error:
            return Run(task, "error", f"{type(error).__name__}: {error}", 0, time.monotonic() - self.started, 0.0)

    def kill_if_overdue(self) -> None:
        limit = self.task.budget.seconds if self.task is not None else None
        if limit is not None and time.monotonic() - self.started > limit + self.grace:
            self.overdue = True
            self._kill_process()

    def kill(self) -> None:
        if self.pool is not None:
            if self.task is not None:
                self._kill_process()
            self.pool.give_up()

    def _kill_process(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process, KILL)


@lru_cache(maxsize=2)
def _problem_on(board: Board, leaper: tuple[int, int]) -> Problem:
    """Return the open problem on a board, with its graph built."""
    problem = Problem.on_board(board, leaper)
    _ = problem.graph
    return problem


@cache
def _warm_up(solver: str) -> None:
    solve(Problem.on_board(Board(5, 5), start=(0, 0)), solver)

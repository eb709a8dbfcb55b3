"""An executor whose calls run on the workers of a Dask cluster.

A scheduler distributes the calls to the workers, and reassigns the calls of a worker that dies. The *master* is the process
that makes the calls. Each thread of a Dask worker has its own slot, and so its own template process (see `slots`).

Dask cannot stop a call that has begun. So for each call, a second thread checks whether the result of the call is still needed.
If it is not, because the master cancelled the call or died, this thread ends the processes of the slot. The overhead per call
is a few milliseconds. If a Dask worker dies, its calls are repeated by others, and the master warns by `WorkerLost`.

References
----------
M. Rocklin, Dask: parallel computation with blocked algorithms and task scheduling, SciPy 2015.
"""

from __future__ import annotations

import gc
import logging
import pickle
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import closing, contextmanager, suppress
from threading import Event, Thread
from typing import Any

from graphs.errors import KnightsTourError
from solvers.core.errors import SolverUnavailable, check_packages
from solvers.core.identity import base_code
from solvers.workers.slots import CallLost, Slot, current_slot

ANSWER_TIME = 4.0
"""Maximum number of seconds to wait for an answer of the scheduler, and then for its first worker."""
BETWEEN_COUNTS = 1.0
"""Minimum number of seconds between two counts of the workers of the cluster. Workers may be added or lost at any time."""
BETWEEN_LOOKS = 0.1
"""Seconds between two checks of whether the result of a call is still needed."""


class NoCluster(KnightsTourError):
    """Raised if a Dask scheduler is unreachable or has no workers."""


class WorkerLost(RuntimeWarning):
    """Warning that a Dask worker died, and that other workers repeat its calls."""


@contextmanager
def cluster_executor(scheduler: str) -> Iterator[Executor]:
    """Open an executor whose calls run on Dask workers.

    The future of a call raises `CallLost` if too many workers died while they carried out the call (see Dask's setting
    `distributed.scheduler.allowed-failures`). If the scheduler has stopped, futures and all uses of the executor raise
    `NoCluster`.

    Each thread of a Dask worker has a template process, which later executors reuse. It ends with the Dask worker.
    """
    with closing(_connected(scheduler)) as client:
        with _convert_errors(scheduler):
            _check_versions(client, scheduler)
        yield _Cluster(client, scheduler)


@contextmanager
def _convert_errors(scheduler: str, fault: str = "the Dask scheduler at {} no longer answers") -> Iterator[None]:
    """Convert errors of Dask in a `with` block to `NoCluster`."""
    try:
        yield
    except KnightsTourError:
        raise
    except Exception as error:
        raise NoCluster(fault.format(scheduler), scheduler) from error


def _connected(scheduler: str) -> Any:
    check_packages("Dask clusters need", ["distributed"], extra="cluster")
    from distributed import Client

    # Errors that concern the user are raised. So Dask's log, which contains tracebacks even after closing, is not needed.
    for name in ("distributed", "distributed.client", "distributed.core", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    open_client: Any = Client
    with suppress(Exception):
        return open_client(scheduler, timeout=ANSWER_TIME, set_as_default=False)
    gc.collect()  # close the client now: if it were closed while the next client starts, the two would wait for each other
    start = "start one with `dask scheduler`, and give the address that it prints, such as tcp://127.0.0.1:8786"
    raise NoCluster(f"no Dask scheduler answers at {scheduler!r}: {start}", scheduler)


def _check_versions(client: Any, scheduler: str) -> None:
    """Check that all workers of a cluster run this source code."""
    with _convert_errors(scheduler, "the Dask scheduler at {0} has no workers: start some with `dask worker {0}`"):
        client.wait_for_workers(1, timeout=ANSWER_TIME)
    codes = client.run(base_code, on_error="return")
    try:
        codes["scheduler"] = client.run_on_scheduler(base_code)
    except ImportError as error:
        codes["scheduler"] = error
    for where, code in codes.items():
        if isinstance(code, str | ImportError) and code != base_code():
            requirement = f"this project with the source code {base_code()}, but has another or none ({code})"
            raise SolverUnavailable(f"the Dask process {where} needs {requirement}: install it there", scheduler)


class _Cluster(Executor):
    """Executor that submits calls to a Dask client."""

    def __init__(self, client: Any, scheduler: str) -> None:
        self._client, self._scheduler = client, scheduler
        self._threads: dict[str, int] = {}
        self._counted = -BETWEEN_COUNTS

    @property
    def at_a_time(self) -> int:
        """The number of threads of all workers, at least 1."""
        if time.monotonic() - self._counted > BETWEEN_COUNTS:
            with _convert_errors(self._scheduler):
                before, self._threads = self._threads, self._client.nthreads()
            self._counted = time.monotonic()
            for lost in before.keys() - self._threads.keys():
                message = f"the Dask worker {lost} was lost; its unfinished calls are repeated by other workers"
                warnings.warn(message, WorkerLost, stacklevel=2)
        return max(1, sum(self._threads.values()))

    def run_on_workers(self, function: Callable[[], Any]) -> list[Any]:
        """Call a function in each worker, and return the values."""
        with _convert_errors(self._scheduler):
            return list(self._client.run(function).values())

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Future[Any]:
        # Dask would search the arguments for its own tasks; it does not inspect bytes.
        call = pickle.dumps((function, arguments, keywords), protocol=pickle.HIGHEST_PROTOCOL)
        future: Future[Any] = Future()
        # Dask's own executor fails if a worker dies just after it has finished a call.
        with _convert_errors(self._scheduler):
            self._client.loop.add_callback(self._pass_on, future, self._client.submit(_carry_out, call, pure=False))
        return future

    async def _pass_on(self, future: Future[Any], call: Any) -> None:
        """Wait for `call`, a Dask future, and copy its result or error to `future`."""
        from distributed import KilledWorker

        fault: BaseException | None = None
        value = None
        try:
            value = await call
        except CancelledError:
            fault = NoCluster(f"the Dask scheduler at {self._scheduler} no longer answers", self._scheduler)
        except KilledWorker as error:
            fault = CallLost(f"{error.allowed_failures + 1} Dask workers died while they carried out the call")
        except BaseException as error:
            fault = error
        if future.set_running_or_notify_cancel():
            future.set_result(value) if fault is None else future.set_exception(fault)


def _carry_out(call: bytes) -> Any:
    """Carry out a pickled call on a Dask worker."""
    from distributed import get_worker

    worker, end_event = get_worker(), Event()
    state = worker.state.tasks[worker.get_current_task()]
    Thread(target=_end_if_cancelled, args=(state, current_slot(), end_event), daemon=True).start()
    try:
        function, arguments, keywords = pickle.loads(call)
        return function(*arguments, **keywords)
    finally:
        end_event.set()


def _end_if_cancelled(state: Any, slot: Slot, ended: Event) -> None:
    """Kill the processes of a Dask task if it is cancelled."""
    while not ended.wait(BETWEEN_LOOKS):
        if state.state == "cancelled":
            slot.end()

"""A Dask cluster as an executor: its workers, on any number of machines, carry out the calls.

A scheduler hands the calls to the workers, and hands those of a worker that dies to the others. Dask cannot stop a call that
has begun, so a thread beside each call looks whether somebody still waits for it. If nobody does, because the master cancelled
the call or died, the thread ends the warm process that works on it.

M. Rocklin, Dask: parallel computation with blocked algorithms and task scheduling, SciPy 2015. A call costs a few milliseconds.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import pickle
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from threading import Event, Thread
from typing import Any

import solvers
from graphs.errors import KnightsTourError
from solvers.comparison.packages import check_packages
from solvers.comparison.processes.warm import WarmProcess, warm_process
from solvers.errors import SolverUnavailable
from solvers.parallel import CallLost

__all__ = ["NoCluster", "cluster_executor"]

PATIENCE = 4.0
"""Seconds to wait for the scheduler to answer, and for its first worker."""
BETWEEN_COUNTS = 1.0
"""Seconds between two counts of the threads of the cluster, whose workers may come and go."""
BETWEEN_LOOKS = 0.1
"""Seconds between two looks whether somebody still waits for a call."""


class NoCluster(KnightsTourError):
    """No Dask scheduler answers at an address, or any more, or it has no workers."""


@contextlib.contextmanager
def cluster_executor(scheduler: str) -> Iterator[Executor]:
    """Open an executor that makes calls in the threads of Dask workers, for a `with` block; at its end it gives up the calls.

    Parameters
    ----------
    scheduler : the address of the scheduler, such as `"tcp://127.0.0.1:8786"`.

    Raises
    ------
    SolverUnavailable : the package `distributed` is missing here, or this version of the project where the scheduler or
        a worker runs.
    NoCluster : no scheduler answers at the address, or it has no workers.

    Notes
    -----
    The future of a call raises `CallLost` if too many workers died while they carried it out (see the setting
    `distributed.scheduler.allowed-failures` of Dask), and `NoCluster` if the scheduler is gone, as every use of the executor.

    The warm processes of a Dask worker stay for the next comparison, and end with the worker.
    """
    with contextlib.closing(_connected(scheduler)) as client:
        with _reached(scheduler):
            _check_versions(client, scheduler)
        yield _Cluster(client, scheduler)


@contextlib.contextmanager
def _reached(scheduler: str, fault: str = "the Dask scheduler at {} is gone") -> Iterator[None]:
    """Say in one sentence what is at fault with a cluster, for which Dask has many errors."""
    try:
        yield
    except KnightsTourError:
        raise
    except Exception as error:
        raise NoCluster(fault.format(scheduler), scheduler) from error


def _connected(scheduler: str) -> Any:
    check_packages("Dask clusters", ["distributed"], extra="cluster")
    from distributed import Client

    # What concerns the user is raised; Dask logs tracebacks beside, from a thread that outlives the client.
    for name in ("distributed", "distributed.client", "distributed.core", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    open_client: Any = Client
    with contextlib.suppress(Exception):
        return open_client(scheduler, timeout=PATIENCE, set_as_default=False)
    gc.collect()  # closes the client now: if Python removed it while the next one starts, the two would wait for each other
    start = "start one with  dask scheduler  and name the address that it prints, such as tcp://127.0.0.1:8786"
    raise NoCluster(f"no Dask scheduler answers at {scheduler!r}: {start}", scheduler)


def _check_versions(client: Any, scheduler: str) -> None:
    """Check that there are workers, and that all processes of the cluster have the same version of this project."""
    with _reached(scheduler, "the Dask scheduler at {0} has no workers: start some with  dask worker {0}"):
        client.wait_for_workers(1, timeout=PATIENCE)
    versions = client.run(_version, on_error="return")
    try:
        versions["scheduler"] = client.run_on_scheduler(_version)
    except ImportError as error:
        versions["scheduler"] = error
    for where, version in versions.items():
        if isinstance(version, str | ImportError) and version != solvers.__version__:
            needed = f"version {solvers.__version__} of this project, and has another one, or none ({version})"
            raise SolverUnavailable(f"the Dask process {where} needs {needed}: install it there", scheduler)


def _version() -> str:
    return solvers.__version__


class _Cluster(Executor):
    """The executor of a Dask client, whose futures raise the errors of this project."""

    def __init__(self, client: Any, scheduler: str) -> None:
        self._client, self._scheduler = client, scheduler
        self._threads, self._counted = 0, -BETWEEN_COUNTS

    @property
    def at_a_time(self) -> int:
        """The number of threads of all workers."""
        if time.monotonic() - self._counted > BETWEEN_COUNTS:
            with _reached(self._scheduler):
                self._threads, self._counted = sum(self._client.nthreads().values()), time.monotonic()
        return max(1, self._threads)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Future[Any]:
        # Dask would look for tasks of its own among the arguments; it leaves bytes alone.
        call = pickle.dumps((function, arguments, keywords), protocol=pickle.HIGHEST_PROTOCOL)
        future: Future[Any] = Future()
        # Dask's own executor fails where a worker dies just after it has ended a call.
        with _reached(self._scheduler):
            self._client.loop.add_callback(self._pass_on, future, self._client.submit(_carry_out, call, pure=False))
        return future

    async def _pass_on(self, future: Future[Any], call: Any) -> None:
        """Give a future what Dask's future will hold."""
        from distributed import KilledWorker

        fault: BaseException | None = None
        value = None
        try:
            value = await call
        except CancelledError:
            fault = NoCluster(f"the Dask scheduler at {self._scheduler} is gone", self._scheduler)
        except KilledWorker as error:
            fault = CallLost(f"{error.allowed_failures + 1} Dask workers died on it")
        except BaseException as error:
            fault = error
        if future.set_running_or_notify_cancel():
            future.set_result(value) if fault is None else future.set_exception(fault)


def _carry_out(call: bytes) -> Any:
    """Make a call in a thread of a Dask worker."""
    from distributed import get_worker

    worker, process, ended = get_worker(), warm_process(), Event()
    process.jobs = worker.state.nthreads
    state = worker.state.tasks[worker.get_current_task()]
    Thread(target=_end_if_cancelled, args=(state, process, ended), daemon=True).start()
    try:
        function, arguments, keywords = pickle.loads(call)
        return function(*arguments, **keywords)
    finally:
        ended.set()


def _end_if_cancelled(state: Any, process: WarmProcess, ended: Event) -> None:
    """Until the call ends, end its process if nobody waits for the call any more."""
    while not ended.wait(BETWEEN_LOOKS):
        if state.state == "cancelled":
            process.end()

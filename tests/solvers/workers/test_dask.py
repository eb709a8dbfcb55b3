"""A real Dask cluster on this machine: a scheduler and two workers, one of which is killed while it works."""

import contextlib
import gc
import os
import signal
import socket
import subprocess
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
from distributed import Client

from graphs import Board
from solvers.comparison import Limits, competitors_for, plan_tasks, run_all
from solvers.workers import process_executor, thread_executor
from solvers.workers.cluster import NoCluster, WorkerLost
from tests.processes import PATIENCE, PLUG_IN, ROOT, wait_until
from tests.solvers.comparison.tasks import on, task

THREADS = 2


def started(*words):
    """Start a process of Dask, and return it as psutil sees it."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{words[0]}", *map(str, words[1:]), "--no-dashboard"]
    silent = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    return psutil.Popen(
        command, env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{PLUG_IN}"}, start_new_session=True, **silent
    )


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A scheduler and two workers; at the end, nothing of them is left."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    how = ["--nthreads", THREADS, "--local-directory", tmp_path_factory.mktemp("dask"), "--host", "127.0.0.1"]
    processes = [started("scheduler", "--host", "127.0.0.1", "--port", port)]
    processes += [started("worker", address, *how) for _ in range(2)]
    try:
        with Client(address, timeout=PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
            yield SimpleNamespace(address=address, client=client, scheduler=processes[0])
    finally:
        families = [
            member for process in processes if process.is_running() for member in [process, *process.children(recursive=True)]
        ]
        for each in families:
            with contextlib.suppress(psutil.NoSuchProcess):
                each.kill()
        assert not psutil.wait_procs(families, timeout=PATIENCE)[1]


def tasks():
    """Forty short tasks of several kinds of end."""
    problems = [on(start=start) for start in Board(5, 5)][:13]
    solvers = competitors_for(["warnsdorff", "backtracking", "warnsdorff-repair"])
    made = plan_tasks(problems, solvers, limits=Limits(seconds=60, nodes=300_000))
    return [*made, task("backtracking", problem=on("4x4"))]


def ends(runs):
    return sorted((run.task.id, run.status, run.measurement.termination, run.measurement.nodes) for run in runs)


def test_a_killed_worker_costs_nothing(cluster):
    here = ends(run_all(tasks(), jobs=2))
    runs = []
    with thread_executor(scheduler=cluster.address) as executor, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert executor.at_a_time == 2 * THREADS
        for run in run_all(tasks(), executor=executor):
            runs.append(run)
            if len(runs) == 5:
                victim = psutil.Process(next(iter(cluster.client.run(os.getpid).values())))
                family = [victim, *victim.children(recursive=True)]
                assert any("worker.serve(" in " ".join(each.cmdline()) for each in family)
                victim.kill()
    assert [each.category for each in warned] == [WorkerLost]
    assert len({run.task.id for run in runs}) == len(runs) == len(tasks()) == 40
    assert ends(runs) == here
    assert not psutil.wait_procs(family, timeout=PATIENCE)[1]


def test_limits_hold_on_the_cluster(ill_behaved, cluster):
    hanging = task("hangs", Limits(0.2, clock="wall"))
    with thread_executor(scheduler=cluster.address) as executor:
        (run,) = run_all([hanging], executor=executor)
    assert run.measurement.termination == "time limit"
    assert run.measurement.reason.startswith("killed")
    assert 0.2 < run.measurement.seconds < 10


def marked_wait(path):
    Path(path).write_text(str(os.getpid()))
    signal.pause()


def test_calls_that_nobody_waits_for_are_ended(cluster, tmp_path):
    with process_executor(scheduler=cluster.address) as executor:
        executor.submit(marked_wait, str(tmp_path / "process"))
        wait_until(lambda: (tmp_path / "process").exists() and (tmp_path / "process").read_text())
        process = int((tmp_path / "process").read_text())
        assert psutil.pid_exists(process)
    wait_until(lambda: not psutil.pid_exists(process))


def test_what_a_call_raises_arrives_from_the_cluster(cluster):
    with process_executor(scheduler=cluster.address) as executor:
        with pytest.raises(ZeroDivisionError):
            executor.submit(divmod, 1, 0).result()
        assert executor.submit(int, "11", base=2).result() == 3


@pytest.mark.parametrize("address", ["no address", "", "tcp://127.0.0.1:1"])
def test_an_address_without_a_scheduler_is_refused(cluster, address):
    with pytest.raises(NoCluster, match="no Dask scheduler answers at"), process_executor(scheduler=address):
        pass
    others = [each for each in gc.get_objects() if type(each) is Client and each is not cluster.client]
    assert [each for each in others if each.status == "connecting"] == []


WAIT_FOR_EVER = """
import signal, sys
from solvers.workers import process_executor
from solvers.workers.cluster import NoCluster
with process_executor(scheduler=sys.argv[1]) as executor:
    call = executor.submit(signal.pause)
    print("begun", flush=True)
    for use in (call.result, lambda: executor.submit(int).result(20), lambda: executor.at_a_time):
        try:
            use()
        except NoCluster as error:
            print(error)
"""


def test_a_scheduler_that_goes_away_is_named_in_one_sentence(cluster):
    """The last test of this file, for it leaves no cluster."""
    command = [sys.executable, "-c", WAIT_FOR_EVER, cluster.address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "begun\n"
        cluster.scheduler.kill()
        output, messages = process.communicate(timeout=PATIENCE)
    assert (output, messages) == (3 * f"the Dask scheduler at {cluster.address} no longer answers\n", "")

"""What compare.py keeps in a folder: it is all there, it is resumed, and no accident spoils it."""

import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

from graphs.errors import FormatError
from solvers.comparison import Store
from tests.processes import PLUG_IN, assert_all_end

ROOT = Path(__file__).parents[2]
AGREED, BAD, INTERRUPTED = 0, 2, 130
SAME = ["id", "problem", "competitor", "termination", "reason", "answer", "nodes", "tour"]
"""What two comparisons of the same tasks have in common; the rest are times and memory."""
TASKS = ["--boards", "8x8", "--starts", "all", "--solvers", "warnsdorff", "backtracking", "--time-limit", "60"]
TASKS += ["--node-limit", "20000", "--jobs", "2"]


def runs_in(folder):
    with Store.read(folder) as store:
        return list(store.rows(SAME))


def count_in(folder):
    try:
        with Store.read(folder) as store:
            return len(store)
    except FormatError:  # it is not there yet
        return 0


def begun(*arguments, plug_ins=False, **how):
    """Start the script as the leader of its group, with a mark by which its processes are found."""
    mark = f"KNIGHTS_TOUR_TEST_{uuid.uuid4().hex}"
    path = os.pathsep.join([*([str(PLUG_IN)] if plug_ins else []), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "scripts/compare.py", *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path, mark: "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **how,
    )
    process.mark = mark
    return process


def wait_until(holds, process):
    while not holds() and process.poll() is None:
        time.sleep(0.01)


def test_a_folder_holds_all_the_same_command_makes_nothing_again_and_more_solvers_join(compare, without_matplotlib, tmp_path):
    folder = tmp_path / "results"
    arguments = ["--boards", "5x5", "6x6", "--starts", "0,0", "2,2", "--jobs", 1, "--out", folder]
    arguments += ["--solvers", "warnsdorff", "cp-sat"]
    first = compare(*arguments)
    assert first.returncode == AGREED
    assert f"open {folder}/page.html in a browser" in first.stderr
    assert {"runs.sqlite", "runs.csv", "page.html"} <= {path.name for path in folder.iterdir()}
    assert {"cactus.svg", "cactus.png", "scatter.svg"} <= {path.name for path in (folder / "plots").iterdir()}
    before = runs_in(folder)
    again, report = compare(*arguments), compare("--report", folder)
    assert first.stdout == again.stdout == report.stdout
    assert report.stderr == ""
    assert runs_in(folder) == before
    with Store.read(folder) as store:
        assert [session["command"].split()[0].endswith("compare.py") for session in store.sessions()] == [True, True]
    verified = compare("--verify", folder)
    assert (verified.returncode, verified.stdout) == (AGREED, "8 tours verified, 0 wrong\n")
    assert without_matplotlib("compare.py", *arguments, "auto").returncode == AGREED
    assert [run[:4] for run in runs_in(folder) if run[2] != "auto"] == [run[:4] for run in before]
    assert [run[3] for run in runs_in(folder) if run[2] == "auto"] == ["found"] * 4


def test_a_folder_that_was_killed_twenty_times_ends_like_any_other(without_matplotlib, tmp_path):
    """No plots are drawn, and every other time one process works instead of two: their start takes most of the time."""
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert without_matplotlib("compare.py", *TASKS, "--out", whole).returncode == AGREED
    undisturbed = runs_in(whole)
    assert len(undisturbed) == 128
    moments = sorted(random.Random(10).sample(range(len(undisturbed)), 20))
    for number, kept in enumerate(moments):
        with begun(*TASKS[:-1], 1 + number % 2, "--out", killed) as process:
            wait_until(lambda kept=kept: count_in(killed) >= kept, process)
            process.kill()
            process.communicate()
        assert_all_end(process.mark)
        assert count_in(killed) >= kept
        with sqlite3.connect(killed / "runs.sqlite") as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
    assert without_matplotlib("compare.py", *TASKS, "--out", killed).returncode == AGREED
    assert runs_in(killed) == undisturbed


def test_a_second_comparison_in_the_folder_is_refused_at_once(compare, tmp_path):
    arguments = ["--boards", "5x5", "--starts", "0,0", "--time-limit", 100, "--out", tmp_path]
    with begun(*arguments, "--solvers", "warnsdorff", "hangs", "--jobs", 1, plug_ins=True) as first:
        wait_until(lambda: count_in(tmp_path) == 1, first)
        second = compare(*arguments, "--solvers", "warnsdorff")
        report = compare("--report", tmp_path)
        first.terminate()
        first.communicate()
    assert_all_end(first.mark)
    assert (second.returncode, second.stdout) == (BAD, "")
    assert second.stderr.count("\n") == 1
    assert "another process writes to" in second.stderr
    assert report.returncode == AGREED
    assert "warnsdorff" in report.stdout


def test_ctrl_c_keeps_and_shows_what_is_finished(tmp_path):
    arguments = ["--boards", "5x5", "--starts", "0,0", "--solvers", "warnsdorff", "hangs", "cp-sat", "--time-limit", 100]
    with begun(*arguments, "--jobs", 1, "--out", tmp_path, plug_ins=True) as process:
        wait_until(lambda: count_in(tmp_path) == 1, process)
        os.killpg(process.pid, signal.SIGINT)
        output, messages = process.communicate()
    assert_all_end(process.mark)
    assert process.returncode == INTERRUPTED
    assert "Traceback" not in messages
    assert "stopped after 1 of 3 runs; the same command goes on" in messages
    assert "Who solves how many?" in output
    assert [run[2] for run in runs_in(tmp_path)] == ["warnsdorff"]


def test_ctrl_c_while_processes_start_leaves_none(tmp_path):
    with begun(*TASKS, "--out", tmp_path) as process:
        wait_until(lambda: (tmp_path / "runs.sqlite").exists(), process)
        os.killpg(process.pid, signal.SIGINT)
        _, messages = process.communicate()
    assert_all_end(process.mark)
    assert process.returncode == INTERRUPTED
    assert "Traceback" not in messages


def limit_files():
    """Let no file grow beyond 200 kB: writing more fails, as it does on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))


def test_on_a_full_disk_the_tables_of_what_is_finished_are_printed(monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # on a full disk Python keeps half a file of bytecode
    tasks = ["--boards", "30x30", "--starts", "all", "--solvers", "warnsdorff", "--time-limit", "60"]
    with begun(*tasks, "--out", tmp_path, preexec_fn=limit_files) as process:
        output, messages = process.communicate()
    assert_all_end(process.mark)
    assert process.returncode == BAD
    assert "Who solves how many?" in output
    assert messages.count("\n") == 1
    assert f"{tmp_path}/runs.sqlite cannot be used: " in messages
    assert 0 < count_in(tmp_path) < 900


def test_a_folder_that_holds_other_runs_is_left_alone(compare, tmp_path):
    (tmp_path / "runs.csv").write_text("precious\n")
    done = compare("--boards", "5x5", "--out", tmp_path)
    assert (done.returncode, done.stdout) == (BAD, "")
    assert "runs.csv is there already, and no store beside it" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["runs.csv"]
    assert (tmp_path / "runs.csv").read_text() == "precious\n"


@pytest.mark.parametrize(("package", "option"), [("matplotlib", "--html"), ("pyarrow", "--export")])
def test_what_no_package_can_write_is_refused_before_the_first_run(script_without, tmp_path, package, option):
    file = tmp_path / ("page.html" if option == "--html" else "runs.parquet")
    corner = ["--boards", "5x5", "--starts", "0,0", "--solvers", "warnsdorff"]
    done = script_without(package, "compare.py", *corner, option, file)
    assert (done.returncode, done.stdout) == (BAD, "")
    assert f"need {package}, not installed here" in done.stderr


def test_without_its_packages_no_plot_is_drawn_and_the_rest_is_there(without_matplotlib, tmp_path):
    done = without_matplotlib("compare.py", "--boards", "5x5", "--starts", "0,0", "--solvers", "warnsdorff", "--out", tmp_path)
    assert done.returncode == AGREED
    assert 'pip install -e ".[lab]"' in done.stderr
    assert (tmp_path / "runs.csv").exists()
    assert len(runs_in(tmp_path)) == 1

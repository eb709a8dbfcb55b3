"""scripts/compare.py as a person uses it."""

import pytest

from solvers import solver_names
from tests.tables import csv_rows

AGREED, DISAGREED = 0, 4


OF_MINE = """
import os
from solvers import Outcome, solver

def in_order(problem, meter, *, backwards=False):
    squares = list(problem.graph_within(meter))
    if len(squares) == 2:
        os._exit(1)  # the next run is made by a new process
    return Outcome.found(squares[::-1] if backwards else squares, len(squares))

@solver("all-in-order", summary="-", reference="-", exact=False, closed=True, fixed_end=True)
def everywhere(problem, meter):
    return in_order(problem, meter)
"""


@pytest.mark.parametrize("place", ["{}/mine.py", "mine"])
def test_a_function_in_a_file_or_a_module_is_a_solver(compare, tmp_path, monkeypatch, place):
    (tmp_path / "mine.py").write_text(OF_MINE)
    path = place.format(tmp_path)
    if path == place:
        monkeypatch.syspath_prepend(tmp_path)
    for name, count in (("pair", 2), ("triangle", 3)):
        edges = [f"e {tail} {head}" for head in range(1, count + 1) for tail in range(1, head)]
        (tmp_path / f"{name}.col").write_text("\n".join([f"p edge {count} {len(edges)}", *edges]))
    graphs = f"--graphs {tmp_path}/pair.col {tmp_path}/triangle.col"
    line = f"{graphs} --solvers '{path}:in_order backwards=true' 'mine: {path}:everywhere'"
    done = compare(line, "--jobs", 1, "--out", tmp_path / "results", without="matplotlib")
    found = csv_rows((tmp_path / "results/runs.csv").read_text())
    ends = {(row["competitor"], row["solver"], row["size"]): (row["termination"], row["version"][:8]) for row in found}
    assert ends == {
        (*who, size): (how, "mine.py ")
        for who in (("in_order backwards=true", "in_order"), ("mine", "all-in-order"))
        for size, how in (("2", "crashed: exit status 1"), ("3", "found"))
    }
    assert done.returncode == DISAGREED  # one is at fault
    closed = compare(f"{graphs} --closed --solvers {path}:in_order")
    assert "none of the solvers supports the problems" in closed.stderr  # a heuristic for open tours


MINE = """
solvers = ["all", "lazy: cp-sat model=lazy-cuts"]
[[problems]]
section = "open"
boards = ["5x5"]
starts = ["0,0"]
[[problems]]
section = "closed"
boards = ["6x6"]
closed = true
"""


@pytest.fixture(scope="module")
def kept(compare, tmp_path_factory):
    """The folder of a comparison of all solvers, and one more, by a suite."""
    folder = tmp_path_factory.mktemp("kept")
    (folder / "mine.toml").write_text(MINE)
    line = f"--suite {folder}/mine.toml --time-limit 0.2 --jobs 1 --out {folder}/results"
    assert compare(line, without="matplotlib").returncode == AGREED
    return folder / "results"


def test_a_suite_has_competitors_of_its_own_and_sections_that_stand_apart(report, kept):
    lines = report("--by suite", kept).stdout.splitlines()
    parts = [lines.index(f"mine: {name}") for name in ("open", "closed")]
    for part in (lines[slice(*parts)], lines[parts[1] :]):
        assert {"lazy", "warnsdorff-repair"} <= {line.split(" ")[0] for line in part}


@pytest.mark.parametrize("columns", [80, 160])
def test_all_solvers_fit_42_lines_of_80_columns(report, kept, columns):
    done = report(kept, columns=columns)
    assert done.returncode == AGREED
    lines = done.stdout.splitlines()
    assert len({line.split(" ")[0] for line in lines} & {*solver_names(), "lazy"}) > 18
    assert (len(lines) <= 42, max(map(len, lines)) <= 80, "…" in done.stdout) == (True, True, False)
    assert "\nConditions: cpu clock, 0.2 s" in done.stdout

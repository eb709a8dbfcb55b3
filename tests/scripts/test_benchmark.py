"""scripts/benchmark.py, and the table of speeds in scripts/benchmarks/README.md."""

import json
import re
from importlib import import_module

import pytest

from tests.processes import ROOT

MEASURED = 0
QUICK = ["--only", "building the networkx graph", "--repeats", 2]


@pytest.fixture
def benchmark(script):
    return lambda *arguments: script("benchmark.py", *arguments)


@pytest.fixture(scope="module")
def names():
    """The names of all benchmarks, also of those that need a compiler."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "scripts")
        table = import_module("benchmarks.table")
        patch.setattr(table.shutil, "which", str)
        return [each.name for each in table.benchmarks()]


def test_every_speed_in_the_readme_has_a_benchmark(names):
    table = (ROOT / "scripts" / "benchmarks" / "README.md").read_text().partition("| what | median |")[2]
    rows = re.findall(r"^\| ([^|]+) \| [0-9.e+-]+ [^|]+ \|$", table, re.MULTILINE)
    assert len(rows) > 30
    assert set(rows) <= set(names)
    assert len(names) == len(set(names))


def test_auto_is_measured_against_its_methods_on_every_board_and_question(names):
    found = [re.fullmatch(r"auto / the best of its methods, ([0-9,x]+) (.+), (warm|whole processes)", name) for name in names]
    measured = {each.groups() for each in found if each}
    for side in ("5", "8", "20", "50", "100", "192", "300", "1,000", "10,000"):
        questions = {question.split(" to ")[-1] for board, question, _ in measured if board == f"{side}x{side}"}
        expected = 2 + (side != "5") + (side != "10,000")
        assert {"open", "from 0,0"} <= questions
        assert len(questions) == expected
    assert {way for _, _, way in measured} == {"warm", "whole processes"}


def test_a_table_has_the_median_and_the_range(benchmark):
    done = benchmark(*QUICK)
    assert done.returncode == MEASURED
    assert all(word in done.stdout for word in ("median", "least", "most", "building the networkx graph of 100x100"))


def test_markdown_has_the_form_of_the_readme(benchmark):
    done = benchmark(*QUICK, "--markdown")
    head, line, row = done.stdout.splitlines()[-3:]
    assert (head, line) == ("| what | median |", "| --- | --- |")
    assert re.fullmatch(r"\| building the networkx graph of 100x100 \| [0-9.e-]+ s \|", row)


def test_json_holds_every_repeat(benchmark):
    (row,) = json.loads(benchmark(*QUICK, "--json").stdout)["benchmarks"]
    assert (row["name"], row["unit"], len(row["repeats"])) == ("building the networkx graph of 100x100", "s", 2)
    assert min(row["repeats"]) > 0


@pytest.mark.parametrize("way", ["warm", "whole processes"])
def test_auto_is_compared_with_the_faster_method(benchmark, way):
    (row,) = json.loads(benchmark("--only", f"8x8 from 0,0, {way}", "--json").stdout)["benchmarks"]
    found = re.fullmatch(r"x \(auto (\S+) s, (warnsdorff-repair|construct) (\S+) s\)", row["unit"])
    assert row["repeats"][0] == pytest.approx(float(found[1]) / float(found[3]), rel=0.02)

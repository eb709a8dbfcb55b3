"""Every figure of a comparison is recomputed from runs.csv alone, by loops that share no code with the reports."""

import csv
import html
import io
import re
from collections import defaultdict
from itertools import combinations
from statistics import mean, median

import numpy as np
import pytest
from scipy import stats

from tests.solvers.pages.browsing import data_of

AGREED = 0
KINDS = ("open", "closed", "none", "undecided", "contradicted")
SUITE = """
[[problems]]
boards = {boards}
starts = ["0,0", "0,1"]
[[problems]]
boards = ["6x6", "4x6"]
closed = true
"""
OPEN_ONLY = """
from solvers import Outcome

def in_order(problem, meter):
    return Outcome.found(sorted(problem.graph), 1) if len(problem.graph) < 3 else Outcome.unknown(1, "too large")

def walk(problem, meter):
    here, path = problem.start, [problem.start]
    while nexts := [each for each in problem.graph[here] if each not in path]:
        here = min(nexts, key=lambda each: sum(other not in path for other in problem.graph[each]))
        path.append(here)
    return Outcome.found(path, len(path)) if len(path) == len(problem.graph) else Outcome.unknown(len(path), "stuck")
"""


def rows_of(folder):
    with (folder / "runs.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def kind_of(row):
    if row["truth"] == "tour":
        return "closed" if row["closed"] == "True" else "open"
    return row["truth"]


def scores_of(rows):
    """The mean share of solved runs, PAR2, and seconds and nodes of the solved runs, of each competitor on each problem."""
    cells = defaultdict(list)
    for row in rows:
        cells[row["competitor"], row["problem"]].append(row)
    found = {}
    for key, runs in cells.items():
        solved = [run for run in runs if run["solved"] == "True"]
        par2 = [float(run["seconds"]) if run["solved"] == "True" else 2 * float(run["time_limit"]) for run in runs]
        times, nodes = ([float(run[name]) for run in solved] for name in ("seconds", "nodes"))
        found[key] = len(solved) / len(runs), mean(par2), mean(times or [np.nan]), mean(nodes or [np.nan])
    return found


def differ(first, second):
    """The p of Wilcoxon's signed-rank test, without own code."""
    gaps = np.array([one - two for one, two in zip(first, second, strict=True) if one != two])
    if not len(gaps):
        return 1.0
    exact = len(gaps) <= 50
    assert not exact or len(set(abs(gaps))) == len(gaps)  # with ties, only the approximate p of scipy is right
    return stats.wilcoxon(gaps, method="exact" if exact else "approx").pvalue


def recomputed(rows):
    """The figures of each competitor, the ranked ones and the pairs that differ, from the rows of single runs."""
    scores, kinds = scores_of(rows), {row["problem"]: kind_of(row) for row in rows}
    problems = defaultdict(list)
    for competitor, problem in scores:
        problems[competitor].append(problem)
    most = max(map(len, problems.values()))
    patterns = [frozenset(each) for each in problems.values() if len(each) == most]
    ranked = [name for name, each in problems.items() if set(each) == max(patterns, key=patterns.count)]
    figures = {}
    for name, own in problems.items():
        shares, par2, times, nodes = zip(*(scores[name, problem] for problem in own), strict=True)
        of_kind = {kind: [share for share, each in zip(shares, own, strict=True) if kinds[each] == kind] for kind in KINDS}
        figures[name] = {
            "ranked": str(name in ranked),
            "problems": len(own),
            "solved": sum(shares),
            **{f"{kind} solved": sum(each) for kind, each in of_kind.items() if each},
            **{f"{kind} problems": len(each) for kind, each in of_kind.items() if each},
            "PAR2 [s]": mean(par2),
            "median time [s]": median([each for each in times if each == each] or [np.nan]),
            "median nodes": median([each for each in nodes if each == each] or [np.nan]),
        }
        if name in ranked:
            ranks = [stats.rankdata([scores[other, problem][1] for other in ranked])[ranked.index(name)] for problem in own]
            figures[name]["rank"] = mean(ranks)
    pairs = list(combinations(ranked, 2))
    ps = [differ(*([scores[name, problem][1] for problem in problems[pairs[0][0]]] for name in pair)) for pair in pairs]
    different, highest = set(), 0.0
    for place, number in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        highest = max(highest, ps[number] * (len(ps) - place))
        if highest < 0.05:
            different.add(frozenset(pairs[number]))
    return figures, ranked, different


def assert_figures(shown, rows):
    """Compare the rows of the CSV summary of a part with the figures of the runs in this part."""
    figures, ranked, different = recomputed(rows)
    assert sorted(row["competitor"] for row in shown) == sorted(figures)
    for row in shown:
        for head, value in figures[row["competitor"]].items():
            if isinstance(value, str):
                assert row[head] == value, (row["competitor"], head)
            else:
                assert float(row[head] or "nan") == pytest.approx(value, nan_ok=True), (row["competitor"], head)
    letters = {row["competitor"]: set(re.findall(r"[A-Za-z]|\(\d+\)", row["letters"])) for row in shown}
    for pair in combinations(ranked, 2):
        assert bool(letters[pair[0]] & letters[pair[1]]) == (frozenset(pair) not in different), pair
    return figures


def text_of(page, pattern):
    return [" ".join(html.unescape(re.sub("<.*?>", "", text)).split()) for text in re.findall(pattern, page, re.DOTALL)]


def assert_page(folder, rows, figures):
    """The table of the page shows the same counts, and the table of runs the same ends as runs.csv."""
    page = (folder / "page.html").read_text()
    heads = text_of(page, r'<th role="columnheader".*?</th>')
    for line in re.findall(r'<tr role="row"[^>]*>\s*<th role="rowheader".*?</tr>', page, re.DOTALL):
        name = re.sub(r"^\d+ ", "", text_of(line, "<th.*?</th>")[0]) if "differs" in heads else text_of(line, "<th.*?</th>")[0]
        cells = dict(zip(heads[1:], text_of(line, r'<td role="cell" data-label.*?</td>'), strict=True))
        for kind in KINDS:
            for head in (head for head in cells if head.startswith(f"{kind} of")):
                solved = figures[name].get(f"{kind} solved")
                assert cells[head].partition("/")[0] == ("–" if solved is None else f"{solved:.1f}".removesuffix(".0"))
    for truth, label in (("tour", "with a tour"), ("none", "without a tour")):
        number = len({row["problem"] for row in rows if row["truth"] == truth})
        assert re.search(rf"{label}</dt>\s*<dd>{number}</dd>", page)
    data = data_of(page)
    runs, outcomes, words = data["runs"], data["explorer"]["entries"]["outcome"], ["found", "impossible", "unknown", "error"]
    shown = [
        (
            *(runs[name]["names"][runs[name]["places"][place]] for name in ("problem", "competitor", "termination")),
            words[outcome],
        )
        for place, outcome in enumerate(outcomes)
    ]
    assert shown == [(row["problem"], row["competitor"], row["termination"], row["status"]) for row in rows]
    plot = (folder / "plots" / "cactus.svg").read_text()
    for name, of in figures.items():
        if len(name) < 30:
            assert f"<!-- {name}  {of['solved']:.4g}/{of['problems']} -->" in plot


def assert_all(compare, folder, *, by=None):
    """Compare report, page and cactus plot of a folder with its runs.csv."""

    def report(options=""):
        return list(csv.DictReader(io.StringIO(compare(f"{options} --format csv --report", folder).stdout)))

    rows = [row for row in rows_of(folder) if not row["walks"]]
    figures = assert_figures(report(), rows)
    assert_page(folder, rows, figures)
    everyone = {row["competitor"] for row in rows}
    who = defaultdict(set)
    for row in rows:
        who[row["problem"]].add(row["competitor"])
    common = [row for row in rows if who[row["problem"]] == everyone]
    assert_figures(report("--common"), common)
    if by == "suite":
        shown = report("--by suite")
        suites = {suite for row in rows for suite in row["suite"].split(" | ")}
        assert {row["suite"] for row in shown} == suites
        for suite in suites:
            part = [row for row in rows if suite in row["suite"].split(" | ")]
            assert_figures([row for row in shown if row["suite"] == suite], part)
    return rows, figures


def test_seeds_of_solvers_with_and_without_chance(compare, tmp_path):
    random = "warnsdorff --option warnsdorff:tie_break=random"
    line = f"--boards 3x7 5x5 --seeds 5 --jobs 1 --time-limit 0.1 --solvers auto pruned backtracking {random} --out"
    assert compare(line, tmp_path).returncode == AGREED
    rows, figures = assert_all(compare, tmp_path)
    assert len(rows) > len({row["problem"] for row in rows}) * 4
    assert figures["pruned"]["open solved"] == figures["pruned"]["open problems"]
    table = compare("--report", tmp_path).stdout
    assert f"of {figures['pruned']['open problems']} " in table


def test_suites_that_share_problems_a_competitor_for_open_ones_only_and_trials_in_one_folder(compare, tmp_path):
    (tmp_path / "mine.py").write_text(OPEN_ONLY)
    (tmp_path / "first.toml").write_text(SUITE.format(boards='["3x4", "5x5"]'))
    (tmp_path / "second.toml").write_text(SUITE.format(boards='["5x5", "5x6", "6x6"]'))
    kept = tmp_path / "kept"
    line = f"--jobs 1 --time-limit 0.1 --solvers pruned sat backtracking {tmp_path}/mine.py:walk --out {kept} --suite"
    trials = f"--tie-breaks random first --boards 5x5 6x6 --seeds 50 --jobs 1 --out {kept}"
    assert compare(trials, without="matplotlib").returncode == AGREED
    assert compare(line, tmp_path / "first.toml", without="matplotlib").returncode == AGREED
    assert compare(line, tmp_path / "second.toml").returncode == AGREED
    rows, figures = assert_all(compare, kept, by="suite")
    assert {row["suite"] for row in rows if row["board"] == "5x5"} == {"first | second"}
    assert len(rows) == 38  # of ten problems, of which two are closed, and of no walk
    assert {name: of["ranked"] == "True" for name, of in figures.items()} == {
        name: name != "walk" for name in ("pruned", "sat", "backtracking", "walk")
    }
    table, _, rates = compare("--report", kept).stdout.partition("How often")
    (row,) = (line.split() for line in table.splitlines() if line.startswith("walk "))
    assert "–" in row
    assert row[-3:] == ["8", "of", "10"]
    walked = [row for row in rows_of(kept) if "random" in row["options"]]
    for board in ("5x5", "6x6"):
        walks, tours = (sum(int(row[name]) for row in walked if row["board"] == board) for name in ("walks", "tours"))
        (line,) = (line for line in rates.splitlines() if line.startswith(f"{board} "))
        assert walks == 50
        assert float(line.split()[1]) == pytest.approx(100 * tours / walks, abs=0.5)


@pytest.mark.slow
def test_the_standard_comparison(compare, tmp_path):
    done = compare("--out", tmp_path)
    assert (done.returncode, "no answers contradict each other" in done.stdout) == (AGREED, True)
    rows, _ = assert_all(compare, tmp_path)
    assert {row["status"] for row in rows} == {"found", "impossible", "unknown"}
    assert {row["closed"] for row in rows} == {"False", "True"}
    report = compare("--report", tmp_path, columns=80).stdout.splitlines()
    assert (len(report) <= 40, max(map(len, report)) <= 80) == (True, True)

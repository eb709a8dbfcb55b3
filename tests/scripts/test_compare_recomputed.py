"""Every figure of a comparison is recomputed from runs.csv alone, by loops that share no code with the reports."""

import html
import re
from collections import Counter, defaultdict
from itertools import combinations, product
from math import inf
from operator import itemgetter
from statistics import mean, median

import numpy as np
import pytest
from scipy import stats

from tests.solvers.pages.browsing import data_of
from tests.tables import csv_rows

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


def kind_of(row):
    if row["truth"] == "tour":
        return "closed" if row["closed"] == "True" else "open"
    return row["truth"]


def scores_of(rows):
    """The share of solved runs, PAR2, PAR10, and the medians of seconds and nodes, of each competitor on each problem."""
    cells = defaultdict(list)
    for row in rows:
        cells[row["competitor"], row["problem"]].append(row)
    found = {}
    for key, runs in cells.items():
        are_solved = [run["solved"] == "True" for run in runs]
        columns = [sum(are_solved) / len(runs)]
        columns += [
            mean(
                float(run["seconds"]) if ok else penalty * float(run["time_limit"])
                for run, ok in zip(runs, are_solved, strict=True)
            )
            for penalty in (2, 10)
        ]
        columns += [
            median(float(run[name]) if ok else inf for run, ok in zip(runs, are_solved, strict=True))
            for name in ("seconds", "nodes")
        ]
        found[key] = columns
    return found


def gap(one, other):
    """The difference of two times, or 0 if they are equal within 5 % or 0.1 ms."""
    return 0 if one == other or abs(one - other) < max(0.0001, 0.05 * min(one, other)) else one - other


def differ(first, second):
    """The p of Wilcoxon's signed-rank test: the share of all signs of the ranks that are at least as one-sided."""
    gaps = np.array([each for each in map(gap, first, second) if each])
    ranks = stats.rankdata(abs(gaps))
    signs = np.array([*product((-1, 1), repeat=len(gaps))])
    return np.mean(abs(signs @ ranks) >= abs(np.sign(gaps) @ ranks) - 1e-9) if len(gaps) else 1.0


def figures_of(scores, problems, kinds):
    shares, par2, par10, times, nodes = zip(*(scores[problem] for problem in problems), strict=True)
    of_kind = {kind: [share for share, each in zip(shares, problems, strict=True) if kinds[each] == kind] for kind in KINDS}
    return {
        "problems": len(problems),
        "solved": sum(shares),
        **{f"{kind} solved": sum(each) for kind, each in of_kind.items() if each},
        **{f"{kind} problems": len(each) for kind, each in of_kind.items() if each},
        "PAR2 [s]": mean(par2),
        "PAR10 [s]": mean(par10),
        "median time [s]": median(times),
        "median nodes": median(nodes),
    }


def recomputed(rows):
    """The figures of each competitor in a part, and the p of each pair of ranked ones, from the rows of single runs."""
    scores, kinds = scores_of(rows), {row["problem"]: kind_of(row) for row in rows}
    board_of = {row["problem"]: row["subject"] for row in rows}
    problems = defaultdict(list)
    for competitor, problem in scores:
        problems[competitor].append(problem)
    most = max(map(len, problems.values()))
    patterns = [frozenset(each) for each in problems.values() if len(each) == most]
    ranked = sorted(name for name, each in problems.items() if set(each) == max(patterns, key=patterns.count))
    best = {
        problem: [
            pick(column)
            for pick, column in zip(
                (max, min, min, min, min),
                zip(*(scores[name, problem] for name in problems if (name, problem) in scores), strict=True),
                strict=True,
            )
        ]
        for problem in kinds
    }
    figures = {"best of all": {"role": "best of all"} | figures_of(best, list(kinds), kinds)}
    by_board = defaultdict(dict)
    for name, own in problems.items():
        own_scores = {problem: scores[name, problem] for problem in own}
        others = {
            problem: [scores[other, problem] for other in problems if other != name and (other, problem) in scores]
            for problem in kinds
        }
        figures[name] = {"role": "ranked" if name in ranked else "partial"} | figures_of(own_scores, own, kinds)
        figures[name]["only it"] = sum(
            scores[name, problem][0] > 0 and not any(each[0] for each in others[problem]) for problem in own
        )
        figures[name]["lost solved"] = sum(
            best[problem][0] - max((each[0] for each in others[problem]), default=0) for problem in kinds
        )
        for board in {board_of[problem] for problem in own}:
            by_board[board][name] = mean(scores[name, problem][1] for problem in own if board_of[problem] == board)
    boards = [board for board in by_board if set(ranked) <= set(by_board[board])]
    for name in ranked:
        ranks = []
        for board in boards:
            gaps = [gap(by_board[board][name], by_board[board][other]) for other in ranked if other != name]
            ranks.append(1 + sum(each > 0 for each in gaps) + sum(each == 0 for each in gaps) / 2)
        figures[name]["rank"] = mean(ranks)
    times = {name: [by_board[board][name] for board in boards] for name in ranked}
    return figures, {pair: differ(*map(times.__getitem__, pair)) for pair in combinations(ranked, 2)}, len(boards)


def assert_figures(parts):
    """Compare the rows of the CSV summary of each part of a report with the figures of the runs in this part."""
    parts = [(shown, *recomputed(rows)) for shown, rows in parts]
    ps = sorted(
        ((p, number, pair) for number, (_, _, tests, _) in enumerate(parts) for pair, p in tests.items()), key=itemgetter(0)
    )
    different, highest = set(), 0.0
    for place, (p, *which) in enumerate(ps):
        highest = max(highest, p * (len(ps) - place))
        if highest < 0.05:
            different.add(tuple(which))
    for number, (shown, figures, tests, boards) in enumerate(parts):
        assert sorted(row["competitor"] for row in shown) == sorted(figures)
        for row in shown:
            for head, value in figures[row["competitor"]].items():
                if isinstance(value, str):
                    assert row[head] == value, (row["competitor"], head)
                else:
                    assert float(row[head] or "nan") == pytest.approx(value, abs=1e-12), (row["competitor"], head)
        letters = {row["competitor"]: set(re.findall(r"[A-Za-z]|\(\d+\)", row["letters"])) for row in shown}
        has_power = len(ps) * 2 / 2**boards < 0.05
        assert has_power == any(letters.values()) or not tests
        for pair in tests if has_power else ():
            assert bool(letters[pair[0]] & letters[pair[1]]) == ((number, pair) not in different), pair
    return parts[0][1]


def text_of(page, pattern):
    return [" ".join(html.unescape(re.sub("<.*?>", "", text)).split()) for text in re.findall(pattern, page, re.DOTALL)]


def assert_page(folder, rows, figures):
    """The table of the page shows the same counts, and the table of runs the same ends as runs.csv."""
    page = (folder / "page.html").read_text()
    heads = text_of(page, r'<th role="columnheader".*?</th>')
    for line in re.findall(r'<tr role="row"[^>]*>\s*<th role="rowheader".*?</tr>', page, re.DOTALL):
        name = text_of(line, "<th.*?</th>")[0]
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
        if len(name) < 30 and name != "best of all":
            assert f"<!-- {name}  {of['solved']:.4g}/{of['problems']} -->" in plot


def assert_all(report, folder, *, by=None):
    """Compare report, page and cactus plot of a folder with its runs.csv."""

    def shown(*options):
        return csv_rows(report(folder, "--format", "csv", *options).stdout)

    rows = csv_rows((folder / "runs.csv").read_text())
    figures = assert_figures([(shown(), rows)])
    assert_page(folder, rows, figures)
    if by == "suite":
        parts = defaultdict(list)
        for row in shown("--by", "suite"):
            parts[row["part"]].append(row)
        assert set(parts) == {suite for row in rows for suite in row["suite"].split(" | ")}
        assert_figures([(part, [row for row in rows if suite in row["suite"].split(" | ")]) for suite, part in parts.items()])
    return rows, figures


def test_seeds_of_solvers_with_and_without_chance(compare, report, tmp_path):
    random = "'warnsdorff tie_break=random'"
    line = f"--boards 3x7 5x5 --seeds 5 --jobs 1 --time-limit 0.1 --solvers auto pruned backtracking {random} --out"
    assert compare(line, tmp_path).returncode == AGREED
    rows, figures = assert_all(report, tmp_path)
    problems = len({row["problem"] for row in rows})
    assert Counter(row["solver"] for row in rows) == {
        "auto": 5 * problems,
        "pruned": problems,
        "backtracking": problems,
        "warnsdorff": 5 * problems,
    }
    assert figures["pruned"]["open solved"] == figures["pruned"]["open problems"]


def test_suites_that_share_problems_and_a_competitor_for_open_ones_only_in_one_folder(compare, report, tmp_path):
    (tmp_path / "mine.py").write_text(OPEN_ONLY)
    (tmp_path / "first.toml").write_text(SUITE.format(boards='["3x4", "5x5"]'))
    (tmp_path / "second.toml").write_text(SUITE.format(boards='["5x5", "5x6", "6x6"]'))
    kept = tmp_path / "kept"
    line = f"--jobs 1 --time-limit 0.1 --solvers pruned sat backtracking {tmp_path}/mine.py:walk --out {kept} --suite"
    assert compare(line, tmp_path / "first.toml", without="matplotlib").returncode == AGREED
    assert compare(line, tmp_path / "second.toml").returncode == AGREED
    rows, figures = assert_all(report, kept, by="suite")
    assert {row["suite"] for row in rows if row["board"] == "5x5"} == {"first | second"}
    assert len(rows) == 38  # of ten problems, of which two are closed
    roles = dict.fromkeys(("pruned", "sat", "backtracking"), "ranked") | {"walk": "partial", "best of all": "best of all"}
    assert {name: of["role"] for name, of in figures.items()} == roles
    row, *_ = (line.split() for line in report(kept).stdout.splitlines() if line.startswith("walk "))  # a sentence follows
    assert "–" in row
    assert row[-3:] == ["8", "of", "10"]


def test_two_limits_in_one_folder_are_two_tables_under_one_correction(compare, report, tmp_path):
    line = f"--boards 5x5 6x6 --starts 0,0 0,1 --jobs 1 --solvers pruned backtracking --out {tmp_path} --time-limit"
    for seconds in (0.1, 0.2):
        assert compare(line, seconds, without="matplotlib").returncode == AGREED
    done = report(tmp_path)
    heads = "separate tables: conditions differ (0.1 s; 0.2 s)", "0.1 s", "0.2 s"
    assert [line for line in done.stdout.splitlines() if line in heads] == [*heads]
    rows = csv_rows((tmp_path / "runs.csv").read_text())
    assert {row["conditions"] for row in rows} == {"0.1 s", "0.2 s"}
    parts = defaultdict(list)
    for row in csv_rows(report(tmp_path, "--format", "csv").stdout):
        parts[row["conditions"]].append(row)
    assert_figures([(part, [row for row in rows if row["conditions"] == each]) for each, part in parts.items()])


@pytest.mark.slow
def test_the_standard_comparison(compare, report, tmp_path):
    done = compare("--out", tmp_path)
    assert (done.returncode, "no answers contradict each other" in done.stdout) == (AGREED, True)
    rows, _ = assert_all(report, tmp_path)
    assert {row["status"] for row in rows} == {"found", "impossible", "unknown"}
    assert {row["closed"] for row in rows} == {"False", "True"}
    lines = report(tmp_path, columns=80).stdout.splitlines()
    assert (len(lines) <= 42, max(map(len, lines)) <= 80) == (True, True)

"""How often each tie-break rule ends in a tour: against known rates, reproducible, and with honest intervals."""

from collections import Counter
from dataclasses import replace

import pytest
from scipy.stats import binomtest

from graphs import Board
from solvers import OptionError, Problem, solve
from solvers.comparison import Competitor, Measurement, Run, Store, Task, run_all
from solvers.comparison.report.frame import runs_frame
from solvers.comparison.report.tie_breaks import success_rates, tie_break_sheet
from solvers.comparison.walks import starts_and_seeds, walk_tasks
from tests.solvers.comparison import tasks

CORNER = (0, 0)


def on(board, start=CORNER):
    return tasks.on(board, start=start)


def measure_task(problems, rules, walks=100, seed=0):
    with Store.temporary(run_all(walk_tasks(problems, rules, walks, seed), 1)) as store:
        assert all(each.fault == "" for each in store.tours())
        return success_rates(runs_frame(store))


def made(*rows):
    """The rates of runs that nobody has carried out; a row is a rule, tours, walks, and what is unusual."""
    return success_rates(runs_frame(Store.temporary(kept(*row[:3], **(row[3] if len(row) > 3 else {})) for row in rows)))


def kept(rule="random", tours=80, walks=100, board="8x8", start=CORNER, seed=0, refusal=""):
    task = Task(on(board, start), Competitor("warnsdorff-compiled", {"tie_break": rule}), seed, walks=range(walks))
    return Run(task, Measurement("found", refusal, walks=walks, tours=tours), "", "{}")


ONCE = {"seed": None}


# Rates known from 1000 walks from a corner each, measured by another program.
KNOWN = {
    ("random", "8x8"): 0.98,
    ("random", "50x50"): 0.84,
    ("random", "200x200"): 0.02,
    ("pohl+random", "8x8"): 0.71,
    ("pohl+random", "100x100"): 0.97,
    ("roth+random", "7x7"): 0.37,
    ("roth+random", "8x8"): 1.0,
}


def test_the_known_rates_lie_within_the_interval():
    tasks = [task for rule, board in KNOWN for task in walk_tasks([on(board)], [rule], 250)]
    found = {
        (row.tie_break, row.subject): row for row in success_rates(runs_frame(Store.temporary(run_all(tasks, 1)))).itertuples()
    }
    for place, known in KNOWN.items():
        interval = binomtest(found[place].tours, 250).proportion_ci(0.99, method="wilson")
        assert found[place].walks == 250
        assert interval.low <= known <= interval.high


def test_a_run_counts_what_solve_calls_found():
    (task,) = walk_tasks([on("7x7")], ["random"], 40, seed=3)
    (run,) = run_all([task], 1)
    problem = Problem(Board(7, 7), start=CORNER)
    found = [solve(problem, "warnsdorff", tie_break="random", seed=seed) for _, seed in starts_and_seeds(task)]
    tours = sum(each.status.value == "found" for each in found)
    assert (run.status, run.measurement.walks, run.measurement.tours) == ("found", 40, tours)
    assert run.measurement.nodes == sum(each.nodes for each in found)
    assert 0 < tours < 40


def test_many_walks_are_several_runs_that_make_each_walk_once():
    (whole,) = walk_tasks([on("7x7", None)], ["random"], 1500, seed=5)
    parts = list(walk_tasks([on("7x7", None)], ["random"], 4000, seed=5))
    walks = [walk for part in parts for walk in starts_and_seeds(part)]
    assert len(parts) == 3
    assert len({seed for _, seed in walks}) == len(walks) == 4000
    assert walks == list(starts_and_seeds(replace(whole, walks=range(4000))))
    assert len({part.id for part in parts} | {whole.id}) == 4
    counts = Counter(start for start, _ in walks)
    assert 40 <= min(counts.values()) <= max(counts.values()) <= 130  # 82 each, were it even


def test_where_a_store_holds_fewer_walks_too_each_walk_counts_once():
    tasks = [task for walks in (50, 100) for task in walk_tasks([on("7x7"), on("5x5", None)], ["random", "first"], walks)]
    tasks += walk_tasks([on("5x5", None)], ["first"], 10)
    found = success_rates(runs_frame(Store.temporary(run_all(dict.fromkeys(tasks), 1))))
    assert found["walks"].tolist() == [100, 1, 100, 25]
    assert found["sampled"].tolist() == [True, False, True, False]


def test_without_chance_the_rate_is_over_all_starts_where_there_are_walks_enough():
    one_by_one = measure_task([on("8x8", start) for start in Board(8, 8)], ["first"])
    whole, drawn = (measure_task([on("8x8", None)], ["first"], walks).iloc[0] for walks in (64, 63))
    assert (whole["start"], whole["walks"], whole["tours"]) == ("any square", 64, one_by_one["tours"].sum())
    assert (drawn["walks"], whole["sampled"], drawn["sampled"]) == (63, False, True)


def test_a_rule_that_does_not_fit_has_no_rate_and_says_why():
    rates = measure_task([on("6x7"), on("5x5", None), on("12x12", None)], ["squirrel", "roth"])
    for row in rates.itertuples():
        assert (row.walks == 0) == ("'squirrel' needs the knight" in row.reason) == (row.tie_break == "squirrel")
    assert len(rates) == 6


@pytest.mark.parametrize("how", [{"walks": 0}, {"walks": 1_000_001}, {"walks": 1.5}, {"walks": 1, "seed": -1}])
def test_numbers_out_of_range_are_refused(how):
    with pytest.raises(OptionError, match=r"runs=|seed"):
        list(walk_tasks([on("5x5")], ["random"], **how))


REFUSED = {"start": None, "refusal": "for n x n boards"} | ONCE


def test_the_table_has_a_row_a_board_and_a_column_a_rule():
    large = {"board": "100x100"}
    rates = made(
        *(("random", 974, 1000), ("roth+random", 1, 1, ONCE), ("squirrel", 0, 1, ONCE)),
        *(("random", 370, 1000, large), ("squirrel", 0, 0, REFUSED | large | {"start": CORNER})),
    )
    sheet = tie_break_sheet(rates)
    assert sheet.columns == ["board", "random", "roth\n+ random", "squirrel"]
    assert sheet.rows == [["8x8", "97.4 % (96.2–98.2)", "tour", "dead end"], ["100x100", "37 % (34.1–40)", "–", "–"]]
    assert sheet.notes == [("–, squirrel", "for n x n boards")]
    assert sheet.title.startswith("How often does a walk by Warnsdorff's rule from 0,0 end in a tour? (random rules: 1,000")


def test_several_starts_are_a_row_each_and_a_rate_over_all_of_them_has_no_interval():
    sheet = tie_break_sheet(made(("random", 50, 100), ("roth", 61, 64, {"start": None} | ONCE)))
    assert sheet.rows == [["8x8 from 0,0", "50 % (40.4–59.6)", "–"], ["8x8 from any square", "–", "95.3 % of 64"]]

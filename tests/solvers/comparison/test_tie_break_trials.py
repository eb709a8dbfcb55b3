"""How often each tie-break rule ends in a tour: against known rates, reproducible, and with honest intervals."""

import csv
import io
import sys
import xml.etree.ElementTree as ElementTree
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from itertools import islice

import pytest
from rich.console import Console
from scipy.stats import binomtest

from graphs import Board, BoardError, FormatError
from solvers import OptionError, Problem, ProblemError, SolverError, SolverUnavailable, solve
from solvers.comparison.processes import process_executor
from solvers.comparison.report.tie_break_report import rates_writer, tie_break_plot, tie_break_table
from solvers.comparison.tie_break_trials import (
    STANDARD_BOARDS,
    STANDARD_RULES,
    SuccessRate,
    Trial,
    pooled,
    success_rates,
    trials_for,
    uses_chance,
)

CORNER = (0, 0)


def square_board(side):
    return Board(side, side)


def measured(boards, rules, **how):
    return list(success_rates(trials_for(boards, rules, **how)))


def rate(rule="random", side=8, successes=80, runs=100, **other):
    return SuccessRate(rule, square_board(side), other.pop("start", CORNER), runs, successes, **other)


# Rates known from 1000 walks from a corner each, measured by another program.
KNOWN = {
    ("random", 8): 0.98,
    ("random", 50): 0.84,
    ("random", 100): 0.37,
    ("random", 200): 0.02,
    ("pohl+random", 8): 0.71,
    ("pohl+random", 100): 0.97,
    ("roth+random", 7): 0.37,
    ("roth+random", 8): 1.0,
    ("roth+random", 200): 0.995,
}


@pytest.mark.parametrize(("rule", "side"), KNOWN)
def test_the_known_rates_lie_within_the_interval(rule, side):
    (found,) = measured([square_board(side)], [rule], runs=250)
    low, high = found.interval(confidence=0.99)
    assert found.runs == 250
    assert low <= KNOWN[rule, side] <= high


def test_the_orders_of_squirrel_and_cull_lead_to_a_tour_from_the_corner_but_for_74():
    """S. Ganzfried (2004): good for all 5 <= n < 112 but 74."""
    found = {each.board.rows: each.successes for each in measured(map(square_board, range(5, 112)), ["squirrel"])}
    assert [side for side, successes in found.items() if not successes] == [74]


def test_no_walk_of_an_odd_board_ends_in_a_tour_from_a_square_of_the_rarer_colour():
    found = measured([square_board(5)], STANDARD_RULES[:6], starts=[(0, 1), (1, 2)], runs=50)
    assert [each.rate for each in found] == [0.0] * 12


def test_a_success_is_what_solve_calls_found():
    trial = Trial("random", square_board(7), CORNER, runs=40, seed=3)
    problem = Problem.on_board(trial.board, start=CORNER)
    runs = [solve(problem, "warnsdorff", tie_break="random", seed=seed) for _, seed in trial.walks()]
    (found,) = success_rates([trial])
    assert found.successes == sum(run.status.value == "found" for run in runs)
    assert 0 < found.successes < 40


def test_the_same_seed_gives_the_same_rates_and_another_seed_others():
    boards = [square_board(side) for side in (7, 40, 64)]
    first, again, other = (measured(boards, ["random"], runs=100, seed=seed) for seed in (0, 0, 1))
    assert first == again
    assert [each.successes for each in first] != [each.successes for each in other]


def test_these_rates_are_the_same_on_every_machine():
    found = measured([square_board(7), square_board(50)], ["random", "roth+random"], runs=100)
    assert [each.successes for each in found] == [67, 38, 83, 100]


@pytest.mark.parametrize("pool", [lambda: process_executor(2), lambda: ThreadPoolExecutor(3)])
def test_an_executor_changes_no_rate(pool, monkeypatch):
    monkeypatch.setattr("solvers.comparison.tie_break_trials.BATCH", 100_000)  # many batches a trial
    monkeypatch.setattr("solvers.comparison.tie_break_trials.AHEAD", 2)  # more trials than are handed over at first
    how = {"runs": 60, "seed": 5, "starts": [CORNER, (1, 2)]}
    boards, rules = [square_board(6), Board(7, 9), square_board(30)], ["random", "roth", "squirrel"]
    with pool() as executor:
        shared = list(success_rates(trials_for(boards, rules, **how), executor))
    assert shared == measured(boards, rules, **how)


def test_rates_are_yielded_as_they_are_finished():
    trials = trials_for([square_board(8), square_board(1000)], ["random"], runs=200)
    (first,) = islice(success_rates(trials), 1)  # the second would take ten seconds
    assert first.board == square_board(8)


class Dying(Executor):
    def submit(self, call, /, *arguments, **named):
        future = Future()
        future.set_exception(BrokenExecutor("out of memory"))
        return future


def test_a_process_that_dies_is_an_error():
    with pytest.raises(SolverError, match="'random' on 8x8: out of memory"):
        list(success_rates(trials_for([square_board(8)], ["random"]), Dying()))


def test_walks_of_one_trial_have_seeds_of_their_own():
    walks = list(Trial("random", square_board(8), CORNER, runs=1000, seed=0).walks())
    assert len({seed for _, seed in walks}) == 1000
    assert {start for start, _ in walks} == {CORNER}


def test_walks_from_any_square_begin_everywhere():
    walks = list(Trial("random", square_board(5), None, runs=1000, seed=0).walks())
    counts = [sum(start == square for start, _ in walks) for square in square_board(5)]
    assert sum(counts) == 1000
    assert 15 <= min(counts) <= max(counts) <= 75  # 40 each, were it even


@pytest.mark.parametrize("rule", ["first", "roth", "pohl", "squirrel", "pohl+first", "first+random"])
def test_without_chance_one_start_is_one_walk(rule):
    trial = Trial(rule, square_board(8), CORNER, runs=1000, seed=7)
    assert list(trial.walks()) == [(CORNER, 0)]
    assert not trial.sampled
    assert not uses_chance(rule)


def test_without_chance_the_rate_is_over_all_starts_where_there_are_runs_enough():
    (found,) = measured([square_board(8)], ["first"], starts="all", runs=64)
    one_by_one = measured([square_board(8)], ["first"], starts=list(square_board(8)))
    assert (found.start, found.runs, found.sampled) == (None, 64, False)
    assert found.successes == sum(each.successes for each in one_by_one)
    assert found.interval() == (found.rate, found.rate)


def test_without_chance_starts_are_drawn_where_there_are_more_than_runs():
    (found,) = measured([square_board(8)], ["first"], starts="all", runs=50)
    low, high = found.interval()
    assert (found.runs, found.sampled) == (50, True)
    assert low <= found.rate <= high
    assert low < high


@pytest.mark.parametrize(("successes", "runs"), [(0, 1000), (1000, 1000), (0, 1), (1, 1), (370, 1000), (999, 1000)])
@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_the_interval_is_that_of_wilson_and_holds_the_rate(successes, runs, confidence):
    found = rate(successes=successes, runs=runs)
    low, high = found.interval(confidence)
    expected = binomtest(successes, runs).proportion_ci(confidence, method="wilson")
    assert (low, high) == (expected.low, expected.high)
    assert 0 <= low <= found.rate <= high <= 1
    assert low < high


def test_the_interval_by_the_formula_of_wilson():
    low, high = rate(successes=84, runs=100).interval()
    z = 1.959963984540054
    centre = (0.84 + z**2 / 200) / (1 + z**2 / 100)
    half = z / (1 + z**2 / 100) * (0.84 * 0.16 / 100 + z**2 / 40_000) ** 0.5
    assert (low, high) == pytest.approx((centre - half, centre + half))


def test_a_rule_that_does_not_fit_has_no_rate_and_says_why():
    found, other = measured([Board(6, 7)], ["squirrel", "roth"])
    assert (found.runs, found.rate, found.interval()) == (0, None, None)
    assert "squirrel" in found.refusal
    assert "n x n" in found.refusal
    assert (other.runs, other.refusal) == (1, "")


def test_every_rule_meets_every_board_and_start_once():
    trials = list(
        trials_for([Board(5, 5), Board(5, 5), Board(5, 6)], ["roth", "pohl", "roth"], starts=[CORNER, (1, 1), CORNER])
    )
    seen = [(str(trial.board), trial.start, trial.rule) for trial in trials]
    assert seen == [(board, start, rule) for board in ("5x5", "5x6") for start in (CORNER, (1, 1)) for rule in ("roth", "pohl")]


def test_orbits_are_a_trial_each_and_all_squares_are_one():
    assert len(list(trials_for([square_board(5)], ["roth"], starts="orbits"))) == 6
    assert [trial.start for trial in trials_for([square_board(5)], ["roth"], starts="all")] == [None]


def test_the_standard_trials_hold_the_known_boards_and_the_rules():
    trials = list(trials_for())
    assert {(trial.rule, trial.board.rows) for trial in trials} >= set(KNOWN)
    assert len(trials) == len(STANDARD_BOARDS) * len(STANDARD_RULES)
    assert {(trial.start, trial.runs) for trial in trials} == {(CORNER, 1000)}


@pytest.mark.parametrize(
    ("how", "error", "words"),
    [
        ({"rules": ["rhot"]}, OptionError, "unknown tie_break 'rhot': it is one of first, random, roth, pohl, squirrel"),
        ({"rules": ["roth+"]}, OptionError, "unknown tie_break ''"),
        ({"runs": 0}, OptionError, "runs=0"),
        ({"runs": 1_000_001}, OptionError, "runs=1000001"),
        ({"seed": -1}, OptionError, "seed=-1"),
        ({"starts": [(5, 5)]}, ProblemError, r"start \(5, 5\)"),
        ({"boards": [Board(4000, 4000)]}, BoardError, "too large"),
    ],
)
def test_what_cannot_be_tried_is_refused_before_any_walk(how, error, words):
    with pytest.raises(error, match=words):
        list(trials_for(**{"boards": [square_board(5)], "rules": ["roth"]} | how))


def test_a_package_that_is_missing_is_named_with_the_way_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(SolverUnavailable, match=r'need matplotlib, not installed here: pip install -e "\.\[lab\]"'):
        tie_break_plot([rate()])


def test_starts_of_a_board_are_taken_together_without_those_that_do_not_fit():
    rates = [
        rate("random", successes=98),
        rate("random", successes=92, start=(1, 1)),
        rate("squirrel", successes=1, runs=1, sampled=False),
        rate("squirrel", successes=0, runs=0, start=(1, 1), sampled=False, refusal="no corner"),
        rate("first", successes=0, runs=0, refusal="why"),
    ]
    rows = [(each.rule, each.start, each.successes, each.runs, each.sampled, each.refusal) for each in pooled(rates)]
    assert rows == [
        ("random", None, 190, 200, True, ""),
        ("squirrel", None, 1, 1, False, ""),
        ("first", CORNER, 0, 0, True, "why"),
    ]


def test_one_row_a_cell_is_kept(tmp_path):
    with rates_writer(tmp_path) as keep:
        for found in measured([square_board(7)], ["roth+random", "roth"], runs=100):
            keep(found)
        keep(rate("squirrel", start=None, successes=0, runs=0, refusal="for n x n boards, from the corner"))
    first, second, third = csv.DictReader(io.StringIO((tmp_path / "tie-breaks.csv").read_text()))
    assert first == {
        "board": "7x7",
        "wrap": "",
        "start": "0,0",
        "tie_break": "roth+random",
        "seed": "0",
        "runs": "100",
        "successes": "38",
        "rate": "0.380000",
        "low": "0.290976",
        "high": "0.477902",
        "sampled": "True",
        "refusal": "",
    }
    assert [second[name] for name in ("runs", "rate", "low", "high", "sampled")] == ["1", "1.000000"] + ["1.000000"] * 2 + [
        "False"
    ]
    assert [third[name] for name in ("start", "runs", "rate", "low")] == ["any", "0", "", ""]
    assert third["refusal"] == "for n x n boards, from the corner"


def test_rates_kept_earlier_are_not_overwritten(tmp_path):
    (tmp_path / "tie-breaks.csv").write_text("precious")
    with pytest.raises(FormatError, match="there already"), rates_writer(tmp_path):
        pass
    assert (tmp_path / "tie-breaks.csv").read_text() == "precious"


def test_a_folder_without_a_name_is_refused():
    with pytest.raises(FormatError, match="without a name"), rates_writer(""):
        pass


def rows(table):
    return [[str(cell) for cell in line] for line in zip(*(column.cells for column in table.columns), strict=True)]


def test_the_table_has_a_row_a_board_and_a_column_a_rule():
    table = tie_break_table(
        [
            rate("random", 8, 974, 1000),
            rate("roth", 8, 1, 1, sampled=False),
            rate("squirrel", 8, 0, 1, sampled=False),
            rate("random", 100, 370, 1000),
            rate("squirrel", 100, 0, 0, refusal="why"),
        ]
    )
    assert [column.header for column in table.columns] == ["board", "random", "roth", "squirrel"]
    assert rows(table) == [["8x8", "97.4 % (96.2–98.2)", "tour", "dead end"], ["100x100", "37 % (34–40)", "–", "–"]]
    assert "from 0,0" in table.title
    assert "1,000 walks each" in table.title


def test_several_starts_are_a_row_each():
    table = tie_break_table([rate(successes=50), rate(successes=100, start=(1, 2))])
    assert rows(table) == [["8x8", "0,0", "50 % (40–60)"], ["8x8", "1,2", "100 % (96.3–100)"]]


def test_a_narrow_terminal_cuts_nothing_off():
    screen = io.StringIO()
    Console(file=screen, width=80).print(tie_break_table([rate(rule, 8, 999, 1000) for rule in STANDARD_RULES]))
    assert "…" not in screen.getvalue()
    assert max(map(len, screen.getvalue().splitlines())) <= 80


def test_a_rate_over_all_starts_that_leaves_nothing_to_chance_has_no_interval():
    assert rows(tie_break_table([rate("roth", successes=61, runs=64, start=None, sampled=False)])) == [["8x8", "95.3 % of 64"]]


def test_only_all_is_100_percent_and_only_none_is_0():
    cells = [rows(tie_break_table([rate(successes=successes, runs=10_000)]))[0][1] for successes in (10_000, 9_999, 1, 0)]
    assert [cell.split(" ")[0] for cell in cells] == ["100", "99.99", "0.01", "0"]


def drawn(rates):
    """The lines, the marks and the names of the plot."""
    panels = tie_break_plot(rates).figure.axes
    lines = {line.get_label(): (list(line.get_xdata()), list(line.get_ydata())) for panel in panels for line in panel.lines}
    marks = [len(marks.get_offsets()) for marks in panels[-1].collections]
    return lines, marks, [label.get_text() for label in panels[-1].get_xticklabels()]


def test_the_plot_has_a_line_a_rule_with_the_rates_in_percent_by_size():
    rates = [rate("random", 100, 37), rate("random", 8, 98), rate("roth+random", 8, 100), rate("roth+random", 100, 99)]
    lines, _, names = drawn(rates)
    assert lines == {"random": ([8, 100], [98, 37]), "roth+random": ([8, 100], [100, 99])}
    assert names == ["8×8", "100×100"]


def test_the_bands_of_the_plot_are_the_intervals():
    (panel,) = tie_break_plot([rate("random", 8, 98), rate("random", 100, 37)]).figure.axes
    (band,) = panel.collections
    heights = {round(float(y), 6) for _, y in band.get_paths()[0].vertices}
    assert heights == {round(100 * end, 6) for successes in (98, 37) for end in rate(successes=successes).interval()}


def test_single_walks_are_marks_below_filled_for_a_tour():
    rates = [rate("random", 8, 98), *(rate("first", side, side != 64, 1, sampled=False) for side in (8, 64, 100))]
    lines, marks, _ = drawn(rates)
    assert list(lines) == ["random"]
    assert marks == [2, 1]


def test_names_of_boards_do_not_overlap_and_the_ends_are_named():
    _, _, names = drawn([rate(side=side) for side in range(5, 201)])
    assert {"5×5", "200×200"} <= set(names)
    assert 8 <= len(names) <= 20


@pytest.mark.parametrize(
    "rates", [[rate()], [rate("roth", successes=1, runs=1, sampled=False)], [rate(successes=0, runs=0)], []]
)
def test_the_plot_can_be_written_whatever_there_is(rates, tmp_path):
    tie_break_plot(rates).write(tmp_path)
    assert ElementTree.parse(tmp_path / "tie-breaks.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert (tmp_path / "tie-breaks.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_a_plot_that_cannot_be_written_is_an_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(FormatError, match="cannot be written"):
        tie_break_plot([rate()]).write(tmp_path / "file")

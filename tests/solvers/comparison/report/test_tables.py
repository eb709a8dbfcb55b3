"""The main table fits the terminal, cuts nothing, and shows the figures of the summary; so do its other formats."""

import sys
from dataclasses import replace
from functools import partial
from math import inf

import pytest

from solvers import SolverUnavailable
from solvers.comparison.report.summary import summary_table
from solvers.comparison.report.texts import (
    TableSheet,
    main_table_sheet,
    seconds_text,
    table_as_latex,
    table_as_markdown,
    table_as_text,
)
from tests.solvers.comparison.report.frames import summary_of, times

NAMES = ("auto", "warnsdorff-backtracking-compiled", "cp-sat workers=4 symmetry_level=2 linearization_level=0 (no limit)")
CLOSED = {"closed": True}
NONE = {"answer": "impossible", "termination": "impossible"}


def cells(sheet):
    """Return the rows of a table by name, each a dictionary of cells by the heads of the columns."""
    heads = [" ".join(head.split()) for head in sheet.columns[1:]]
    return {row[0]: dict(zip(heads, row[1:], strict=True)) for row in sheet.rows}


@pytest.fixture
def apart():
    """The summary of two competitors for all problems, and one for open ones only."""
    closed = [("a", "c", 0.25, CLOSED), ("b", "c", None, CLOSED)]
    return summary_of(*closed, a=[1.0] * 3, b=[2.0] * 3, w=[0.5, None])


def test_a_row_shows_what_a_competitor_solves_how_fast_and_its_rank():
    others = (
        ("a", "2", 3.0, CLOSED | NONE),
        ("a", "3", None, CLOSED),
        ("b", "2", 0.05, CLOSED | NONE),
        ("b", "3", 4.0, CLOSED),
    )
    found = cells(main_table_sheet(summary_of(*others, a=[1.0], b=[None])))
    assert [*found] == ["b", "a", "best of all"]
    assert found["b"] == {
        "open of 1": "0",
        "closed of 1": "1",
        "none of 1": "1",
        "PAR2": "8.02 s",
        "median": "4 s",
        "only it": "1",
        "mean rank": "1.3",
    }
    assert (found["a"]["median"], found["best of all"]["mean rank"]) == ("3 s", "")


def test_what_is_not_supported_has_no_number_and_who_supports_fewer_is_below_a_line(apart):
    sheet = main_table_sheet(apart)
    assert sheet.apart == 2
    assert cells(sheet)["w"] == {
        "open of 3": "1/2",
        "closed of 1": "–",
        "PAR2": "10.2 s",
        "median": "> 10 s",
        "only it": "0",
        "mean rank": "2 of 4",
    }
    lines = table_as_text(sheet, 80).splitlines()
    rules = [number for number, line in enumerate(lines) if "──" in line]
    names = [next(number for number, line in enumerate(lines) if line.startswith(f"{name} ")) for name in "abw"]
    assert rules[0] < names[0] < names[1] < rules[1] < names[2]


def test_shares_of_seeds_are_shown():
    assert cells(main_table_sheet(summary_of(*times(a=[1.0]) * 3, a=[None])))["a"]["open of 1"] == "0.8"


def many(count, problems=30):
    """The summary of competitors, each of which is slower than those before it, but for the last, which is at chance."""
    rows = {f"n{place}": [1.0 + place + 0.01 * n for n in range(problems)] for place in range(count)}
    return summary_of(**rows, chance=[0.1 if n % 2 else 9.9 for n in range(problems)])


@pytest.mark.parametrize("competitors, tests, least", [(2, 3, 7), (9, 45, 11)])
@pytest.mark.parametrize("form", [partial(table_as_text, width=80), table_as_markdown, table_as_latex])
def test_the_notes_name_the_test_its_correction_its_level_and_its_power(competitors, tests, least, form):
    text = form(main_table_sheet(many(competitors)))
    assert any(all(word in line for word in ("Wilcoxon", "Holm", "0.05")) for line in text.splitlines())
    assert f"{tests} tests need at least {least} boards to detect a difference" in text


def test_below_the_least_number_of_boards_there_are_no_letters_and_a_note_says_why():
    sheet = main_table_sheet(many(5, problems=8))
    assert "letters" not in sheet.columns
    assert dict(sheet.notes)["no letters"] == "15 tests need at least 10 boards to detect a difference"


def test_unconfirmed_answers_have_a_column_only_if_there_are_any():
    answer = NONE | {"unconfirmed": True, "solved": False}
    solved = [1.0] * 3
    assert "uncon-\nfirmed" not in main_table_sheet(summary_of(a=solved)).columns
    sheet = main_table_sheet(summary_of(*times(answer, no=[0.1] * 3), a=solved))
    assert {name: row["uncon- firmed"] for name, row in cells(sheet).items()} == {"a": "0", "no": "3", "best of all": "0"}
    assert "unconfirmed" in dict(sheet.notes)


def test_a_wrong_competitor_is_below_the_line_with_a_note():
    wrong = {"answer": "impossible", "termination": "wrong answer", "refuted": True, "solved": False}
    sheet = main_table_sheet(summary_of(*times(wrong, liar=[0.1]), a=[1.0]))
    assert (sheet.apart, sheet.rows[-1][0], cells(sheet)["liar"]["mean rank"]) == (2, "liar", "wrong")
    assert dict(sheet.notes)["wrong"] == "gave a wrong answer, and is not ranked"


def test_a_time_without_limit_has_no_number():
    summary = summary_of(*times({"time_limit": float("nan")}, a=[1.0, None, None]))
    row = cells(main_table_sheet(summary))["a"]
    assert (row["PAR2"], summary_table([summary]).loc["a", "PAR10 [s]"], row["median"]) == ("∞", inf, "∞")
    assert seconds_text(inf) == "∞"


@pytest.mark.parametrize("width", [80, 160])
@pytest.mark.parametrize("count", [1, 3, 14])
def test_no_line_is_longer_than_the_terminal_and_no_cell_is_cut(width, count):
    names = [*NAMES, *(f"a-solver-from-a-plug-in-number-{number}" for number in range(count))][:count]
    rows = {name: [10.0 ** (n % 5 - 4) if n % 2 == 0 or name == NAMES[0] else None for n in range(12)] for name in names}
    sheet = main_table_sheet(summary_of(**rows))
    text = table_as_text(sheet, width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    assert {word for row in sheet.rows for cell in row[1:] for word in cell.split()} <= set(text.split())


def test_a_name_in_brackets_is_no_markup():
    name = "a order=[bold] :smile:"
    assert name in table_as_text(main_table_sheet(summary_of((name, "1", 1.0))), 80)


def test_latex_is_a_whole_table_with_caption_label_and_the_cells_of_the_text(apart, monkeypatch):
    text = table_as_latex(main_table_sheet(replace(apart, name="50 % of_all")))
    lines = text.splitlines()
    assert lines[0] == r"% needs \usepackage{booktabs} and \usepackage[T1]{fontenc}"
    assert r"\caption{Comparison of solvers. 50 \% of\_all. of: solved; PAR2: mean time" in text
    for line in (r"\label{tab:comparison-50-of_all}", r"\toprule", r"\midrule", r"\bottomrule"):
        assert line in lines
    assert r"competitor & open of 3 & closed of 1 & PAR2 & median & only it & mean rank \\" in lines
    assert r"a & 3 & 1 & 812 ms & 1 s & 1 & 1.0 \\" in lines
    assert r"w & 1/2 & – & 10.2 s & > 10 s & 0 & 2 of 4 \\" in lines
    assert r"\begin{tabular}{lrrrrrr}" in lines
    assert text.count("{") == text.count("}")
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(SolverUnavailable, match="LaTeX tables need jinja2"):
        table_as_latex(main_table_sheet(apart))


TRICKY = r"""a_b|c% <i> [x](y) `k` *s* \x ~ ^ & # $ {z} "q" --seeds=1 > 2"""


def test_latex_escapes_what_has_a_meaning():
    text = table_as_latex(TableSheet("a_b & 5 %", ["name", TRICKY], [[TRICKY, "∞"]], [("note", "#1 {x}")]))
    expected = (
        r"a\_b|c\% <i> [x](y) `k` *s* \textbackslash x \textasciitilde \space \textasciicircum \space \& \# \$ \{z\} "
        r'"q" --seeds=1 > 2'
    )
    assert text.count(expected) == 2
    assert r"\caption{Comparison of solvers. a\_b \& 5 \%. note: \#1 \{x\}}" in text
    assert r"& $\infty$ \\" in text


def test_markdown_has_the_name_of_the_part_and_escapes_what_has_a_meaning():
    text = table_as_markdown(main_table_sheet(replace(summary_of(("a_b|c%", "1", 1.0)), name="5x5")))
    assert text.startswith("### 5x5\n\n| competitor |")
    assert r"| a\_b\|c% | 1 |" in text
    tricky = table_as_markdown(TableSheet(TRICKY, ["name", TRICKY], [[TRICKY, "1"]], [(TRICKY, TRICKY)]))
    assert tricky.count(r"a\_b\|c% \<i> \[x\](y) \`k\` \*s\* \\x \~ ^ \& # $ {z}") == 5

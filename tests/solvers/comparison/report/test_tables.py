"""The main table fits the terminal, cuts nothing, and shows the figures of the summary; so do its other formats."""

import csv
import io

import pytest
from rich.console import Console

from solvers.comparison.report.layout import latex, markdown, render
from solvers.comparison.report.summary import summary_of
from solvers.comparison.report.tables import csv_text, main_sheet
from tests.solvers.comparison.report.frames import frame, with_times

NAMES = ("auto", "warnsdorff-backtracking-compiled", "cp-sat workers=4 symmetry_level=2 linearization_level=0 (no limit)")
ASP = "asp (published, another machine)"
CLOSED = {"closed": True}
NONE = {"answer": "impossible", "termination": "impossible"}


def text_of(sheet, width):
    console = Console(file=io.StringIO(), width=width)
    console.print(render(sheet, width))
    return console.file.getvalue()


def cells(sheet):
    """Return the rows of a table by name, each a dictionary of cells by the heads of the columns."""
    heads = [" ".join(head.split()) for head in sheet.columns[1:]]
    return {row[0]: dict(zip(heads, row[1:], strict=True)) for row in sheet.rows}


@pytest.fixture
def apart():
    """The summary of two competitors for all problems, and one for open ones only."""
    runs = [(name, str(n), 1.0 + (name == "b")) for name in "ab" for n in range(3)]
    runs += [("a", "c", 0.25, CLOSED), ("b", "c", None, CLOSED), ("w", "0", 0.5), ("w", "1", None)]
    return summary_of(frame(*runs))


def test_a_row_shows_what_a_competitor_solves_how_fast_and_its_rank():
    runs = frame(
        *(("a", "1", 1.0), ("a", "2", 3.0, CLOSED | NONE), ("a", "3", None, CLOSED)),
        *(("b", "1", None), ("b", "2", 0.05, CLOSED | NONE), ("b", "3", 4.0, CLOSED)),
    )
    found = cells(main_sheet(summary_of(runs)))
    assert [*found] == ["b", "a"]
    assert found["b"] == {
        "open of 1": "0",
        "closed of 1": "1",
        "none of 1": "1",
        "PAR2": "8.02 s",
        "median": "2.02 s",
        "mean rank": "1.3",
        "letters": "a",
    }


def test_what_is_not_supported_has_no_number_and_who_supports_fewer_is_below_a_line(apart):
    sheet = main_sheet(apart)
    assert sheet.apart == 1
    assert cells(sheet)["w"] == {
        "open of 3": "1/2",
        "closed of 1": "–",
        "PAR2": "10.2 s",
        "median": "500 ms",
        "mean rank": "2 of 4",
        "letters": "",
    }
    lines = text_of(sheet, 80).splitlines()
    rules = [number for number, line in enumerate(lines) if "──" in line]
    names = [next(number for number, line in enumerate(lines) if line.startswith(f"{name} ")) for name in "abw"]
    assert rules[0] < names[0] < names[1] < rules[1] < names[2]


def test_shares_of_seeds_are_shown():
    seeded = [("a", "1", 1.0 if seed else None) for seed in range(4)]
    assert cells(main_sheet(summary_of(frame(*seeded))))["a"]["open of 1"] == "0.8"


def many(count, problems=30):
    """Return runs of competitors, each of which is slower than those before it, but for the last, which is at chance."""
    runs = [(f"n{place}", str(n), 1.0 + place + 0.01 * n) for place in range(count) for n in range(problems)]
    return frame(*runs, *(("chance", str(n), 0.1 if n % 2 else 9.9) for n in range(problems)))


def test_many_letters_give_way_to_the_rows_that_differ():
    summary = summary_of(many(9))
    found = cells(main_sheet(summary))
    names = [name.split(" ")[1] for name in found]
    for place, row in enumerate(found.values()):
        ranges = [list(map(int, part.split("-"))) for part in row["differs"].split(",") if part]
        numbers = {number for ends in ranges for number in range(ends[0], ends[-1] + 1)}
        assert numbers == {
            number for number, other in enumerate(names, 1) if number > place + 1 and {names[place], other} in summary.different
        }
    assert "letters" in cells(main_sheet(summary_of(many(2))))["n0"]


@pytest.mark.parametrize("competitors", [2, 9])
@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_one_line_names_the_test_its_correction_and_its_level_and_claims_no_equality(competitors, form):
    sheet = main_sheet(summary_of(many(competitors)))
    text = {"text": text_of(sheet, 80), "markdown": markdown(sheet), "latex": latex(sheet)}[form]
    assert any(all(word in line for word in ("Wilcoxon", "Holm", "0.05")) for line in text.splitlines())
    assert "than chance" not in text


@pytest.mark.parametrize("width", [80, 160])
@pytest.mark.parametrize("count", [1, 3, 14])
def test_no_line_is_longer_than_the_terminal_and_no_cell_is_cut(width, count):
    names = [*NAMES, *(f"a-solver-from-a-plug-in-number-{number}" for number in range(count))][:count]
    runs = frame(
        *(
            (name, str(n), None if place and n % 2 else 10.0 ** (n % 5 - 4))
            for place, name in enumerate(names)
            for n in range(12)
        )
    )
    sheet = main_sheet(summary_of(runs))
    text = text_of(sheet, width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    assert {word for row in sheet.rows for cell in row[1:] for word in cell.split()} <= set(text.split())


def test_a_name_in_brackets_is_no_markup():
    assert "a order=[bold] :smile:" in text_of(main_sheet(summary_of(frame(("a order=[bold] :smile:", "1", 1.0)))), 80)


def test_published_times_are_below_the_line_and_marked_with_their_source_in_every_format():
    runs = frame(*((name, str(n), 1.0) for name in "ab" for n in range(3)))
    summary = summary_of(with_times(runs, ("asp", "0", 0.5), ("asp", "1", None))[0])
    sheet = main_sheet(summary)
    assert sheet.apart == 1
    assert cells(sheet)[ASP]["open of 3"] == "1/2"
    assert (cells(sheet)[ASP]["mean rank"], cells(sheet)[ASP]["letters"]) == ("2 of 3", "")
    for text in (text_of(sheet, 120), markdown(sheet), latex(main_sheet(summary, units=False))):
        assert ASP in text
        assert "a paper" in text
    *_, last = csv.DictReader(csv_text([("", summary)], None).splitlines())
    assert (last["competitor"], last["ranked"], last["rank"]) == (ASP, "False", "")
    assert not summary_of(runs).sources
    assert "published" not in dict(main_sheet(summary_of(runs)).notes)


def test_csv_holds_plain_numbers_with_units_in_the_heads_and_the_name_of_each_part(apart):
    rows = list(csv.DictReader(io.StringIO(csv_text([("one", apart), ("two", apart)], "suite"))))
    assert [(row["suite"], row["competitor"]) for row in rows] == [(part, name) for part in ("one", "two") for name in "abw"]
    first = rows[0]
    assert (float(first["PAR2 [s]"]), float(first["open solved"]), int(first["open problems"])) == (0.8125, 3, 3)
    assert (rows[2]["ranked"], rows[2]["rank"], rows[2]["closed solved"], rows[2]["closed problems"]) == ("False", "", "", "0")


def test_latex_is_a_whole_table_with_caption_label_units_and_aligned_numbers(apart):
    text = latex(main_sheet(apart, "50 % of_all", units=False))
    lines = text.splitlines()
    for line in (
        r"\caption{Comparison of solvers. 50 \% of\_all}",
        r"\label{tab:comparison-50-of_all}",
        r"\toprule",
        r"\bottomrule",
    ):
        assert line in lines
    assert lines.count(r"\midrule") == 2
    assert r"{PAR2 / ms}" in text
    assert r"{a} & 3 & 1 & 812 & 1000 & 1.0 & {a} \\" in lines
    assert r"{w} & {1/2} & {--} & 10250 & 500 & {2 of 4} & {} \\" in lines
    (head,) = (line for line in lines if line.startswith(r"\begin{tabular}"))
    assert head.count("S[table-format=") == 5
    assert text.count("{") == text.count("}")


def test_markdown_has_the_name_of_the_part_and_escapes_bars():
    text = markdown(main_sheet(summary_of(frame(("a_b|c%", "1", 1.0))), "5x5"))
    assert text.startswith("### 5x5\n\n| competitor |")
    assert "| a_b&#124;c% | 1 |" in text

"""The tables fit the terminal, cut nothing, and say what the runs say."""

import io

import pytest
from rich.console import Console

from solvers.comparison.report.layout import rendered
from solvers.comparison.report.tables import sheets

NAMES = ("auto", "warnsdorff-backtracking-compiled", "cp-sat workers=4 symmetry_level=2 linearization_level=0 (no limit)")


BASIC = ["How fast", "Up to"]


def tables(frame, width):
    return [rendered(sheet, width) for sheet in sheets(frame, width)]


def text_of(renderables, width):
    console = Console(file=io.StringIO(), width=width)
    for each in renderables:
        console.print(each)
    return console.file.getvalue()


def cells(sheet):
    """Return the rows of a table by name, each a dictionary of cells by the heads of the columns."""
    return {row[0]: dict(zip(sheet.columns[1:], row[1:], strict=True)) for row in sheet.rows}


def sheet_of(frame, title, width=160):
    return next(sheet for sheet in sheets(frame, width) if sheet.title.startswith(title))


def large(frame, competitors=NAMES, boards=12):
    """Return many runs: the first two competitors solve all, the others every second board."""
    runs = []
    for place, name in enumerate(competitors):
        for number in range(boards):
            side = 5 + 9 * number
            seconds = None if place > 1 and number % 2 else 10.0 ** (number % 5 - 4) * (1 + place)
            what = {"subject": f"{side}x{side}", "size": side * side, "closed": number % 3 == 0, "nodes": 7 ** (number % 9)}
            ended = {"termination": "crashed: VeryLongNameOfAnException"} if seconds is None and number == 3 else {}
            runs.append((name, f"{side}x{side}", seconds, what | ended))
    return frame(*runs)


@pytest.mark.parametrize("width", [80, 160])
@pytest.mark.parametrize("count", [1, 3, 14])
def test_no_line_is_longer_than_the_terminal_and_no_cell_is_cut(frame, width, count):
    runs = large(frame, [*NAMES, *(f"a-solver-from-a-plug-in-number-{number}" for number in range(count))][:count])
    text = text_of(tables(runs, width), width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    cells = [cell for sheet in sheets(runs, width) for row in sheet.rows for cell in row[1:-1]]
    assert set(" ".join(cells).split()) <= set(text.split())


def test_how_fast(frame):
    runs = frame(("a", "1", 1.0, {"nodes": 1000}), ("a", "2", 3.0, {"nodes": 3000}), ("b", "1", 0.0123), ("b", "2", None))
    rows = cells(sheet_of(runs, "How fast"))
    assert rows["a"]["PAR2"] == "2 s"
    assert rows["a"]["median\nnodes"] == "2,000"
    assert rows["b"]["PAR2"] == "10 s"
    assert rows["b"]["median\ntime"] == "12 ms"


def square(side):
    return {"subject": f"{side}x{side}", "size": side**2}


def test_up_to_which_board(frame):
    runs = [
        ("a", "1", 0.002),
        ("a", "2", 0.004),
        ("a", "3", 1.5, square(8)),
        ("b", "1", 1.0),
        ("b", "2", None),
        ("c", "3", None, square(8)),
    ]
    assert cells(sheet_of(frame(*runs), "Up to which")) == {
        "a": {"5x5": "3 ms", "8x8": "1.5 s"},
        "b": {"5x5": "1/2", "8x8": "–"},
        "c": {"5x5": "–", "8x8": "0/1"},
    }


def test_boards_come_in_order_of_size_open_before_closed_and_in_groups_where_there_is_no_room(frame):
    sides = (30, 5, 9, 12, 7)
    runs = frame(
        *(("a", f"{side}{closed}", 1.0, square(side) | {"closed": closed}) for side in sides for closed in (True, False))
    )
    heads = [f"{side}x{side}\n{kind}" for side in sorted(sides) for kind in ("open", "closed")]
    assert sheet_of(runs, "Up to which", 160).columns[1:] == heads
    grouped = [f"{squares}\nsquares" for squares in ("up to 36", "37–64", "65–100", "101–400", "401–2,500")]
    assert sheet_of(runs, "Up to which", 80).columns[1:] == grouped


@pytest.mark.parametrize(
    ("runs", "titles"),
    [
        ([], []),
        ([("a", "1", 1.0)], BASIC),
        ([("a", "1", None)], BASIC),
        ([("a", "1", 1.0), ("b", "1", 2.0)], BASIC),
        ([("a", "1", 1.0), ("b", "1", 2.0), ("a", "2", 1.0), ("b", "2", 2.0)], [*BASIC, "Which"]),
        ([(name, str(n), None) for name in "abc" for n in range(3)], BASIC),
    ],
)
def test_a_table_that_would_say_nothing_is_left_out(frame, runs, titles):
    found = [sheet.title for sheet in sheets(frame(*runs), 80)]
    assert [title[: len(start)] for title, start in zip(found, titles, strict=True)] == titles


def test_the_table_of_few_competitors_has_each_p(frame):
    runs = frame(*(("a", str(n), 1.0) for n in range(8)), *(("b", str(n), 2.0 + n) for n in range(8)))
    assert sheet_of(runs, "Which").rows == [["1 a", "·", "+ 0.008"], ["2 b", "- 0.008", "·"]]


def test_many_pairs_are_a_square_of_marks(frame):
    """On eight problems no p survives the correction for fifteen pairs; on twenty all do."""
    many, few = (
        sheet_of(
            frame(*((name, str(n), 1.0 + place + n) for place, name in enumerate("abcdef") for n in range(count))), "Which"
        ).rows
        for count in (20, 8)
    )
    assert (many[0], many[5]) == (["1 a", "·", *"+++++"], ["6 f", *"-----", "·"])
    assert few[0] == ["1 a", "·", *"====="]


def test_a_name_in_brackets_is_no_markup(frame):
    text = text_of(tables(frame(("a order=[bold] :smile:", "1", 1.0)), 80), 80)
    assert "a order=[bold] :smile:" in text

"""Published times of other programs: which rows count, and which are rejected."""

import pytest

from graphs import FormatError
from solvers.comparison.report.published import published_sheet
from tests.solvers.comparison.report.frames import frame, times

HEAD = "problem,competitor,seconds,limit,source"
NO_LIMIT = {"time_limit": float("nan")}


@pytest.fixture
def published(tmp_path):
    """A function that returns the rows and notes of published times such as "1,asp,5,100", on the problems of runs."""

    def published(runs, *lines):
        path = tmp_path / "times.csv"
        path.write_text("\n".join(["\ufeff" + HEAD, *(f"{line},a paper" for line in lines), ""]))
        sheet = published_sheet(str(path), runs)
        return [tuple(row) for row in sheet.rows], dict(sheet.notes)

    return published


FIVE = times(a=[1.0] * 5)


@pytest.mark.parametrize(
    "runs, lines, row",
    [
        (FIVE, ["1,asp,4,100", "2,asp,10,100", "3,asp,10.5,100", "4,asp,,100", "5,asp,30,20"], ("5", "2", "14.8 s")),
        (FIVE, ["1,asp,4,5", "2,asp,,5", "3,asp,7,5", "4,asp,,10"], ("2", "1", "12 s")),
        (times(NO_LIMIT, a=[1.0, 1.0]), ["1,asp,99,100", "2,asp,,100"], ("1", "1", "99 s")),
        ([("a", "1", None, {"time_limit": limit}) for limit in (1.0, 10.0)], ["1,asp,5,100"], ("1", "1", "5 s")),
        (FIVE, ["1,asp,2,100", "1,asp,,100"], ("2", "1", "11 s")),
    ],
    ids=["above the limit", "a lower limit", "no limit", "the largest limit", "several times"],
)
def test_a_published_time_counts_up_to_the_limit_of_the_comparison(published, runs, lines, row):
    rows, notes = published(frame(*runs), *lines)
    assert (rows, notes["sources"]) == ([("asp", *row)], "a paper")


def test_a_published_time_matches_a_name_or_a_stem_that_only_one_graph_has(published):
    files = {"x/graph1.col closed": "x/graph1.col", "graph2": "x/graph3.col", "y/graph4.col": "y/graph4.col"}
    files |= {"y/graph4.col closed": "y/graph4.col", "8x8": None}
    runs = frame(*(("a", name, 1.0, {"graph": graph}) for name, graph in files.items()))
    names = ["graph1", "x/graph1.col closed", "graph2", "graph4", "y/graph4.col", "8x8", "8", "graph1.col"]
    rows, notes = published(runs, *(f"{name},asp,1,100" for name in names), "8x8,asp,,5")
    assert rows == [("asp", "5", "5", "1 s")]
    assert notes["rows"] == "of 9 rows, 3 match no problem, and 1 is left out"
    assert published(runs, "9x9,asp,1,100")[0] == []


@pytest.mark.parametrize("text", ["", "a,b\n1,2", *(f"{HEAD}\n1,asp,{cells}" for cells in ("x,1,s", "-1,1,s", "1,,s"))])
def test_a_file_without_the_columns_or_with_other_values_is_rejected(tmp_path, text):
    (tmp_path / "times.csv").write_text(text)
    with pytest.raises(FormatError, match="times"):
        published_sheet(str(tmp_path / "times.csv"), frame(*FIVE))

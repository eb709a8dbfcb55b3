"""The pictures of scripts/check.py."""

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import cairosvg
import pytest

from graphs.svg.palette import CLOSED, HOLE_SQUARE, NO, START_SQUARE, UNKNOWN, YES

ROOT = Path(__file__).parents[2]
FOUND, NONE, UNKNOWN_STATUS = 0, 1, 3
CORNER = re.compile(r"M([\d.]+) ([\d.]+)")
RING = "...\n.#.\n...\n"


@pytest.fixture
def check(script):
    return lambda *arguments, **how: script("check.py", *arguments, **how)


# Pictures.


def rendered(path):
    """The texts of the picture, after a renderer has taken it."""
    assert cairosvg.svg2png(url=str(path)).startswith(b"\x89PNG")
    return [each.text for each in ElementTree.parse(path).iter() if each.tag.endswith("}text")]


@pytest.mark.parametrize(
    "arguments",
    [
        ["3x4"],
        ["5x5", "--pairs"],
        ["5x5", "--node-limit", 1],
        ["1x1"],
        ["--boards", "3..5x3..6"],
        ["--boards", "3x4", "--node-limit", 1],
    ],
)
def test_a_map_and_a_table_are_drawn(check, tmp_path, arguments):
    done = check(*arguments, "--svg", tmp_path / "map.svg")
    assert done.returncode in (FOUND, UNKNOWN_STATUS)
    assert done.stdout == ""
    assert rendered(tmp_path / "map.svg")
    assert list(tmp_path.iterdir()) == [tmp_path / "map.svg"]


def test_the_picture_of_a_map_tells_how_many_squares_start_a_tour(check, tmp_path):
    check("4x5", "--svg", tmp_path / "map.svg")
    texts = rendered(tmp_path / "map.svg")
    assert sum("10 squares" in text for text in texts) == 2  # that do, and that do not


def cells(path, look):
    """How many cells of this look are drawn; the first of the legend comes last and is not counted."""
    drawn = [each for each in ElementTree.parse(path).iter() if each.get("fill") == look.fill and "h" in each.get("d", "")]
    return sum(each.get("d").count("M") for each in drawn) - bool(drawn)


def test_the_picture_of_pairs_has_a_small_board_for_each_start_with_its_ends(check, tmp_path):
    check("3x4", "--pairs", "--svg", tmp_path / "map.svg")
    shown = {look: cells(tmp_path / "map.svg", look) for look in (START_SQUARE, YES, NO, UNKNOWN)}
    assert shown == {START_SQUARE: 12, YES: 14, NO: 12 * 11 - 14, UNKNOWN: 0}
    assert {"a tour from the start ends here: 14 pairs", "no tour from the start ends here: 118 pairs"} <= set(
        rendered(tmp_path / "map.svg")
    )


def test_the_picture_of_pairs_shows_which_ends_each_start_has(check, tmp_path):
    pairs = json.loads(check("3x4", "--pairs", "--json").stdout)["pairs"]
    check("3x4", "--pairs", "--svg", tmp_path / "map.svg")
    yes, _ = (each for each in ElementTree.parse(tmp_path / "map.svg").iter() if each.get("fill") == YES.fill)
    begin, _ = (each for each in ElementTree.parse(tmp_path / "map.svg").iter() if each.get("fill") == START_SQUARE.fill)
    ends, starts = ([tuple(map(float, at)) for at in CORNER.findall(each.get("d"))] for each in (yes, begin))
    lefts, tops = (sorted({corner[axis] for corner in starts}) for axis in (0, 1))
    side = float(re.search(r"h([\d.]+)", begin.get("d"))[1]) / 0.94
    origins = {(row, col): (lefts[col] - col * side, tops[row] - row * side) for row in range(3) for col in range(4)}
    for (row, col), (left, top) in origins.items():
        inside = [(round((y - top) / side), round((x - left) / side)) for x, y in ends]
        seen = sorted([each_row, each_col] for each_row, each_col in inside if 0 <= each_row < 3 and 0 <= each_col < 4)
        assert seen == pairs[f"{row},{col}"]


def test_the_picture_of_pairs_keeps_unknown_apart_from_no(check, tmp_path):
    assert check("3x4", "--pairs", "--node-limit", 1, "--svg", tmp_path / "map.svg").returncode == UNKNOWN_STATUS
    found = json.loads(check("3x4", "--pairs", "--node-limit", 1, "--json").stdout)
    unknown = sum(map(len, found["pairs_unknown"].values()))
    assert unknown > 0
    assert cells(tmp_path / "map.svg", UNKNOWN) == unknown
    assert f"unknown: {unknown} pairs" in rendered(tmp_path / "map.svg")


def test_the_picture_of_a_board_with_holes(check, tmp_path):
    check("-", "--svg", tmp_path / "map.svg", stdin=RING)
    assert cells(tmp_path / "map.svg", HOLE_SQUARE) == 1
    assert cells(tmp_path / "map.svg", YES) == 8
    assert "a hole" in rendered(tmp_path / "map.svg")


def test_the_picture_of_a_table_holds_the_number_of_starts_of_each_board(check, tmp_path):
    check("--boards", "3..4x3..6", "--svg", tmp_path / "table.svg")
    assert {"0", "6", "10", "12"} <= set(rendered(tmp_path / "table.svg"))


def test_the_picture_of_a_table_shows_no_number_where_all_is_unknown(check, tmp_path):
    check("--boards", "3x7..8", "--node-limit", 1, "--svg", tmp_path / "table.svg")
    assert cells(tmp_path / "table.svg", UNKNOWN) == 2
    assert "0" not in rendered(tmp_path / "table.svg")
    assert "unknown whether there is a tour" in rendered(tmp_path / "table.svg")


def test_with_closed_the_picture_of_a_table_is_about_closed_tours_alone(check, tmp_path):
    assert check("--boards", "3..6x3..6", "--closed", "--svg", tmp_path / "table.svg").returncode == FOUND
    assert cells(tmp_path / "table.svg", CLOSED) == 3
    assert cells(tmp_path / "table.svg", NO) == 13
    texts = rendered(tmp_path / "table.svg")
    assert {"a closed tour", "no closed tour"} <= set(texts)
    assert not any("open" in text for text in texts)


def test_the_picture_of_one_question_is_its_tour(check, tmp_path):
    done = check("5x5", "--start", "0,0", "--svg", tmp_path / "tour.svg")
    assert done.returncode == FOUND
    assert "25" in rendered(tmp_path / "tour.svg")
    assert check("5x5", "--start", "0,1", "--svg", tmp_path / "none.svg").returncode == NONE
    assert not (tmp_path / "none.svg").exists()


@pytest.mark.parametrize("arguments", [["3x4"], ["--boards", "3x3..4"], ["5x5", "--start", "0,0"]])
def test_a_picture_goes_to_standard_output_alone(check, arguments):
    done = check(*arguments, "--svg", "-")
    assert done.stdout.startswith("<svg")
    assert done.stdout.rstrip().endswith("</svg>")

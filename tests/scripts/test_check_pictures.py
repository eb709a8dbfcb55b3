"""The pictures of scripts/check.py."""

import json
import xml.etree.ElementTree as ElementTree

import cairosvg
import pytest

from graphs.svg.palette import CLOSED, HOLE_SQUARE, NO, START_SQUARE, UNKNOWN, YES

FOUND, NONE, UNKNOWN_STATUS = 0, 1, 3
RING = "...\n.#.\n...\n"


def rendered(path):
    """The texts of the picture, after a renderer has taken it."""
    assert cairosvg.svg2png(url=str(path)).startswith(b"\x89PNG")
    return [each.text for each in ElementTree.parse(path).iter() if each.tag.endswith("}text")]


@pytest.mark.parametrize(
    "line", ["3x4", "5x5 --pairs", "5x5 --node-limit 1", "1x1", "--boards 3..5x3..6", "--boards 3x4 --node-limit 1"]
)
def test_a_map_and_a_table_are_drawn(check, tmp_path, line):
    done = check(line, "--svg", tmp_path / "map.svg")
    assert (done.returncode, done.stdout) == (UNKNOWN_STATUS if "limit" in line else FOUND, "")
    assert rendered(tmp_path / "map.svg")
    assert list(tmp_path.iterdir()) == [tmp_path / "map.svg"]


def cells(path, look):
    """How many cells of this look are drawn; the first of the legend comes last and is not counted."""
    drawn = [each for each in ElementTree.parse(path).iter() if each.get("fill") == look.fill and "h" in each.get("d", "")]
    return sum(each.get("d").count("M") for each in drawn) - bool(drawn)


def test_the_picture_of_pairs_has_a_small_board_for_each_start_with_its_ends(check, tmp_path):
    check("3x4 --pairs --svg", tmp_path / "map.svg")
    shown = {look: cells(tmp_path / "map.svg", look) for look in (START_SQUARE, YES, NO, UNKNOWN)}
    assert shown == {START_SQUARE: 12, YES: 14, NO: 12 * 11 - 14, UNKNOWN: 0}
    assert {"a tour from the start ends here: 14 pairs", "no tour from the start ends here: 118 pairs"} <= set(
        rendered(tmp_path / "map.svg")
    )


def test_the_picture_of_pairs_keeps_unknown_apart_from_no(check, tmp_path):
    assert check("3x4 --pairs --node-limit 1 --svg", tmp_path / "map.svg").returncode == UNKNOWN_STATUS
    found = json.loads(check("3x4 --pairs --node-limit 1 --json").stdout)
    unknown = sum(map(len, found["pairs_unknown"].values()))
    assert unknown > 0
    assert cells(tmp_path / "map.svg", UNKNOWN) == unknown
    assert f"unknown: {unknown} pairs" in rendered(tmp_path / "map.svg")


def test_the_picture_of_a_board_with_holes(check, tmp_path):
    check("- --svg", tmp_path / "map.svg", stdin=RING)
    assert cells(tmp_path / "map.svg", HOLE_SQUARE) == 1
    assert cells(tmp_path / "map.svg", YES) == 8
    assert "a hole" in rendered(tmp_path / "map.svg")


def test_the_picture_of_a_table_holds_the_number_of_starts_of_each_board(check, tmp_path):
    check("--boards 3..4x3..6 --svg", tmp_path / "table.svg")
    assert {"0", "6", "10", "12"} <= set(rendered(tmp_path / "table.svg"))


def test_the_picture_of_a_table_shows_no_number_where_all_is_unknown(check, tmp_path):
    check("--boards 3x7..8 --node-limit 1 --svg", tmp_path / "table.svg")
    assert cells(tmp_path / "table.svg", UNKNOWN) == 2
    assert "0" not in rendered(tmp_path / "table.svg")
    assert "unknown whether there is a tour" in rendered(tmp_path / "table.svg")


def test_with_closed_the_picture_of_a_table_is_about_closed_tours_alone(check, tmp_path):
    assert check("--boards 3..6x3..6 --closed --svg", tmp_path / "table.svg").returncode == FOUND
    assert cells(tmp_path / "table.svg", CLOSED) == 3
    assert cells(tmp_path / "table.svg", NO) == 13
    texts = rendered(tmp_path / "table.svg")
    assert {"a closed tour", "no closed tour"} <= set(texts)
    assert not any("open" in text for text in texts)


def test_the_picture_of_one_question_is_its_tour(check, tmp_path):
    done = check("5x5 --start 0,0 --svg", tmp_path / "tour.svg")
    assert done.returncode == FOUND
    assert "25" in rendered(tmp_path / "tour.svg")
    assert check("5x5 --start 0,1 --svg", tmp_path / "none.svg").returncode == NONE
    assert not (tmp_path / "none.svg").exists()


@pytest.mark.parametrize("line", ["3x4", "--boards 3x3..4", "5x5 --start 0,0"])
def test_a_picture_goes_to_standard_output_alone(check, line):
    done = check(f"{line} --svg -")
    assert (done.stdout.startswith("<svg"), done.stdout.rstrip().endswith("</svg>")) == (True, True)

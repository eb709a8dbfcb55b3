"""The pictures of scripts/check.py."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import cairosvg
import pytest

ROOT = Path(__file__).parents[2]
YES, NO, UNKNOWN = 0, 1, 3
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
    assert done.returncode in (YES, UNKNOWN)
    assert done.stdout == ""
    assert rendered(tmp_path / "map.svg")
    assert list(tmp_path.iterdir()) == [tmp_path / "map.svg"]


def test_the_picture_of_a_map_tells_how_many_squares_start_a_tour(check, tmp_path):
    check("4x5", "--svg", tmp_path / "map.svg")
    texts = rendered(tmp_path / "map.svg")
    assert sum("10 " in text for text in texts) == 2  # that do, and that do not


def test_the_picture_of_pairs_holds_the_number_of_ends_on_each_square(check, tmp_path):
    check("3x4", "--pairs", "--svg", tmp_path / "map.svg")
    numbers = [int(text) for text in rendered(tmp_path / "map.svg") if text.isdigit()]
    labels = [*range(3), *range(4)]
    assert (len(numbers), sum(numbers)) == (len(labels) + 12, sum(labels) + 14)


def test_the_picture_of_a_board_with_holes(check, tmp_path):
    check("-", "--svg", tmp_path / "map.svg", stdin=RING)
    rectangles = [
        each for each in ElementTree.parse(tmp_path / "map.svg").iter() if each.tag.endswith("}rect") and each.get("stroke")
    ]
    fills = [each.get("fill") for each in rectangles]
    assert len(fills) == 9
    assert fills.count(fills[4]) == 1
    assert fills.count(fills[0]) == 8


def test_the_picture_of_a_table_holds_the_number_of_starts_of_each_board(check, tmp_path):
    check("--boards", "3..4x3..6", "--svg", tmp_path / "table.svg")
    assert {"0", "6", "10", "12"} <= set(rendered(tmp_path / "table.svg"))


def test_the_picture_of_one_question_is_its_tour(check, tmp_path):
    done = check("5x5", "--start", "0,0", "--svg", tmp_path / "tour.svg")
    assert done.returncode == YES
    assert "25" in rendered(tmp_path / "tour.svg")
    assert check("5x5", "--start", "0,1", "--svg", tmp_path / "none.svg").returncode == NO
    assert not (tmp_path / "none.svg").exists()


@pytest.mark.parametrize("arguments", [["3x4"], ["--boards", "3x3..4"], ["5x5", "--start", "0,0"]])
def test_a_picture_goes_to_standard_output_alone(check, arguments):
    done = check(*arguments, "--svg", "-")
    assert done.stdout.startswith("<svg")
    assert done.stdout.rstrip().endswith("</svg>")

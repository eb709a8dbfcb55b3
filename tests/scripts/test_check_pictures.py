"""The pictures and pages of scripts/check.py."""

import json
import xml.etree.ElementTree as ElementTree

import cairosvg
import pytest

from graphs.svg.palette import CLOSED, HOLE_SQUARE, NO, START_SQUARE, UNKNOWN, YES

RING = "...\n.#.\n...\n"


def rendered(path):
    """The texts of the picture, after a renderer has taken it."""
    assert cairosvg.svg2png(url=str(path)).startswith(b"\x89PNG")
    return {each.text for each in ElementTree.parse(path).iter() if each.tag.endswith("}text")}


def cells(path, look):
    """How many cells of this look are drawn; the first of the legend comes last and is not counted."""
    drawn = [each for each in ElementTree.parse(path).iter() if each.get("fill") == look.fill and "h" in each.get("d", "")]
    return sum(each.get("d").count("M") for each in drawn) - bool(drawn)


PICTURES = {
    "1x1": ({}, set()),
    "5x5 --node-limit 1": ({NO: 12, UNKNOWN: 13}, set()),
    "- < ring": ({HOLE_SQUARE: 1, YES: 8}, {"a hole"}),
    "3x4 --pairs": (
        {START_SQUARE: 12, YES: 14, NO: 12 * 11 - 14, UNKNOWN: 0},
        {"a tour from the start ends here: 14 pairs", "no tour from the start ends here: 118 pairs"},
    ),
    "--boards 3..4x3..6": ({}, {"0", "6", "10", "12"}),  # the number of starts of each board
    "--boards 3x7..8 --node-limit 1": ({UNKNOWN: 2}, {"unknown whether there is a tour"}),
    "--boards 3..6x3..6 --closed": ({CLOSED: 3, NO: 13}, {"a closed tour", "no closed tour"}),
    "5x5 --start 0,0": ({}, {"25"}),  # its tour
}


@pytest.mark.parametrize("line", PICTURES)
def test_each_answer_has_its_picture(check, tmp_path, line):
    file, (counts, texts) = tmp_path / "map.svg", PICTURES[line]
    done = check(line.removesuffix(" < ring"), "--svg", file, stdin=RING)
    assert (done.returncode, done.stdout == "") == (3 if "limit" in line else 0, "--start" not in line)
    assert {look: cells(file, look) for look in counts} == counts
    assert texts <= (shown := rendered(file))
    assert not ("unknown whether there is a tour" in texts and "0" in shown)
    assert not ("--closed" in line and any("open" in text for text in shown))
    assert list(tmp_path.iterdir()) == [file]


def test_the_picture_of_pairs_keeps_unknown_apart_from_no(check, tmp_path):
    assert check("3x4 --pairs --node-limit 1 --svg", tmp_path / "map.svg").returncode == 3
    found = json.loads(check("3x4 --pairs --node-limit 1 --json").stdout)
    unknown = sum(map(len, found["pairs_unknown"].values()))
    assert cells(tmp_path / "map.svg", UNKNOWN) == unknown > 0
    assert f"unknown: {unknown} pairs" in rendered(tmp_path / "map.svg")


@pytest.mark.parametrize(
    "line, status, texts",
    [
        (
            "4x4 --start 0,0",
            1,
            {"Is there an open tour of 4x4 from 0,0? No.", "the removed squares", "the start 0,0"},
        ),
        ("4x4 --start a4 --end d1", 1, {"Is there an open tour of 4x4 from a4 to d1? No.", "the end d1", "3", "c"}),
        ("- --closed --leaper 0,1", 1, {"a hole", "the squares of one colour"}),
        ("4x6 --wrap rows --leaper 2,3 --closed", 1, {"the removed squares"}),
        ("6x6 --closed --node-limit 1", 3, {"Is there a closed tour of 6x6? Unknown."}),
        ("5x5 --start a1 --end c3", 0, {"start a1", "end c3", "a", "5", "25"}),
    ],
)
def test_the_reason_of_a_no_is_drawn_and_so_is_the_tour_of_a_yes(check, tmp_path, line, status, texts):
    file = tmp_path / "why.svg"
    assert check(line, "--svg", file, stdin="....\n.#..\n....\n").returncode == status
    assert texts - rendered(file) == set()

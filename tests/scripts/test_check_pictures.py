"""The pictures and pages of scripts/check.py."""

import json
import xml.etree.ElementTree as ElementTree

import cairosvg
import pytest

from graphs.svg import palette
from tests.tables import table

RING = "...\n.#.\n...\n"


def rendered(path):
    """The texts of the picture, after a renderer has taken it."""
    assert cairosvg.svg2png(url=str(path)).startswith(b"\x89PNG")
    return {each.text for each in ElementTree.parse(path).iter() if each.tag.endswith("}text")}


def cells(path, look):
    """How many cells of this look are drawn; the first of the legend comes last and is not counted."""
    drawn = [each for each in ElementTree.parse(path).iter() if each.get("fill") == look.fill and "h" in each.get("d", "")]
    return sum(each.get("d").count("M") for each in drawn) - bool(drawn)


PRINTED = table("printed.toml")
PICTURES, REASONS = PRINTED["pictures"], PRINTED["reasons"]


@pytest.mark.parametrize("line", PICTURES)
def test_each_answer_has_its_picture(check, tmp_path, line):
    file, texts = tmp_path / "map.svg", {*PICTURES[line].get("texts", [])}
    counts = {getattr(palette, name): count for name, count in PICTURES[line].items() if name != "texts"}
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
    assert cells(tmp_path / "map.svg", palette.UNKNOWN) == unknown
    assert 0 < unknown < 132  # fewer than all pairs, because some are impossible
    assert f"unknown: {unknown} pairs" in rendered(tmp_path / "map.svg")


@pytest.mark.parametrize("line", REASONS)
def test_the_reason_of_a_no_is_drawn_and_so_is_the_tour_of_a_yes(check, tmp_path, line):
    file, (status, *texts) = tmp_path / "why.svg", REASONS[line]
    assert check(line, "--svg", file, stdin="....\n.#..\n....\n").returncode == status
    assert set(texts) <= rendered(file)

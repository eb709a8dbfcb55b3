"""The palette: answers differ in lightness, for colour-blind readers too, and each has its own mark."""

import itertools
import re

import numpy as np
import pytest

from graphs.svg import palette
from graphs.svg.palette import CLOSED, NO, OPEN, OPEN_OR_CLOSED, START_SQUARE, UNKNOWN, YES
from solvers.pages.rendering import LOOKS
from tests.processes import ROOT
from tests.solvers.pages.browsing import contrast
from tests.tables import table

TO_XYZ, SIGHT = (table("sight.json")[name] for name in ("to_xyz", "sight"))
WHITE = np.sum(TO_XYZ, axis=1)
ANSWERS = {"yes": YES, "no": NO, "unknown": UNKNOWN}
TABLE = {"closed": CLOSED, "open": OPEN, "none": NO, "unknown": UNKNOWN}


def lab(colour, sight="normal"):
    """CIE L*a*b* of a colour as someone with this sight sees it."""
    part = np.array(list(bytes.fromhex(colour[1:]))) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    ratio = TO_XYZ @ np.clip(SIGHT[sight] @ linear, 0, 1) / WHITE
    f = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def lightness(colour):
    return lab(colour)[0]


def distance(one, other, sight):
    return float(np.linalg.norm(lab(one, sight) - lab(other, sight)))


@pytest.mark.parametrize("looks", [ANSWERS, TABLE])
def test_answers_differ_in_lightness_so_that_grey_print_shows_them(looks):
    for one, other in itertools.combinations(looks.values(), 2):
        assert abs(lightness(one.fill) - lightness(other.fill)) > 18


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("looks", [ANSWERS, TABLE])
def test_answers_differ_in_colour_for_every_reader(looks, sight):
    for one, other in itertools.combinations(looks.values(), 2):
        assert distance(one.fill, other.fill, sight) > 20


@pytest.mark.parametrize("looks", [ANSWERS, TABLE | {"open or closed": OPEN_OR_CLOSED}, ANSWERS | {"start": START_SQUARE}])
def test_each_answer_has_its_own_look_and_its_own_mark(looks):
    assert len(set(looks.values())) == len(looks)
    marks = {(look.mark, look.ink) for look in looks.values()}
    assert len(marks) == len(looks)
    assert None not in {look.mark for look in looks.values()}


def test_a_mark_has_one_meaning_in_all_pictures_and_pages():
    names = {name: look.mark for name, look in vars(palette).items() if isinstance(look, palette.Look) and look.mark}
    shared = {mark: {name for name in names if names[name] == mark} for mark in names.values()}
    assert {mark: those for mark, those in shared.items() if len(those) > 1} == {
        "disc": {"YES", "START_OF_TOUR"},  # a tour starts here
        "question": {"UNKNOWN", "OPEN_OR_CLOSED"},  # it is unknown, or unknown whether it is closed
    }
    assert {look.mark for look in LOOKS.values()} <= {*names.values(), None}


@pytest.mark.parametrize("look", [*ANSWERS.values(), *TABLE.values(), OPEN_OR_CLOSED, START_SQUARE])
def test_a_mark_stands_out_from_its_cell(look):
    assert abs(lightness(look.ink) - lightness(look.fill)) > 35


@pytest.mark.parametrize("sight", ["normal", "protanopia", "deuteranopia"])
def test_the_lines_of_a_plot_differ_for_colour_blind_readers(sight):
    assert min(distance(one, other, sight) for one, other in itertools.combinations(palette.SERIES, 2)) > 6


def test_no_other_file_holds_a_colour():
    files = [path for room in ("graphs", "solvers", "scripts") for path in (ROOT / room).rglob("*.py")]
    holding = {path.name for path in files if re.search(r"[\"']#[0-9a-fA-F]{3,8}[\"']", path.read_text(encoding="utf-8"))}
    assert holding == {"palette.py"}


def test_the_line_of_a_tour_is_seen_from_its_start_to_its_end():
    """Contrast of at least 3 to 1 on every square, after WCAG 2.2, success criterion 1.4.11."""
    for share, square in itertools.product((0, 0.5, 1), (palette.LIGHT, palette.DARK)):
        assert (
            contrast(*("rgb({}, {}, {})".format(*bytes.fromhex(each[1:])) for each in (palette.path_colour(share), square)))
            >= 3
        )

"""What the plain checker accepts of theorems about all boards, and that it refuses forged ones."""

import json
import random
from copy import deepcopy
from itertools import product

import pytest

from graphs import Board
from graphs.symmetry import symmetries
from solvers import Budget, Meter, decide_one_less, decide_strip_ends
from solvers.commands.certifying import write_theorem_certificates
from solvers.existence.all_ends import AllEnds
from solvers.existence.board_ends import BoardEndWalks
from solvers.methods.construction.dividing import two_move_neighbours
from tests.checker import altered
from tests.tables import table

ACCEPTED, REFUSED, BAD = 0, 1, 2
FALSE = table("false_theorems.toml")

QUESTIONS = {
    "open": "MxN",
    "closed": "MxN --closed",
    "ends": "MxN --pairs --leaper 0,1",
    "all-but-one": "MxN --without-one --closed",
    "strip-ends": "3xN --pairs",
}


@pytest.fixture(scope="module", params=QUESTIONS.values(), ids=QUESTIONS)
def folder(request, tmp_path_factory, check):
    """The certificates of a theorem about the knight, or of the wazir's theorem about the ends of tours."""
    folder = tmp_path_factory.mktemp("theorem")
    assert check(f"{request.param} --certificate", folder).returncode in (0, 3)
    return folder


def test_theorems_about_all_boards_are_accepted(folder, checked):
    status, words = checked(folder / "index.json")
    assert status == ACCEPTED, words
    phrases = "every board has", "joins each pair of ends", "each square of the corners' colour", "joins exactly the pairs"
    assert sum(phrase in words for phrase in phrases) == 1
    assert all(checked(path)[0] == ACCEPTED for path in folder.glob("*_without_*.json"))


def places(value, path=()):
    """Yield the path of each number, truth value and text of digits in a document."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(each, (*path, key))
    elif not isinstance(value, str) or value[:1].isdigit():
        yield path


def kind_of(path):
    """Return what an entry of a certificate of ends is; the checker derives the joints from the bounds and the moves."""
    if path[0] != "boards":
        return "joint"
    return "side" if len(path) == 3 else "rotation" if path[4] == 2 else "path"


def forged(document, dice, kind=None):
    """Return a copy of a document with a number, a truth value or a digit changed, or with an entry left out."""
    copy = deepcopy(document)
    *way, last = dice.choice([path for path in places(copy) if kind is None or kind_of(path) == kind])
    entry = copy
    for key in way:
        entry = entry[key]
    if dice.random() < 0.2 and isinstance(entry, list):
        del entry[last]
    elif isinstance(entry[last], bool):
        entry[last] = not entry[last]
    elif isinstance(entry[last], int):
        entry[last] += dice.choice([-2, -1, 1, 2])
    else:
        place = dice.randrange(len(entry[last]))
        entry[last] = entry[last][:place] + dice.choice("01234567") + entry[last][place + 1 :]
    return copy


def theorem_of(document):
    return {
        key: value for key, value in document.items() if key not in ("boards", "heights", "loops", "moves", "single", "tours")
    }


def number_refused(folder, checked, number, kind=None):
    """Check a number of forged certificates. Every accepted one must still be true."""
    dice = random.Random(1)
    document = json.loads((folder / "index.json").read_text())
    refused = 0
    for _ in range(number):
        other = forged(document, dice, kind)
        (folder / "forged.json").write_text(json.dumps(other))
        accepted = checked(folder / "forged.json")[0] == ACCEPTED
        refused += not accepted
        same = theorem_of(other) == theorem_of(document)
        assert same or not accepted or is_weaker(other, document), theorem_of(other)
    return refused


def test_a_forged_certificate_is_refused_unless_it_shows_the_same(folder, checked):
    assert number_refused(folder, checked, 20) >= 5


@pytest.mark.slow
@pytest.mark.parametrize(
    "folder, number", [("MxN --pairs --leaper 0,1", 225), ("MxN --pairs", 25)], ids=["wazir", "knight"], indirect=["folder"]
)
def test_of_1000_forged_certificates_of_ends_each_is_refused_or_still_true(folder, number, checked):
    """Run alone with `python -m pytest -m slow -k forged_certificates_of_ends`."""
    for kind in ("joint", "side", "path", "rotation"):
        assert number_refused(folder, checked, number, kind) >= number // 25


def is_weaker(other, document):
    """Whether a theorem about ends follows from another one, or one about squares that are left out is true."""
    if other["kind"] == "all-but-one":
        return is_true(other)
    entries = dict(document.get("lengths", []))
    lengths = all(least >= entries.get(rows, document["least"]) for rows, least in other.get("lengths", []))
    return other["kind"] == "ends" and other["leaper"] == document["leaper"] and other["least"] >= document["least"] and lengths


def is_true(document):
    """Whether all squares of boards with sides up to 25 can be left out that can be according to a certificate."""
    theorem, least = decide_one_less(tuple(document["leaper"])), document["least"] if document["base"] else 99
    claims = [(m, n, ()) for m, n in product(range(least, 26), repeat=2)]
    for m, first, _ in document["lengths"]:
        squares = [square for rows, square, _ in document["exceptions"] if rows == m]
        claims += [(m, n, squares) for n in range(first, 26, 2)]
    for m, n, exceptions in ((m, n, some) for m, n, some in claims if m % 2 == n % 2 == 1):
        none = {image(tuple(square)) for square in exceptions for image in symmetries(Board(m, n))}
        none |= {each for each in Board(m, n) if two_move_neighbours(m, n, theorem.leaper, each)}
        if any(theorem.exists(m, n, each) == (each in none) for each in Board(m, n) if sum(each) % 2 == 0):
            return False
    return True


CASES = [
    pytest.param(QUESTIONS[kind], statements, status, id=f"{kind}: {name}")
    for status, some in ((REFUSED, FALSE["refused"]), (BAD, FALSE["bad"]))
    for kinds, named in some.items()
    for kind, (name, statements) in product(kinds.split("-and-"), named.items())
]


@pytest.mark.parametrize("folder, statements, status", CASES, indirect=["folder"])
def test_a_certificate_that_states_something_else_is_not_accepted(folder, statements, status, checked):
    (folder / "forged.json").write_text(json.dumps(altered(json.loads((folder / "index.json").read_text()), statements)))
    assert checked(folder / "forged.json")[0] == status


def test_the_certificate_of_a_low_height_covers_its_single_boards(checked, tmp_path):
    boards = {(rows, 5): BoardEndWalks(rows, 5, (1, 2), Meter()).run(50_000) for rows in (4, 5)}
    theorem = AllEnds((1, 2), least=6, boards=boards, strips={4: decide_strip_ends(4)})
    write_theorem_certificates(str(tmp_path), theorem, Budget())
    assert checked(tmp_path / "4xN" / "index.json")[0] == ACCEPTED
    assert {path.name[:4] for path in tmp_path.glob("*_*.json")} == {"5x5_"}


def test_there_is_no_certificate_of_ends_if_the_number_of_exceptions_grows(check, tmp_path):
    done = check("2xN --pairs --leaper 0,1 --certificate", tmp_path)
    assert (done.returncode, "grows with N" in done.stderr, [*tmp_path.iterdir()]) == (0, True, [])


def test_the_squares_of_one_height_have_a_certificate(check, checked, tmp_path):
    assert check("3xN --without-one --closed --certificate", tmp_path).returncode == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert {"index.json", "3x5_without_0_0.json"} <= names
    assert all(checked(tmp_path / name)[0] == ACCEPTED for name in names)
    refused = check("4xN --without-one --closed --certificate", tmp_path / "none")
    assert (refused.returncode, "no certificate" in refused.stderr) == (2, True)


def test_a_theorem_that_is_not_found_has_no_certificate(check, tmp_path):
    done = check("MxN --pairs --leaper 1,4 --time-limit 0.01 --certificate", tmp_path)
    assert (done.returncode, "no certificate" in done.stderr, list(tmp_path.iterdir())) == (2, True, [])


@pytest.mark.slow
@pytest.mark.parametrize("leaper", ["1,2", "1,4"])
def test_the_ends_of_the_knight_and_the_giraffe_are_accepted(leaper, check, checked, tmp_path):
    status = check(f"MxN --pairs --leaper {leaper} --certificate", tmp_path).returncode
    assert status == 0 or (status, leaper) == (3, "1,4")  # for the giraffe, boards of few rows may be unknown
    index = tmp_path / "index.json"
    assert (json.loads(index.read_text())["least"], checked(index)[0]) == ({"1,2": 6, "1,4": 12}[leaper], ACCEPTED)


@pytest.mark.slow
def test_the_ends_on_five_rows_are_accepted(checked, tmp_path):
    (tmp_path / "ends.json").write_text(json.dumps(decide_strip_ends(5).certificate()))
    assert checked(tmp_path / "ends.json")[0] == ACCEPTED

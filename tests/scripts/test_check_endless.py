"""`check.py 5xN` and `check.py MxN`, and what the checker takes of the former."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from itertools import product
from xml.etree import ElementTree

import pytest

from graphs import Board, InvalidTour
from graphs.formats import parse_tour
from graphs.svg.palette import END
from solvers import Problem, decide, decide_height, decide_strip_ends
from solvers.existence.certificates import walk_text
from solvers.existence.heights import HeightVerdict
from solvers.methods.construction.stretched_tours import find_stretch
from solvers.methods.construction.stretches import Stretch
from tests.checker import CHECKER
from tests.solvers.pages.browsing import data_of
from tests.solvers.programs import python
from tests.tables import table

ACCEPTED, REFUSED, NONE = 0, 1, 2
FOUND, IMPOSSIBLE, UNKNOWN = 0, 1, 3
FALLS_APART = """
 1 18 29 22  7 34 15 24
30  9  2 17 28 23  6 35
19 40 21  8 33 16 25 14
10 31 38  3 12 27 36  5
39 20 11 32 37  4 13 26
"""


@pytest.fixture(scope="module")
def proofs(tmp_path_factory, check):
    """The certificate of 3xN, closed."""
    folder = tmp_path_factory.mktemp("proofs")
    assert check("3xN --closed --certificate", folder).returncode == FOUND
    return folder / "index.json"


def test_the_answer_for_every_length_is_that_of_the_library_and_proven(document, proofs, checked):
    assert document("check.py 3xN --closed") == (decide_height(3, closed=True).document() | {"leaper": [1, 2]}, FOUND)
    assert checked(proofs)[0] == ACCEPTED
    assert python("-I", "-S", CHECKER, proofs).returncode == ACCEPTED


def test_the_ends_for_every_length_are_told(check, document):
    assert document("check.py 3xN --pairs") == (json.loads(json.dumps(decide_strip_ends(3).document())), FOUND)
    assert (check("2xN --pairs").returncode, check("4xN --pairs --time-limit 0.001").returncode) == (IMPOSSIBLE, UNKNOWN)


@pytest.mark.parametrize(
    "line, reason",
    [
        ("Nx4 --start 0,1", "removing the rows 1, 2 from a board of 4 rows"),
        ("1xN --leaper 0,1 --closed", "on a board of one row"),
    ],
)
def test_a_height_without_a_tour_is_impossible_and_has_a_certificate(check, checked, tmp_path, line, reason):
    done = check(f"{line} --certificate", tmp_path)
    assert (done.returncode, f"no: every N: {reason}" in done.stdout) == (IMPOSSIBLE, True)
    assert checked(tmp_path / "index.json")[0] == ACCEPTED


def test_the_rows_that_rule_out_a_closed_tour_of_one_row_rule_out_no_more(check, checked, tmp_path):
    check("1xN --leaper 0,1 --closed --certificate", tmp_path)
    proof = json.loads((tmp_path / "index.json").read_text())
    [cut] = proof["regions"]
    claims = [[answer, 2, *lengths] for answer, _, *lengths in proof["claims"]]
    forged = {"closed": False}, {"regions": [cut | {"rows": 2}], "claims": claims}
    assert [checked(proof | each)[0] for each in forged] == [REFUSED, REFUSED]


def test_what_is_unknown_is_said_and_is_not_in_the_certificates(document, checked, tmp_path):
    found, status = document("check.py 5xN --leaper 1,4 --closed --node-limit 1 --certificate", tmp_path)
    assert (status, found["tours"]["from"], found["unknown"][-1]["step"]) == (UNKNOWN, [], 2)
    assert ": unknown\n" in checked(tmp_path / "index.json")[1]


def test_a_picture_marks_the_block_in_a_tour_and_in_two_longer_ones(check, tmp_path):
    done = check("6xN --closed --svg -")
    drawn = ElementTree.fromstring(done.stdout)
    assert ["yes: every N from 5 on" in done.stderr, "6x8: the block is there once" in done.stdout] == [True, True]
    blocks = [element for element in drawn.iter() if element.get("fill-opacity")]
    assert len(blocks) == 1 + 2 + 3
    width, coloured = float(blocks[0].get("width")), []
    for board in (each for each in drawn if each.tag.endswith("svg")):
        (path,) = (each.get("d") for each in board.iter() if each.get("stroke") == END and each.get("d"))
        lines = re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", path)
        coloured.append({frozenset([(float(a), b), (float(c), d)]) for a, b, c, d in lines})
    for times, longer in enumerate(coloured, 1):  # each copy of the block has the same moves
        copies = [{frozenset((x + copy * width, y) for x, y in move) for move in coloured[0]} for copy in range(times)]
        assert (longer, len(longer)) == (set().union(*copies), times * len(coloured[0]))
    none = check("4xN --closed --svg", tmp_path / "none.svg")
    assert (none.returncode, list(tmp_path.iterdir()), "not written" in none.stderr) == (IMPOSSIBLE, [], True)


def test_the_page_of_all_boards_opens_each_board(check, tmp_path):
    path = tmp_path / "all.html"
    done = check("MxN --closed --html", path)
    assert (done.returncode, done.stdout, done.stderr) == (FOUND, "", f"{path} is written\n")
    page = data_of(path.read_text())
    sides = [(row, col) for row in range(1, 13) for col in range(1, 13)]
    assert [(each["row"] + 1, each["col"]) for each in page["table"]["cells"]] == sides
    closed = [each["look"] == "closed" for each in page["table"]["cells"]]
    assert closed == [decide(Board(*each), closed=True).exists for each in sides]
    assert "has a closed tour of the knight (1,2), except these." in path.read_text()


@pytest.mark.parametrize("leaper", ["1,2", "2,1"])
def test_the_two_numbers_of_a_knight_have_either_order_on_cylinders(leaper, document):
    assert document(f"check.py MxN --closed --wrap cols --leaper {leaper}")[0]["leaper"] == [1, 2]


def test_what_is_not_decided_of_all_boards_in_time_is_unknown(check):
    for late in ("--time-limit 0.001", "--closed --without-one --time-limit 0.01"):
        left = check(f"MxN --leaper 1,4 {late}")
        assert (left.returncode, "\nUnknown: m " in left.stdout) == (UNKNOWN, True)


def proof_of(stretch, rows, closed=False, start=None):
    """Return the certificate of a tour that can be stretched."""
    verdict = HeightVerdict(rows, (1, 2), closed, start, stretches=(stretch,))
    return json.loads(json.dumps(verdict.certificate()))


def stretched(rows, cols, cut, block, **asked):
    return proof_of(find_stretch(Problem.on_board(Board(rows, cols), **asked), cut, block), rows, **asked)


def is_true(proof):
    """Return whether the tour of a certificate is one, and boards that are longer by the block have tours."""
    [region], start = proof["regions"], proof["start"]
    number, digits = region["path"]
    squares = [divmod(number, region["cols"])]
    for down, right in (proof["moves"][int(digit)] for digit in digits):
        squares.append((squares[-1][0] + down, squares[-1][1] + right))
    for times in range(3):
        board = Board(region["rows"], region["cols"] + times * region["block"])
        problem = Problem.on_board(board, proof["leaper"], closed=proof["closed"], start=start and tuple(start))
        if times == 0:
            try:
                problem.verify(squares)
            except InvalidTour:
                return False
        if not decide(problem).exists:
            return False
    return True


def forged(good, dice):
    """Return a certificate with one of its fields changed."""
    [region] = good["regions"]
    number, digits = region["path"]
    one, other = sorted(dice.sample(range(len(digits)), 2))
    changes = {
        "path": [number, digits[:one] + digits[other] + digits[one + 1 : other] + digits[one] + digits[other + 1 :]],
        "cut": dice.randrange(-1, 9),
        "block": dice.randrange(5),
        "rows": dice.randrange(9),
        "cols": dice.randrange(6, 10),
        "closed": dice.random() < 0.5,
        "start": dice.choice([None, [0, 0], [0, 0, 0], [one % 5, 0], 5]),
        "leaper": dice.choice([[2, 1], [1, 4], [1], [0, 1]]),
    }
    field = dice.choice([*changes, *["path"] * 3])
    return good | ({"regions": [region | {field: changes[field]}]} if field in region else {field: changes[field]})


@pytest.mark.parametrize("number", [300, pytest.param(1000, marks=pytest.mark.slow)])
def test_of_many_forged_stretches_each_is_refused_or_still_true(number, checked):
    dice, statuses, accepted = random.Random(1), Counter(), {}
    goods = stretched(5, 8, 3, 2, closed=True), stretched(5, 8, 3, 1, start=(0, 0)), stretched(6, 7, 3, 1)
    assert [checked(good)[0] for good in goods] == [ACCEPTED] * 3
    for good, _ in product(goods, range(number // 3 + 1)):
        proof = forged(good, dice)
        status, words = checked(proof)
        assert status in (ACCEPTED, REFUSED, NONE), words
        statuses[status] += 1
        if status == ACCEPTED:
            accepted[json.dumps(proof)] = proof
    assert [proof for proof in accepted.values() if not is_true(proof)] == []
    assert statuses[ACCEPTED] < number // 3 < statuses[REFUSED]


def test_a_tour_that_falls_into_cycles_when_it_is_stretched_is_refused(checked):
    tour = parse_tour(FALLS_APART, closed=True, board=Board(5, 8))
    assert Stretch(tour, 3, 2).fits
    assert Stretch(tour, 3, 2).period is None
    proof = stretched(5, 8, 3, 2, closed=True)
    proof["regions"][0]["path"] = walk_text(tour.squares, (1, 2), 8)[:2]
    assert checked(proof) == (REFUSED, "refused: with 3 more blocks, the moves do not form one tour\n")


@pytest.mark.parametrize("cut", [[], [0], [1], [2], [0, 2], [1, 2], [1, 1], [9], [-1], "1"])
def test_rows_rule_out_only_what_has_no_tour(cut, checked):
    leapers = [0, 1], [1, 2], [1, 4], [1, 3]
    for rows, leaper, closed, start in product((1, 2, 3, 4, 6), leapers, (True, False), (None, [1, 0])):
        cut_rows = {"kind": "row-cut", "rows": rows, "cut": cut}
        proof = HeightVerdict(rows, tuple(leaper), closed, None).certificate()
        proof |= {"start": start, "claims": [[False, rows, 8, 1]], "regions": [cut_rows]}
        if checked(proof)[0] == ACCEPTED:
            found = decide_height(rows, tuple(leaper), closed=closed, start=start and tuple(start))
            assert set(map(found.exists, range(8, 40))) == {False}, proof


@pytest.mark.parametrize("changed", table("forged.json")["claims"], ids=lambda changed: str(changed)[:70])
def test_claims_that_go_beyond_the_evidence_are_refused(changed, proofs, checked):
    status, words = checked(json.loads(proofs.read_text()) | changed)
    assert (status in (REFUSED, NONE), words.count("\n")) == (True, 1)

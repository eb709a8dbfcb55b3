"""`check.py 5xN` and `check.py MxN`, and what the checker takes of the former."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import product
from xml.etree import ElementTree

import pytest

from graphs import Board, InvalidTour
from graphs.formats import parse_tour
from solvers import Problem, decide, decide_height, decide_strip_ends
from solvers.methods.construction.stretch_search import find_stretch
from solvers.methods.construction.stretches import Stretch
from tests.checker import CHECKER
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
    """The certificates of 3xN, closed."""
    folder = tmp_path_factory.mktemp("proofs")
    assert check("3xN --closed --certificate", folder).returncode == FOUND
    return folder


def test_the_answer_for_every_length_is_told_and_proven(check, document, proofs, checked):
    done = check("3xN --closed")
    assert (done.returncode, done.stderr) == (FOUND, "")
    assert done.stdout.startswith("closed tours of 3xN, 1,2 knight\nyes: N = 10, 12, 14, … without end\nno: every odd N: ")
    assert done.stdout.endswith("unknown: none\n")
    assert document("check.py 3xN --closed") == (decide_height(3, closed=True).document() | {"leaper": [1, 2]}, FOUND)
    assert [checked(path)[0] for path in proofs.iterdir()] == [ACCEPTED] * len(list(proofs.iterdir()))
    assert (
        "lengths N with a tour, as proven: 10, 12, …; without a tour: 2; 4; 6; 8; 1, 3, …; unknown: none"
        in checked(proofs / "index.json")[1]
    )
    assert python("-I", "-S", CHECKER, proofs / "index.json").returncode == ACCEPTED


def test_the_ends_for_every_length_are_told(check, document):
    done = check("4xN --pairs")
    assert (done.returncode, done.stderr, "m = 4, n >= 7, if both ends are in the rows 0 and 3" in done.stdout) == (
        FOUND,
        "",
        True,
    )
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
    assert [checked(tmp_path / name)[0] for name in ("index.json", "row_cut.json")] == [ACCEPTED, ACCEPTED]


def test_the_rows_that_rule_out_a_closed_tour_of_one_row_rule_out_no_more(check, checked, tmp_path):
    check("1xN --leaper 0,1 --closed --certificate", tmp_path)
    cut = json.loads((tmp_path / "row_cut.json").read_text())
    assert [checked(cut | forged)[0] for forged in ({"closed": False}, {"rows": 2})] == [REFUSED, REFUSED]


def test_what_is_unknown_is_said_and_is_not_in_the_certificates(document, checked, tmp_path):
    found, status = document("check.py 5xN --leaper 1,4 --closed --node-limit 1 --certificate", tmp_path)
    assert (status, found["tours"]["from"], found["unknown"][-1]["step"]) == (UNKNOWN, [], 2)
    assert "unknown: none" not in checked(tmp_path / "index.json")[1]


def test_a_picture_marks_the_block_in_a_tour_and_in_two_longer_ones(check, tmp_path):
    done = check("6xN --closed --svg -")
    drawn = ElementTree.fromstring(done.stdout)
    assert ["yes: every N from 5 on" in done.stderr, "6x8: the block is there once" in done.stdout] == [True, True]
    blocks = [element for element in drawn.iter() if element.get("fill-opacity")]
    assert len(blocks) == 1 + 2 + 3
    none = check("4xN --closed --svg", tmp_path / "none.svg")
    assert (none.returncode, list(tmp_path.iterdir()), "not written" in none.stderr) == (IMPOSSIBLE, [], True)
    assert check("3xN --closed --html -").stdout.startswith("<!doctype html>")


def test_all_boards_at_once(check, document):
    answer, status = document("check.py MxN --closed")
    assert (status, answer["leaper"], answer["closed"], answer["unknown"]) == (FOUND, [1, 2], True, {"rows": [], "boards": []})
    none = [each.get("rows") or each.get("boards") or each["squares"] for each in answer["none"]]
    assert none == ["odd", [1], [2], [4], [[3, 4]], [[3, 6]], [[3, 8]]]
    for late in ("--time-limit 0.001", "--closed --without-one --time-limit 0.01"):
        left = check(f"MxN --leaper 1,4 {late}")
        assert (left.returncode, "\nUnknown: m " in left.stdout) == (UNKNOWN, True)


def stretch(rows, cols, cut, block, **asked):
    found = find_stretch(Problem.on_board(Board(rows, cols), **asked), cut, block)
    proof = found.witness() | {"rows": rows, "leaper": [1, 2], "closed": False, "start": None} | asked
    return json.loads(json.dumps(proof))


def is_true(proof):
    """Return whether the tour of a certificate is one, and boards that are longer by the block have tours."""
    squares, rows, start = list(map(tuple, proof["tour"])), proof["rows"], proof.get("start")
    for times in range(3):
        board = Board(rows, len(squares) // rows + times * proof["block"])
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
    tour = good["tour"]
    one, other = sorted(dice.sample(range(len(tour)), 2))
    tours = [
        [*tour[:one], tour[other], *tour[one + 1 : other], tour[one], *tour[other + 1 :]],
        tour[one:] + tour[:one] if good["closed"] else tour[:one] + tour[one:][::-1],
        [[good["rows"] - 1 - row, col] for row, col in tour],
        tour[:one] + tour[other:],
    ]
    changes = {
        "tour": dice.choice(tours),
        "cut": dice.randrange(-1, 9),
        "block": dice.randrange(5),
        "rows": dice.randrange(9),
        "closed": dice.random() < 0.5,
        "start": dice.choice([None, [0, 0], [0, 0, 0], tour[one], 5]),
        "leaper": dice.choice([[2, 1], [1, 4], [1], [0, 1]]),
    }
    field = dice.choice([*changes, *["tour"] * 3])
    return good | {field: changes[field]}


@pytest.mark.parametrize("number", [300, pytest.param(1000, marks=pytest.mark.slow)])
def test_of_many_forged_stretches_each_is_refused_or_still_true(number, checked):
    dice, statuses, accepted = random.Random(1), Counter(), {}
    goods = stretch(5, 8, 3, 2, closed=True), stretch(5, 8, 3, 1, start=(0, 0)), stretch(6, 7, 3, 1)
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
    proof = stretch(5, 8, 3, 2, closed=True) | {"tour": tour.squares}
    assert checked(proof) == (REFUSED, "refused: with 3 more blocks, the moves form several cycles\n")


@pytest.mark.parametrize("cut", [[], [0], [1], [2], [0, 2], [1, 2], [1, 1], [9], [-1], "1"])
def test_rows_rule_out_only_what_has_no_tour(cut, checked):
    leapers = [0, 1], [1, 2], [1, 4], [1, 3]
    for rows, leaper, closed, start in product((1, 2, 3, 4, 6), leapers, (True, False), (None, [1, 0])):
        proof = {"kind": "row-cut", "rows": rows, "leaper": leaper, "closed": closed, "start": start, "cut": cut}
        if checked(proof)[0] == ACCEPTED:
            found = decide_height(rows, tuple(leaper), closed=closed, start=start and tuple(start))
            assert set(map(found.exists, range(8, 40))) == {False}, proof


MANY = {"lengths": [[None, 1, 1]] * 1001, "certificates": []}


@pytest.mark.parametrize("changed", [*table("forged.json")["indexes"], MANY], ids=lambda changed: str(changed)[:70])
def test_an_index_that_says_more_than_its_certificates_is_refused(changed, proofs, checked):
    path = proofs / "forged.json"
    path.write_text(json.dumps(json.loads((proofs / "index.json").read_text()) | changed))
    status, words = checked(path)
    path.unlink()
    assert (status in (REFUSED, NONE), words.count("\n")) == (True, 1)


def test_an_index_may_say_less_than_its_certificates(proofs, checked):
    path = proofs / "less.json"
    path.write_text(json.dumps(json.loads((proofs / "index.json").read_text()) | {"lengths": [[None, 1, 1]]}))
    status, words = checked(path)
    assert (status, "as proven: none; without a tour: none; unknown: 1, 2, …" in words) == (ACCEPTED, True)
    path.unlink()

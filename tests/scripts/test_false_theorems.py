"""The certificates of theorems about many boards are accepted, and false theorems that are built from them are refused."""

import json
import random
from copy import deepcopy
from itertools import combinations_with_replacement

import pytest

from graphs import Board
from solvers import Problem, decide, decide_all_boards, decide_height, decide_strip_ends
from solvers.core.budget import Meter
from solvers.existence.all_ends import AllEnds
from solvers.existence.board_ends import examine_ends
from solvers.existence.by_size import DividedBoards
from solvers.existence.certificates import no_tour_evidence
from tests.checker import altered
from tests.tables import table

ACCEPTED, REFUSED, BAD = 0, 1, 2
FALSE = table("false_theorems.toml")
QUESTIONS = FALSE["questions"]


@pytest.fixture(scope="module")
def true(tmp_path_factory, check):
    """Return a function that returns the certificate of a question, which it writes once."""
    documents = {}

    def written(kind):
        if kind not in documents:
            folder = tmp_path_factory.mktemp(kind)
            assert check(f"{QUESTIONS[kind][0]} --certificate", folder).returncode in (0, 1, 3)
            assert [path.name for path in folder.iterdir()] == ["index.json"]
            documents[kind] = (folder / "index.json").read_text()
        return json.loads(documents[kind])

    return written


def replaced(claims, rows, *about):
    """Return claims with those about a number of rows replaced."""
    others = [claim for claim in claims if claim[1] != rows]
    return others + [[answer, rows, *lengths] for answer, *lengths in about]


def without(evidence, *left_out):
    """Return evidence except that about given sides or rows."""
    return [each for each in evidence if (each["rows"] if isinstance(each, dict) else tuple(each[:2])) not in left_out]


def board(rows, cols, leaper=(1, 2), **question):
    """Return the evidence that a case of a board has no tour."""
    problem = Problem.on_board(Board(rows, cols), leaper, **question)
    kind, witness = no_tour_evidence(problem, decide(problem), Meter())
    marks = [problem.start, problem.end] if problem.end else []
    return json.loads(json.dumps([rows, cols, marks, {"kind": kind, **witness}]))


def height(rows, leaper=(1, 2), **question):
    """Return the certificate of a theorem about one number of rows."""
    return json.loads(json.dumps(decide_height(rows, leaper, **question).certificate()))


def false(document, statements):
    functions = {each.__name__: each for each in (replaced, without, board, height)}
    return altered(document, statements, **functions)


@pytest.mark.parametrize("kind", QUESTIONS)
def test_the_certificates_are_accepted_and_the_claims_are_printed(kind, true, checked):
    status, words = checked(true(kind))
    assert status == ACCEPTED, words
    assert f"\n{QUESTIONS[kind][1]}\n" in words


CASES = [
    pytest.param(kind, statements, status, id=f"{kind}: {name}")
    for status, kinds in ((REFUSED, FALSE["refused"]), (BAD, FALSE["bad"]))
    for kind, some in kinds.items()
    for name, statements in some.items()
]


@pytest.mark.parametrize("kind, statements, status", CASES)
def test_a_false_theorem_is_not_accepted(kind, statements, status, true, checked):
    found, words = checked(false(true(kind), statements))
    assert (found, words.count("\n")) == (status, 1), words


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_theorem_may_claim_less_than_its_evidence_proves(kind, true, checked):
    document = true(kind)
    unknown = [[None, rows, rows, 1] for rows in {rows for _, rows, *_ in document["claims"]} - {None}]
    claims = [claim for claim in document["claims"] if claim[1] is None]
    assert checked(document | {"claims": claims + unknown})[0] == ACCEPTED


def test_a_board_cannot_be_compared_with_a_theorem(true, checked):
    status, words = checked(true("closed"), "--board", "2x7")
    assert (status, "--board has no effect on a theorem" in words, words.count("\n")) == (BAD, True, 1)


@pytest.mark.parametrize("rows, status", [(3, REFUSED), (4, ACCEPTED)])
def test_no_proof_goes_beyond_the_longest_tested_board_if_no_line_divides_it(rows, status, true, checked):
    document = true("ends")
    document["regions"].append({"kind": "joined", "rows": rows, "first": 4})
    found, words = checked(document)
    assert (found, "no line divides" in words) == (status, status == REFUSED), words


def places(value, path=()):
    """Yield the path of each number, truth value and text of digits in a document."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(each, (*path, key))
    elif not isinstance(value, str) or value[:1].isdigit():
        yield path


def forged(document, dice, part):
    """Return a copy of a document with a number, a truth value or a digit of a part changed, or with an entry left out."""
    copy = deepcopy(document)
    *way, last = dice.choice([(part, *path) for path in places(copy[part])])
    entry = copy
    for key in way:
        entry = entry[key]
    if dice.random() < 0.2 and isinstance(entry, list):
        del entry[last]
    elif isinstance(entry[last], bool) or entry[last] is None:
        entry[last] = not entry[last]
    elif isinstance(entry[last], int):
        entry[last] += dice.choice([-2, -1, 1, 2])
    else:
        place = dice.randrange(len(entry[last]))
        entry[last] = entry[last][:place] + dice.choice("01234567") + entry[last][place + 1 :]
    return copy


FORGED = [pytest.param(kind, 20, id=kind) for kind in QUESTIONS]
FORGED += [pytest.param(kind, 250, id=f"{kind}, many", marks=pytest.mark.slow) for kind in QUESTIONS]


@pytest.mark.parametrize("kind, number", FORGED)
def test_a_forged_certificate_is_refused_unless_its_claims_are_true(kind, number, true, checked):
    dice, document, refused = random.Random(1), true(kind), 0
    truth = {(rows, n): answer for rows, n, answer in claimed(document)}
    for _ in range(number):
        parts = ["claims", "tours", "none", "regions"] if document["none"] else ["regions"]
        other = forged(document, dice, dice.choice([part for part in parts if document[part]]))
        status, words = checked(other)
        refused += status != ACCEPTED
        assert status == ACCEPTED or "\n" in words
        for rows, n, answer in claimed(other) if status == ACCEPTED else ():
            same = answer is None or truth.get((rows, n), truth.get((None, min(rows or n, n)))) == answer
            is_even = document["case"] == "hole" and rows and rows * n % 2 == 0  # no square is allowed
            assert same or is_even or (rows is None and truth[None, n]), (rows, n, answer)
    assert refused >= number // 4


def claimed(document):
    """Yield the claims of a document about boards with up to 60 columns, one by one."""
    for answer, rows, first, step in document["claims"]:
        for n in range(first, 61, step or 61):
            yield rows, n, answer


def test_the_proof_about_a_number_of_rows_covers_its_single_boards(checked):
    boards = {(rows, 5): examine_ends(rows, 5, (1, 2), Meter(), 50_000) for rows in (4, 5)}
    theorem = AllEnds((1, 2), divided={None: DividedBoards(6)}, boards=boards, strips={4: decide_strip_ends(4)})
    document = theorem.certificate()
    assert {(rows, cols) for rows, cols, *_ in [*document["tours"], *document["none"]]} == {(5, 5)}
    assert [claim for claim in document["claims"] if claim[1] == 4] == [("some", 4, 1, 1)]
    document |= {"claims": [claim for claim in document["claims"] if claim[1]], "regions": document["regions"][1:]}
    assert checked(document)[0] == ACCEPTED


def test_the_squares_of_one_height_have_a_certificate(check, checked, tmp_path):
    assert check("3xN --without-one --closed --certificate", tmp_path).returncode == 0
    document = json.loads((tmp_path / "index.json").read_text())
    assert (checked(document)[0], {rows for _, rows, *_ in document["claims"]}) == (ACCEPTED, {3})
    assert [[0, 0]] in [marks for rows, cols, marks, _ in document["none"] if (rows, cols) == (3, 5)]


@pytest.mark.parametrize(
    "line, status, words",
    [
        ("2xN --pairs --leaper 0,1", 0, "grows with N"),
        ("4xN --without-one --closed", BAD, "no certificate"),
        ("MxN --pairs --leaper 1,4 --time-limit 0.01", BAD, "no certificate"),
    ],
)
def test_a_theorem_without_a_proof_has_no_certificate(line, status, words, check, tmp_path):
    done = check(f"{line} --certificate", tmp_path)
    assert (done.returncode, words in done.stderr, [*tmp_path.iterdir()]) == (status, True, [])


@pytest.mark.slow
@pytest.mark.parametrize("leaper", ["1,2", "1,4"])
def test_the_ends_of_the_knight_and_the_giraffe_are_accepted(leaper, check, checked, tmp_path):
    status = check(f"MxN --pairs --leaper {leaper} --certificate", tmp_path).returncode
    assert status == 0 or (status, leaper) == (3, "1,4")  # for the giraffe, boards of few rows may be unknown
    index = tmp_path / "index.json"
    least = {"1,2": 6, "1,4": 12}[leaper]
    assert ([True, None, least, 1] in json.loads(index.read_text())["claims"], checked(index)[0]) == (True, ACCEPTED)


@pytest.mark.parametrize("start, first", [((0, 0), 6), ((0, 5), 6), ((2, 20), 22)])
def test_closed_tours_with_a_start_and_joined_loops_are_accepted(start, first, checked):
    document = height(7, closed=True, start=start)
    assert (checked(document)[0], [True, 7, first, 2] in document["claims"]) == (ACCEPTED, True)


@pytest.mark.slow
def test_the_ends_on_five_rows_are_accepted(checked):
    assert checked(decide_strip_ends(5).certificate())[0] == ACCEPTED


@pytest.mark.slow
@pytest.mark.parametrize(
    "leaper, closed, rows, boards",
    [
        (
            (2, 5),
            False,
            {*range(1, 7), 8, 9, 10, 12},
            {
                7: [*range(7, 20), *range(22, 27), 28, 32, 35],
                11: [12, 13, 15],
                13: [13, 15, 16, 19, 23],
                14: [15],
                15: [*range(15, 20)],
                16: [16],
            },
        ),
        (
            (2, 5),
            True,
            {*range(1, 7), 8, 9, 10, 12, 16},
            {7: [8, 10, 12, 14, 16, 18, 22, 24, 26, 28, 32], 11: [12, 14, 16], 13: [16], 14: [15, 16], 15: [16, 18]},
        ),
        (
            (3, 4),
            True,
            {*range(1, 7), *range(8, 14), 16, 17, 18, 24},
            {
                7: [*range(8, 21, 2), 24, 26, 28, 32, 34],
                14: [15, 16, 17, 18, 19, 20, 24],
                15: [*range(16, 27, 2), 30],
                19: [*range(20, 35, 2)],
                20: [20, *range(22, 27)],
                **{m: [24] for m in (21, 22, 23)},
            },
        ),
    ],
)
def test_the_tours_of_two_more_leapers_are_known(leaper, closed, rows, boards, checked):
    theorem = decide_all_boards(leaper, closed=closed)
    assert theorem.is_complete
    for m, n in combinations_with_replacement(range(2, 81), 2):
        is_found = m not in rows and n not in boards.get(m, []) and not (closed and m * n % 2)
        assert theorem.exists(m, n) == is_found, (m, n)
    assert checked(theorem.certificate())[0] == 0

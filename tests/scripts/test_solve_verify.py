"""scripts/solve.py --verify: tours that were made elsewhere."""

import json
import re

import pytest

FOUND, IMPOSSIBLE = 0, 1
TOUR_OF_3X4 = " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n"


@pytest.mark.parametrize(
    "text",
    [
        TOUR_OF_3X4,
        "[[0,0],[1,2],[2,0],[0,1],[1,3],[2,1],[0,2],[2,3],[1,1],[0,3],[2,2],[1,0]]",
        '{"tour": [[0,0],[1,2],[2,0],[0,1],[1,3],[2,1],[0,2],[2,3],[1,1],[0,3],[2,2],[1,0]]}',
        "0,0\n1,2\n2,0\n0,1\n1,3\n2,1\n0,2\n2,3\n1,1\n0,3\n2,2\n1,0\n",
        "a3\nc2\na1\nb3\nd2\nb1\nc3\nd1\nb2\nd3\nc1\na2\n",
    ],
)
def test_a_tour_made_elsewhere_is_verified(solve, text):
    done = solve("3x4 --start 0,0 --end 1,0 --verify -", stdin=text)
    assert (done.returncode, done.stdout) == (FOUND, "an open tour of 12 squares\n")


@pytest.mark.parametrize("form", ["--json", "--format grid", "--format squares", "--format squares --squares chess"])
def test_what_is_printed_can_be_verified(solve, form):
    printed = solve(f"8x8 {form}").stdout
    done = solve("8x8 --verify -", stdin=printed)
    assert (done.returncode, done.stdout) == (FOUND, "an open tour of 64 squares\n")


def test_a_closed_tour_made_elsewhere_is_verified(solve, tmp_path):
    """The eight squares round the centre of 3x3."""
    (tmp_path / "ring.txt").write_text("...\n.#.\n...\n")
    done = solve(tmp_path / "ring.txt", "--closed", "--verify", "-", stdin="1 4 7\n6 # 2\n3 8 5\n")
    assert (done.returncode, done.stdout) == (FOUND, "a closed tour of 8 squares\n")


NO_TOURS = [
    ("3x4", TOUR_OF_3X4.replace("12", "13"), "12"),
    ("3x4 --closed", TOUR_OF_3X4, "not closed"),
    ("3x4 --start 0,1", TOUR_OF_3X4, "entry 0"),
    ("3x4 --end 0,0", TOUR_OF_3X4, "entry 11"),
    ("3x5", TOUR_OF_3X4, "left out"),
    ("3x3", TOUR_OF_3X4, "(1, 3)"),
    ("3x4 --leaper 0,1", TOUR_OF_3X4, "not a move apart"),
    ("3x4", "a3\nc2\na4\n", "entry 2: a4 is not on the board"),
    ("2x2", "[]", "at least one square"),
    ("5x5", "1 12 7 18 23\n6 17 22 13 8\n11 2 19 24 15\n16 5 14 9 20\n3 10 25 4 21\n", "(4, 0) to (4, 3)"),
]


@pytest.mark.parametrize(("line", "text", "why"), NO_TOURS)
def test_what_is_no_tour_is_told_why_and_has_status_1(solve, line, text, why):
    done = solve(f"{line} --verify -", stdin=text)
    assert (done.returncode, done.stdout.startswith("not a tour: ")) == (IMPOSSIBLE, True)
    assert why in done.stdout


def test_a_tour_made_elsewhere_is_verified_as_json(solve):
    told = json.loads(solve("3x4 --verify - --json", stdin=TOUR_OF_3X4).stdout)
    assert (told["board"], told["closed"], told["verified"], told["reason"]) == ("3x4", False, True, None)
    done = solve("3x4 --closed --verify - --json", stdin=TOUR_OF_3X4)
    assert done.returncode == IMPOSSIBLE
    assert json.loads(done.stdout)["verified"] is False


@pytest.mark.slow
def test_a_tour_of_more_squares_than_a_graph_holds_is_verified(solve):
    tour = solve("1001x1001 --json").stdout
    assert solve("1001x1001 --verify -", stdin=tour).stdout == "an open tour of 1,002,001 squares\n"


def test_a_verified_tour_is_drawn(solve, tmp_path):
    picture = tmp_path / "tour.svg"
    done = solve("3x4 --verify - --svg", picture, stdin=TOUR_OF_3X4)
    assert (done.returncode, done.stdout, done.stderr) == (FOUND, "an open tour of 12 squares\n", "")
    same = solve("3x4 --svg - --verify -", stdin=TOUR_OF_3X4)
    assert (same.returncode, same.stderr) == (FOUND, "an open tour of 12 squares\n")
    assert picture.read_text() == same.stdout
    moving = solve("3x4 --svg - --verify - --animate", stdin=TOUR_OF_3X4)
    assert (moving.returncode, moving.stderr) == (FOUND, "an open tour of 12 squares\n")
    path = r' d="[^"]*"'
    assert re.findall(path, picture.read_text()) == re.findall(path, moving.stdout) != []


def test_what_is_no_tour_is_not_drawn(solve, tmp_path):
    picture = tmp_path / "tour.svg"
    done = solve("3x5 --verify - --svg", picture, stdin=TOUR_OF_3X4)
    assert (done.returncode, picture.exists()) == (IMPOSSIBLE, False)
    assert done.stderr == f"solve.py: no tour to draw: {picture} is not written\n"


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_fault_of_many_digits_is_shortened(solve, form):
    done = solve("5x5 --verify -", *form, stdin=f"[[{'9' * 3000}, 0], [1, 2]]")
    assert done.returncode == IMPOSSIBLE
    assert "(3,000 characters)" in done.stdout
    assert len(done.stdout) < 500

"""scripts/solve.py --verify: tours that were made elsewhere."""

import pytest

FOUND, IMPOSSIBLE = 0, 1
FORMATS = ["grid", "squares", "squares --squares chess", "jsonl --all --limit 1", "grid --all --limit 1"]
TOUR_OF_3X4 = " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n"


@pytest.mark.parametrize("form", ["--json", *map("--format {}".format, FORMATS)])
def test_what_is_printed_can_be_verified(solve, form):
    printed = solve(f"8x8 {form}").stdout
    done = solve("8x8 --verify -", stdin=printed)
    assert (done.returncode, done.stdout) == (FOUND, "an open tour of 64 squares\n")


def test_a_closed_tour_made_elsewhere_is_verified(solve, tmp_path):
    """The eight squares round the centre of 3x3."""
    (tmp_path / "ring.txt").write_text("...\n.#.\n...\n")
    done = solve(tmp_path / "ring.txt", "--closed", "--verify", "-", stdin="1 4 7\n6 # 2\n3 8 5\n")
    assert (done.returncode, done.stdout) == (FOUND, "a closed tour of 8 squares\n")


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

"""False theorems about many boards, built from true certificates of the library: the plain checker refuses each of them."""

import json
import shutil
from contextlib import nullcontext

import pytest

from graphs import Board
from solvers import Problem, decide, decide_height
from solvers.commands.certifying import write_height
from solvers.core.budget import Budget
from solvers.existence.certificates import certificate
from tests.checker import load_checker

ACCEPTED = 0
QUESTIONS = {
    "open": "MxN",
    "closed": "MxN --closed",
    "height": "3xN --closed",
    "ends": "MxN --pairs --leaper 0,1",
    "all-but-one": "3xN --without-one --closed",
    "strip-ends": "3xN --pairs",
}


@pytest.fixture(scope="module")
def true(tmp_path_factory, check):
    """Return a function that writes the certificates of a question once, and returns their folder."""
    folders = {}

    def written(kind):
        if kind not in folders:
            folders[kind] = tmp_path_factory.mktemp(kind)
            assert check(f"{QUESTIONS[kind]} --certificate", folders[kind]).returncode in (0, 3)
        return folders[kind]

    return written


@pytest.fixture
def build(true, tmp_path):
    """Return a function that copies the certificates of a kind, lets a builder falsify its index, and returns its path."""

    def built(kind, falsify):
        folder = tmp_path / kind
        shutil.copytree(true(kind), folder)
        index = json.loads((folder / "index.json").read_text())
        falsify(index, folder)
        (folder / "index.json").write_text(json.dumps(index))
        return folder / "index.json"

    return built


def board(folder, rows, cols, leaper=(1, 2), holes=(), **question):
    """Write the certificate of a single board to a folder, and return its name."""
    problem = Problem.on_board(Board(rows, cols, holes), leaper, **question)
    name = "_".join(["board", *map(str, (rows, cols, *leaper, *holes, *question.values()))]) + ".json"
    (folder / name).write_bytes(certificate(problem, decide(problem)))
    return name


def height(folder, rows, leaper=(1, 2), **question):
    """Write the certificates of a height to a folder, and return the name of their index."""
    name = "_".join(["height", *map(str, (rows, *leaper, *question.values()))])
    write_height(str(folder / name), decide_height(rows, leaper, **question), Budget())
    return f"{name}/index.json"


def change(folder, name, **entries):
    """Change entries of a certificate in a folder."""
    document = json.loads((folder / name).read_text())
    (folder / name).write_text(json.dumps(document | entries))


def none_of_three_rows(index, heights, single):
    """Let the index state that no board of 3 rows has a closed tour. (3x10 has one.)"""
    index["heights"], index["single"] = heights, single
    index["none"] = {"odd": True, "rows": [1, 2, 3, 4], "boards": []}


def no_height(index, folder):
    sides = [(m, n) for m in range(1, 6) for n in range(m, 9) if m * n % 2 == 0]
    none_of_three_rows(index, [], [board(folder, m, n, closed=True) for m, n in sides])


def null_answers(index, folder):
    for m in range(1, 6):
        change(
            folder, f"{m}xN/index.json", lengths=[[False, 1, 0], [None, 2, 1]] if m % 2 == 0 else [[False, 1, 2], [None, 2, 2]]
        )
    sides = [(m, n) for m in range(1, 6) for n in range(m, 9) if m * n % 2 == 0]
    none_of_three_rows(index, index["heights"], [board(folder, m, n, closed=True) for m, n in sides])


def turned_heights(index, folder):
    heights = [f"{m}xN/index.json" for m in (1, 2, 4, 5)] + [height(folder, m, closed=True) for m in (6, 8)]
    none_of_three_rows(index, heights, [])


def height_of_the_wazir(index, folder):
    index["heights"][2] = height(folder, 3, (0, 1), closed=True)
    index["none"]["boards"] = []


def open_height(index, folder):
    index["heights"][2] = height(folder, 3)
    index["none"]["boards"] = [[3, 4]]


def two_heights_of_three_rows(index, folder):
    index["heights"].append(height(folder, 3, closed=True))


def a_board_without_two_squares(index, folder):
    index["none"]["boards"].append([3, 10])
    index["single"].append(board(folder, 3, 10, holes=((0, 0), (0, 1)), closed=True))


def a_board_with_a_tour(index, folder):
    index["none"]["boards"].append([3, 10])
    index["single"].append(board(folder, 3, 10, closed=True))


def no_evidence(index, folder):
    index["none"]["boards"].append([5, 6])


def a_given_start(index, folder):
    index["none"]["boards"].append([3, 7])
    index["single"].append(board(folder, 3, 7, start=(0, 1)))
    index["heights"].remove("3xN/index.json")


def a_single_square(index, folder):
    index["none"]["boards"].append([1, 1])


def only_single_lengths(index, folder):
    index["certificates"] = ["3x2.json", "3x4.json", "3x6.json", "3x8.json"]
    index["lengths"] = [[False, 1, 2], [False, 2, 2]]


def a_turned_board(index, folder):
    index["certificates"].append(board(folder, 4, 3, closed=True))
    index["lengths"] = [[answer, *step] for answer, *step in index["lengths"] if step != [4, 0]] + [[False, 4, 0]]
    index["certificates"].remove("3x4.json")


def a_stretch_of_the_wazir(index, folder):
    path = height(folder, 3, (0, 1), closed=True).replace("index.json", "")
    stretch = next(each.name for each in (folder / path).glob("stretch_*"))
    shutil.copy(folder / path / stretch, folder / "other.json")
    index["certificates"].append("other.json")
    index["lengths"] = [[True, 2, 2], [False, 1, 2]]


def fewer_rows(index, folder):
    index["lengths"].append([1, 9])


def rows_of_a_closed_height(index, folder):
    index["heights"] = [height(folder, 2, (0, 1), closed=True)]


def rows_with_tours(index, folder):
    index["heights"] = [height(folder, 2, (0, 1))]


def rows_with_null_answers(index, folder):
    name = height(folder, 2, (0, 1))
    change(folder, name, lengths=[[True, 1, 0], [None, 2, 1]])
    index["heights"] = [name]


def ends_of_the_knight(index, folder):
    index["heights"] = [height(folder, 2)]


def one_end_given(index, folder):
    index["single"].append(board(folder, 3, 3, (0, 1), start=(0, 1)))


def a_pair_with_a_tour(index, folder):
    index["single"].append(board(folder, 3, 3, (0, 1), start=(0, 0), end=(2, 2)))


def a_base_board_with_exceptions(index, folder):
    index["least"] = 3
    index["single"] += [board(folder, 3, 4, (0, 1), start=(0, 1), end=(0, 2))]


def rows_twice(index, folder):
    index["lengths"] *= 2


def nothing(index, folder):
    index |= {"lengths": [], "exceptions": [], "boards": [], "loops": [], "single": []}


def a_square_beside_the_board(index, folder):
    ((rows, (row, col), cut),) = index["exceptions"]
    index["exceptions"] = [[rows, [-row, col], cut]]


def a_square_twice(index, folder):
    index["exceptions"] *= 2


def shorter_boards(index, folder):
    index["lengths"][0][1] = 9


def two_squares_left_out(index, folder):
    index["single"].append(board(folder, 3, 5, holes=((0, 0), (0, 1)), closed=True))


def rows_of_a_closed_theorem(index, folder):
    index["heights"] = [height(folder, 4, closed=True)]


def a_row_twice(index, folder):
    index["end_rows"].append(0)


def a_pair_twice(index, folder):
    index["exceptions"][-1 if index["exceptions"][-1] else -2].append(
        index["exceptions"][-1 if index["exceptions"][-1] else -2][0][::-1]
    )


def the_wazirs_ends(index, folder):
    index["leaper"] = [0, 1]


FALSE = {
    "closed": [
        no_height,
        null_answers,
        turned_heights,
        height_of_the_wazir,
        open_height,
        two_heights_of_three_rows,
        a_board_without_two_squares,
        a_board_with_a_tour,
        no_evidence,
    ],
    "open": [a_given_start, a_single_square],
    "height": [only_single_lengths, a_turned_board, a_stretch_of_the_wazir],
    "ends": [
        fewer_rows,
        rows_of_a_closed_height,
        rows_with_tours,
        rows_with_null_answers,
        ends_of_the_knight,
        one_end_given,
        a_pair_with_a_tour,
        a_base_board_with_exceptions,
    ],
    "all-but-one": [
        nothing,
        rows_twice,
        a_square_beside_the_board,
        a_square_twice,
        shorter_boards,
        two_squares_left_out,
        rows_of_a_closed_theorem,
    ],
    "strip-ends": [a_row_twice, a_pair_twice, the_wazirs_ends],
}


@pytest.mark.parametrize("kind", FALSE)
def test_the_pieces_are_true(kind, build, checked):
    status, words = checked(build(kind, lambda index, folder: None))
    assert status == ACCEPTED, words


@pytest.mark.parametrize(("kind", "falsify"), [(kind, each) for kind, some in FALSE.items() for each in some])
def test_a_false_theorem_of_true_pieces_is_refused(kind, falsify, build, checked):
    status, words = checked(build(kind, falsify))
    assert status != ACCEPTED, words
    assert "form of a certificate" not in words


def test_rows_without_evidence_are_printed_as_unknown(build, checked):
    def falsify(index, folder):
        index["heights"], index["single"] = [], []

    status, words = checked(build("ends", falsify))
    assert (status, "Unknown: 1xN, N >= 1; 2xN, N >= 2; 3xN, N >= 3" in words) == (ACCEPTED, True)


@pytest.mark.parametrize("kind", ["closed", "height"])
def test_a_board_cannot_be_compared_with_a_theorem(kind, true, checked):
    status, words = checked(true(kind) / "index.json", "--board", "2x7")
    assert (status, "--board has no effect on a theorem" in words, words.count("\n")) == (2, True, 1)


@pytest.mark.parametrize(("rows", "refused"), [(3, True), (4, False)])
def test_no_proof_goes_beyond_the_longest_tested_board_if_no_line_divides_it(rows, refused, true):
    checker = load_checker()
    theorem = checker.read(true("ends") / "index.json")
    with pytest.raises(checker.Refused, match="no line divides") if refused else nullcontext():
        theorem.needed(rows, 0, 4)

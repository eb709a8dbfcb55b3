"""False theorems about many boards, built from true certificates of the library: the plain checker refuses each of them."""

import json
import shutil
from contextlib import nullcontext
from functools import partial

import pytest

from graphs import Board
from solvers import Problem, decide, decide_height
from solvers.commands.certifying import write_height_certificates
from solvers.core.budget import Budget
from solvers.existence.certificates import certificate
from tests.checker import altered, load_checker
from tests.tables import table

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
    """Return a function that copies the certificates of a kind, changes its index by statements, and returns its path."""

    def built(kind, statements):
        folder = tmp_path / kind
        shutil.copytree(true(kind), folder)
        names = {each.__name__: partial(each, folder) for each in (board, height, change)}
        index = altered(json.loads((folder / "index.json").read_text()), statements, folder=folder, **names)
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
    write_height_certificates(str(folder / name), decide_height(rows, leaper, **question), Budget())
    return f"{name}/index.json"


def change(folder, name, **entries):
    """Change entries of a certificate in a folder."""
    document = json.loads((folder / name).read_text())
    (folder / name).write_text(json.dumps(document | entries))


FALSE = table("false_theorems.toml")["pieces"]


@pytest.mark.parametrize("kind", FALSE)
def test_the_pieces_are_true(kind, build, checked):
    status, words = checked(build(kind, ""))
    assert status == ACCEPTED, words


@pytest.mark.parametrize("kind, name", [(kind, name) for kind, some in FALSE.items() for name in some])
def test_a_false_theorem_of_true_pieces_is_refused(kind, name, build, checked):
    status, words = checked(build(kind, FALSE[kind][name]))
    assert status != ACCEPTED, words
    assert "form of a certificate" not in words


def test_rows_without_evidence_are_printed_as_unknown(build, checked):
    status, words = checked(build("ends", "heights, single = [], []"))
    assert (status, "Unknown: 1xN, N >= 1; 2xN, N >= 2; 3xN, N >= 3" in words) == (ACCEPTED, True)


@pytest.mark.parametrize("kind", ["closed", "height"])
def test_a_board_cannot_be_compared_with_a_theorem(kind, true, checked):
    status, words = checked(true(kind) / "index.json", "--board", "2x7")
    assert (status, "--board has no effect on a theorem" in words, words.count("\n")) == (2, True, 1)


@pytest.mark.parametrize("rows, refused", [(3, True), (4, False)])
def test_no_proof_goes_beyond_the_longest_tested_board_if_no_line_divides_it(rows, refused, true):
    checker = load_checker()
    theorem = checker.read(true("ends") / "index.json")
    with pytest.raises(checker.Refused, match="no line divides") if refused else nullcontext():
        theorem.needed(rows, 0, 4)

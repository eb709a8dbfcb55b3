"""The answers to a player, against a plain count, and in an environment without the packages that a browser lacks."""

import base64
import io
import json
import random
import re
import subprocess
import sys
from zipfile import ZipFile

import pytest

from graphs import Board, knight_graph, verify_tour
from solvers.pages.play import core_script
from solvers.solving.playing import answer_question
from tests.brute_force import count_tours_plainly
from tests.processes import PATIENCE

GAME = {"holes": [], "leaper": [1, 2], "closed": False, "givens": [], "path": []}
ABSENT = ("numba", "ortools", "psutil", "scipy", "numpy", "pandas", "pysat")
ALONE = f"""
import importlib.util, sys
sys.path.insert(0, sys.argv[1])
assert not any(map(importlib.util.find_spec, {ABSENT}))
from solvers import decide, make_puzzle, solve
assert len(solve("8x8", start="c2").tour) == 64
no = decide("3x8", start="c2")
assert (no.exists, type(no.evidence).__name__) == (False, "ForcedMoves"), no
puzzle = make_puzzle("5x5", 2)
assert puzzle.is_minimal
assert solve(puzzle.problem).tour == puzzle.tour
ring = decide("5x6", closed=True, steps={{1: "a1", 2: "b3", 3: "c1", 4: "a2"}})
assert ring.exists is False, ring
from solvers.solving.playing import answer_question
for question in sys.argv[2:]:
    print(answer_question(question))
"""


def ask(kind, rows, cols, **more):
    return json.loads(answer_question(json.dumps({**GAME, "kind": kind, "rows": rows, "cols": cols, **more})))


def walk(graph, length, seed):
    """A random path of at most so many squares."""
    choose = random.Random(seed).choice
    path = [choose(sorted(graph))]
    while len(path) < length and (free := sorted(set(graph[path[-1]]) - {*path})):
        path.append(choose(free))
    return path


def has_rest(graph, path, closed):
    """Whether a path is the beginning of a tour, counted on the graph without the visited squares."""
    if closed and len(path) > 1:
        return count_tours_plainly(graph.subgraph(set(graph) - {*path[1:-1]}), start=path[-1], end=path[0]) > 0
    return count_tours_plainly(graph.subgraph(set(graph) - {*path[:-1]}), start=path[-1], closed=closed) > 0


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("rows, cols, holes", [(3, 4, []), (3, 5, [(0, 2)]), (3, 6, [(1, 1), (1, 4)])])
def test_every_answer_agrees_with_a_plain_count(rows, cols, holes, closed):
    graph = knight_graph(Board(rows, cols, holes))
    for seed in range(8):
        path = walk(graph, 1 + seed % 6, seed)
        answer = ask("why", rows, cols, holes=holes, path=path, closed=closed)
        assert answer["exists"] is has_rest(graph, path, closed), (path, answer)
        if answer["exists"]:
            assert answer["tour"][: len(path)] == [list(square) for square in path]
            verify_tour(graph, [*map(tuple, answer["tour"])], closed=closed)
        else:
            lasts = [number for number in range(1, len(path)) if has_rest(graph, path[:number], closed)]
            assert answer["visited"] == len(lasts)
        moves = sorted(set(graph[path[-1]]) - {*path})
        hints = ask("hint", rows, cols, holes=holes, path=path, moves=moves, closed=closed)["moves"]
        assert [exists for _, exists, _ in hints] == [has_rest(graph, [*path, move], closed) for move in moves]


def test_the_reason_is_about_the_free_squares_and_comes_with_its_picture():
    stranded = ask("why", 5, 5, path=[[2, 3], [1, 1], [3, 2], [2, 0]])
    assert (stranded["exists"], stranded["sentences"][0]) == (False, "no move leads to or from (4, 4)")
    assert stranded["witness"]["squares"] == [24]
    assert ask("why", 5, 5, path=[[0, 1]])["sentences"][0].startswith("there are 13 squares of one colour")


@pytest.mark.parametrize("closed", [False, True])
def test_a_puzzle_is_solved_and_explained(closed):
    rows, cols = (5, 6) if closed else (5, 5)
    givens = ask("puzzle", rows, cols, seed=3, closed=closed)["givens"]
    tour = ask("tour", rows, cols, givens=givens, closed=closed)["tour"]
    assert all(tour[step - 1] == square for step, square in givens)
    for made in (1, 4, 12):
        assert ask("why", rows, cols, givens=givens, closed=closed, path=tour[:made])["tour"] == tour


def test_what_the_project_rejects_is_an_error():
    assert "leaper" in ask("why", 3, 3, leaper=[0, 0])["error"]


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    """The folder of the Python code that the page loads."""
    folder = tmp_path_factory.mktemp("core")
    content = base64.b64decode(re.fullmatch(r'globalThis\.core = "(.+)";\n', core_script())[1])
    with ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder)
    return folder


def test_the_core_solves_and_decides_without_numba_ortools_psutil_and_scipy(core):
    question = json.dumps({**GAME, "kind": "why", "rows": 3, "cols": 4, "path": [[0, 0], [1, 2]]})
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", ALONE, str(core), question],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=core,
    )
    assert done.stderr == ""
    assert json.loads(done.stdout)["exists"] is True


def test_the_packages_of_others_come_with_their_licences(core):
    licences = {path.relative_to(core).parts[0].partition("-")[0] for path in core.rglob("LICENSE*")}
    assert licences == {"networkx", "lazy_loader", "immutabledict"}
    assert not (core / "networkx" / "tests").exists()

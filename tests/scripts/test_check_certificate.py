"""The checker of certificates: it takes what is true, and nothing else."""

from __future__ import annotations

import ast
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board, leaper_graph
from graphs.families import graph_family
from graphs.obstructions import DegreeSet, cut_set, find_dead_ends, find_forced_moves, find_outer_lines, find_weighted_cuts
from solvers import Problem, SearchProof, Verdict, decide
from solvers.existence.certificates import certificate
from solvers.existence.decision import Evidence
from tests.brute_force import count_tours_plainly
from tests.checker import CHECKER, load_checker

PETERSEN = Problem(nx.petersen_graph(), closed=True)
FOUR_ROWS_OPEN = Problem.on_board(Board(4, 3), start=(1, 1))
FOUR_ROWS = Problem.on_board(Board(4, 3), closed=True)
TWO_BY_FOUR = Problem(nx.complete_bipartite_graph(2, 4), closed=True)
STAR = Problem(nx.star_graph(3), start=1, end=2)

Check = Callable[..., tuple[int, str]]


def no_because(evidence: Evidence) -> Verdict:
    return Verdict(False, evidence, "")


CASES = {
    "tour": (Problem.on_board(Board(3, 4), start=(0, 0)), decide(Board(3, 4), start=(0, 0))),
    "trivial": (Problem(nx.path_graph(2), closed=True), decide(nx.path_graph(2), closed=True)),
    "disconnected": (Problem.on_board(Board(3, 3)), decide(Board(3, 3))),
    "colours": (Problem.on_board(Board(3, 3, holes=[(1, 1)]), start=(0, 0), end=(0, 2)), None),
    "cut-set": (FOUR_ROWS, no_because(cut_set(FOUR_ROWS.graph, [(1, 0), (1, 2), (2, 1)]))),
    "half-set": (FOUR_ROWS, no_because(next(find_outer_lines(FOUR_ROWS.graph, FOUR_ROWS)))),
    "degree-set": (TWO_BY_FOUR, no_because(DegreeSet(frozenset({2, 3, 4, 5})))),
    "dead-ends": (STAR, no_because(next(find_dead_ends(STAR.graph, STAR)))),
    "weighted-cuts": (TWO_BY_FOUR, no_because(next(find_weighted_cuts(TWO_BY_FOUR.graph, TWO_BY_FOUR)))),
    "frontier": (PETERSEN, no_because(SearchProof("frontier", "", 26))),
    "forced-moves": (FOUR_ROWS_OPEN, no_because(next(find_forced_moves(FOUR_ROWS_OPEN.graph, FOUR_ROWS_OPEN)))),
}
"""For each kind of evidence a question about 12 vertices at most; None where `decide` gives this kind."""


@pytest.fixture(scope="module")
def checker():
    return load_checker()


@pytest.fixture
def check(checker, monkeypatch, capsys) -> Check:
    """Run the checker in this process; return its status and what it prints."""

    def run(path: Path, *arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["check_certificate.py", str(path), *arguments])
        return checker.main(), "".join(capsys.readouterr())

    return run


def written(kind: str, folder: Path) -> Path:
    problem, verdict = CASES[kind]
    (folder / "it.json").write_bytes(certificate(problem, verdict or decide(problem)))
    assert json.loads((folder / "it.json").read_text())["kind"] == kind
    return folder / "it.json"


def is_true(document: dict) -> bool:
    """Return whether the answer of a certificate is true, by a plain count of the tours."""
    graph = nx.Graph()
    graph.add_nodes_from(map(json.dumps, document["vertices"]))
    graph.add_edges_from((json.dumps(one), json.dumps(other)) for one, other in document["edges"])
    ends = {key: None if document[key] is None else json.dumps(document[key]) for key in ("start", "end")}
    return (count_tours_plainly(graph, **ends, closed=bool(document["closed"])) > 0) is document["answer"]


@pytest.mark.parametrize("kind", CASES)
def test_each_kind_is_accepted(kind, check, tmp_path):
    status, words = check(written(kind, tmp_path))
    assert status == 0, words
    problem = CASES[kind][0]
    assert f"{'closed' if problem.closed else 'open'} tour" in words
    assert f"{problem.size} vertices" in words


@pytest.mark.parametrize("kind", CASES)
def test_a_certificate_with_one_byte_changed_is_refused_or_still_true(kind, check, tmp_path):
    path = written(kind, tmp_path)
    good, draw = path.read_bytes(), random.Random(kind)
    statuses = []
    for place in draw.choices(range(len(good)), k=100):
        old = good[place]
        new = draw.choice([byte for byte in b'0123456789[], "-ntx' if byte != old])
        path.write_bytes(good[:place] + bytes([new]) + good[place + 1 :])
        status, words = check(path)
        assert status in (0, 1, 2), words
        statuses.append(status)
        if status == 0:
            assert is_true(json.loads(path.read_text())), path.read_text()
    assert statuses.count(0) < 75


REFUSED = [
    ("colours", {"weights": [[[0, 0], 1]]}, 1),
    ("cut-set", {"cuts": []}, 1),
    ("half-set", {"cuts": []}, 1),
    ("degree-set", {"weights": [[0, 1], [1, 1]]}, 1),
    ("dead-ends", {"cuts": [[[1], 1]]}, 1),
    ("disconnected", {"cuts": [[[[0, 0]], 1]]}, 1),
    ("tour", {"tour": [[row, col] for row in range(3) for col in range(4)]}, 1),
    ("forced-moves", {"start": None}, 1),
    ("trivial", {"closed": False}, 1),
    ("weighted-cuts", {"closed": False, "weights": [[2, 1], [3, 1], [4, 1]]}, 1),
    ("weighted-cuts", {"weights": [[2, 0.5], [3, 1], [4, 1], [5, 1]]}, 2),
    ("weighted-cuts", {"weights": [[2, True], [3, 1], [4, 1], [5, 1]]}, 2),
    ("weighted-cuts", {"weights": [[9, 1]]}, 2),
    ("weighted-cuts", {"weights": [[vertex, 10**4000] for vertex in range(6)]}, 2),
    ("weighted-cuts", {"weights": []}, 1),
    ("weighted-cuts", {"cuts": [[[2], -1]]}, 1),
    ("weighted-cuts", {"cuts": [[[], 1]]}, 1),
    ("weighted-cuts", {"cuts": [[[0, 1, 2, 3, 4, 5], 1]]}, 1),
    ("weighted-cuts", {"cuts": [[[2, 2], 1]]}, 2),
    ("weighted-cuts", {"cuts": [[[2], "1"]]}, 2),
    ("frontier", {"closed": False}, 1),
    ("frontier", {"order": [*range(9)]}, 1),
    ("frontier", {"order": [*range(9), 8]}, 1),
    ("frontier", {"order": [*range(10), 9]}, 1),
    ("frontier", {"order": [*range(9), "9"]}, 1),
    ("frontier", {"answer": True}, 2),
    ("frontier", {"kind": "hearsay"}, 2),
    ("frontier", {"more": 1}, 2),
    ("frontier", {"start": 99}, 2),
    ("frontier", {"start": 1, "end": 1}, 2),
    ("frontier", {"vertices": [*range(10), 9]}, 2),
    ("frontier", {"edges": [[0, 0]]}, 2),
    ("frontier", {"edges": [[0, 1], [1, 0]]}, 2),
    ("frontier", {"closed": None}, 2),
]


@pytest.mark.parametrize(("kind", "changed", "status"), REFUSED, ids=lambda value: str(value)[:50])
def test_what_is_wrong_is_refused_and_what_is_malformed_is_no_certificate(kind, changed, status, check, tmp_path):
    path = written(kind, tmp_path)
    path.write_text(json.dumps(json.loads(path.read_text()) | changed))
    assert check(path)[0] == status


TEXTS = ["", "[]", "{}", "no JSON", '{"kind": []}', "[" * 100_000, f'{{"kind": {"1" * 5000}}}']


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:20])
def test_another_file_is_no_certificate(text, check, tmp_path):
    (tmp_path / "it.json").write_text(text)
    for path in (tmp_path / "it.json", tmp_path / "missing", tmp_path):
        status, words = check(path)
        assert (status, words.startswith("not a certificate: "), words.count("\n")) == (2, True, 1)
        assert "Err" not in words


def test_vertices_that_python_calls_equal_are_told_apart(check, tmp_path):
    path = written("tour", tmp_path)
    squares = {"vertices": [1, True], "edges": [[1, True]], "tour": [1, True], "start": 1, "end": 1.0}
    path.write_text(json.dumps(json.loads(path.read_text()) | squares))
    assert check(path)[0] == 2
    path.write_text(json.dumps(json.loads(path.read_text()) | {"end": True}))
    assert check(path)[0] == 0


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize(("start", "end"), [(None, None), (7, None), (None, 7), (7, 7)])
def test_a_graph_of_one_vertex_has_an_open_tour_and_no_closed_one(start, end, closed, check, tmp_path):
    problem = Problem(nx.Graph({7: []}), start, end, closed)
    (tmp_path / "it.json").write_bytes(certificate(problem, decide(problem)))
    status, words = check(tmp_path / "it.json")
    assert (status, words.startswith(f"accepted: there is {'no closed' if closed else 'an open'} tour from")) == (0, True)
    assert "The graph of 1 vertex and 0 edges is" in words


@pytest.mark.parametrize(("board", "leaper"), [("4x4", "0,1"), ("3x5", "2,2"), ("2x7", "1,2"), ("1x3", "1,4")])
def test_the_graph_is_compared_with_that_of_a_board_of_the_library(board, leaper, check, tmp_path):
    graph = leaper_graph(Board.parse(board), *map(int, leaper.split(",")))
    document = {"vertices": list(graph), "start": None, "end": None, "closed": False, "answer": False, "kind": "trivial"}
    for edges, same in ((list(graph.edges), True), (list(graph.edges)[1:], not graph.edges)):
        (tmp_path / "it.json").write_text(json.dumps(document | {"edges": edges}))
        status, words = check(tmp_path / "it.json", "--board", board, "--leaper", leaper)
        assert (status, words == "refused: the graph is not that of the board\n") == (1, not same)


def test_an_accepted_certificate_says_whether_its_graph_was_compared(check, tmp_path):
    path = written("tour", tmp_path)
    assert check(path, "--board", "3x4")[0] == 0
    assert check(path, "--board", "4x3")[0] == 1
    assert "--board" in check(path)[1]


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_frontier_is_accepted_where_there_is_no_tour_and_nowhere_else(checker, tmp_path_factory, data):
    size = data.draw(st.integers(1, 7))
    pairs = [[one, other] for one in range(size) for other in range(one)]
    edges = data.draw(st.lists(st.sampled_from(pairs), unique_by=tuple, min_size=min(len(pairs), size))) if pairs else []
    start, end = (
        vertex if data.draw(st.booleans()) else None for vertex in (*data.draw(st.permutations(range(size))), None)[:2]
    )
    question = {"vertices": list(range(size)), "edges": edges, "start": start, "end": end, "closed": data.draw(st.booleans())}
    path = tmp_path_factory.getbasetemp() / "frontier.json"
    order = data.draw(st.permutations(range(size)))
    document = question | {"answer": False, "kind": "frontier", "order": order}
    path.write_text(json.dumps(document))
    is_trivial = size < 3 or (question["closed"] and None not in (start, end))  # which is another kind of evidence, if any
    if not is_true(document):
        with pytest.raises(checker.Refused):
            checker.Certificate(path).check()
    elif not is_trivial:
        checker.Certificate(path).check()


def test_a_flower_snark_is_checked_in_seconds(tmp_path):
    problem = Problem(graph_family("J21"), closed=True)
    verdict = decide(problem)
    assert isinstance(verdict.evidence, SearchProof)
    (tmp_path / "it.json").write_bytes(certificate(problem, verdict))
    command = [sys.executable, "-I", "-S", CHECKER, tmp_path / "it.json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    assert done.returncode == 0
    assert "84 vertices and 126 edges" in done.stdout


@st.composite
def questions(draw) -> dict:
    """A question about a graph of at most 7 vertices; every second graph has two colours."""
    size = draw(st.integers(2, 7))
    pairs = [[one, other] for one in range(size) for other in range(one)]
    if draw(st.booleans()):
        pairs = [pair for pair in pairs if sum(pair) % 2]
    edges = draw(st.lists(st.sampled_from(pairs), unique_by=tuple, min_size=min(len(pairs), size)))
    ends = (vertex if draw(st.booleans()) else None for vertex in draw(st.permutations(range(size)))[:2])
    return {"vertices": list(range(size)), "edges": edges} | dict(zip(("start", "end"), ends, strict=True))


@settings(max_examples=100, deadline=None)
@given(question=questions(), other=questions(), closed=st.booleans(), other_closed=st.booleans())
def test_forced_moves_are_accepted_for_no_question_that_has_a_tour(
    checker, tmp_path_factory, question, other, closed, other_closed
):
    path = tmp_path_factory.getbasetemp() / "forced.json"
    problem = Problem(nx.Graph(question["edges"]), None, None, closed)
    problem.graph.add_nodes_from(question["vertices"])
    problem = problem.with_ends(start=question["start"], end=question["end"], closed=closed)
    for claim in find_forced_moves(problem.graph, problem):
        document = json.loads(certificate(problem, no_because(claim)))
        path.write_text(json.dumps(document))
        assert checker.Certificate(path).check()
        forged = [other | {"closed": other_closed}, {"start": None}, {"end": None}, {"ends": []}, {"colour": []}]
        forged += [{"chain": length} for length in range(4)] + [{"closed": not closed}]
        forged += [{"edges": [*document["edges"], edge]} for edge in nx.complement(problem.graph).edges]
        for changed in forged:
            path.write_text(json.dumps(document | changed))
            with suppress(checker.Refused, LookupError):
                assert checker.Certificate(path).check()
                assert is_true(document | changed)


SQUARE = {"vertices": [0, 1, 2, 3], "edges": [[0, 1], [1, 2], [2, 3], [0, 3]], "closed": True}
PATH = {"vertices": [0, 1, 2], "edges": [[0, 1], [1, 2]], "closed": False, "chain": 1, "colour": [1]}
ALL_FORCED = [[0, 1, True, 0], [0, 3, True, 0], [1, 2, True, 1], [2, 3, True, 2]]
NOT_SO = {"steps": [], "end": 0}
LIES = {
    "the cycle through all vertices": (SQUARE, {"steps": ALL_FORCED, "end": 0}),
    "a forced edge is ruled out": (SQUARE, {"steps": [*ALL_FORCED, [0, 1, False, 0]], "end": 0}),
    "an edge is ruled out without a reason": (SQUARE, {"steps": [[0, 1, False, 0]], "end": 0}),
    "only one case": (SQUARE, {"steps": [], "edge": [0, 1], "if_forced": NOT_SO, "if_ruled_out": NOT_SO}),
    "only the other case": (
        SQUARE,
        {"steps": [], "edge": [0, 2], "if_forced": {"steps": [], "end": 1}, "if_ruled_out": NOT_SO},
    ),
    "a colour of fewer than half of the vertices": (PATH, {"steps": [], "end": {"link": 0}}),
}


@pytest.mark.parametrize("lie", LIES)
def test_no_forced_moves_rule_out_a_tour_that_there_is(lie, check, tmp_path):
    question, reason = LIES[lie]
    usual = {"start": None, "end": None, "answer": False, "kind": "forced-moves", "chain": 0, "ends": [], "colour": []}
    (tmp_path / "it.json").write_text(json.dumps(usual | question | {"reason": reason}))
    assert check(tmp_path / "it.json")[0] == 1


def test_it_is_short_and_needs_nothing_but_python(tmp_path):
    text = CHECKER.read_text()
    assert text.count("\n") <= 260
    imported = {
        alias.name.split(".")[0] for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import) for alias in node.names
    }
    imported |= {str(node.module).split(".")[0] for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    assert imported <= sys.stdlib_module_names
    path = written("frontier", tmp_path)
    alone = Path(shutil.copy(CHECKER, tmp_path / "alone.py"))
    command = [sys.executable, "-I", "-S", alone.name, path.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("accepted: there is no closed tour")

"""Certificates: what is in them, when there is none, and that the checker, which shares no code, takes them."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
from pathlib import Path

import networkx as nx
import pytest

from graphs import Board, BoardError
from solvers import Budget, Meter, Problem, SearchProof, SolverError, Verdict, decide, solve
from solvers.errors import NoCertificate
from solvers.existence import certificates
from solvers.existence.certificates import certificate, name_of
from solvers.existence.refutations import refute
from tests.checker import CHECKER, load_checker

BY_SEARCH = Verdict(False, SearchProof("cp-sat", "the model is infeasible", 0), "")
MEGABYTE = 1_000_000


def accepted(files: dict[str, bytes], folder: Path, *arguments: str) -> str:
    """Write a certificate, check that the checker takes it, and return what the checker prints."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    command = [sys.executable, "-I", str(CHECKER), str(folder / list(files)[-1]), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def kind_of(files: dict[str, bytes]) -> str:
    return json.loads(files[list(files)[-1]])["kind"]


@pytest.fixture
def without_obstructions(monkeypatch):
    monkeypatch.setattr(certificates, "FINDERS", ())


SEARCHED = [
    (Board(3, 7), {"start": (1, 3)}),
    (Board(7, 3), {"start": (3, 1)}),
    (Board(3, 8), {"closed": True}),
    (Board(3, 8), {"start": (1, 2)}),
    (Board(8, 3), {"start": (5, 1)}),
    (Board(3, 8), {"closed": True, "start": (0, 0), "end": (1, 2)}),
]
"""Questions that no cut set, degree set or colours answer."""


@pytest.mark.parametrize(("board", "ends"), SEARCHED, ids=str)
def test_what_only_a_search_says_has_weights(board, ends, tmp_path):
    files = certificate(Problem.on_board(board, **ends), BY_SEARCH)
    assert kind_of(files) == "weighted-cuts"
    assert "there is no" in accepted(files, tmp_path, "--board", str(board))


@pytest.mark.parametrize(("board", "ends"), [*SEARCHED, (Board(3, 4), {"start": (0, 0), "end": (0, 2)})], ids=str)
def test_without_weights_it_is_refuted(board, ends, tmp_path, without_obstructions):
    files = certificate(Problem.on_board(board, **ends), BY_SEARCH)
    assert list(files) == ["certificate.cnf", "certificate.lrat.gz", "certificate.json"]
    assert "there is no" in accepted(files, tmp_path, "--board", str(board))


@pytest.mark.parametrize(("board", "ends"), SEARCHED, ids=str)
def test_what_a_search_over_a_frontier_says_has_an_order_of_the_squares(board, ends, tmp_path):
    problem = Problem.on_board(board, **ends)
    files = certificate(problem, Verdict(False, SearchProof("frontier", "", 1000), ""))
    assert kind_of(files) == "frontier"
    accepted(files, tmp_path, "--board", str(board))
    too_long = SearchProof("frontier", "", certificates.CHECKED_STATES + 1)
    assert kind_of(certificate(problem, Verdict(False, too_long, ""))) == "weighted-cuts"


@pytest.mark.parametrize(
    ("problem", "kind"),
    [
        (Problem(nx.path_graph(2), closed=True), "trivial"),
        (Problem(nx.cycle_graph(6), 0, 2, closed=True), "trivial"),
        (Problem.on_board(Board(7, 7), closed=True), "colours"),
    ],
    ids=str,
)
def test_where_the_solver_of_frontiers_has_not_searched_the_certificate_is_that_of_a_reason(problem, kind, tmp_path):
    result = solve(problem, "frontier")
    assert result.nodes == 0
    files = certificate(problem, Verdict(False, SearchProof("frontier", result.reason, result.nodes), result.reason))
    assert kind_of(files) == kind
    accepted(files, tmp_path)


def test_the_giraffe_on_11x11_has_a_cut_set(tmp_path):
    """The first who settled it needed a proof of 29.6 GB."""
    problem = Problem.on_board(Board(11, 11), (1, 4))
    files = certificate(problem, decide(problem))
    assert kind_of(files) == "cut-set"
    accepted(files, tmp_path, "--board", "11x11", "--leaper", "1,4")


@pytest.mark.parametrize(("side", "leaper"), [(11, (1, 4)), (13, (2, 3))], ids=["giraffe", "zebra"])
def test_refutations_are_small_and_quickly_checked(side, leaper, tmp_path, without_obstructions):
    files = certificate(Problem.on_board(Board(side, side), leaper), BY_SEARCH)
    assert kind_of(files) == "refutation"
    assert sum(map(len, files.values())) < MEGABYTE
    started = time.perf_counter()
    accepted(files, tmp_path, "--board", f"{side}x{side}", "--leaper", f"{leaper[0]},{leaper[1]}")
    assert time.perf_counter() - started < 5


def test_the_antelope_on_24x24_has_weights(tmp_path):
    """A SAT solver's proof of it fills 7 MB."""
    problem = Problem.on_board(Board(24, 24), (3, 4))
    files = certificate(problem, decide(problem))
    assert kind_of(files) == "weighted-cuts"
    assert sum(map(len, files.values())) < MEGABYTE / 10
    accepted(files, tmp_path, "--board", "24x24", "--leaper", "3,4")


@pytest.mark.slow
def test_the_antelope_on_24x24_is_refuted(tmp_path, without_obstructions):
    files = certificate(Problem.on_board(Board(24, 24), (3, 4)), BY_SEARCH)
    assert kind_of(files) == "refutation"
    assert sum(map(len, files.values())) < 12 * MEGABYTE
    accepted(files, tmp_path, "--board", "24x24", "--leaper", "3,4")


@pytest.mark.parametrize("closed", [True, False])
def test_the_checker_makes_the_same_clauses_from_the_graph(closed, tmp_path, without_obstructions):
    problem = Problem.on_board(Board(3, 8), closed=True) if closed else Problem.on_board(Board(3, 7), start=(1, 3))
    refutation = refute(problem, Meter())
    files = certificate(problem, BY_SEARCH)
    (tmp_path / "it.json").write_bytes(files["certificate.json"])
    clauses = {tuple(sorted(clause)) for clause in load_checker().Certificate(tmp_path / "it.json").clauses()}
    assert sorted(clauses) == list(refutation.formula)
    lines = [" ".join(map(str, (*clause, 0))) for clause in sorted(clauses)]
    assert files["certificate.cnf"].decode().splitlines()[1:] == lines


def test_the_same_problem_has_the_same_certificate():
    problem = Problem(nx.petersen_graph(), closed=True)
    assert certificate(problem, BY_SEARCH) == certificate(problem, BY_SEARCH)


@pytest.mark.parametrize("closed", [True, False])
def test_a_tour_of_a_graph_with_other_labels(closed, tmp_path):
    names = dict(enumerate(["a", 1.5, (2, "b"), -3, "é", 6]))
    problem = Problem(nx.relabel_nodes(nx.cycle_graph(6), names), start="a", closed=closed)
    assert 'from "a"' in accepted(certificate(problem, decide(problem)), tmp_path)


def test_a_verdict_without_a_tour_that_was_wrong_is_noticed():
    with pytest.raises(SolverError, match="sat found"):
        certificate(Problem.on_board(Board(5, 5)), BY_SEARCH)


@pytest.mark.parametrize(
    ("problem", "verdict", "meter", "why"),
    [
        (Problem.on_board(Board(8, 8)), Verdict(None, None, "stopped"), None, "unknown"),
        (Problem.on_board(Board(24, 24), (3, 4)), BY_SEARCH, Meter(Budget(nodes=10)), "no refutation was found: stopped at"),
        (Problem(nx.complete_graph([frozenset({1}), frozenset({2})])), None, None, "cannot be written as JSON"),
    ],
    ids=["unknown", "too hard", "no JSON"],
)
def test_there_is_none_and_the_error_says_why(problem, verdict, meter, why, without_obstructions):
    with pytest.raises(NoCertificate, match=why):
        certificate(problem, verdict or decide(problem), meter=meter)


def test_a_graph_with_very_many_edges_has_no_refutation(without_obstructions):
    graph = nx.disjoint_union(nx.complete_graph(270), nx.complete_graph(3))
    graph.add_edges_from([(0, 270), (1, 270)])
    with pytest.raises(NoCertificate, match="clauses"):
        certificate(Problem(graph, closed=True), BY_SEARCH)


def test_a_board_too_large_for_a_graph_has_none():
    problem = Problem.on_board(Board(3001, 3001), closed=True)
    with pytest.raises(BoardError):
        certificate(problem, decide(problem))


def test_without_a_sat_solver_the_error_says_what_to_install(monkeypatch, without_obstructions):
    monkeypatch.setitem(sys.modules, "pysat", None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None)
    with pytest.raises(NoCertificate, match=r"pip install 'knights-tour\[sat\]'"):
        certificate(Problem.on_board(Board(3, 8), closed=True), BY_SEARCH)


def test_the_names_of_the_files_say_the_question():
    problem = Problem.on_board(Board(5, 5))
    questions = [problem, problem.with_ends(closed=True), problem.with_ends(start=(0, 1), end=(2, 3), closed=True)]
    assert [name_of(each) for each in questions] == ["open", "closed", "closed_start_0_1_end_2_3"]

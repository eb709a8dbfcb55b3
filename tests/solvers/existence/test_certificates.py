"""Certificates: what is in them, when there is none, and that the checker, which shares no code, takes them."""

import json

import networkx as nx
import pytest

from graphs import Board, BoardError
from graphs.families import graph_family
from graphs.obstructions import ForcedMoves
from solvers import Budget, Meter, Problem, Result, SearchProof, SolverError, Status, decide, solve
from solvers.core.errors import NoCertificate
from solvers.existence.certificates import certificate, certificate_name
from tests.checker import CHECKER
from tests.solvers.programs import python

BY_SEARCH = Result(Status.IMPOSSIBLE, SearchProof("cp-sat", "the model is infeasible", 0), "")


def accepted(content, folder, *arguments):
    """Write a certificate, check that the checker takes it, and return what the checker prints."""
    (folder / "it.json").write_bytes(content)
    return python("-I", CHECKER, folder / "it.json", *arguments).stdout


def kind_of(content):
    return json.loads(content)["kind"]


@pytest.fixture
def without_obstructions(monkeypatch):
    monkeypatch.setattr("solvers.existence.certificates.FINDERS", ())


SEARCHED = [
    *(Problem.of(board, start=start) for board, start in [("3x7", (1, 3)), ("7x3", (3, 1)), ("3x8", (1, 2)), ("8x3", (5, 1))]),
    *(Problem("3x8", start=start, end=end, closed=True) for start, end in [(None, None), ((0, 0), (1, 2))]),
]
"""Questions that no cut set, degree set or colours answer."""


@pytest.mark.parametrize(
    "solver, nodes, kind",
    [("cp-sat", 0, "forced-moves"), ("frontier", 1000, "frontier"), ("frontier", 10**6, "forced-moves")],
)
@pytest.mark.parametrize("problem", SEARCHED, ids=repr)
def test_what_only_a_search_says_has_forced_moves_or_the_order_of_a_frontier(solver, nodes, kind, problem, tmp_path):
    files = certificate(problem, Result(Status.IMPOSSIBLE, SearchProof(solver, "", nodes), ""))
    assert kind_of(files) == kind
    assert "there is no" in accepted(files, tmp_path, "--board", str(problem.board))


@pytest.mark.parametrize("problem", SEARCHED, ids=repr)
def test_without_an_obstruction_it_has_an_order_of_the_squares(problem, without_obstructions):
    assert kind_of(certificate(problem, BY_SEARCH)) == "frontier"


@pytest.mark.parametrize("name", ["Petersen", "Coxeter", "Tutte", "J5", "J7", "GP(11,2)", "GP(17,2)"])
def test_a_cubic_graph_without_a_tour_has_a_certificate_of_the_evidence_itself_or_an_order(name, tmp_path):
    problem = Problem(graph_family(name), closed=True)
    verdict = decide(problem)
    files = certificate(problem, verdict)
    assert kind_of(files) == ("forced-moves" if isinstance(verdict.evidence, ForcedMoves) else "frontier")
    accepted(files, tmp_path)


@pytest.mark.parametrize(
    "problem, kind",
    [
        (Problem(nx.path_graph(2), closed=True), "trivial"),
        (Problem(nx.cycle_graph(6), 0, 2, closed=True), "trivial"),
        (Problem("7x7", closed=True), "colours"),
    ],
    ids=str,
)
def test_where_the_solver_of_frontiers_has_not_searched_the_certificate_is_that_of_a_reason(problem, kind, tmp_path):
    result = solve(problem, "frontier")
    assert result.nodes == 0
    files = certificate(problem, Result(Status.IMPOSSIBLE, SearchProof("frontier", result.reason, result.nodes), result.reason))
    assert kind_of(files) == kind
    accepted(files, tmp_path)


@pytest.mark.parametrize("side, leaper, kind", [(11, (1, 4), "cut-set"), (24, (3, 4), "weighted-cuts")])
def test_what_took_others_long_proofs_has_a_short_certificate(side, leaper, kind, tmp_path):
    """The first who settled the giraffe on 11x11 needed a proof of 29.6 GB; a SAT solver's of the antelope fills 7 MB."""
    problem = Problem.on_board(Board(side, side), leaper)
    files = certificate(problem, decide(problem))
    assert kind_of(files) == kind
    assert len(files) < 100_000
    accepted(files, tmp_path, "--board", f"{side}x{side}", "--leaper", f"{leaper[0]},{leaper[1]}")


@pytest.mark.parametrize("closed", [True, False])
def test_a_tour_of_a_graph_with_other_labels(closed, tmp_path):
    names = dict(enumerate(["a", 1.5, (2, "b"), -3, "é", 6]))
    problem = Problem(nx.relabel_nodes(nx.cycle_graph(6), names), start="a", closed=closed)
    assert 'from "a"' in accepted(certificate(problem, decide(problem)), tmp_path)


def test_a_verdict_without_a_tour_that_was_wrong_is_noticed():
    with pytest.raises(SolverError, match="frontier found"):
        certificate(Problem("5x5"), BY_SEARCH)


@pytest.mark.parametrize(
    "problem, verdict, meter, why",
    [
        (Problem("8x8"), Result(Status.UNKNOWN, None, "stopped"), None, "unknown"),
        (Problem.on_board("24x24", (3, 4)), BY_SEARCH, None, "rests on a search.*--export FILE.cnf"),
        (Problem(nx.petersen_graph(), closed=True), BY_SEARCH, Meter(Budget(nodes=10)), "rests on a search"),
        (Problem(nx.complete_graph([frozenset({1}), frozenset({2})])), None, None, "cannot be written as JSON"),
    ],
    ids=["unknown", "too hard", "too little time", "no JSON"],
)
def test_there_is_none_and_the_error_says_why(problem, verdict, meter, why, without_obstructions):
    with pytest.raises(NoCertificate, match=why):
        certificate(problem, verdict if verdict is not None else decide(problem), meter=meter)


def test_a_board_too_large_for_a_graph_has_none():
    problem = Problem("3001x3001", closed=True)
    with pytest.raises(BoardError):
        certificate(problem, decide(problem))


def test_the_names_of_the_files_say_the_question():
    problem = Problem("5x5")
    questions = [problem, problem.with_ends(closed=True), problem.with_ends(start=(0, 1), end=(2, 3), closed=True)]
    assert [certificate_name(each) for each in questions] == ["open", "closed", "closed_start_0_1_end_2_3"]

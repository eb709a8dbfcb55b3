"""Evidence holds for the very problem of its verdict, whatever other problem it was found for, and so does its certificate."""

import itertools

import networkx as nx
import pytest

from graphs import Board, Tour, symmetries
from graphs.families import graph_family
from graphs.obstructions import ForcedMoves, find_weighted_cuts
from solvers import Problem, Result, RotatedTour, Status, board_map, decide, pair_map, start_map
from solvers.existence import maps
from solvers.existence.answers import STOPPED, StartMap
from solvers.existence.certificates import certificate
from solvers.existence.maps import each_map_answer
from tests.checker import load_checker
from tests.evidence import assert_holds
from tests.small import RING

GIRAFFE, ZEBRA = (1, 4), (2, 3)


def starts_of(board, leaper=(1, 2), starts=None):
    """Each question of a start map, with its verdict."""
    problem, starts = Problem.on_board(board, leaper), starts or start_map(board, leaper=leaper)
    yield problem.with_ends(closed=True), starts.closed
    yield from ((problem.with_ends(start=square), verdict) for square, verdict in starts.items())


def pairs_of(board, leaper=(1, 2)):
    problem = Problem.on_board(board, leaper)
    return ((problem.with_ends(start=one, end=two), verdict) for (one, two), verdict in pair_map(board, leaper=leaper).items())


def table_of(boards):
    return itertools.chain.from_iterable(starts_of(each.board, starts=each.starts) for each in board_map(boards))


def vertices_of(graph):
    problem = Problem(graph)
    (_, closed), *starts = each_map_answer(StartMap, problem)
    yield problem.with_ends(closed=True), closed
    yield from ((problem.with_ends(start=vertex), each) for vertex, each in starts)


ANSWERS = {
    "giraffe, 8x8": lambda: starts_of(Board(8, 8), GIRAFFE),
    "zebra, 5x10": lambda: starts_of(Board(5, 10), ZEBRA),
    "zebra, 12x12": lambda: starts_of(Board(12, 12), ZEBRA),
    "a cylinder of the (1, 6)-leaper": lambda: starts_of(Board(2, 10, wrap="rows"), (1, 6)),
    "pairs of 3x4": lambda: pairs_of(Board(3, 4)),
    "pairs of 3x5": lambda: pairs_of(Board(3, 5)),
    "pairs of a ring": lambda: pairs_of(RING),
    "pairs of the wazir": lambda: pairs_of(Board(3, 4), (0, 1)),
    "a table of boards": lambda: table_of(Board(*sides) for sides in [(1, 1), (2, 3), (3, 3), (3, 7), (4, 4), (4, 5), (5, 5)]),
    "the graph of Petersen": lambda: vertices_of(graph_family("Petersen")),
    "two triangles that share a vertex": lambda: vertices_of(nx.windmill_graph(2, 3)),
    "a lollipop": lambda: vertices_of(nx.lollipop_graph(4, 3)),
    "a path beside a vertex": lambda: vertices_of(nx.disjoint_union(nx.path_graph(3), nx.empty_graph(1))),
    "one vertex": lambda: vertices_of(nx.empty_graph(1)),
}


@pytest.fixture(scope="module")
def checker():
    return load_checker()


@pytest.mark.parametrize("name", ANSWERS)
def test_evidence_holds_for_its_own_problem_and_its_certificate_is_accepted(name, checker, tmp_path):
    written = 0
    for problem, verdict in ANSWERS[name]():
        assert_holds(problem, verdict)
        content = certificate(problem, verdict)
        (tmp_path / "it.json").write_bytes(content)
        read = checker.read(tmp_path / "it.json")
        assert read.check()
        assert (read.answer, read.closed) == (verdict.exists, problem.closed)
        written += 1
    assert written


def test_why_there_is_no_open_tour_is_why_there_is_no_closed_one(monkeypatch):
    monkeypatch.setattr(maps, "decide", lambda asked, **limits: STOPPED if asked.closed else decide(asked))
    problem = Problem.on_board(Board(13, 13), ZEBRA)
    closed = maps.tour_map(problem).closed
    evidence = closed.evidence
    assert "no open tour at all" in closed.reason
    assert isinstance(evidence, ForcedMoves)
    assert evidence.holds(problem.graph, problem.with_ends(closed=True))


def test_what_rules_out_every_open_tour_rules_out_each_of_them_and_a_closed_one():
    free = Problem.on_board(Board(8, 8), GIRAFFE)
    (evidence,) = find_weighted_cuts(free.graph, free)
    first, last = (0, 0), (1, 4)
    for ends in [{"start": first}, {"end": first}, {"start": first, "end": last}, {"start": last, "end": first}]:
        for closed in (False, True):
            assert evidence.holds(free.graph, free.with_ends(**ends, closed=closed))


# What a verdict says of a tour walked backwards, and of its image.


def rotations(board):
    """For each square, the problem of an open tour that starts there, and its verdict by a closed tour."""
    problem = Problem(board)
    closed = decide(problem.with_ends(closed=True)).tour
    return ((problem.with_ends(start=square), Result(Status.FOUND, RotatedTour(closed, square), "a tour")) for square in board)


@pytest.mark.parametrize("board", [RING, Board(5, 6)], ids=str)
def test_a_tour_from_a_square_of_a_closed_tour_has_a_reverse_and_images(board):
    for problem, verdict in rotations(board):
        back = verdict.reversed()
        assert back.tour == Tour(verdict.tour[::-1])
        assert_holds(problem.with_ends(end=problem.start), back)
        for symmetry in symmetries(board):
            image = verdict.mapped(symmetry)
            assert_holds(problem.with_ends(start=symmetry(problem.start)), image)
            assert image.tour == Tour(map(symmetry, verdict.tour))


@pytest.mark.parametrize(
    "ends", [{"start": (0, 0), "end": (2, 2)}, {"start": (0, 0), "end": (1, 2), "closed": True}, {"end": (1, 2)}], ids=str
)
def test_a_verdict_walked_backwards_holds_for_the_problem_walked_backwards(ends):
    verdict = decide(RING, **ends)
    back = Problem(RING, start=ends.get("end"), end=ends.get("start"), closed=ends.get("closed", False))
    assert_holds(back, verdict.reversed())

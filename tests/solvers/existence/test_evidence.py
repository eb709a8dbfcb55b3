"""Evidence holds for the very problem of its verdict, whatever other problem it was found for, and so does its certificate."""

import networkx as nx
import pytest

from graphs import Board, Tour, symmetries
from graphs.families import graph_family
from graphs.obstructions import ForcedMoves, find_weighted_cuts
from solvers import Problem, Result, RotatedTour, Status, decide, pair_map, start_map
from solvers.existence import maps
from solvers.existence.answers import STOPPED
from solvers.existence.certificates import certificate
from tests.checker import load_checker
from tests.evidence import assert_holds
from tests.small import RING

CHECKER = load_checker()
KNIGHT, WAZIR, CAMEL, GIRAFFE, ZEBRA = (1, 2), (0, 1), (1, 3), (1, 4), (2, 3)
WITHOUT_SYMMETRY = Board(4, 5, holes=[(0, 0), (1, 2)])
PUNCTURED_TORUS = Board(3, 5, holes=[(0, 0)], wrap="both")
STARTS = {
    KNIGHT: [
        *("3x4", "5x5", "3x7", "6x6", "1x1", "2x3", "3x3", "4x4", "4x5", RING, WITHOUT_SYMMETRY, PUNCTURED_TORUS),
        *(Board(1, 2, holes=[(0, 0), (0, 1)]), Board(4, 5, wrap="rows"), Board(4, 4, wrap="both")),
        *(graph_family("Petersen"), nx.windmill_graph(2, 3), nx.lollipop_graph(4, 3), nx.empty_graph(1)),
        nx.disjoint_union(nx.path_graph(3), nx.empty_graph(1)),
    ],
    WAZIR: ["3x5", Board(3, 4, wrap="cols")],
    CAMEL: [Board(4, 5, wrap="both")],
    GIRAFFE: ["5x7", "8x8"],
    ZEBRA: ["5x6", "5x10", "12x12"],
    (1, 6): [Board(2, 10, wrap="rows")],
}
PAIRS = {KNIGHT: ["3x4", "3x5", RING, WITHOUT_SYMMETRY, PUNCTURED_TORUS], WAZIR: ["3x4", "3x5"]}
MAPS = [
    (decide_all, board, leaper)
    for decide_all, boards in ((start_map, STARTS), (pair_map, PAIRS))
    for leaper in boards
    for board in boards[leaper]
]


@pytest.mark.parametrize("decide_all, board, leaper", MAPS)
def test_each_answer_of_a_map_is_that_of_decide_with_evidence_and_a_certificate(decide_all, board, leaper, tmp_path):
    questions = [*decide_all(board, leaper=leaper).questions()]
    assert questions
    for problem, verdict in questions:
        assert problem.size > 35 or verdict.exists == decide(problem).exists
        assert_holds(problem, verdict)
        (tmp_path / "it.json").write_bytes(certificate(problem, verdict))
        read = CHECKER.read(tmp_path / "it.json")
        assert read.check()
        assert (read.answer, read.closed) == (verdict.exists, problem.closed)


def test_why_there_is_no_open_tour_is_why_there_is_no_closed_one(monkeypatch):
    monkeypatch.setattr(maps, "decide", lambda asked, **limits: STOPPED if asked.closed else decide(asked))
    problem = Problem.on_board("13x13", ZEBRA)
    closed = maps.tour_map(problem).closed
    assert "no open tour at all" in closed.reason
    assert isinstance(closed.evidence, ForcedMoves)
    assert_holds(problem.with_ends(closed=True), closed)


def test_what_rules_out_every_open_tour_rules_out_each_of_them_and_a_closed_one():
    free = Problem.on_board("8x8", GIRAFFE)
    (evidence,) = find_weighted_cuts(free.graph, free)
    first, last = (0, 0), (1, 4)
    for start, end in [(first, None), (None, first), (first, last), (last, first)]:
        for closed in (False, True):
            assert evidence.holds(free.graph, free.with_ends(start=start, end=end, closed=closed))


# What a verdict says of a tour walked backwards, and of its image.


@pytest.mark.parametrize("board", [RING, Board(5, 6)], ids=str)
def test_a_tour_from_a_square_of_a_closed_tour_has_a_reverse_and_images(board):
    closed = decide(board, closed=True).tour
    for square in board:
        problem = Problem(board, start=square)
        verdict = Result(Status.FOUND, RotatedTour(closed, square), "a tour")
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

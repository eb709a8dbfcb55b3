"""Maps of verdicts: every square, every pair, every board, the same whichever way they are worked out."""

import itertools
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace

import networkx as nx
import pytest

from graphs import Board, symmetries
from solvers import (
    Budget,
    Problem,
    Result,
    RotatedTour,
    SearchProof,
    Status,
    board_map,
    decide,
    pair_map,
    start_map,
)
from solvers.existence.answer_texts import REASONS_SHOWN, answers_text, evidence_name
from solvers.existence.answers import BoardTable, PairMap, StartMap
from solvers.existence.maps import each_map_answer
from solvers.solving.decide import with_shared_reasons
from tests.evidence import assert_holds


def truths(verdicts):
    return {key: verdict.exists for key, verdict in verdicts.items()}


def test_of_pairs_that_symmetries_map_onto_each_other_one_is_decided_and_none_for_a_reason_that_is_known():
    board, asked = Board(5, 5), []

    def noted(problem):
        asked.append(decide(problem))
        ends = [tuple(map(symmetry, (problem.start, problem.end))) for symmetry in symmetries(board)]
        orbits.append(frozenset(ends + [pair[::-1] for pair in ends]))
        return asked[-1]

    orbits = []
    assert len(dict(each_map_answer(PairMap, Problem(board), noted))) == 600
    assert len(set(orbits)) == len(orbits)
    noes = [verdict.evidence for verdict in asked if not verdict.exists]
    assert len(set(noes)) == len(noes)


def test_pairs_follow_from_starts_that_have_no_tour():
    board, asked = Board(3, 7), []
    starts = start_map(board)
    pairs = each_map_answer(PairMap, Problem(board), lambda problem: asked.append(problem) or decide(problem), starts=starts)
    assert truths(dict(pairs)) == truths(pair_map(board))
    assert asked
    assert all(starts[problem.start].exists and starts[problem.end].exists for problem in asked)


def test_one_closed_tour_answers_every_start_of_40x40():
    starts = start_map("40x40")
    assert starts.count(True) == len(starts) == 1600
    assert len({verdict.evidence.closed for verdict in starts.values()}) == 1
    assert all(isinstance(verdict.evidence, RotatedTour) for verdict in starts.values())
    for asked, verdict in [*starts.questions()][::391]:
        assert_holds(asked, verdict)


def test_a_map_is_a_grid_and_a_frame():
    found = start_map(Board(3, 3, holes=[(1, 1)]), budget=Budget(nodes=9))
    assert (found.grid[1, 1], found.grid[0, 2]) == ("#", True)
    assert found.frame().loc[0, 2].tolist() == [True, "the closed tour, begun here"]
    assert start_map("9x9", budget=Budget(nodes=1)).frame().exists.isna().any()


@pytest.mark.parametrize("number", [1, REASONS_SHOWN, REASONS_SHOWN + 1, 2 * REASONS_SHOWN])
def test_a_map_prints_the_first_reasons_and_counts_the_others_if_there_are_any(number):
    board = Board(1, number)
    answers = {square: Result(Status.UNKNOWN, None, f"reason {place}") for place, square in enumerate(board)}
    text = answers_text(StartMap(Problem(board), answers, Result(Status.UNKNOWN, None, "")))
    shown, left = min(number, REASONS_SHOWN), number - REASONS_SHOWN
    assert [f": reason {place}\n" in f"{text}\n" for place in range(number)] == [place < shown for place in range(number)]
    assert ("more reason" in text, f"… and {left} more reason" in text) == (left > 0, left > 0)


def number_of(starts):
    """The number of starts that a table of boards shows."""
    (cell,) = BoardTable([starts], leaper=(1, 2)).cells()
    return cell.number


def test_what_is_left_open_is_unknown_and_counted():
    starts = start_map("5x5", budget=Budget(nodes=1))
    assert (starts.count(True), starts.count(False), starts.count(None)) == (0, 12, 13)
    assert starts.exists is None
    assert "node limit" in starts[0, 0].reason
    assert number_of(starts) == ""
    found = replace(starts, verdicts=starts.verdicts | {(0, 0): decide(starts.board, start=(0, 0))})
    assert number_of(found) == "≥1"
    pairs = pair_map(Board(4, 4, wrap="both"), budget=Budget(nodes=1))
    assert len(pairs) == 240
    assert None in truths(pairs).values()


def test_confirmation_is_asked_for_every_no_by_a_solver(only_searches):
    evidence = [verdict.evidence for verdict in start_map("3x7", confirm=True).values()]
    (searched,) = (each for each in evidence if isinstance(each, SearchProof))
    assert searched.confirmed_by


def test_a_vertex_may_be_named_closed():
    starts = start_map(nx.path_graph(["open", "closed", "start"], nx.Graph))
    assert truths(starts) == {"open": True, "closed": False, "start": True}
    assert starts.closed.exists is False


def test_boards_are_mapped_one_after_the_other_when_they_are_asked_for():
    asked = []

    def sizes():
        for cols in itertools.count(3):
            asked.append(cols)
            yield Board(3, cols)

    found = board_map(sizes())
    assert asked == []
    assert next(board_map([Board(3, 4)])) == next(board_map([Board(3, 4)]))
    assert [(str(each.board), each.open, each.closed) for each in itertools.islice(found, 5)] == [
        ("3x3", False, False),
        ("3x4", True, False),
        ("3x5", False, False),
        ("3x6", False, False),
        ("3x7", True, False),
    ]
    assert asked == [3, 4, 5, 6, 7]


# In parallel.


@pytest.fixture(scope="module", params=[ThreadPoolExecutor, ProcessPoolExecutor])
def executor(request):
    with request.param(2) as pool:
        yield pool


@pytest.mark.parametrize(
    "problem",
    [
        Problem("3x4"),
        Problem("5x5"),
        Problem(Board(4, 4, wrap="both")),
        Problem.of("3x5", (0, 1)),
        Problem(Board(1, 2, holes=[(0, 0), (0, 1)])),
    ],
)
def test_an_executor_changes_no_answer(executor, problem):
    alone, shared = (start_map(problem, executor=how) for how in (None, executor))
    assert [*truths(shared).items()] == [*truths(alone).items()]
    assert shared.closed == alone.closed
    for asked, verdict in shared.questions():
        assert_holds(asked, verdict)


def test_an_executor_changes_no_answer_of_pairs_or_of_a_table(executor):
    pairs = [[*truths(pair_map(Board(3, 5, wrap="cols"), executor=how)).items()] for how in (None, executor)]
    assert pairs[0] == pairs[1]
    boards = [Board(3, cols) for cols in range(3, 8)]
    tables = [[(each.board, truths(each.starts)) for each in board_map(boards, executor=how)] for how in (None, executor)]
    assert tables[0] == tables[1]


def test_the_budget_reaches_the_executor(executor):
    starts = start_map(Board(4, 4, wrap="both"), budget=Budget(nodes=1), executor=executor)
    assert starts.count(None) == 16


@pytest.mark.parametrize("board, kind", [("5x5", "colours"), ("3x9", "colours"), ("4x6", "half set"), ("4x4", "cut set")])
def test_one_kind_of_reason_explains_a_whole_map_and_stands_once_as_a_headline(board, kind):
    starts = start_map(board)
    assert {evidence_name(verdict) for verdict in (*starts.values(), starts.closed) if not verdict.exists} == {kind}
    text, number = answers_text(starts), starts.count(False)
    others = "other " * (number < len(starts))
    assert text.splitlines()[-1].startswith(f"no tour starts on the {others}{number} squares: ")
    assert "× 0" not in text


@pytest.mark.parametrize(
    "board, leaper, reasons",
    [
        (Board(5, 5, holes=[(2, 2)]), (1, 2), {"half set": 1}),
        ("3x4", (1, 2), {"cut set": 4}),  # of one kind: each is the simplest
        ("5x8", (1, 4), {"half set": 2, "cut set": 1}),
    ],
)
def test_a_map_has_few_reasons_each_for_all_squares_for_which_it_holds(board, leaper, reasons):
    starts = start_map(board, leaper=leaper)
    for asked, verdict in starts.questions():
        assert_holds(asked, verdict)
    noes = {verdict.reason: verdict for verdict in starts.values() if not verdict.exists}
    assert all(reason == str(verdict.evidence) for reason, verdict in noes.items())
    assert Counter(map(evidence_name, noes.values())) == reasons


def test_a_map_with_too_many_reasons_is_left_as_it_is():
    problem = Problem.on_board("1x63", (0, 1))
    answers = {square: decide(problem.with_ends(start=square)) for square in problem.board}
    assert len({verdict.reason for verdict in answers.values()}) > 30
    assert with_shared_reasons(problem, answers) == answers

"""Verdicts: as published, as a search of another kind finds, with evidence that holds; and never more than is known."""

import itertools
import json
import random
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board, Tour, knight_graph, verify_tour
from graphs.obstructions import Colours, DeadEnds, Disconnected, ForcedMoves, HalfSet, NoSquares, Obstruction, TooFewSquares
from solvers import (
    Budget,
    Problem,
    RotatedTour,
    SearchProof,
    Status,
    board_map,
    decide,
    get_solver,
    pair_map,
    solve,
)
from tests.brute_force import count_tours_plainly

ROOT = Path(__file__).parents[3]
FACTS = json.loads((ROOT / "tests" / "data" / "existence.json").read_text(encoding="utf-8"))
LEAPERS = [(1, 2), (1, 3), (1, 4), (2, 3), (0, 1), (1, 1), (0, 2)]
WRAPS = [None, "rows", "cols", "both"]
SIZES = [(m, n) for m in range(1, 9) for n in range(m, 11)] + [(m, n) for m in (3, 4) for n in range(11, 15)]


def has_closed_tour(m, n):
    """Schwenk's theorem of 1991, for m <= n."""
    return not ((m % 2 and n % 2) or m in (1, 2, 4) or (m == 3 and n in (4, 6, 8)))


def has_open_tour(m, n):
    """Cull and De Curtins' theorem of 1978, for m <= n."""
    return (m, n) in [(1, 1), (3, 4)] or (m == 3 and n >= 7) or (m == 4 and n >= 5) or m >= 5


def starts_tour(m, n, square):
    """Whether an open tour begins here: the theorem, the colours, and the exceptions that were measured, for m <= n."""
    wrong_colour = m % 2 and n % 2 and sum(square) % 2
    exception = list(square) in FACTS["starts_without_tour"]["boards"].get(f"{m}x{n}", [])
    return has_open_tour(m, n) and not (wrong_colour or exception or (m == 4 and square[0] in (1, 2)))


def check_evidence(verdict, problem):
    """The evidence is of the kind that the answer needs, and it holds for this very problem."""
    graph, evidence = problem.graph, verdict.evidence
    assert verdict.reason.strip()
    assert "\n" not in verdict.reason
    if verdict.exists:
        assert isinstance(evidence, Tour | RotatedTour)
        verify_tour(graph, verdict.tour, start=problem.start, end=problem.end, closed=problem.closed)
        assert verdict.tour.closed == problem.closed
    elif isinstance(evidence, Obstruction):
        assert evidence.holds(graph, problem)
        assert str(evidence) == verdict.reason
        assert verdict.tour is None
    else:
        assert verdict.exists is False
        assert isinstance(evidence, SearchProof)
        assert get_solver(evidence.solver).exact
        assert str(evidence) == verdict.reason


# What is in print, computed.


@pytest.fixture(scope="module")
def maps():
    """The start map of every board m x n, m <= n, that the facts name."""
    return {(found.board.rows, found.board.cols): found.starts for found in board_map(Board(m, n) for m, n in SIZES)}


def test_every_start_is_as_published_and_measured(maps):
    for (m, n), starts in maps.items():
        assert {square: verdict.exists for square, verdict in starts.items()} == {
            square: starts_tour(m, n, square) for square in Board(m, n)
        }


def test_every_board_is_as_schwenk_and_cull_and_de_curtins_say(maps):
    assert {size: (starts.exists, starts.closed.exists) for size, starts in maps.items()} == {
        size: (has_open_tour(*size), has_closed_tour(*size)) for size in SIZES
    }


def test_every_tour_is_verified_and_every_no_is_explained_without_a_search(maps):
    for size, starts in maps.items():
        problem = Problem(knight_graph(Board(*size)))
        for asked, verdict in [({"closed": True}, starts.closed), *(({"start": each}, starts[each]) for each in starts)]:
            check_evidence(verdict, problem.with_ends(**asked))
            assert not isinstance(verdict.evidence, SearchProof), (size, asked)


@pytest.mark.parametrize("cols", range(5, 13))
def test_the_inner_rows_of_4xn_start_no_tour_for_the_outer_rows_are_half_of_the_board(cols):
    for square in [(1, 0), (2, cols // 2), (1, cols - 1)]:
        verdict = decide(Problem.on_board(Board(4, cols), start=square))
        assert verdict.exists is False
        assert verdict.evidence == HalfSet(frozenset((row, col) for row in (0, 3) for col in range(cols)))
        assert verdict.theorem.name == "4xn boards, inner rows"


def right_colours(board, start, end):
    """Both of the corners' colour on odd boards, else of opposite colours."""
    one, other = sum(start) % 2, sum(end) % 2
    return one == other == 0 if len(board) % 2 else one != other


@pytest.mark.parametrize(
    ("name", "pairs", "without"),
    [
        *((name, each["pairs"], each["without"]) for name, each in FACTS["pairs_without_tour"]["boards"].items()),
        ("5x7", 306, 0),
        ("5x8", 800, 70),
        ("6x6", 648, 0),
        ("6x7", 882, 0),
        ("6x8", 1152, 0),
    ],
)
def test_the_pairs_of_start_and_end_without_a_tour_are_as_many_as_measured(name, pairs, without):
    board = Board.parse(name)
    problem = Problem(knight_graph(board))
    found = pair_map(board)
    assert list(found) == list(itertools.permutations(board, 2))
    for (start, end), verdict in found.items():
        check_evidence(verdict, problem.with_ends(start=start, end=end))
    assert not any(verdict.exists for pair, verdict in found.items() if not right_colours(board, *pair))
    right = [verdict.exists for pair, verdict in found.items() if right_colours(board, *pair)]
    assert (len(right), right.count(False)) == (pairs, without)


# Against a search of another kind.


def random_problem(chance, rows, cols, squares, leaper, wrap):
    """A board with so many squares left, at random, half of the time as many of each colour, and a random question."""
    every = list(itertools.product(range(rows), range(cols)))
    colours = [[square for square in every if sum(square) % 2 == colour] for colour in (0, 1)]
    if chance.random() < 0.5:
        kept = chance.sample(every, squares)
    else:
        kept = [square for colour in colours for square in chance.sample(colour, min(squares // 2, len(colour)))]
    board = Board(rows, cols, set(every) - set(kept), wrap)
    problem = Problem.on_board(board, leaper, closed=chance.random() < 0.4)
    start = chance.choice([None, *board])
    ends = list(problem.graph.adj[start] if problem.closed and start is not None else board)
    end = chance.choice([None, None, *(square for square in chance.sample(ends, min(2, len(ends))) if square != start)])
    return problem.with_ends(start=start, end=end, closed=problem.closed)


@st.composite
def small_problems(draw):
    chance = random.Random(draw(st.integers(0, 2**32)))
    rows, cols = draw(st.sampled_from([(2, 4), (3, 3), (3, 4), (2, 7), (3, 5), (4, 4), (3, 6), (4, 5), (1, 9)]))
    squares = draw(st.integers(max(6, rows * cols - 6), min(16, rows * cols)))
    return random_problem(chance, rows, cols, squares, draw(st.sampled_from(LEAPERS)), draw(st.sampled_from(WRAPS)))


def exists_by_brute_force(problem):
    return count_tours_plainly(problem.graph, start=problem.start, end=problem.end, closed=problem.closed) > 0


@settings(deadline=None, max_examples=300)
@given(small_problems(), st.integers(1, 60))
def test_a_small_board_with_holes_is_decided_as_by_brute_force_or_left_open_by_a_budget(problem, nodes):
    for verdict, answers in ((decide(problem), {True, False}), (decide(problem, Budget(nodes=nodes)), {True, False, None})):
        assert verdict.exists in answers & {exists_by_brute_force(problem), None}
        if verdict.exists is not None:
            check_evidence(verdict, problem)


@pytest.mark.parametrize("seed", range(30))
def test_random_boards_of_20_to_45_squares_are_decided_as_by_cp_sat(seed):
    chance = random.Random(seed)
    for _ in range(6):
        rows, cols = chance.choice([(4, 5), (5, 5), (5, 6), (5, 7), (6, 6), (6, 7), (6, 8), (4, 12)])
        squares = rows * cols - chance.randint(0, 5)
        leaper, wrap = chance.choice([(1, 2), (1, 2), *LEAPERS]), chance.choice([None, None, *WRAPS])
        problem = random_problem(chance, rows, cols, squares, leaper, wrap)
        verdict = decide(problem)
        assert verdict.exists == (solve(problem, "cp-sat").status is Status.FOUND), problem.board
        check_evidence(verdict, problem)


# Graphs of other kinds, and edges of the definition.

PETERSEN = nx.petersen_graph()


@pytest.mark.parametrize(
    ("graph", "asked", "exists", "kind"),
    [
        (PETERSEN, {"closed": True}, False, ForcedMoves),
        (PETERSEN, {}, True, Tour),
        (nx.star_graph(3000), {}, False, Colours),
        (nx.disjoint_union(nx.complete_graph(3), nx.complete_graph(4)), {"start": 0, "end": 6}, False, Disconnected),
        (nx.barbell_graph(4, 0), {"closed": True}, False, DeadEnds),
        (nx.empty_graph(0), {"closed": True}, False, NoSquares),
        (nx.empty_graph(1), {}, True, Tour),
        (nx.empty_graph(1), {"start": 0, "end": 0, "closed": True}, False, TooFewSquares),
        (nx.path_graph(2), {"start": 1, "end": 0}, True, Tour),
        (nx.path_graph(2), {"start": 0, "end": 1, "closed": True}, False, TooFewSquares),
        (nx.empty_graph(2), {"start": 0, "end": 1}, False, Disconnected),
        (nx.Graph([(0, 0), (0, 1), (1, 1)]), {}, True, Tour),
        (
            nx.Graph([("a", 1), (1, (0, 0)), ((0, 0), frozenset()), (frozenset(), "a")]),
            {"start": 1, "closed": True},
            True,
            Tour,
        ),
        (nx.Graph([("b", 1), (1, "a"), (1, (2, 2))]), {"end": "a"}, False, Obstruction),
        (nx.path_graph(9), {"start": 4}, False, Obstruction),
    ],
)
def test_any_graph_is_decided(graph, asked, exists, kind):
    problem = Problem(graph, **asked)
    verdict = decide(problem)
    assert verdict.exists is exists
    assert isinstance(verdict.evidence, kind)
    assert verdict.theorem is None
    check_evidence(verdict, problem)


def test_a_graph_is_decided_by_its_squares_and_not_by_the_board_that_it_came_from():
    graph = knight_graph(Board(8, 8))
    graph.remove_nodes_from([(0, 0), (7, 7)])
    assert graph.graph["board"] == Board(8, 8)
    verdict = decide(Problem(graph, closed=True))
    assert (verdict.exists, verdict.theorem) == (False, None)
    assert isinstance(verdict.evidence, Colours)


# Budgets.


def test_the_same_node_budget_gives_the_same_verdict():
    chance = random.Random(3)
    settled = []
    for _ in range(25):
        problem = random_problem(chance, 5, 6, 26, (1, 2), chance.choice([None, "rows"]))
        for nodes in (10, 26, 300, 5000):
            first, second = (decide(problem, Budget(nodes=nodes)) for _ in range(2))
            assert first == second
            settled.append(first.exists)
    assert None in settled
    assert True in settled

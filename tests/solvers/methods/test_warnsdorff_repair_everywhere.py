"""Warnsdorff's walk with repair, from everywhere to everywhere, on boards of all sizes; and its compiled twin."""

import random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board, knight_graph, leaper_graph
from solvers import Budget, Problem, Status, solve
from solvers.budget import Meter
from solvers.methods import warnsdorff_repair as repair
from solvers.methods.compiled.warnsdorff_repair import CompiledWalk

NAME = "warnsdorff-repair"


def random_pairs(board, number, seed=0):
    """Pairs of start and end between which colour allows a tour."""
    chance = random.Random(seed)
    while number:
        start, end = ((chance.randrange(board.rows), chance.randrange(board.cols)) for _ in range(2))
        odd = len(board) % 2
        if start != end and (sum(start) % 2 == sum(end) % 2 == 0 if odd else sum(start) % 2 != sum(end) % 2):
            number -= 1
            yield start, end


@pytest.mark.parametrize(
    ("rows", "lengths"),
    [
        *((rows, (20, 23, 24, 32, 40)) for rows in range(5, 9)),
        *(pytest.param(rows, range(rows, 41), marks=pytest.mark.slow) for rows in range(5, 41)),
    ],
)
def test_every_right_coloured_start_of_a_board(rows, lengths):
    for board in (Board(rows, cols) for cols in lengths):
        for start in (square for square in board if len(board) % 2 == 0 or sum(square) % 2 == 0):
            assert solve(Problem.on_board(board, start=start), NAME).status is Status.FOUND, (board, start)


@pytest.mark.parametrize("number", [40, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["50x50", "51x51", "200x200"])
def test_a_tour_between_any_two_right_coloured_squares(name, number):
    problem = Problem.on_board(Board.parse(name))
    for start, end in random_pairs(problem.board, number):
        assert solve(problem.with_ends(start=start, end=end), NAME).status is Status.FOUND, (start, end)


@pytest.mark.parametrize(("name", "leaper"), [("400x500", (1, 2)), ("1000x1000", (1, 2)), ("300x301", (1, 4))])
def test_a_tour_of_a_large_board_from_anywhere(name, leaper):
    board = Board.parse(name)
    (start, end), *_ = random_pairs(board, 1)
    assert solve(Problem.on_board(board, leaper, start=start), NAME).status is Status.FOUND
    assert solve(Problem.on_board(board, leaper, start=start, end=end), NAME).status is Status.FOUND


def test_a_closed_tour_of_a_large_torus():
    problem = Problem.on_board(Board(250, 250, wrap="both"), closed=True)
    assert solve(problem, NAME).status is Status.FOUND


def test_a_square_with_one_neighbour_is_the_end():
    """A leaf that the rule would enter at once: the walk steps back and keeps it for the last."""
    graph = nx.compose(nx.complete_graph(6), nx.Graph([(0, "leaf")]))
    assert solve(Problem(graph, start=0), NAME).tour is None  # the leaf would have to be second and last
    found = solve(Problem(graph, start=1), NAME)
    assert found.tour[-2:] == (0, "leaf")


# The compiled twin.


def answers_of_both(problem, patch, **how):
    answers = []
    for compiled_from in (0, 10**9):
        patch.setattr(repair, "COMPILED_FROM", compiled_from)
        found = solve(problem, NAME, **how)
        answers.append((found.status, found.nodes, found.tour, found.reason))
        patch.undo()
    return answers


@settings(deadline=None, max_examples=40)
@given(rows=st.integers(6, 14), cols=st.integers(6, 14), as_array=st.booleans(), seed=st.integers(0, 2**31 - 1))
def test_both_twins_turn_a_complete_tour_to_the_same_end(rows, cols, as_array, seed):
    board = Board(rows, cols)
    (start, end), *_ = random_pairs(board, 1, seed)
    problem = Problem.on_board(board, start=start, end=end)
    tour = solve(problem.with_ends(start=start), NAME).tour
    turned = []
    for twin in (repair.Walk(problem, seed), CompiledWalk(problem, seed)):
        twin.adopt(tour.array() if as_array else tour.squares, turns=1000)
        assert twin.run(Meter())
        turned.append((twin.nodes, [tuple(square) for square in twin.tour()]))
    assert turned[0] == turned[1]
    assert (turned[0][1][0], turned[0][1][-1]) == (start, end)


def asked(draw, vertices):
    """A start, an end and whether the tour is closed, as it comes."""
    start, end = (draw(st.none() | st.sampled_from(vertices)) for _ in range(2))
    return {"start": start, "end": None if end == start else end, "closed": draw(st.booleans())}


@st.composite
def problems(draw):
    """A problem of any graph, or of a leaper on any board, given as a board or as a graph."""
    if draw(st.booleans()):
        graph = nx.gnp_random_graph(draw(st.integers(1, 24)), draw(st.floats(0.05, 0.5)), seed=draw(st.integers(0, 2**31 - 1)))
        return Problem(graph, **asked(draw, list(graph)))
    rows, cols, leaper = draw(st.integers(3, 12)), draw(st.integers(3, 12)), draw(st.sampled_from([(1, 2), (0, 1), (1, 4)]))
    holes = draw(st.sets(st.sampled_from(list(Board(rows, cols))), max_size=rows * cols // 5))
    board = Board(rows, cols, holes, draw(st.sampled_from([None, "rows", "both"])))
    question = asked(draw, list(board))
    return (
        Problem.on_board(board, leaper, **question)
        if draw(st.booleans())
        else Problem(leaper_graph(board, *leaper), **question)
    )


@settings(deadline=None, max_examples=200)
@given(problems(), st.none() | st.integers(1, 300), st.integers(0, 2**31 - 1))
def test_both_twins_make_the_same_walks(problem, limit, seed):
    with pytest.MonkeyPatch.context() as patch:
        one, other = answers_of_both(problem, patch, seed=seed, walks=3, budget=Budget(nodes=limit))
    assert one == other


def test_the_graph_and_the_board_give_the_same_tour():
    """So that a tour does not depend on how the question was put."""
    board = Board(9, 9)
    for start in [(0, 0), (4, 4), (3, 5)]:
        on_board, on_graph = Problem.on_board(board, start=start), Problem(knight_graph(board), start=start)
        assert solve(on_board, NAME).tour == solve(on_graph, NAME).tour

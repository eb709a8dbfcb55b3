"""The theorems say what exact search finds, and nothing of boards that they are not about."""

import itertools

import pytest

from graphs import Board, knight_graph, leaper_graph, orbits
from graphs.obstructions import Ends, find_colours
from graphs.theorems import THEOREMS, TheoremProblem, colours_forbid, theorem_for
from solvers import Problem, decide

UP_TO_30 = [(rows, cols) for rows in range(1, 31) for cols in range(1, 30 // rows + 1)]


def answers(board, **sought):
    """What each theorem that covers a problem says."""
    problem = TheoremProblem.of(board, **{"leaper": (1, 2), "start": None, "end": None, "closed": False} | sought)
    said = {theorem.name: problem and rule(problem) for theorem, rule in THEOREMS.items()}
    return {name: exists for name, exists in said.items() if exists is not None}


def contradicted(board, exists, **sought):
    """The theorems that say the contrary."""
    return [(name, str(board), sought) for name, said in answers(board, **sought).items() if said != exists]


def exists(graph, **sought):
    """Whether there is a tour, decided without a theorem: on a bare graph, which no theorem covers."""
    return decide(Problem(graph, **sought)).exists


def firsts(board):
    """One square of each kind."""
    return [orbit[0] for orbit in orbits(board)]


def test_every_board_of_up_to_30_squares_and_every_start_is_as_the_theorems_say():
    for rows, cols in UP_TO_30:
        board, graph = Board(rows, cols), knight_graph(Board(rows, cols))
        closed = exists(graph, closed=True)
        assert not contradicted(board, exists(graph))
        assert not contradicted(board, closed, closed=True)
        assert not [square for square in board if contradicted(board, closed, closed=True, start=square)]
        for square in firsts(board):
            if any(answers(board, **{name: square}) for name in ("start", "end")):
                decided = exists(graph, start=square)
                assert not contradicted(board, decided, start=square)
                assert not contradicted(board, decided, end=square)


@pytest.mark.parametrize("rows, cols", [(1, 2), (1, 4), (2, 3), (3, 3), (4, 3), (4, 4), (5, 3), (5, 4), (3, 6), (5, 5)])
def test_every_start_and_end_is_as_the_theorems_say(rows, cols):
    board, graph = Board(rows, cols), knight_graph(Board(rows, cols))
    for start, end, closed in itertools.product(firsts(board), board, (False, True)):
        if start != end and answers(board, start=start, end=end, closed=closed):
            sought = {"start": start, "end": end, "closed": closed}
            assert not contradicted(board, exists(graph, **sought), **sought)


def test_no_two_theorems_contradict_each_other_even_on_boards_that_no_one_can_search():
    sizes = [*range(1, 11), 101, 10**6]
    for rows, cols in itertools.product(sizes, sizes):
        board = Board(rows, cols)
        corner, other = (0, 0), (rows - 1, cols - 1)
        ends = [{}, {"start": corner}, {"end": other}, {"start": (rows // 2, cols // 2)}]
        ends += [{"start": corner, "end": other}] if corner != other else []
        for sought, closed in itertools.product(ends, (False, True)):
            assert len(set(answers(board, **sought, closed=closed).values())) <= 1, (board, sought, closed)


PROBLEMS = [{}, {"closed": True}, {"start": (1, 1)}, {"start": (1, 1), "end": (0, 0)}, {"end": (1, 0)}]


@pytest.mark.parametrize("sought", PROBLEMS)
@pytest.mark.parametrize("board", [Board(8, 8), Board(3, 3), Board(4, 6), Board(5, 5)])
def test_no_theorem_about_boards_with_edges_is_about_holes_joined_edges_or_other_leapers(board, sought):
    assert not answers(Board(board.rows, board.cols, holes=[(0, 2)]), **sought)
    for wrap in ("rows", "cols", "both"):
        assert not answers(Board(board.rows, board.cols, wrap=wrap), **sought)
    for leaper in [(0, 1), (1, 1), (0, 2), (2, 2), (1, 3), (2, 3), (2, 4)]:
        assert not answers(board, leaper=leaper, **sought)


def test_the_first_theorem_that_covers_a_problem_is_quoted():
    for sought in PROBLEMS:
        said = answers(Board(6, 6), **sought)
        quoted = theorem_for(Board(6, 6), **sought)
        assert (quoted and (quoted[0].name, quoted[1])) == next(iter(said.items()), None)


@pytest.mark.parametrize(
    "board, sought",
    [
        (Board(5, 5), {"start": (0, 0)}),
        (Board(5, 6), {"start": (0, 0), "end": (0, 1)}),
        (Board(5, 5, holes=[(0, 0)], wrap="both"), {"closed": True}),
        (Board(5, 5, wrap="both"), {"start": (0, 0), "end": (1, 1)}),
        (Board(5, 5, wrap="rows"), {"leaper": (2, 3), "closed": True}),
        (Board(5, 5, wrap="rows"), {}),
    ],
)
def test_what_is_not_proven_in_print_is_not_answered(board, sought):
    assert theorem_for(board, **sought) is None


SMALL = [(rows, cols) for rows in range(1, 8) for cols in range(1, 8) if rows * cols <= 25]


@pytest.mark.parametrize("leaper", [(1, 2), (0, 1), (1, 1), (0, 2), (2, 2), (1, 3), (2, 3), (1, 4), (2, 4), (3, 6)])
def test_a_torus_has_a_tour_where_its_squares_are_joined(leaper):
    for rows, cols in SMALL:
        board = Board(rows, cols, wrap="both")
        graph = leaper_graph(board, *leaper)
        for sought in ({"closed": True}, {}, {"start": (0, 0)}):
            known = theorem_for(board, leaper=leaper, **sought)
            assert (known is None) == (board.size < 3)
            assert known is None or known[1] == exists(graph, **sought), (board, sought)


def test_a_cylinder_has_a_closed_knights_tour_as_watkins_says():
    for (rows, cols), wrap in itertools.product(SMALL, ("rows", "cols")):
        board = Board(rows, cols, wrap=wrap)
        known = theorem_for(board, closed=True)
        assert (known is None) == (board.size < 3)
        assert known is None or known[1] == exists(knight_graph(board), closed=True), board


@pytest.mark.parametrize("board", [Board(3, 4), Board(4, 5), Board(5, 5)], ids=str)
def test_the_colours_forbid_what_the_two_colours_of_the_graph_forbid(board):
    graph, squares = knight_graph(board), [None, *board]
    for start, end, closed in itertools.product(squares, squares, (False, True)):
        ends = [end for end in (start, end) if end is not None]
        if (start is None or start != end) and not (closed and ends):
            problem = Ends(start, end, closed)
            claims = [claim for claim in find_colours(graph, problem) if claim.holds(graph, problem)]
            assert colours_forbid(board.size, ends, closed=closed) == bool(claims)

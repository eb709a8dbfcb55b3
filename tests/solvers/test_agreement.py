"""The exact solvers agree with each other and with what is in print."""

import json
from pathlib import Path

import networkx as nx
import pytest

from graphs import Board, knight_graph, orbits
from solvers import Budget, Problem, Status, solve

FACTS = json.loads((Path(__file__).parents[1] / "data" / "existence.json").read_text(encoding="utf-8"))
ENUMERATING = ["backtracking", "warnsdorff-backtracking", "pruned", "pruned-compiled", "cp-sat", "sat", "clingo"]
EXACT = [*ENUMERATING, "frontier"]
SMALL = [(rows, cols) for rows in range(1, 21) for cols in range(1, 20 // rows + 1)]
UP_TO_36 = [(rows, cols) for rows in range(1, 37) for cols in range(1, 36 // rows + 1)]


def has_closed_tour(rows, cols):
    """Schwenk's theorem of 1991."""
    m, n = sorted((rows, cols))
    return not ((m % 2 and n % 2) or m in (1, 2, 4) or (m == 3 and n in (4, 6, 8)))


def has_open_tour(rows, cols):
    """Cull and De Curtins' theorem of 1978."""
    m, n = sorted((rows, cols))
    return (m, n) in [(1, 1), (3, 4)] or (m == 3 and n >= 7) or (m == 4 and n >= 5) or m >= 5


def starts_tour(rows, cols, square):
    """Whether an open tour begins here: the theorem, the colours, and the exceptions that were measured."""
    (m, n), (row, col) = sorted((rows, cols)), square if rows <= cols else square[::-1]
    odd_one_out = m % 2 and n % 2 and (row + col) % 2
    inner_row = m == 4 and row in (1, 2)
    exception = [row, col] in FACTS["starts_without_tour"]["boards"].get(f"{m}x{n}", [])
    return has_open_tour(m, n) and not (odd_one_out or inner_row or exception)


def found(graph, solver, **asked):
    status = solve(Problem(graph, **asked), solver).status
    assert status is not Status.UNKNOWN
    return status is Status.FOUND


@pytest.mark.parametrize("solver", EXACT)
def test_every_start_of_every_board_of_up_to_20_squares_is_as_published(solver):
    for rows, cols in SMALL:
        graph = knight_graph(Board(rows, cols))
        firsts = [orbit[0] for orbit in orbits(Board(rows, cols))]
        answers = {square: found(graph, solver, start=square) for square in firsts}
        assert answers == {square: starts_tour(rows, cols, square) for square in firsts}, f"{rows}x{cols}"


@pytest.mark.parametrize("solver", EXACT)
def test_every_board_of_up_to_20_squares_is_as_published(solver):
    for rows, cols in SMALL:
        graph = knight_graph(Board(rows, cols))
        assert found(graph, solver) == has_open_tour(rows, cols), f"{rows}x{cols} open"
        assert found(graph, solver, closed=True) == has_closed_tour(rows, cols), f"{rows}x{cols} closed"


def test_cp_sat_settles_every_start_of_every_board_of_up_to_36_squares_as_published():
    for rows, cols in UP_TO_36:
        if rows <= cols:
            graph = knight_graph(Board(rows, cols))
            firsts = [orbit[0] for orbit in orbits(Board(rows, cols))]
            answers = {square: found(graph, "cp-sat", start=square) for square in firsts}
            assert answers == {square: starts_tour(rows, cols, square) for square in firsts}, f"{rows}x{cols}"


def test_cp_sat_settles_closed_tours_of_every_board_of_up_to_36_squares_as_schwenk_did():
    closed = {(m, n) for m, n in UP_TO_36 if m <= n and found(knight_graph(Board(m, n)), "cp-sat", closed=True)}
    assert closed == {(3, 10), (3, 12), (5, 6), (6, 6)} == {(m, n) for m, n in UP_TO_36 if m <= n and has_closed_tour(m, n)}


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["backtracking", "warnsdorff-backtracking"])
def test_a_search_of_any_board_of_up_to_36_squares_never_contradicts_what_is_published(solver):
    contradicted = {Status.FOUND: False, Status.IMPOSSIBLE: True}
    settled = 0
    for rows, cols in UP_TO_36:
        if rows <= cols:
            graph = knight_graph(Board(rows, cols))
            asked = [({"start": orbit[0]}, starts_tour(rows, cols, orbit[0])) for orbit in orbits(Board(rows, cols))]
            for question, truth in [*asked, ({"closed": True}, has_closed_tour(rows, cols))]:
                status = solve(Problem(graph, **question), solver, budget=Budget(nodes=300_000)).status
                assert contradicted.get(status) is not truth, f"{rows}x{cols} {question}: {status}"
                settled += status is not Status.UNKNOWN
    assert settled > 500


@pytest.mark.parametrize("board", ["5x5", pytest.param("5x6", marks=pytest.mark.slow)])
def test_the_pairs_of_start_and_end_without_a_tour_are_as_many_as_measured(board):
    fact = FACTS["pairs_without_tour"]["boards"][board]
    squares = Board.parse(board)
    graph = knight_graph(squares)
    odd = len(squares) % 2
    colour = {square: sum(square) % 2 for square in squares}
    pairs = [
        (start, end)
        for start in squares
        for end in squares
        if start != end and (colour[start] == colour[end] == 0 if odd else colour[start] != colour[end])
    ]
    without = [pair for pair in pairs if not found(graph, "cp-sat", start=pair[0], end=pair[1])]
    assert (len(pairs), len(without)) == (fact["pairs"], fact["without"])


@pytest.mark.parametrize("solver", EXACT)
def test_the_petersen_graph_has_no_closed_tour_but_has_one_without_any_one_node(solver):
    petersen = nx.petersen_graph()
    assert found(petersen, solver)
    assert not found(petersen, solver, closed=True)
    for node in petersen:
        assert found(nx.subgraph_view(petersen, filter_node=lambda other, node=node: other != node), solver, closed=True)


@pytest.mark.parametrize("solver", EXACT)
def test_the_herschel_graph_has_no_closed_tour(solver):
    """The smallest polyhedron without one: bipartite, with 5 nodes on one side and 6 on the other (H. Coxeter, 1948)."""
    near = {1: (2, 3, 4, 5), 6: (2, 5, 10), 7: (2, 3, 10, 11), 8: (3, 4, 11), 9: (4, 5, 10, 11)}
    herschel = nx.Graph([(one, other) for one, others in near.items() for other in others])
    assert (len(herschel), herschel.number_of_edges()) == (11, 18)
    assert found(herschel, solver)
    assert not found(herschel, solver, closed=True)

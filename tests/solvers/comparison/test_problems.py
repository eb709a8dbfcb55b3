"""Problems as a comparison keeps them: made again from their documents, their tours packed and unpacked, their ids."""

import json
import pickle
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from graphs import Board, leaper_graph, symmetries
from solvers import Budget, Problem, ProblemError, solve
from solvers.comparison import NamedProblem
from solvers.comparison.problems import each_once, problem_set
from tests.graphs.formats.test_writers import any_graph
from tests.small import boards
from tests.solvers.comparison.tasks import on
from tests.solvers.problems import board_problems, ends

NODES = st.recursive(st.integers(-5, 5) | st.text(max_size=3), lambda part: st.lists(part, max_size=2).map(tuple), max_leaves=3)


@st.composite
def of_graphs(draw):
    graph = draw(any_graph(nodes=NODES).filter(len))
    return NamedProblem.of(Problem(graph, **draw(ends(list(graph)))), "a graph")


ON_BOARDS = board_problems(most=36).map(lambda problem: NamedProblem.on_board(problem.board, problem.leaper, **problem.ends))


def kept(problem):
    """The problem as a store gives it back."""
    return NamedProblem.from_document(json.loads(json.dumps(problem.document)))


@given(ON_BOARDS | of_graphs())
def test_a_problem_is_made_again_from_its_document_in_every_respect(problem):
    again = kept(problem)
    assert again == problem == pickle.loads(pickle.dumps(problem))
    assert hash(again) == hash(problem)
    for name in ("id", "name", "document", "problem"):
        assert getattr(again, name) == getattr(problem, name)
    neighbours = [[(node, list(near)) for node, near in each.problem.graph.adjacency()] for each in (problem, again)]
    assert neighbours[0] == neighbours[1]


@settings(max_examples=60, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(ON_BOARDS | of_graphs())
def test_a_tour_is_packed_and_unpacked_as_it_was(problem):
    result = solve(problem.problem, "backtracking", budget=Budget(nodes=5000))
    assume(result.tour is not None)
    assert problem.problem.verify(kept(problem).unpack(problem.pack(result.tour))) == result.tour


def test_a_leaper_is_the_same_in_either_order():
    one, other = on(leaper=(2, 3)), on(leaper=(3, 2))
    assert (one.id, one.name, one.document, one.problem.leaper) == (other.id, other.name, other.document, other.problem.leaper)


def test_ids_and_names_of_different_problems_differ():
    board = on()
    different = [
        *(board.with_ends(**{end: square}) for end in ("start", "end") for square in Board(5, 5)),
        *(board, board.with_ends(closed=True), board.with_ends(start=(0, 0), end=(0, 2))),
        *(on(wrap=wrap) for wrap in ("rows", "cols", "both")),
        *(NamedProblem.on_board(Board(5, 5, holes=[hole])) for hole in Board(5, 5)),
        on(leaper=(1, 3)),
    ]
    assert len({each.id for each in different}) == len({each.name for each in different}) == len(different)
    assert board.with_ends(start=(0, 0)) == on(start=[0, 0])


def graph(*edges, nodes=()):
    made = nx.Graph()
    made.add_nodes_from(nodes)
    made.add_edges_from(edges)
    return NamedProblem.of(Problem(made), "g")


def test_the_order_of_the_nodes_counts_that_of_the_edges_and_the_name_do_not():
    """A solver tries nodes in their order, so the same edges on other orders are another problem for it."""
    one = graph((1, 2), (2, 3), (3, 1), nodes=[1, 2, 3])
    assert one.id == graph((1, 3), (3, 2), (2, 1), nodes=[1, 2, 3]).id == NamedProblem.of(one.problem, "other").id
    assert one.id == NamedProblem.of(Problem(nx.MultiGraph([(1, 2), (1, 2), (2, 3), (1, 3)])), "g").id
    assert one != graph((1, 2), (2, 3), (3, 1), nodes=[3, 2, 1])
    assert one != graph(("1", "2"), ("2", "3"), ("3", "1"), nodes=["1", "2", "3"])
    assert list(graph((1, 3), (3, 2), (2, 1), nodes=[1, 2, 3]).problem.graph.adj[1]) == [2, 3]


def test_the_move_graph_of_a_board_is_the_board():
    drawn = NamedProblem.of(Problem(leaper_graph(Board(5, 6), 1, 2), start=(0, 1)), "mine")
    assert drawn == on("5x6", start=(0, 1))
    assert drawn.subject == "5x6"


@pytest.mark.parametrize("node", [1.5, None.__class__, frozenset([1]), True, b"a", (1, 2.5)])
def test_a_node_that_json_does_not_hold_is_refused_in_one_sentence(node):
    strange = nx.Graph([(node, 2), (2, 3)])
    with pytest.raises(ProblemError, match=r"cannot store the node .*convert_node_labels_to_integers") as raised:
        NamedProblem.of(Problem(strange), "g")
    assert "\n" not in str(raised.value)


def test_numbers_of_numpy_are_kept_as_whole_numbers():
    plain = NamedProblem.of(Problem(nx.path_graph([1, 2, 3]), start=1), "g")
    made = NamedProblem.of(Problem(nx.path_graph(list(np.array([1, 2, 3]))), start=np.int64(1)), "g")
    assert made == kept(made) == plain
    assert plain.id == plain.with_ends(start=1.0).id == plain.with_ends(start=True).id


def test_names():
    ring = NamedProblem.on_board(Board(3, 3, holes=[(1, 1)], wrap="both"), (3, 1), start=(0, 2), end=(2, 2))
    assert ring.name == ".../.#./... wrap both leaper 1,3 open from 0,2 to 2,2"
    assert NamedProblem.of(Problem(nx.grid_graph([2, 2, 2]), start=(0, 0, 1)), "cube").name == "cube open from 0,0,1"
    one, other = (NamedProblem.on_board(Board(20, 20, holes=[hole])).name for hole in [(0, 0), (5, 5)])
    assert one.startswith("20x20 less a square #")
    assert one != other


@settings(max_examples=40)
@given(boards().filter(lambda board: len(board) > 1), st.data())
def test_orbits_with_an_end_stand_for_every_start(board, data):
    """Each start is the image of exactly one of them under a symmetry that keeps the end."""
    subject = NamedProblem.on_board(board)
    end = data.draw(st.none() | st.sampled_from(list(board)))
    starts = [each.problem.start for each in problem_set(subject, "orbits", end)]
    maps = [each for each in symmetries(board) if end is None or each(end) == end]
    reached = [square for start in starts for square in {each(start) for each in maps}]
    assert sorted(reached) == sorted(square for square in board if square != end)


def test_a_problem_in_several_sets_comes_once_with_what_the_first_knows():
    board = on()
    known = [problem_set(replace(board, known="found", source=source), [(0, 0)]) for source in ("Euler", "de Moivre")]
    sets = [
        problem_set(board, "orbits"),
        *known,
        problem_set(board, [(4, 4), (0, 0)]),
        problem_set(board),
        problem_set(board, closed=True),
    ]
    found = list(each_once(sets))
    assert [(each.known, each.source) for each in found] == [("found", "Euler")] + 8 * [("", "")]
    assert [each.name for each in found[:2]] == ["5x5 open from 0,0", "5x5 open from 0,1"]
    assert len({each.id for each in found}) == len(found) == 6 + 1 + 1 + 1


def test_a_problem_set_checks_its_ends_when_it_is_made():
    board = on()
    for starts, end in (([(5, 5)], None), (None, (5, 5)), ("all", (5, 5)), ([(0, 0)], (0, 0))):
        with pytest.raises(ProblemError, match=r"not on the board|equal to the start"):
            problem_set(board, starts, end)


def test_the_ids_of_graphs_are_those_of_earlier_versions():
    """So a store that an earlier version wrote is resumed."""
    several = nx.MultiGraph([("b", "a"), ("a", "c"), ("a", "a"), ("c", "a")])
    found = [
        NamedProblem.of(Problem(nx.petersen_graph(), start=3), "Petersen"),
        NamedProblem.of(Problem(nx.grid_2d_graph(3, 4), closed=True), "grid"),
        NamedProblem.of(Problem(several), "several"),
    ]
    assert [each.id for each in found] == ["d4fc79a1744cb9c8c454", "9aa9333625033d121133", "cb00088e5a85d21fee7a"]

"""Directed graphs: every answer agrees with published theorems on families; see also `test_any_problem.py`."""

import json
import random
from itertools import product
from math import factorial

import networkx as nx
import pytest

from graphs import Board, InvalidTour, knight_graph, verify_tour
from solvers import (
    Budget,
    Problem,
    Result,
    UnsupportedProblem,
    count_tours,
    decide,
    list_tours,
    solve,
    start_map,
)
from solvers.core.forms import undirected_form
from solvers.core.outcome import SearchProof
from solvers.counting.counting import count_starts
from solvers.existence.answers import PairMap
from solvers.existence.certificates import certificate
from solvers.existence.maps import each_map_answer
from tests.checker import load_checker


def tournament(size, draw):
    return nx.DiGraph(draw.choice([(one, two), (two, one)]) for two in range(size) for one in range(two))


@pytest.mark.parametrize("size", [2, 3, 4, 7, 8, 12, 40])
def test_each_tournament_has_a_path_and_exactly_the_strong_ones_have_a_cycle(size):
    """L. Rédei 1934: the number of Hamiltonian paths is odd. P. Camion 1959: a cycle exists if and only if it is strong."""
    draw = random.Random(size)
    for _ in range(5):
        graph = tournament(size, draw)
        assert decide(graph).exists
        assert decide(graph, closed=True).exists is nx.is_strongly_connected(graph)
        if size <= 8:
            assert count_tours(graph).directed % 2 == 1
    ordered = nx.DiGraph((one, two) for two in range(size) for one in range(two))
    assert [tour.squares for tour in list_tours(ordered)] == [(*range(size),)]
    assert decide(ordered, closed=True).exists is False


@pytest.mark.parametrize("letters, length, number", [(2, 1, 1), (2, 2, 1), (2, 3, 2), (2, 4, 16), (2, 5, 2048), (3, 2, 24)])
def test_the_cycles_of_a_de_bruijn_graph_are_the_de_bruijn_sequences(letters, length, number):
    """T. van Aardenne-Ehrenfest, N. G. de Bruijn 1951: there are (k!)^(k^(n-1)) / k^n sequences."""
    assert number == factorial(letters) ** letters ** (length - 1) // letters**length
    words = [*product(range(letters), repeat=length)]
    graph = nx.DiGraph((word, (*word[1:], letter)) for word in words for letter in range(letters))
    assert count_tours(graph, closed=True).directed == number
    assert sum(1 for _ in list_tours(graph, closed=True)) == number


def test_a_closed_tour_of_two_vertices_needs_both_arcs():
    both, loop = nx.DiGraph([(0, 1), (1, 0)]), nx.DiGraph([(0, 0)])
    assert decide(both, start=1, end=0, closed=True).tour.squares == (1, 0)
    assert decide(nx.DiGraph([(0, 1)]), closed=True).exists is decide(nx.Graph([(0, 1)]), closed=True).exists is False
    assert decide(loop, closed=True).reason == "a closed tour needs at least 2 vertices, not 1"
    assert decide(nx.DiGraph()).exists is decide(nx.DiGraph(), closed=True).exists is False


def test_the_checker_requires_each_arc_in_its_direction():
    graph = nx.DiGraph(["ab", "bc", "ca"])
    assert verify_tour(graph, "abc", closed=True).squares == ("a", "b", "c")
    with pytest.raises(InvalidTour, match="entries 0 and 1, c to b, are not joined by an arc"):
        verify_tour(graph, "cba")
    graph.remove_edge("c", "a")
    with pytest.raises(InvalidTour, match="entry 2, c, is not joined by an arc to entry 0, a"):
        verify_tour(graph, "abc", closed=True)
    with pytest.raises(InvalidTour, match="at least 2 vertices"):
        verify_tour(nx.DiGraph([(0, 0)]), [0], closed=True)
    with pytest.raises(InvalidTour, match="at least 3 vertices"):
        verify_tour(nx.Graph([(0, 1)]), [0, 1], closed=True)


def test_a_no_tour_answer_says_that_it_is_about_the_undirected_form():
    graph = nx.DiGraph(["ab", "bc", "ac"])
    for confirm in (False, True):
        result = decide(graph, closed=True, confirm=confirm)
        assert isinstance(result.evidence, SearchProof)
        assert result.reason.startswith("in the equivalent undirected graph, with (v, 'in'), ")
        assert Result.from_json(result.to_json(), Problem(graph, closed=True)) == result
    assert decide(graph, start="a", end="c", closed=True).reason == (
        "a closed tour ends with an arc to its start, and c is not joined by an arc to a"
    )
    stopped = solve(knight_graph(Board(5, 5)).to_directed(), "pruned", budget=Budget(nodes=3))
    assert stopped.exists is None
    assert "undirected graph" in stopped.reason


def test_an_obstruction_of_undirected_graphs_is_no_evidence_for_a_directed_one():
    star = decide(nx.star_graph(3))
    assert star.exists is False
    with pytest.raises(Exception, match="does not hold"):
        Result.from_json(star.to_json(), Problem(nx.star_graph(3).to_directed()))


def test_maps_of_a_directed_graph_do_not_reverse_tours():
    graph = nx.DiGraph(["ab", "bc", "cd", "db"])
    assert {vertex for vertex, result in start_map(graph).items() if result.exists} == {"a"}
    assert count_starts(graph) == {"a": 1, "b": 0, "c": 0, "d": 0}
    for starts in (None, start_map(graph)):
        assert {pair for pair, result in each_map_answer(PairMap, Problem(graph), starts=starts) if result.exists} == {
            ("a", "d")
        }
    cycle = start_map(nx.DiGraph(["ab", "bc", "ca"]))
    assert cycle.closed.exists
    assert ["".join(result.tour) for result in cycle.values()] == ["abc", "bca", "cab"]


def test_a_directed_problem_differs_from_the_undirected_one():
    one, two = Problem(nx.DiGraph([(0, 1), (1, 0)])), Problem(nx.Graph([(0, 1)]))
    assert one != two
    assert one == Problem(nx.DiGraph([(1, 0), (0, 1)]))
    assert Problem(knight_graph(Board(3, 4)).to_directed()).board is None


def test_a_solver_that_does_not_support_closed_tours_does_not_support_directed_graphs():
    graph = nx.DiGraph(["ab", "bc", "cd", "db"])
    with pytest.raises(UnsupportedProblem, match="does not support directed graphs; solvers that do: auto, "):
        solve(graph, f"{__name__}:only_open_tours")


def only_open_tours(problem, meter):
    """Do nothing: this solver is registered without the ability to find closed tours."""
    raise AssertionError


@pytest.mark.parametrize("closed", [False, True])
def test_the_undirected_form_has_a_certificate(closed, tmp_path):
    form, _ = undirected_form(Problem(nx.DiGraph(["ab", "bc", "cd", "db"]), closed=closed))
    path = tmp_path / "certificate.json"
    path.write_bytes(certificate(form, decide(form)))
    assert json.loads(path.read_bytes())["answer"] is not closed
    load_checker().read(path).check()

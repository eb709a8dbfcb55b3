"""The formula of a problem: its models are the tours, one for each, counted by a SAT solver that shares nothing with ours."""

import ast
import re

import networkx as nx
import pytest
from hypothesis import given, settings
from pysat.formula import CNF
from pysat.solvers import Cadical153

from solvers import Problem, UnsupportedProblem, enumerate_tours
from solvers.methods.models.formula import tour_formula
from tests.brute_force import moves_of
from tests.solvers.data import published
from tests.solvers.problems import graph_problems

STEP = re.compile(r"^c (\d+): (?:starts at (?P<start>.*)|ends at (?P<end>.*)|(?P<here>.*) to (?P<there>.*))$", re.MULTILINE)


def models(clauses):
    """Yield every assignment of all variables that satisfies the clauses."""
    with Cadical153(bootstrap_with=clauses) as cadical:
        yield from cadical.enum_models()


def clauses_of(text):
    return CNF(from_string=text).clauses


def model_of(text):
    """A model of a text in the format DIMACS, as any SAT solver would read it; None if there is none."""
    with Cadical153(bootstrap_with=clauses_of(text)) as cadical:
        return cadical.get_model() if cadical.solve() else None


def steps_of(text, model):
    """The steps of a model, by the comments: each vertex with the next one, None before the first and behind the last."""
    chosen, vertex = set(model), lambda name: None if name is None else ast.literal_eval(name)
    steps = (step for step in STEP.finditer(text) if int(step[1]) in chosen)
    return {vertex(step["here"] or step["end"]): vertex(step["there"] or step["start"]) for step in steps}


def tour_of(problem, text, model):
    """The tour that a model stands for; a closed one begins at its start, or ends at its end."""
    following = steps_of(text, model)
    vertex = next(iter(problem.graph)) if problem.start is None else problem.start
    if None in following or (problem.closed and problem.end is not None):
        vertex = following[problem.end if problem.closed else None]
    tour = [vertex]
    while (vertex := following[vertex]) not in (None, tour[0]):
        tour.append(vertex)
    return tuple(tour)


def tours_of_models(problem):
    text = tour_formula(problem)
    return [tour_of(problem, text, model) for model in models(clauses_of(text))]


OPEN = published("undirected_open_3xn", "3x4", "3x5", "3x6", "3x7")
CLOSED = published("closed_3xn", "3x10", "3x12") + published("closed_5xn", "5x6")


@pytest.mark.parametrize(
    "problem, count",
    [(Problem.of(board), 2 * count) for board, count in OPEN]
    + [(Problem.of(board, closed=True), count) for board, count in CLOSED],
    ids=repr,
)
def test_an_open_tour_and_its_reverse_are_two_models_and_a_closed_tour_is_one(problem, count):
    tours = tours_of_models(problem)
    assert len(tours) == len(set(tours)) == count
    for tour in tours:
        problem.verify(tour)


@pytest.mark.parametrize("board", ["4x4", "5x5", "4x6", "7x7", "1x2", "1x1"])
def test_where_there_is_no_tour_there_is_no_model(board):
    assert model_of(tour_formula(Problem(board, closed=True))) is None


@pytest.mark.parametrize(
    "ends",
    [
        {"closed": True},
        {"start": (0, 0), "end": (7, 6)},
        {"end": (3, 4)},
        {"closed": True, "start": (0, 0), "end": (2, 1)},
        {"closed": True, "end": (4, 4)},
    ],
    ids=str,
)
def test_a_plain_sat_solver_finds_a_tour_of_8x8(ends):
    problem = Problem("8x8", **ends)
    text = tour_formula(problem)
    problem.verify(tour_of(problem, text, model_of(text)))


@settings(max_examples=100)
@given(graph_problems(most=7))
def test_the_models_are_the_tours_of_any_graph(problem):
    found = tours_of_models(problem)
    assert len(found) == len(set(found))
    for tour in found:
        problem.verify(tour)
    expected = {tour.squares for tour in enumerate_tours(problem)}
    assert len(found) == len(expected)
    if problem.closed:  # a tour by the formula may begin at another vertex
        assert {moves_of(tour, closed=True) for tour in found} == {moves_of(tour, closed=True) for tour in expected}
    else:
        assert set(found) == expected


def test_the_first_clauses_alone_leave_the_covers_by_cycles():
    prism = nx.circular_ladder_graph(3)  # two triangles, joined
    problem = Problem(prism, closed=True)
    text = tour_formula(problem)
    first = int(re.search(r"The first (\d+) clauses", text)[1])
    covers = set()
    for model in models(clauses_of(text)[:first]):
        steps = steps_of(text, model)
        assert sorted(steps) == sorted(steps.values()) == sorted(prism)
        covers.add(frozenset(map(frozenset, steps.items())))
    triangles = {frozenset(map(frozenset, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]))}
    assert covers - triangles == {moves_of(tour.squares, closed=True) for tour in enumerate_tours(problem)}
    assert triangles < covers


def test_vertices_with_many_neighbours_get_a_counter():
    problem = Problem(nx.wheel_graph(13), closed=True)
    assert len(tours_of_models(problem)) == 12


def test_the_text_says_what_the_variables_mean():
    lines = (tour_formula(Problem("3x4", start=(0, 0)))).splitlines()
    assert lines[0] == "c The open tours from (0, 0) of a graph with 12 vertices: each is one model of these clauses."
    assert "c 1: (0, 0) to (1, 2)" in lines
    assert "c 29: starts at (0, 0)" in lines
    assert "c 41: ends at (2, 3)" in lines
    head = next(number for number, line in enumerate(lines) if line.startswith("p cnf "))
    assert int(lines[head].split()[3]) == len(lines) - head - 1


def test_a_formula_that_is_too_large_is_refused_at_once():
    with pytest.raises(UnsupportedProblem, match="too many clauses: 3,000,000 at most"):
        tour_formula(Problem("300x300"))

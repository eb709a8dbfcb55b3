"""What comes out is a value: it cannot be changed, and a copy of it is equal to it."""

import copy
import inspect
import json
import pickle

import networkx as nx
import numpy as np
import pytest

import graphs
import solvers
from graphs import Board, Tour, leaper_moves
from graphs.errors import FormatError
from solvers import Budget, NoTour, Outcome, Problem, Result, StartMap, decide, solve, start_map
from tests.solvers.core.test_problem import PROBLEMS
from tests.tables import table

MOVES = [*map(list, leaper_moves((1, 2)))]
VALUES = {
    "found": solve("5x5", start=(0, 0)),
    "impossible": solve("3x3"),
    "with options": solve("5x5", "backtracking", move_order=MOVES),
    "no by search": decide(nx.petersen_graph(), closed=True),
    "by a theorem": decide("2001x2001", closed=True),
    "unknown": decide("8x8", budget=Budget(nodes=1)),
    "by a closed tour": start_map("6x6")[2, 3],
    "a map": start_map("3x4"),
    "closed tour": solve("6x6", closed=True).tour,
    "a tour": Tour([(0, 0), (1, 2)]),
    "board": Board(3, 4),
    "a tour of an array": Tour.from_array(np.array([(0, 0), (1, 2)])),
}
VALUES |= {
    type(value).__name__: value
    for value in (
        graphs.symmetries(Board(3, 4))[1],
        Budget(seconds=1),
        Outcome.unknown(5, "dead end"),
        solvers.RotatedTour(solve(Board(6, 6), closed=True).tour, (2, 3)),
        solvers.SearchProof("pruned", "pruned: the search is exhausted", 5),
        next(iter(solvers.board_map([Board(3, 4)]))),
        solvers.make_puzzle(Board(3, 4)),
        solvers.record_search("5x5", "backtracking", start=(0, 0), budget=Budget(nodes=500)),
        solvers.count_tours("3x4"),
        solvers.count_symmetric_tours("6x6", closed=True),
        solvers.decide_height(3, closed=True),
        solvers.decide_all_boards(closed=True),
        solvers.decide_all_ends((0, 1)),
        solvers.decide_one_less(rows=3),
        solvers.decide_strip_ends(4),
        solvers.Cylinders(),
    )
}
NOT_VALUES = (solvers.Comparison, solvers.Meter, solvers.Status, Exception)
EXPORTED = [getattr(package, name) for package in (graphs, solvers) for name in package.__all__]

COPIED = VALUES | PROBLEMS | {"a solver": solvers.get_solver("pruned")}


def test_there_is_a_value_of_each_exported_type():
    types = {each for each in EXPORTED if inspect.isclass(each) and not issubclass(each, NOT_VALUES)}
    assert not types.difference(map(type, COPIED.values()))


@pytest.mark.parametrize("value", COPIED.values(), ids=COPIED)
def test_a_copy_of_a_value_is_equal_to_it(value):
    for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert other == value
        assert hash(other) == hash(value)


NAMES = {"status", "tour", "exists", "board", "squares", "note", "start", "end", "closed", "graph"}


@pytest.mark.parametrize("value", COPIED.values(), ids=COPIED)
def test_a_value_cannot_be_changed(value):
    for name in NAMES | vars(type(value)).get("__annotations__", {}).keys():
        with pytest.raises(AttributeError):
            setattr(value, name, None)
        with pytest.raises(AttributeError):
            delattr(value, name)


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_value_has_a_short_repr(value):
    assert len(repr(value)) < 300


def test_the_options_of_a_result_cannot_be_changed_through_what_they_hold():
    options = VALUES["with options"].options
    for inner, key in ((options, "move_order"), (options["move_order"], 0), (options["move_order"][0], 0)):
        with pytest.raises(TypeError):
            inner[key] = "java"
    assert list(map(list, options["move_order"])) == MOVES


def test_nobody_can_write_to_the_squares_of_a_tour():
    tour = VALUES["a tour of an array"]
    for other in (tour, copy.deepcopy(tour), pickle.loads(pickle.dumps(tour))):
        with pytest.raises(ValueError, match="read-only"):
            other.array()[0] = 5


def test_a_map_is_equal_to_one_of_the_same_board_with_the_same_answers():
    found = start_map("3x4")
    assert found == VALUES["a map"]
    assert found != StartMap(found.problem, found, decide("6x6", closed=True))
    assert found != dict(found)


RING = Problem("6x6", closed=True)


@pytest.mark.parametrize("problem", [RING, Problem(nx.petersen_graph())], ids=str)
def test_json_gives_a_tour_again(problem):
    tour = solve(problem).tour
    assert Tour.from_json(tour.to_json(), problem.graph) == tour


WRONG = table("wrong_results.json")


@pytest.mark.parametrize("name, changes", [(name, each) for name, some in WRONG["lies"].items() for each in some])
def test_json_that_is_wrong_is_refused_with_a_sentence(name, changes):
    value = VALUES[name]
    text = value.to_json()
    wrong = text[:-1] if changes is None else json.dumps(json.loads(text) | changes)
    with pytest.raises(FormatError, match=r"(tour|result) of the (graph|problem): \S"):
        type(value).from_json(wrong, Board(6, 6) if isinstance(value, Tour) else RING)


@pytest.mark.parametrize("changes", WRONG["undecided"].values(), ids=WRONG["undecided"])
def test_a_document_cannot_state_what_its_evidence_does_not_show(changes):
    problem = Problem("8x8")
    document = json.loads(VALUES["unknown"].to_json())
    assert changes.keys() <= document.keys()
    for limit in ("", "time limit", "node limit", "memory limit", "cancelled"):
        assert Result.from_json(json.dumps(document | {"limit": limit}), problem).limit == limit
    with pytest.raises(FormatError, match="result of the problem"):
        Result.from_json(json.dumps(document | changes), problem)


@pytest.mark.parametrize("keys", [{"witness"}, {"witness", "exists"}])
def test_an_answer_without_evidence_is_not_a_completed_search(keys):
    document = json.loads(VALUES["impossible"].to_json())
    assert keys <= document.keys()
    text = json.dumps({key: value for key, value in document.items() if key not in keys})
    with pytest.raises(FormatError, match="the evidence does not fit the answer or the problem: none"):
        Result.from_json(text, Board(3, 3))


def test_a_reason_and_a_theorem_are_held_against_the_problem():
    for verdict in (decide("4x4"), VALUES["by a theorem"]):
        with pytest.raises(FormatError, match="does not"):
            Result.from_json(verdict.to_json(), Problem("3x3"))


def test_a_tour_can_be_required():
    assert VALUES["found"].require_tour() == VALUES["found"].tour
    with pytest.raises(NoTour, match="impossible"):
        VALUES["impossible"].require_tour()

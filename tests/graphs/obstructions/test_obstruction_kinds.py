"""Each kind of obstruction: what holds, and near misses that must not hold."""

import sys
from dataclasses import replace

import networkx as nx
import pytest

from graphs import Board, knight_graph
from graphs.obstructions import (
    KINDS,
    Colours,
    CutSet,
    DeadEnds,
    DegreeSet,
    Disconnected,
    Ends,
    ForcedMoves,
    HalfSet,
    Obstruction,
    WeightedCuts,
)
from graphs.obstructions.derivations import Case, Derivation
from tests.brute_force import has_tour
from tests.checker import load_checker
from tests.graphs.obstructions import test_weighted_cuts as weighted
from tests.tables import table

ANY, CLOSED = Ends(), Ends(closed=True)

PATH, SQUARE, LONE = nx.path_graph(4), nx.cycle_graph(4), nx.empty_graph(1)
LOLLIPOP = nx.lollipop_graph(3, 2)  # the triangle 0 1 2, then 2 3 4
SPIDER = nx.Graph([(0, 1), (1, 2), (0, 3), (3, 4), (0, 5), (5, 6)])  # three legs of two squares
BOWTIE = nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)])  # two triangles that share square 2
TWO_PARTS = nx.Graph([(0, 1), (2, 3), (3, 4)])
K23, K24 = nx.complete_bipartite_graph(2, 3), nx.complete_bipartite_graph(2, 4)
FOUR_BY_FIVE = knight_graph(Board(4, 5))
OUTER_ROWS = frozenset((row, col) for row in (0, 3) for col in range(5))


def leaves(*squares):
    return DeadEnds(tuple((frozenset([square]), 0) for square in squares))


def these(*squares):
    return Colours(frozenset(squares), "these")


def cut(*squares, parts):
    return CutSet(frozenset(squares), parts)


def needy(*squares):
    return DegreeSet(frozenset(squares))


def cases(verdict):
    """Return the graph, the problem and the obstruction of each case, by its name."""
    names = {kind.__name__: kind for kind in KINDS} | {"replace": replace} | vars(weighted) | globals()
    return {name: eval(case, names) for name, case in table("obstructions.toml")[verdict].items()}


HOLDS, HOLDS_NOT = cases("holds"), cases("holds_not")


@pytest.mark.parametrize("graph, problem, obstruction", HOLDS.values(), ids=HOLDS)
def test_an_obstruction_holds(graph, problem, obstruction):
    assert obstruction.holds(graph, problem)
    assert str(obstruction).strip()
    assert "\n" not in str(obstruction)
    assert not obstruction.squares or obstruction.drawing.squares  # marked squares are explained


@pytest.mark.parametrize("graph, problem, obstruction", HOLDS_NOT.values(), ids=HOLDS_NOT)
def test_a_near_miss_does_not_hold(graph, problem, obstruction):
    assert not obstruction.holds(graph, problem)


def test_where_an_obstruction_of_the_examples_holds_there_is_no_tour():
    assert [name for name, (graph, problem, _) in HOLDS.items() if len(graph) < 20 and has_tour(graph, problem)] == []


# Each kind describes itself.

ALL = {*sys.modules[load_checker().Certificate.__module__].KINDS} - {"tour", "frontier"}


def by_cases(number):
    """The derivation of a contradiction at one vertex after this number of cases."""
    end = Derivation((), 0)
    for _ in range(number - 1):
        end = Derivation((), Case((0, 1), Derivation((), 0), end))
    return ForcedMoves(end)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_kind_has_a_label_a_meaning_a_rating_a_drawing_and_a_certificate(kind):
    described = kind.label, kind.meaning, kind.hardness, kind.drawing.squares, kind.certificate
    assert all(described[:2])
    assert described[4] in ALL | {""}


def test_each_label_belongs_to_one_kind_and_each_certificate_of_the_checker_to_some():
    assert len({kind.label for kind in KINDS}) == len(KINDS)
    assert {kind.certificate for kind in KINDS} >= ALL


def test_a_reason_that_is_easier_to_check_has_a_lower_rating():
    ascending = [
        Disconnected(frozenset()),
        these(),
        cut(*range(4), parts=6),
        leaves(),
        HalfSet(frozenset()),
        cut(*range(5), parts=7),
        needy(),
        by_cases(2),
        WeightedCuts(frozenset(), frozenset(), 1, 0),
        by_cases(3),
    ]
    ratings = [reason.hardness for reason in ascending]
    assert ratings == sorted(set(ratings))


def test_a_kind_without_a_rating_is_not_rated_as_the_easiest():
    class Unrated(Obstruction):
        def __str__(self):
            return "unrated"

    with pytest.raises(TypeError, match="hardness"):
        Unrated()

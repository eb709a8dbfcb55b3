"""Each kind of obstruction: what holds, and near misses that must not hold."""

import sys

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
    EndNotAMove,
    Ends,
    ForcedMoves,
    HalfSet,
    Obstruction,
    OffTheBoard,
    TooFewSquares,
    WeightedCuts,
)
from graphs.obstructions.derivations import Case, Derivation
from tests.brute_force import has_tour
from tests.checker import load_checker

ANY, CLOSED = Ends(), Ends(closed=True)

PATH, SQUARE = nx.path_graph(4), nx.cycle_graph(4)
STAR, LONE = nx.star_graph(3), nx.empty_graph(1)
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


HOLDS = {
    "three leaves": (STAR, ANY, leaves(1, 2, 3)),
    "two leaves and a start at neither": (STAR, Ends(start=3), leaves(1, 2)),
    "a leaf of a closed tour": (STAR, CLOSED, leaves(1)),
    "a tail": (LOLLIPOP, CLOSED, DeadEnds(((frozenset([3, 4]), 2),))),
    "a dead end that holds no end": (BOWTIE, Ends(0, 1), DeadEnds(((frozenset([3, 4]), 2),))),
    "two more of one colour": (STAR, ANY, these(1, 2, 3)),
    "a start on the rarer colour": (K23, Ends(start=0), these(0, 1)),
    "ends of one colour": (PATH, Ends(0, 2), these(0, 2)),
    "a cut vertex with three parts": (SPIDER, ANY, cut(0, parts=3)),
    "a cut vertex that is the start": (BOWTIE, Ends(start=2), cut(2, parts=2)),
    "a cut vertex with both ends in one part": (BOWTIE, Ends(0, 1), cut(2, parts=2)),
    "two squares with three parts, one the start": (K23, Ends(start=1), cut(0, 1, parts=3)),
    "no square with two parts": (TWO_PARTS, ANY, cut(parts=2)),
    "the outer rows of 4x5, closed": (FOUR_BY_FIVE, CLOSED, HalfSet(OUTER_ROWS)),
    "the outer rows of 4x5, an inner start": (FOUR_BY_FIVE, Ends(start=(1, 0)), HalfSet(OUTER_ROWS)),
    "leaves need their hub": (STAR, ANY, needy(1, 2, 3)),
    "leaves need their hub more than an end does": (STAR, Ends(start=0), needy(1, 2)),
    "four squares share two neighbours": (K24, ANY, needy(2, 3, 4, 5)),
}

HOLDS_NOT = {
    "a wrong number": (LONE, CLOSED, TooFewSquares(2)),
    "no squares are another reason": (nx.empty_graph(0), ANY, TooFewSquares(0)),
    "a square off the board that is not problem for": (PATH, Ends(start=3), OffTheBoard(9)),
    "nothing is off the board": (PATH, ANY, OffTheBoard(None)),
    "an end that is not given": (SQUARE, Ends(0, closed=True), EndNotAMove(0, None)),
    "all parts": (TWO_PARTS, ANY, Disconnected(frozenset(range(5)))),
    "no part": (TWO_PARTS, ANY, Disconnected(frozenset())),
    "a part that is not on the board": (PATH, ANY, Disconnected(frozenset([9]))),
    "two leaves": (STAR, ANY, leaves(1, 2)),
    "a wrong gate": (STAR, CLOSED, DeadEnds(((frozenset([1]), 2),))),
    "all but the gate": (nx.path_graph(3), CLOSED, DeadEnds(((frozenset([0, 1]), 2),))),
    "a region off the board": (STAR, CLOSED, DeadEnds(((frozenset([9]), 0),))),
    "a cut vertex, but miscounted": (SPIDER, ANY, cut(0, parts=4)),
    "a cut vertex, counted short": (nx.star_graph(4), ANY, cut(0, parts=3)),
    "the outer rows of 4x5, no ends given": (FOUR_BY_FIVE, ANY, HalfSet(OUTER_ROWS)),
    "the inner rows of 4x5 are a move apart": (
        FOUR_BY_FIVE,
        CLOSED,
        HalfSet(frozenset(FOUR_BY_FIVE) - OUTER_ROWS),
    ),
    "half, with squares off the board": (FOUR_BY_FIVE, CLOSED, HalfSet(OUTER_ROWS - {(0, 0)} | {(9, 9)})),
    "half of nothing": (nx.empty_graph(0), CLOSED, HalfSet(frozenset())),
    "squares off the board": (PATH, CLOSED, needy(7, 8, 9)),
}


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

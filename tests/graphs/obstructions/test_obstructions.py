"""Obstructions: never found where there is a tour, found where one kind explains that there is none, and their checks."""

import dataclasses
import itertools
import random
import re

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.obstructions import (
    FINDERS,
    Colours,
    CutSet,
    DeadEnds,
    DegreeSet,
    Disconnected,
    Ends,
    HalfSet,
)
from tests.brute_force import has_tour
from tests.planted import graph_with_tour

OF_BOARDS = re.compile(r"\b(squares?|boards?|knights?|moves?|rows?|columns?)\b")
"""What no sentence about a graph speaks of."""


def labels(number, draw):
    """Nodes that no order sorts: numbers, strings, squares, all mixed."""
    kinds = (int, str, lambda index: (index // 4, index % 4), lambda index: frozenset([index]), lambda index: index + 0.5)
    return [draw.choice(kinds)(index) for index in draw.sample(range(number), number)]


@st.composite
def planted(draw, most=16):
    """A graph with a tour hidden in it, and a problem that the tour solves: sparse or dense, bipartite or not."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    closed = draw(st.booleans())
    number = draw(st.integers(3 if closed else 1, most))
    extra = draw(st.sampled_from([0, 1, 1, 2, 2, 3, 4, number // 2, number, 3 * number]))
    bipartite = draw(st.booleans())
    tour = labels(number, chance)
    graph = graph_with_tour(tour, closed=closed)
    for _ in range(extra):
        one, other = chance.randrange(number), chance.randrange(number)
        if not bipartite or (one - other) % 2 or one == other:
            graph.add_edge(tour[one], tour[other])
    shuffled = nx.Graph()  # so that nothing is found for being first
    shuffled.add_nodes_from(chance.sample(tour, number))
    shuffled.add_edges_from(chance.sample(list(graph.edges), graph.size()))
    start, end = chance.choice([None, tour[0]]), chance.choice([None, tour[-1]])
    return shuffled, Ends(start, end if number > 1 else None, closed), tour


@st.composite
def small_graphs(draw, most=7):
    """Graphs of any kind with any problem: connected or not, with loops, with labels of any type."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    number = draw(st.integers(0, most))
    nodes = labels(number, chance)
    graph = nx.Graph()
    graph.add_nodes_from(nodes)
    for _ in range(draw(st.integers(0, 2 * number))):
        graph.add_edge(chance.choice(nodes), chance.choice(nodes))
    start = chance.choice([None, *nodes])
    end = chance.choice([None, *(node for node in nodes if node != start)])
    return graph, Ends(start, end, draw(st.booleans()))


def holding(graph, problem):
    """The claims of all finders, each finder called by itself, that hold."""
    return [claim for find in FINDERS for claim in find(graph, problem) if claim.holds(graph, problem)]


# Soundness: there is never an obstruction where there is a tour.


@given(planted())
def test_no_obstruction_is_found_on_a_graph_with_a_tour(case):
    graph, problem, tour = case
    assert holding(graph, problem) == [], tour


@settings(max_examples=40)
@given(small_graphs(most=5))
def test_a_claim_that_holds_also_holds_where_more_is_asked_of_the_tour(case):
    graph, problem = case
    some = [
        claim
        for size in (1, 2)
        for each in itertools.combinations(graph, size)
        for claim in claims(frozenset(each), len(graph))
    ]
    more = [
        Ends(start if problem.start is None else problem.start, end if problem.end is None else problem.end, closed)
        for start, end in itertools.permutations([None, None, *graph], 2)
        for closed in (problem.closed, True)
    ]
    for claim in [*some, *holding(graph, problem)]:
        if claim.holds(graph, problem):
            assert all(claim.holds(graph, each) for each in more), claim


@given(small_graphs(), st.sampled_from([None, "start", "end"]))
def test_every_finder_takes_any_problem_and_a_claim_that_holds_is_true_has_a_sentence_and_goes_with_its_squares(case, stranger):
    graph, problem = case
    if stranger:
        problem = dataclasses.replace(problem, **{stranger: "elsewhere"})
    names = {square: f"new {index}" for index, square in enumerate(graph)} | {"elsewhere": "elsewhere"}
    renamed = nx.relabel_nodes(graph, names), Ends(names.get(problem.start), names.get(problem.end), problem.closed)
    for claim in holding(graph, problem):
        assert stranger or not has_tour(graph, problem)
        assert str(claim).strip()
        assert "\n" not in str(claim)
        assert not OF_BOARDS.search(str(claim))
        assert claim.squares <= set(graph)
        image = claim.mapped(names.__getitem__)
        assert image.holds(*renamed)
        assert image.squares == frozenset(map(names.__getitem__, claim.squares))


def claims(some, number):
    """Every claim with this set of squares as its witness; parts in every number, so that the right one is among them."""
    yield from (CutSet(some, parts) for parts in range(number + 1))
    yield from (HalfSet(some), DegreeSet(some), Colours(some, "these"), Disconnected(some))


@given(planted(most=7))
def test_no_set_of_squares_whatever_is_a_witness_where_there_is_a_tour(case):
    graph, problem, tour = case
    for size in range(len(graph) + 1):
        for some in map(frozenset, itertools.combinations(graph, size)):
            assert not [claim for claim in claims(some, len(graph)) if claim.holds(graph, problem)], tour


@given(planted(most=8), st.integers(0, 2**32))
def test_no_regions_whatever_are_dead_ends_where_there_is_a_tour(case, seed):
    graph, problem, tour = case
    chance = random.Random(seed)
    subsets = [frozenset(some) for size in range(len(graph) + 1) for some in itertools.combinations(graph, size)]
    gated = [
        (some, gate)
        for some in subsets
        for gate in graph
        if {near for square in some for near in graph.adj[square]} - some == {gate}
    ]
    for _ in range(30):
        regions = tuple(chance.choice(gated) for _ in range(chance.randint(0, 4))) if gated else ()
        assert not DeadEnds(regions).holds(graph, problem), tour
        assert not DeadEnds(regions[:1] * 3).holds(graph, problem), tour


@given(planted(most=12), st.randoms(use_true_random=False))
def test_parallel_edges_and_loops_change_nothing(case, chance):
    graph, problem, tour = case
    other = nx.MultiGraph(graph)
    other.add_edges_from(chance.choices(list(graph.edges), k=3) if graph.edges else [])
    other.add_edges_from((square, square) for square in chance.sample(tour, len(tour) // 2))
    assert holding(other, problem) == [], tour
    for some in (frozenset(tour[::2]), frozenset(tour[1::2]), frozenset(tour[:1])):
        assert not [claim for claim in claims(some, len(tour)) if claim.holds(other, problem)], tour

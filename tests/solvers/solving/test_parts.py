"""A graph that two vertices divide has a closed tour if and only if both of its parts have one."""

from itertools import combinations

import networkx as nx
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from graphs.families import generalized_petersen
from solvers import Budget, BudgetSpent, Meter, Problem, SearchProof, Status, solve
from solvers.methods.arrays import adjacency_arrays
from solvers.solving import parts, question
from solvers.solving.parts import parts_of
from solvers.solving.parts_kernels import most_even_parts
from solvers.solving.question import Question
from solvers.solving.strategy import STRATEGY, Step, divide, run_strategy
from tests.brute_force import has_tour, is_tour


@st.composite
def joined_pairs(draw):
    """Two random graphs that share the vertices 0 and 1, and nothing else."""
    sizes = draw(st.tuples(st.integers(2, 5), st.integers(2, 5)))
    graph, first = nx.Graph(), 2
    for size in sizes:
        vertices = [0, 1, *range(first, first + size)]
        first += size
        pairs = [pair for pair in combinations(vertices, 2) if pair != (0, 1)]
        graph.add_edges_from(draw(st.lists(st.sampled_from(pairs), unique=True, min_size=len(pairs) // 2)))
    graph.add_nodes_from(range(first))
    return graph


def sides(graph, pair):
    """The sizes of the components that are left if a pair of vertices is removed, in order."""
    return sorted(map(len, nx.connected_components(graph.subgraph(set(graph) - {*pair}))))


@given(joined_pairs())
def test_the_kernel_finds_the_most_even_cut(graph):
    pairs = [pair for pair in combinations(graph, 2) if max(graph.degree[each] for each in pair) > 2]
    assume(nx.is_biconnected(graph) and all(len(sides(graph, pair)) < 3 for pair in pairs))
    one, other, size = most_even_parts(adjacency_arrays(Problem(graph, closed=True)), Meter())
    assert size == max((sides(graph, pair)[0] for pair in pairs if len(sides(graph, pair)) == 2), default=0)
    assert size == 0 or sides(graph, ([*graph][one], [*graph][other]))[0] == size


def answer_by_parts(problem):
    """The outcome of the strategy without the steps that could decide a small graph before it is divided."""
    (place,) = (number for number, step in enumerate(STRATEGY) if step.trial is divide)
    return run_strategy(Question(problem, Meter()), STRATEGY[place:])


@given(joined_pairs(), st.sampled_from([None, 0, 3]))
def test_a_divided_graph_has_the_answer_of_the_whole_graph(graph, start):
    assume(nx.is_biconnected(graph))
    problem = Problem(graph, start=start, closed=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(question, "DIVISIBLE", 0)
        patch.setattr(parts, "SMALLEST", 2)
        outcome = answer_by_parts(problem)
    assert (outcome.status is Status.FOUND) == has_tour(graph, problem)
    if outcome.status is Status.FOUND:
        assert is_tour(graph, outcome.squares, start=start, closed=True)


def necklace(*pieces):
    """Pieces in a ring: an edge of each is removed, and its ends are joined to the next and to the last piece."""
    graph = nx.disjoint_union_all(pieces)
    first, ends = 0, []
    for piece in pieces:
        one, other = (first + [*piece].index(vertex) for vertex in next(iter(piece.edges)))
        graph.remove_edge(one, other)
        ends += [one, other]
        first += len(piece)
    graph.add_edges_from((ends[number], ends[(number + 1) % len(ends)]) for number in range(1, len(ends), 2))
    return graph


def test_a_ring_of_many_pieces_is_divided_completely():
    pieces = [nx.convert_node_labels_to_integers(generalized_petersen(40, 2)) for _ in range(6)]
    problem = Problem(necklace(*pieces), closed=True)
    sizes, todo = [], [problem]
    while todo:
        part = todo.pop()
        if divided := parts_of(part, Meter()):
            todo += divided.problems()
        else:
            sizes.append(part.size)
    assert len([size for size in sizes if size >= 80]) == 6
    result = solve(problem, "auto", budget=Budget(nodes=1_000_000))
    assert result.status is Status.FOUND


def test_a_part_without_a_tour_rules_out_the_whole_graph():
    bad = nx.convert_node_labels_to_integers(generalized_petersen(41, 2))  # 41 = 5 mod 6
    graph = necklace(*[nx.convert_node_labels_to_integers(generalized_petersen(40, 2))] * 2, bad)
    outcome = answer_by_parts(Problem(graph, closed=True))
    assert outcome.status is Status.IMPOSSIBLE
    assert isinstance(outcome.evidence, SearchProof)
    assert "vertices at" in outcome.reason


def test_the_nodes_of_a_part_that_runs_out_of_its_budget_are_counted():
    graph = necklace(*[nx.convert_node_labels_to_integers(generalized_petersen(41, 2))] * 2)
    asked = Question(Problem(graph, closed=True), Meter(Budget(nodes=50)))
    with pytest.raises(BudgetSpent):
        run_strategy(asked, [Step(divide)])
    assert asked.meter.nodes == 50


def test_a_graph_that_no_two_vertices_divide_has_no_parts():
    assert parts_of(Problem(nx.random_regular_graph(4, 60, seed=1), closed=True), Meter()) is None

"""The finders: which obstruction they find, in which order their claims come, and that each claim is checked once."""

from dataclasses import dataclass

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board, knight_graph
from graphs.obstructions import (
    Colours,
    CutSet,
    DeadEnds,
    Disconnected,
    EndNotAMove,
    Ends,
    HalfSet,
    NoSquares,
    Obstruction,
    OffTheBoard,
    TooFewSquares,
    find_cut_sets,
    find_dead_ends,
    find_obstruction,
    find_weighted_cuts,
)
from graphs.obstructions.degree_sets import degree_set_flow

ANY, CLOSED = Ends(), Ends(closed=True)
PATH = nx.path_graph(4)
EIGHT = knight_graph(Board(3, 3, holes=[(1, 1)]))  # a ring of eight squares


HERSCHEL = nx.Graph(
    {
        1: [2, 3, 4, 5],
        6: [2, 5, 10],
        7: [2, 3, 10, 11],
        8: [3, 4, 11],
        9: [4, 5, 10, 11],
    }  # each of one side, with its neighbours
)


def cliques(size):
    """Two complete graphs that share one square."""
    return nx.compose(nx.complete_graph(size), nx.relabel_nodes(nx.complete_graph(size), lambda node: -node))


FOUND = {
    "the Herschel graph (H. Coxeter, 1948)": (HERSCHEL, CLOSED, Colours),
    "a tree with as many of each colour": (nx.Graph([(0, 1), (0, 2), (0, 3), (3, 4), (3, 5)]), ANY, DeadEnds),
    "two cliques that share a square, closed": (cliques(5), CLOSED, DeadEnds),
    "two parts": (nx.disjoint_union(nx.path_graph(3), nx.cycle_graph(5)), Ends(0, 4), Disconnected),
    "3x3": (knight_graph(Board(3, 3)), ANY, Disconnected),
    "3x5": (knight_graph(Board(3, 5)), ANY, CutSet),
    "two squares, closed": (nx.path_graph(2), CLOSED, TooFewSquares),
    "nothing": (nx.empty_graph(0), Ends("start", "end", closed=True), NoSquares),
    "a stranger": (PATH, Ends("stranger"), OffTheBoard),
    "a closed tour that ends far away": (EIGHT, Ends((0, 0), (2, 2), closed=True), EndNotAMove),
}


@pytest.mark.parametrize("graph, problem, kind", FOUND.values(), ids=FOUND)
def test_the_obstruction_is_found(graph, problem, kind):
    found = find_obstruction(graph, problem)
    assert type(found) is kind
    assert found.holds(graph, problem)


@pytest.mark.parametrize("seed", range(20))
def test_the_smallest_dead_end_is_the_smallest_leaf_block(seed):
    graph = nx.random_labeled_tree(12, seed=seed)
    graph.add_edges_from([(0, 1), (1, 2), (2, 0), (4, 4)])
    gates = set(nx.articulation_points(graph))
    regions = [block - gates for block in nx.biconnected_components(graph) if len(block & gates) == 1]
    found = next(find_dead_ends(graph, CLOSED))
    assert found.squares in regions
    assert len(found.squares) == min(map(len, regions))
    assert found.holds(graph, CLOSED)


# Each claim is checked once.


@dataclass(frozen=True)
class Claim(Obstruction):
    """A claim that says beforehand whether it holds, and keeps a list of its checks."""

    true: bool
    checks: list
    hardness = 0

    def __str__(self):
        return "a claim"

    def rules_out(self, graph, problem):
        self.checks.append(self.true)
        return self.true

    def mapped(self, image):
        return self


def test_the_first_claim_that_holds_is_found_and_no_claim_is_checked_twice():
    checks = []
    false, true = Claim(False, checks), Claim(True, checks)
    finders = [lambda *_: iter([false]), lambda *_: iter([false, true, false])]
    assert find_obstruction(PATH, ANY, finders) is true
    assert checks == [False, False, True]
    assert find_obstruction(PATH, ANY, finders[:1]) is None


@pytest.mark.parametrize("board", [Board(3, 5), Board(4, 4), Board(4, 6)])
@pytest.mark.parametrize("problem", [ANY, CLOSED, Ends((0, 1)), Ends((0, 0), (0, 2))])
def test_claims_come_small_cut_sets_first_then_half_sets_then_larger_cut_sets(board, problem):
    found = list(find_cut_sets(knight_graph(board), problem))

    def place(claim):
        size = len(claim.squares)
        return (5, 0) if isinstance(claim, HalfSet) else (min(size, 6) + (size > 4), size)

    assert found == sorted(found, key=lambda claim: (place(claim), str(claim)))
    assert len(set(found)) == len(found) > 0


@pytest.mark.parametrize(
    "sentence, part",
    [
        (str(next(find_dead_ends(cliques(5), CLOSED))), "the dead end behind 0 must"),
        (str(next(find_weighted_cuts(knight_graph(Board(3, 3)), ANY))), "with weights on 1 square, the moves"),
    ],
)
def test_a_sentence_counts_in_plain_singulars_and_plurals(sentence, part):
    assert part in sentence
    assert "(s)" not in sentence


# The largest flow: networkx finds as many edges, and a long path is followed to its end.


@given(st.lists(st.sets(st.integers(0, 9)), max_size=10), st.integers(1, 2))
def test_no_flow_is_larger(wanted, most):
    near = [[head for head in sorted(heads) if head < len(wanted)] for heads in wanted]
    tails_of, short = degree_set_flow(near, most)
    taken = [(tail, head) for head, tails in enumerate(tails_of) for tail in tails]
    assert all(head in near[tail] for tail, head in taken)
    assert len(set(taken)) == len(taken)
    network = nx.DiGraph()
    network.add_nodes_from(["source", "sink"])
    for tail, heads in enumerate(near):
        network.add_edge("source", ("tail", tail), capacity=most)
        network.add_edge(("head", tail), "sink", capacity=most)
        network.add_edges_from(((("tail", tail), ("head", head)) for head in heads), capacity=1)
    assert len(taken) == nx.maximum_flow_value(network, "source", "sink")
    assert bool(short) == (len(taken) < most * len(near))


def test_an_augmenting_path_may_be_longer_than_python_recurses():
    size = 5000
    near = [[head for head in (tail, tail + 1) if head < size] for tail in reversed(range(size))]
    assert sorted(degree_set_flow(near, 1)[0]) == [[tail] for tail in range(size)]

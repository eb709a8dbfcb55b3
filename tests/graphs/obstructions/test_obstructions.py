"""Obstructions: never found where there is a tour, found where one kind explains that there is none, and their checks."""

import dataclasses
import itertools
import random
from dataclasses import dataclass

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board, knight_graph, leaper_graph, symmetries
from graphs.obstructions import (
    FINDERS,
    Colours,
    CutSet,
    DeadEnds,
    DegreeSet,
    Disconnected,
    EndNotAMove,
    HalfSet,
    NoSquares,
    Obstruction,
    OffTheBoard,
    TooFewSquares,
    find_cut_sets,
    find_obstruction,
)

LONE, PATH = nx.empty_graph(1), nx.path_graph(4)
EIGHT = knight_graph(Board(3, 3, holes=[(1, 1)]))  # a ring of eight squares
LEAPERS = [(1, 2), (0, 1), (1, 1), (1, 3), (0, 2), (2, 3), (1, 4)]


@dataclass(frozen=True)
class Ends:
    start: object = None
    end: object = None
    closed: bool = False


ANY, CLOSED = Ends(), Ends(closed=True)


def labels(number, draw):
    """Nodes that no order sorts: numbers, strings, squares, all mixed."""
    kinds = (int, str, lambda index: (index // 4, index % 4), lambda index: frozenset([index]), lambda index: index + 0.5)
    return [draw.choice(kinds)(index) for index in draw.sample(range(number), number)]


def shuffled(graph, draw):
    """The same graph with its nodes and edges in another order, so that nothing is found for being first."""
    nodes, edges = list(graph), list(graph.edges)
    draw.shuffle(nodes)
    draw.shuffle(edges)
    other = nx.Graph()
    other.add_nodes_from(nodes)
    other.add_edges_from(edges)
    return other


def problem_of(tour, closed, draw):
    """A problem that the tour solves."""
    start, end = draw.choice([None, tour[0]]), draw.choice([None, tour[-1]])
    return Ends(start, end if len(tour) > 1 else None, closed)


@st.composite
def planted(draw, most=16):
    """A graph with a tour hidden in it, and a problem that the tour solves: sparse or dense, bipartite or not."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    closed = draw(st.booleans())
    number = draw(st.integers(3 if closed else 1, most))
    extra = draw(st.sampled_from([0, 1, 1, 2, 2, 3, 4, number // 2, number, 3 * number]))
    bipartite = draw(st.booleans())
    tour = labels(number, chance)
    graph = nx.Graph()
    nx.add_path(graph, tour)
    if closed:
        graph.add_edge(tour[-1], tour[0])
    for _ in range(extra):
        one, other = chance.randrange(number), chance.randrange(number)
        if not bipartite or (one - other) % 2 or one == other:
            graph.add_edge(tour[one], tour[other])
    return shuffled(graph, chance), problem_of(tour, closed, chance), tour


@st.composite
def planted_on_boards(draw):
    """The squares that a walk of a leaper met, as a board with holes, less some of the moves that the walk did not take."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    board = Board(draw(st.integers(3, 7)), draw(st.integers(3, 8)), wrap=draw(st.sampled_from([None, None, "rows", "both"])))
    graph = leaper_graph(board, *draw(st.sampled_from([(1, 2), (1, 2), (0, 1), (1, 3)])))
    closed = draw(st.booleans())
    tour = [chance.choice(list(board))]
    longest = tour[:]
    while free := [near for near in graph.adj[tour[-1]] if near not in tour]:
        tour.append(min(free, key=lambda square: (sum(near not in tour for near in graph.adj[square]), chance.random())))
        if len(tour) >= 3 and graph.has_edge(tour[-1], tour[0]):
            longest = tour[:]
    closed = closed and len(longest) > 2
    tour = longest if closed else tour
    graph.remove_nodes_from(set(board) - set(tour))  # its graph["board"] is that of before
    steps = {frozenset(step) for step in itertools.pairwise([*tour, tour[0]])}
    kept = draw(st.sampled_from([0, 0.1, 0.3, 1]))
    graph.remove_edges_from([move for move in graph.edges if frozenset(move) not in steps and chance.random() > kept])
    return graph, problem_of(tour, closed, chance), tour


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


@settings(deadline=None, max_examples=1200)
@given(planted())
def test_no_obstruction_is_found_on_a_graph_with_a_tour(case):
    graph, problem, tour = case
    assert holding(graph, problem) == [], tour


@settings(deadline=None, max_examples=250)
@given(planted_on_boards())
def test_no_obstruction_is_found_on_a_board_with_a_tour(case):
    graph, problem, tour = case
    assert holding(graph, problem) == [], tour


@settings(deadline=None, max_examples=300)
@given(small_graphs())
def test_what_is_found_holds_has_a_sentence_and_there_is_no_tour(naive_tour, case):
    graph, problem = case
    found = find_obstruction(graph, problem)
    if found is not None:
        assert found.holds(graph, problem)
        assert naive_tour(graph, problem) is None
        assert str(found).strip()
        assert "\n" not in str(found)
        assert found.squares <= set(graph)


@settings(deadline=None, max_examples=300)
@given(small_graphs(), st.sampled_from([None, "start", "end"]))
def test_every_finder_takes_any_problem_by_itself_and_a_claim_that_holds_is_true(naive_tour, case, stranger):
    graph, problem = case
    if stranger:
        problem = dataclasses.replace(problem, **{stranger: "off the board"})
    if holding(graph, problem):
        assert stranger or naive_tour(graph, problem) is None


def claims(some, number):
    """Every claim with this set of squares as its witness; parts in every number, so that the right one is among them."""
    yield from (CutSet(some, parts) for parts in range(number + 1))
    yield from (HalfSet(some), DegreeSet(some), Colours(some, "these"), Disconnected(some))


@settings(deadline=None, max_examples=150)
@given(planted(most=7))
def test_no_set_of_squares_whatever_is_a_witness_where_there_is_a_tour(case):
    graph, problem, tour = case
    for size in range(len(graph) + 1):
        for some in map(frozenset, itertools.combinations(graph, size)):
            assert not [claim for claim in claims(some, len(graph)) if claim.holds(graph, problem)], tour


@settings(deadline=None, max_examples=200)
@given(st.one_of(planted(most=24), planted_on_boards()), st.integers(0, 2**32))
def test_no_random_set_of_squares_is_a_witness_where_there_is_a_tour(case, seed):
    graph, problem, tour = case
    chance = random.Random(seed)
    every_other = {frozenset(tour[::2]), frozenset(tour[1::2])}
    plain = nx.Graph((one, other) for one, other in graph.edges if one != other)
    plain.add_nodes_from(tour)
    independent = {frozenset(nx.maximal_independent_set(plain, seed=chance.randrange(1000))) for _ in range(4)}
    neighbours = {frozenset(near for square in some for near in graph.adj[square]) - some for some in independent}
    half = {frozenset(chance.sample(tour, len(tour) // 2)) for _ in range(4)}
    few = {frozenset(chance.sample(tour, chance.randint(0, min(4, len(tour))))) for _ in range(4)}
    for some in every_other | independent | neighbours | half | few:
        assert not [claim for claim in claims(some, len(tour)) if claim.holds(graph, problem)], tour


@settings(deadline=None, max_examples=200)
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


@settings(deadline=None, max_examples=100)
@given(planted(most=10))
def test_no_square_is_off_the_board_and_no_end_out_of_reach_where_there_is_a_tour(case):
    graph, problem, _ = case
    everything = [None, "off the board", *graph]
    assert not NoSquares().holds(graph, problem)
    assert not any(TooFewSquares(number).holds(graph, problem) for number in range(4))
    assert not any(OffTheBoard(square).holds(graph, problem) for square in everything)
    assert not any(EndNotAMove(one, other).holds(graph, problem) for one in everything for other in everything)


@settings(deadline=None, max_examples=150)
@given(planted(most=12), st.randoms(use_true_random=False))
def test_parallel_edges_and_loops_change_nothing(case, chance):
    graph, problem, tour = case
    other = nx.MultiGraph(graph)
    other.add_edges_from(chance.choices(list(graph.edges), k=3) if graph.edges else [])
    other.add_edges_from((square, square) for square in chance.sample(tour, len(tour) // 2))
    assert holding(other, problem) == [], tour
    for some in (frozenset(tour[::2]), frozenset(tour[1::2]), frozenset(tour[:1])):
        assert not [claim for claim in claims(some, len(tour)) if claim.holds(other, problem)], tour


@pytest.mark.parametrize(
    ("graph", "problem", "kind"),
    [
        (nx.star_graph(4), ANY, Colours),
        (nx.petersen_graph().subgraph(range(6)), CLOSED, DeadEnds),
        (knight_graph(Board(4, 5)), CLOSED, HalfSet),
        (knight_graph(Board(3, 4)), Ends((0, 1)), CutSet),
        (nx.complete_bipartite_graph(2, 3), Ends(0, 1), Colours),
        (nx.star_graph(3), Ends(1, 2), Colours),
    ],
)
def test_an_obstruction_of_a_graph_is_one_of_its_multigraph_with_loops(graph, problem, kind):
    many = nx.MultiGraph(graph)
    many.add_edges_from([*graph.edges, *((square, square) for square in graph)])
    found = find_obstruction(many, problem)
    assert type(found) is kind
    assert found.holds(many, problem)
    assert found.holds(graph, problem)


# What is found, on graphs where the kind is known.

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
    "a star": (nx.star_graph(5), ANY, Colours),
    "a huge star": (nx.star_graph(3000), CLOSED, Colours),
    "a binary tree": (nx.balanced_tree(2, 3), Ends(start=0), Colours),
    "a tree with as many of each colour": (nx.Graph([(0, 1), (0, 2), (0, 3), (3, 4), (3, 5)]), ANY, DeadEnds),
    "two cliques that share a square, closed": (cliques(5), CLOSED, DeadEnds),
    "two cliques, begun where they meet": (cliques(5), Ends(start=0), DeadEnds),
    "two cliques, begun and ended in one": (cliques(5), Ends(1, 2), DeadEnds),
    "two parts": (nx.disjoint_union(nx.path_graph(3), nx.cycle_graph(5)), Ends(0, 4), Disconnected),
    "3x3": (knight_graph(Board(3, 3)), ANY, Disconnected),
    "3x4 from a square of the middle": (knight_graph(Board(3, 4)), Ends((0, 1)), CutSet),
    "3x5": (knight_graph(Board(3, 5)), ANY, CutSet),
    "5x5, closed": (knight_graph(Board(5, 5)), CLOSED, Colours),
    "a queue of one square": (LONE, CLOSED, TooFewSquares),
    "two squares, closed": (nx.path_graph(2), CLOSED, TooFewSquares),
    "nothing": (nx.empty_graph(0), Ends("start", "end", closed=True), NoSquares),
    "a stranger": (PATH, Ends("stranger"), OffTheBoard),
    "a closed tour that ends far away": (EIGHT, Ends((0, 0), (2, 2), closed=True), EndNotAMove),
}


@pytest.mark.parametrize(("graph", "problem", "kind"), FOUND.values(), ids=FOUND)
def test_the_obstruction_is_found(graph, problem, kind):
    found = find_obstruction(graph, problem)
    assert type(found) is kind
    assert found.holds(graph, problem)


@pytest.mark.parametrize("problem", [ANY, CLOSED, Ends(1), Ends(1, 7)])
def test_why_a_tree_that_is_no_path_has_no_tour_is_found(problem):
    for tree in nx.nonisomorphic_trees(9):
        if max(degree for _, degree in tree.degree) > 2:
            found = find_obstruction(tree, problem)
            assert found is not None
            assert found.holds(tree, problem)


def test_4x4_falls_into_6_parts_without_its_4_middle_squares():
    graph = knight_graph(Board(4, 4))
    middle = frozenset([(1, 1), (1, 2), (2, 1), (2, 2)])
    assert [parts for parts in range(16) if CutSet(middle, parts).holds(graph, ANY)] == [6]


@pytest.mark.parametrize("cols", [5, 6, 7, 8, 9, 10, 11, 12, 30])
def test_no_4xn_board_has_a_closed_tour_or_one_from_an_inner_row_for_its_outer_rows_are_half_of_it(cols):
    graph = knight_graph(Board(4, cols))
    outer = HalfSet(frozenset((row, col) for row in (0, 3) for col in range(cols)))
    inner = [(row, col) for row in (1, 2) for col in range(cols)]
    assert all(outer.holds(graph, problem) for problem in (CLOSED, *map(Ends, inner), *(Ends(end=square) for square in inner)))
    assert not any(outer.holds(graph, Ends((row, col))) for row in (0, 3) for col in range(cols))
    assert {type(find_obstruction(graph, Ends(square))) for square in inner[: cols // 2]} == {HalfSet}


def test_a_reason_is_not_looked_for_in_the_order_of_unsortable_nodes():
    graph = nx.Graph([("a", 1), (1, (0, 0)), ((0, 0), ()), (1, 2.5), ((0, 0), frozenset())])
    found = find_obstruction(graph, ANY)
    assert found.holds(graph, ANY)
    assert str(found)


# Each claim is checked once.


@dataclass(frozen=True)
class Claim(Obstruction):
    """A claim that says beforehand whether it holds, and keeps a list of its checks."""

    true: bool
    checks: list

    def __str__(self):
        return "a claim"

    def holds(self, graph, problem):
        self.checks.append(self.true)
        return self.true

    def mapped(self, image):
        return self


def test_the_first_claim_that_holds_is_found_and_no_claim_is_checked_twice():
    checks = []
    false, true = Claim(False, checks), Claim(True, checks)
    finders = [lambda graph, problem: iter([false]), lambda graph, problem: iter([false, true, false])]
    assert find_obstruction(PATH, ANY, finders) is true
    assert checks == [False, False, True]
    assert find_obstruction(PATH, ANY, finders[:1]) is None


@pytest.mark.parametrize("problem", [ANY, CLOSED, Ends((0, 1)), Ends((9, 9))])
def test_a_finder_does_not_check_its_claims(monkeypatch, problem):
    def fails(self, graph, problem):
        raise AssertionError("a finder checks its claim")

    for kind in Obstruction.__subclasses__():
        monkeypatch.setattr(kind, "holds", fails)
    graphs = [knight_graph(Board(*size)) for size in [(2, 3), (3, 4), (4, 5), (1, 1), (5, 5)]]
    found = [claim for find in FINDERS for graph in [*graphs, nx.star_graph(4)] for claim in find(graph, problem)]
    assert found


@pytest.mark.parametrize("board", [Board(3, 5), Board(4, 4), Board(4, 6), Board(3, 4), Board(3, 6)])
@pytest.mark.parametrize("problem", [ANY, CLOSED, Ends((0, 1)), Ends((0, 0), (0, 2))])
def test_claims_come_small_cut_sets_first_then_half_sets_then_larger_cut_sets(board, problem):
    found = list(find_cut_sets(knight_graph(board), problem))
    small = [claim for claim in found if isinstance(claim, CutSet) and len(claim.cut) <= 4]
    half = [claim for claim in found if isinstance(claim, HalfSet)]
    large = [claim for claim in found if isinstance(claim, CutSet) and len(claim.cut) > 4]
    assert found == small + half + large
    assert len(set(found)) == len(found) > 0
    for cuts in (small, large):
        assert cuts == sorted(cuts, key=lambda claim: (len(claim.cut), str(claim)))
    assert half == sorted(half, key=str)


# Under a symmetry.


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        (Board(3, 3), ANY),
        (Board(3, 5), ANY),
        (Board(4, 5), Ends((1, 0))),
        (Board(3, 4), Ends((0, 1))),
        (Board(3, 4), Ends((0, 1), (2, 2))),
        (Board(5, 5), Ends((0, 1))),
        (Board(4, 6), Ends((0, 0), (1, 1))),
        (Board(3, 3, holes=[(1, 1)]), Ends((0, 0), (2, 2), closed=True)),
        (Board(5, 5, holes=[(0, 1), (1, 0), (1, 4), (3, 0), (3, 4), (4, 1), (4, 3), (0, 3)]), ANY),
    ],
)
def test_the_image_of_an_obstruction_holds_for_the_image_of_the_problem(board, problem):
    graph = knight_graph(board)
    found = find_obstruction(graph, problem)
    for symmetry in symmetries(board):
        start, end = (None if square is None else symmetry(square) for square in (problem.start, problem.end))
        image = found.mapped(symmetry)
        assert image.holds(graph, Ends(start, end, problem.closed))
        assert image.squares == frozenset(map(symmetry, found.squares))
        assert "\n" not in str(image)


@settings(deadline=None, max_examples=300)
@given(small_graphs())
def test_an_obstruction_goes_with_its_squares_when_they_are_given_other_names(case):
    graph, problem = case
    found = find_obstruction(graph, problem)
    if found is not None:
        names = {square: f"new {index}" for index, square in enumerate(graph)}
        start, end = names.get(problem.start), names.get(problem.end)
        assert found.mapped(names.__getitem__).holds(nx.relabel_nodes(graph, names), Ends(start, end, problem.closed))


def test_obstructions_are_values():
    graph = knight_graph(Board(4, 5))
    problem = Ends((1, 0))
    assert find_obstruction(graph, problem) == find_obstruction(graph, problem)
    assert len({find_obstruction(graph, problem), find_obstruction(graph, problem)}) == 1


@pytest.mark.parametrize("leaper", LEAPERS)
@pytest.mark.parametrize("wrap", [None, "rows", "both"])
def test_what_is_found_on_any_small_board_is_so(naive_tour, leaper, wrap):
    for rows, cols in [(2, 3), (3, 3), (2, 4)]:
        graph = leaper_graph(Board(rows, cols, wrap=wrap), *leaper)
        for problem in [ANY, CLOSED, Ends((0, 0)), Ends((0, 1)), Ends((0, 0), (1, 1)), Ends((0, 0), (0, 1))]:
            if find_obstruction(graph, problem) is not None:
                assert naive_tour(graph, problem) is None

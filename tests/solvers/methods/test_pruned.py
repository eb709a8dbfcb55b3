"""The pruned search yields what the plain search yields, in the same order, and skips only what holds no tour."""

from contextlib import suppress
from itertools import islice, product

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board, knight_graph, leaper_graph
from graphs.families import graph_family
from graphs.loading import clock
from solvers import Budget, BudgetSpent, Meter, Problem, enumerate_tours, get_solver, solve
from solvers.methods import pruned as refuted_states
from solvers.methods import pruned as textbook
from solvers.methods import pruned_kernels as twin
from solvers.methods.arrays import adjacency_arrays
from tests.looks import longest_share_without_a_look
from tests.solvers.problems import board_problems, graph_problems, same

SOLVERS = ["pruned", "pruned-compiled"]
ORDERS = ["adjacency", "clockwise", "java"]


@pytest.mark.parametrize("solver", SOLVERS)
@given(problem=board_problems() | graph_problems())
def test_all_tours_of_the_plain_search_come_in_the_same_order(solver, problem):
    seen = []
    ended = False
    with suppress(BudgetSpent):
        seen.extend(enumerate_tours(problem, "backtracking", budget=Budget(nodes=20_000)))
        ended = True
    search = enumerate_tours(problem, solver)
    assert list(islice(search, len(seen))) == seen
    assert not ended or next(search, None) is None


@given(problem=board_problems(most=42) | graph_problems(), nodes=st.integers(1, 500))
def test_the_search_and_its_twin_agree_in_status_nodes_and_tour(problem, nodes):
    assert same(*(solve(problem, solver, budget=Budget(nodes=nodes)) for solver in SOLVERS))


@pytest.mark.parametrize("order", ORDERS)
def test_the_first_tours_and_those_after_them_come_after_the_same_nodes_from_the_twin(order):
    problem = Problem("4x5")

    def counted(run):
        meter = Meter()
        return [(tuple(tour), meter.nodes) for tour in run(problem, meter, move_order=order)], meter.nodes

    (by_textbook, nodes), (by_twin, nodes_of_twin) = counted(textbook.pruned_tours), counted(twin.tours)
    assert len(by_textbook) > 100
    assert (by_twin, nodes_of_twin) == (by_textbook, nodes)


@pytest.mark.parametrize(
    "problem",
    [
        *(Problem(Board(size, size), **ends) for size in (7, 9, 12) for ends in ({"start": (0, 2)}, {"closed": True})),
        *(Problem("4x8", start=(1, 1)), Problem(nx.tutte_graph(), closed=True), Problem(graph_family("GP(17,2)"))),
    ],
    ids=str,
)
def test_the_twin_agrees_below_and_past_64_squares_and_where_many_states_are_refuted(problem):
    assert same(*(solve(problem, solver, budget=Budget(nodes=2_000 if problem.board else None)) for solver in SOLVERS))


IN_PARTS = [
    nx.disjoint_union(nx.complete_graph(4), nx.complete_graph(4)),
    nx.disjoint_union(nx.cycle_graph(5), nx.complete_graph(3)),
    leaper_graph(Board(4, 4, wrap="both"), 1, 1),
    leaper_graph(Board(6, 6, wrap="cols"), 0, 2),
]


@pytest.mark.parametrize("graph", IN_PARTS, ids=str)
def test_the_twin_agrees_where_only_the_root_joins_the_parts(graph):
    """The root is the cut vertex then, at which neither search looks for one: a known step must not change that."""
    for number, square in product((2, 5, 7), [*graph][:3]):
        known = [{}, {"start": [*graph][-1]}, {"closed": True}]
        problems = [Problem(graph, steps={number: square}, **more) for more in known]
        for problem in problems:
            assert same(*(solve(problem, solver) for solver in SOLVERS)), problem


@given(problem=board_problems() | graph_problems(), data=st.data())
def test_the_twin_agrees_where_steps_are_known(problem, data):
    squares = list(problem.neighbours())
    numbers = data.draw(st.lists(st.integers(2, max(2, len(squares) - 1)), max_size=3, unique=True))
    steps = {number: data.draw(st.sampled_from(squares)) for number in numbers if number < len(squares)}
    asked = problem.with_ends(**problem.ends | {"steps": steps})
    assert same(*(solve(asked, solver, budget=Budget(nodes=2_000)) for solver in SOLVERS))


def test_a_small_table_changes_the_work_and_not_the_answer(monkeypatch):
    problem = Problem("4x8", start=(1, 1))
    full = solve(problem, "pruned")
    monkeypatch.setattr(refuted_states, "SLOTS", 4)
    small = [solve(problem, solver) for solver in SOLVERS]
    assert same(*small)
    assert small[0].exists is full.exists is False
    assert small[0].nodes > full.nodes


def test_a_twin_stopped_and_gone_on_with_makes_the_same_search(monkeypatch):
    problem = Problem("4x9", start=(1, 1))
    at_once = solve(problem, "pruned-compiled")
    monkeypatch.setattr(twin, "SLICE", 97)
    assert same(at_once, solve(problem, "pruned-compiled"))


@pytest.mark.parametrize("start", list(Board(8, 8)), ids=str)
def test_a_tour_of_8x8_is_found_from_every_start_within_125_nodes(start):
    """The plain search takes 8,250,733 nodes from the corner, and more than 10^9 from (0, 1)."""
    result = solve("8x8", "pruned-compiled", start=start, move_order="clockwise")
    assert result.exists
    assert result.nodes <= 125


@pytest.mark.parametrize("solver", SOLVERS)
def test_cubic_graphs_are_decided_as_known(solver):
    """GP(n, 2) has a closed tour unless n is 5 modulo 6 (B. Alspach, 1983); Tutte's graph of 1946 has none."""
    for size in range(5, 24):
        assert solve(graph_family(f"GP({size},2)"), solver, closed=True).exists is (size % 6 != 5)
    assert solve(nx.tutte_graph(), solver, closed=True).exists is False


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_cut_vertex_ends_the_search_at_once(solver):
    """Two cliques that share a vertex: a tour can go from one to the other, and not come back."""
    cliques = nx.Graph([*nx.complete_graph(range(9)).edges, *nx.complete_graph(range(8, 17)).edges])
    assert solve(cliques, solver, start=0, end=16).nodes == 17
    for ends in ({"start": 0, "end": 1}, {"closed": True}, {"start": 8}):
        result = solve(cliques, solver, **ends)
        assert (result.exists, result.nodes < 100) == (False, True)


def blocks_of(problem, budget=None, **how):
    return [
        row
        for block, _ in twin.pruned_tour_blocks(problem, adjacency_arrays(problem), Meter(budget), **how)
        for row in block.tolist()
    ]


@pytest.mark.parametrize(
    "graph, closed",
    [
        (knight_graph(Board(5, 5)), False),
        (knight_graph(Board(6, 6)), True),
        (nx.complete_graph(5), False),
        (nx.complete_graph(6), True),
    ],
)
def test_in_one_direction_a_tour_comes_as_the_search_finds_it_first_and_its_reverse_does_not(graph, closed):
    both = blocks_of(Problem(graph, closed=closed))
    first, seen = [], set()
    for row in both:
        if tuple([row[0], *row[:0:-1]] if closed else row[::-1]) not in seen:
            first.append(row)
        seen.add(tuple(row))
    assert 2 * len(first) == len(both)
    assert blocks_of(Problem(graph, closed=closed), one_direction=True) == first


def test_a_time_limit_is_kept_where_every_step_ends_in_a_tour():
    """The blocks are full each time before the search would pause; with 20 million nodes it takes some seconds."""
    budget = Budget(seconds=0.2, nodes=20_000_000)
    with pytest.raises(BudgetSpent, match="time limit"):
        blocks_of(Problem(nx.complete_graph(200)), budget)


def test_a_search_that_has_ended_is_not_stopped_by_its_time_limit():
    class Late(Meter):
        """Its time is over when the search begins."""

        has_begun = False

        @property
        def seconds_left(self):
            return 0.0 if self.has_begun else 1.0

        def more(self, nodes, between=1):
            pause = super().more(nodes, between)
            self.has_begun = between == twin.NO_LIMIT
            return pause

    meter, problem = Late(Budget(seconds=60)), Problem(nx.petersen_graph(), closed=True)
    assert list(twin.pruned_tour_blocks(problem, adjacency_arrays(problem), meter)) == []
    assert meter.has_begun
    assert meter.nodes > 0


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_node_limit_is_kept_exactly_and_tours_before_it_come_out(solver):
    problem = Problem("5x5", start=(0, 0))
    whole = solve(problem, solver)
    assert solve(problem, solver, budget=Budget(nodes=whole.nodes)).tour == whole.tour
    for nodes in range(1, whole.nodes):
        held = solve(problem, solver, budget=Budget(nodes=nodes))
        assert (held.exists, held.nodes) == (None, nodes)
    with pytest.raises(BudgetSpent, match="node limit of 400"):
        list(enumerate_tours(problem, solver, budget=Budget(nodes=400)))
    assert next(enumerate_tours(problem, solver, budget=Budget(nodes=400))) == whole.tour


def test_a_time_limit_is_kept_in_a_search_without_end():
    problem = Problem("4x30", start=(1, 1))
    for solver in SOLVERS:
        solve(problem, solver, budget=Budget(nodes=1))
        before = clock("cpu")
        result = solve(problem, solver, budget=Budget(seconds=0.2))
        assert result.exists is None
        assert clock("cpu") - before < 0.7


@pytest.mark.parametrize("ends", [{}, {"closed": True}, {"start": (0, 0), "end": (0, 1)}], ids=str)
def test_the_textbook_looks_at_the_clock_all_along_before_its_first_node_too(ends):
    problems = []  # whoever asks keeps the problem, and with it the graph: to free it is no work of the solver

    def work(look):
        class Looking(Meter):
            def more(self, nodes, between=2048):
                look()
                return super().more(nodes, between)

        problems.append(Problem("100x100", **ends))
        with suppress(BudgetSpent):
            get_solver("pruned").run(problems[-1], Looking(Budget(seconds=60, nodes=3)))

    assert longest_share_without_a_look(work, 0.12) < 0.12

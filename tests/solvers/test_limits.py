"""Limits hold for the whole call: for graphs, arrays and models that are built before the search, and for memory."""

import threading

import networkx as nx
import pytest

from graphs import Board, knight_graph
from graphs.edge_list import EdgeList
from graphs.leapers import leaper_graph, ordered_neighbours
from graphs.loading import clock
from graphs.obstructions.closed_form import closed_form_parts
from solvers import Budget, BudgetSpent, Meter, Problem, Status, solve, solver_names
from solvers.counting.count_plan import best_count_plan
from solvers.methods.arrays import adjacency_arrays
from solvers.methods.models.lazy_cuts import join_lazy_cut_cycles
from solvers.solving.solve import attempt

NO_TIME = Budget(seconds=1e-9)


@pytest.mark.parametrize("solver", solver_names())
def test_a_tenth_of_a_second_is_kept_on_a_board_of_a_million_squares(solver):
    before = clock("cpu")
    solve("1000x1000", solver, budget=Budget(seconds=0.1))
    assert clock("cpu") - before < 3


@pytest.mark.parametrize("solver", solver_names())
def test_a_node_limit_may_be_larger_than_any_number_of_a_machine(solver):
    assert solve("5x5", solver, budget=Budget(nodes=10**20), start=(0, 0)).exists


@pytest.mark.parametrize(
    "solver, graph",
    [
        ("warnsdorff-backtracking", nx.complete_bipartite_graph(1000, 1002)),
        ("cp-sat", leaper_graph(Board(24, 24), 3, 4)),
        ("cp-sat", "200x200"),
    ],
    ids=["hundreds of free neighbours at each vertex", "no tour, which the circuit does not show", "a model that takes longer"],
)
def test_the_time_limit_of_a_long_search_is_kept(solver, graph):
    before = clock("cpu")
    result = solve(graph, solver, budget=Budget(seconds=0.1))
    assert (result.exists, result.limit) == (None, "time limit")
    assert "time limit of 0.1 s" in result.reason
    assert clock("cpu") - before < 3


@pytest.mark.parametrize("solver", ["auto", "construct"])
def test_a_tour_of_millions_of_squares_is_written_within_the_time(solver):
    result = solve("8000x8000", solver, budget=Budget(seconds=0.05))
    assert (result.status, result.limit) == (Status.UNKNOWN, "time limit")
    assert "time limit of 0.05 s" in result.reason


BUILDERS = {
    "graph": Problem.graph_within,
    "arrays": lambda problem, meter: adjacency_arrays(problem, meter=meter),
    "neighbours": lambda problem, meter: ordered_neighbours(problem.graph, "clockwise", meter.watched),
}


@pytest.mark.parametrize("build", BUILDERS.values(), ids=BUILDERS)
@pytest.mark.parametrize("wrap", [None, "both"])
def test_graphs_and_arrays_are_built_within_the_time(build, wrap):
    problem = Problem(Board(30, 30, wrap=wrap))
    with pytest.raises(BudgetSpent):
        build(problem, Meter(NO_TIME))
    build(problem, Meter())
    assert list(problem.graph.adjacency()) == list(knight_graph(problem.board).adjacency())


LARGE, PAIRS = 120_000, [(here, (here + step) % 120_000) for here in range(120_000) for step in (1, 7)]
GRAPHS = {
    "edges": lambda: Problem(EdgeList(range(LARGE), PAIRS), closed=True),
    "open": lambda: Problem(EdgeList(range(LARGE), PAIRS)),
    "a fixed edge": lambda: Problem(EdgeList(range(LARGE), PAIRS, PAIRS[:1]), closed=True),
    "both ends": lambda: Problem(EdgeList(range(LARGE), PAIRS), start=1, end=0, closed=True),
    "graph": lambda: Problem(nx.Graph(PAIRS)),
    "directed": lambda: Problem(nx.DiGraph(PAIRS)),
}


def seconds_of(problem, solver):
    """Return the processor time of a call that ends at its time limit."""
    before = clock("cpu")
    assert solve(problem, solver, budget=Budget(seconds=0.01, clock="cpu")).limit == "time limit"
    return clock("cpu") - before


@pytest.mark.parametrize("make", GRAPHS.values(), ids=GRAPHS)
def test_a_graph_of_240_000_edges_is_converted_within_the_time(make):
    problem, whole = make(), clock("cpu")
    _ = EdgeList(range(LARGE), PAIRS).build()  # what a conversion without limit takes
    whole = clock("cpu") - whole
    for solver in ("auto", "sat", "frontier", "pruned"):
        assert any(seconds_of(problem, solver) < 0.75 * whole for _ in range(3))  # other processes disturb the time of a call


@pytest.mark.parametrize("solver", ["backtracking-compiled", "warnsdorff-compiled", "cp-sat", "choco", "clingo"])
def test_compiled_solvers_read_a_list_of_edges_without_a_networkx_graph(solver, monkeypatch):
    monkeypatch.setattr(EdgeList, "build", None)
    listed = EdgeList("abcd", [(0, 1), (1, 2), (2, 3), (3, 0), (0, 1)], [(1, 2)])
    for problem in (Problem(listed, closed=True), Problem(EdgeList("abcd", listed.edges), start="b")):
        assert attempt(problem, Meter(), solver).squares is not None


class Reads:
    """A watch that counts what is read."""

    def __init__(self):
        self.items = 0

    def __call__(self, items):
        for item in items:
            self.items += 1
            yield item


def test_joins_of_cycles_and_searches_for_parts_are_watched():
    squares = [[4 * each + step for step in range(4)] for each in range(50)]
    pairs = [[4 * (each // 4) + (each + step) % 4 for step in (1, 3)] for each in range(200)]
    reads = Reads()
    join_lazy_cut_cycles(squares, pairs, [[] for _ in pairs], reads)
    assert reads.items >= 4 * 49
    reads = Reads()
    assert [len(part) for part in closed_form_parts(nx.path_graph(1000), reads)] == [1000]
    assert reads.items == 1000


def test_a_call_in_a_thread_ends_with_the_budget():
    released = threading.Event()
    with pytest.raises(BudgetSpent, match="time limit"):
        Meter(Budget(seconds=0.05)).wait_for(released.wait)
    released.set()
    assert Meter().wait_for(lambda: 1) == 1


def test_the_order_of_a_count_is_looked_for_within_the_time():
    with pytest.raises(BudgetSpent):
        best_count_plan(Problem(knight_graph(Board(6, 6))), Meter(NO_TIME))

"""Solvers of other packages: honest about what they can show. Which are exact is tested with all exact solvers."""

import threading

import networkx as nx
import psutil
import pytest

from graphs import Board, leaper_graph
from graphs.families import flower_snark
from solvers import Budget, BudgetSpent, Meter, Problem, solve
from solvers.methods.highs import HighsSearch

PEERS = ["clingo", "choco", "highs", "elkai"]


@pytest.mark.parametrize("name", PEERS)
@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"closed": True},
        {"start": (2, 3)},
        {"start": (0, 0), "end": (0, 1)},
        {"closed": True, "start": (0, 0), "end": (1, 2)},
    ],
    ids=str,
)
def test_a_tour_is_found_from_and_to_where_it_is_sought(name, asked):
    tour = solve("6x6", name, **asked).tour
    assert asked.get("start", tour[0]) == tour[0]
    assert asked.get("end", tour[-1]) == tour[-1]


@pytest.mark.parametrize("vertices", range(1, 6))
@pytest.mark.parametrize("asked", [{}, {"start": 0}, {"end": 0}])
def test_elkai_takes_the_smallest_graphs(vertices, asked):
    assert solve(nx.path_graph(vertices), "elkai", **asked).exists


@pytest.mark.parametrize("name", PEERS)
def test_a_solver_of_others_repeats_its_tour(name):
    one, other = (solve("8x8", name) for _ in range(2))
    assert (one.tour, one.nodes) == (other.tour, other.nodes)


@pytest.mark.parametrize("state", ["KILLED", "RUNNING", "NEW"])
def test_choco_proves_nothing_unless_its_search_is_complete(state, monkeypatch):
    monkeypatch.setattr("pychoco.solver.Solver.get_search_state", lambda _: state)
    result = solve("4x4", "choco")
    assert result.exists is None
    assert state in result.reason


def test_pychoco_has_the_private_parts_that_its_adapter_uses():
    from pychoco import Model, backend

    model = Model()
    model.intvar([0, 1])
    search = model.get_solver()
    assert all(hasattr(each, "_handle") for each in (model, search, model.intvar([0]))), "the handles of pychoco have changed"
    while search.solve():
        pass
    assert backend.get_node_count(search._handle) == 3, "pychoco counts the nodes of a search differently"
    assert search.get_search_state() == "TERMINATED", "pychoco names the end of a complete search differently"


def test_a_seed_leads_choco_to_another_tour():
    assert len({solve("8x8", "choco", seed=seed).tour for seed in range(4)}) == 4


@pytest.mark.parametrize("name", ["clingo", "choco", "highs"])
def test_the_exact_ones_keep_their_limits(name):
    held = solve(flower_snark(9), name, closed=True, budget=Budget(nodes=5))
    assert (held.exists, held.nodes, held.limit) == (None, 5, "node limit")
    late = solve("100x100", name, budget=Budget(seconds=0.2))
    assert (late.exists, late.limit) == (None, "time limit")


@pytest.mark.parametrize("board, leaper, name", [(24, (3, 4), "highs"), (11, (1, 4), "choco")])
def test_programs_that_count_refute_leapers_at_once(board, leaper, name):
    """CP-SAT's circuit takes more than 100,000 conflicts for the first."""
    result = solve(leaper_graph(Board(board, board), *leaper), name)
    assert result.exists is False
    assert result.nodes < 10


@pytest.mark.slow
def test_choco_frees_the_memory_of_a_run():
    """pychoco keeps all of a model where nobody destroys what it leaves behind: here, 40 MB."""
    held = []
    for _ in range(3):
        for _ in range(150):
            solve("8x8", "choco")
        held.append(psutil.Process().memory_info().rss)
    assert held[2] - held[1] < 20e6


def test_a_cancelled_run_does_not_wait_for_highs():
    event = threading.Event()
    search = HighsSearch(Problem("100x100", closed=True), Meter(Budget(cancel=event)), seed=0)
    threading.Timer(0.1, event.set).start()
    with pytest.raises(BudgetSpent, match="cancelled"):
        search.choose()
    assert any(thread.name.startswith("ThreadPoolExecutor") for thread in threading.enumerate()), "HiGHS still works"

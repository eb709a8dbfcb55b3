"""The strategy: each step once, nothing done twice on the way, and the strongest no is used."""

import dataclasses
import functools
from collections import Counter
from math import inf

import networkx as nx
import pytest

from graphs import Board, knight_graph, leaper_graph, orbits, theorems, verify
from graphs.families import coxeter, generalized_petersen, graph_family
from graphs.obstructions import (
    FINDERS,
    FLOWS,
    PASSES,
    SLOW_PASSES,
    Colours,
    DegreeSet,
    ForcedMoves,
    HalfSet,
    Obstruction,
    WeightedCuts,
)
from solvers import Budget, BudgetSpent, Meter, Problem, SearchProof, Status, decide, get_solver, solve, start_map
from solvers.core import registry as table
from solvers.core.budget import ITEMS_BETWEEN_LOOKS
from solvers.solving import strategy
from solvers.solving.question import Question
from solvers.solving.strategy import refute, run_strategy
from tests.graphs.obstructions.test_watching import SLOW
from tests.solvers.programs import python


@pytest.fixture
def calls(monkeypatch):
    """Count what is done on the way: checks of tours, look-ups of theorems, checks of obstructions, walks by their seed."""
    count = Counter()

    def counted(function, name):
        @functools.wraps(function)
        def counting(*arguments, **named):
            count[name(arguments, named) if callable(name) else name] += 1
            return function(*arguments, **named)

        return counting

    for checker in ("verify_tour", "verify_on_board"):
        monkeypatch.setattr(f"solvers.core.problem.{checker}", counted(getattr(verify, checker), "verified"))
    monkeypatch.setattr("solvers.core.problem.theorem_for", counted(theorems.theorem_for, "theorem"))
    for kind in Obstruction.__subclasses__():
        monkeypatch.setattr(kind, "holds", counted(kind.holds, lambda arguments, _: ("holds", arguments[0])))
    walk = get_solver("warnsdorff-repair")
    run = counted(walk.run, lambda _, named: ("walk", named["seed"]))
    monkeypatch.setitem(table._TABLE, walk.name, dataclasses.replace(walk, run=run))
    return count


def whole(board, **ends):
    return Problem(board, **ends)


HOLED = Problem(Board(6, 6, holes=[(0, 1), (5, 5)]))
PROBLEMS = [
    whole("8x8"),
    whole("8x8", closed=True),
    whole("8x8", start=(0, 0), end=(0, 1)),
    whole("5x5", start=(0, 0)),
    whole("4x7", start=(1, 0)),
    whole("3x8", start=(1, 2)),
    whole("200x201", closed=True),
    whole("4x3000", start=(0, 0)),
    HOLED,
    HOLED.with_ends(closed=True),
    Problem(knight_graph(Board(6, 7)), start=(2, 2)),
]


@pytest.mark.parametrize("answer", [decide, solve])
@pytest.mark.parametrize("problem", PROBLEMS, ids=repr)
def test_nothing_is_done_twice_on_the_way(problem, answer, calls):
    said = answer(problem)
    assert calls["verified"] == (said.tour is not None)
    assert said.tour is not None or said.reason
    assert calls["theorem"] <= 1
    assert all(number == 1 for name, number in calls.items() if name[0] in ("walk", "holds"))


@pytest.mark.parametrize("asked", [{"closed": True}, {"start": (1, 0)}, {"end": (2, 7)}])
def test_a_half_set_is_found_on_a_long_board_of_four_rows(asked):
    verdict = decide("4x2501", **asked)
    assert verdict.exists is False
    assert isinstance(verdict.evidence, HalfSet)


@pytest.mark.parametrize("answer", [decide, solve])
def test_the_limit_in_the_reason_is_the_one_that_was_given(answer):
    """The steps get what is left of the budget; the reason names the whole."""
    hard = Problem(generalized_petersen(5003, 2), closed=True)
    assert "time limit of 0.05 s" in answer(hard, budget=Budget(seconds=0.05)).reason
    assert "node limit of 271" in answer(hard, budget=Budget(nodes=271)).reason


@pytest.mark.parametrize("name", ["J15", "J31", "GP(101,2)"])
def test_a_narrow_graph_is_searched_over_a_tree_before_sat_takes_long(name, monkeypatch):
    monkeypatch.setattr(
        "graphs.obstructions.subtour_relaxation.subtour_relaxation_weights", lambda *_: ()
    )  # which has no time to lose
    verdict = decide(graph_family(name), budget=Budget(nodes=6_000), closed=True)
    assert (verdict.exists, verdict.evidence.solver) == (False, "treewidth")
    assert decide(graph_family(name)).exists


ZEBRA = Problem.on_board("11x11", (2, 3))


@pytest.fixture(params=[(), ("no_such_package",)], ids=["as installed", "without python-sat"])
def other(request, monkeypatch):
    """The solver that refutes a problem without an obstruction."""
    if request.param:
        monkeypatch.setitem(table._TABLE, "sat", dataclasses.replace(get_solver("sat"), packages=request.param))
    return "cp-sat" if request.param else "sat"


@pytest.mark.usefixtures("only_searches")
def test_a_sat_solver_refutes_where_no_obstruction_is_found_and_without_it_cp_sat(other):
    assert decide(ZEBRA).evidence.solver == other


@pytest.mark.parametrize("trial", [refute, functools.partial(refute, any_ends=True)])
@pytest.mark.parametrize("find", SLOW)
def test_obstructions_are_sought_within_the_time(trial, find):
    question = Question(Problem(knight_graph(Board(20, 20)), start=(0, 0)), Meter(Budget(seconds=1e-9)))
    with pytest.raises(BudgetSpent, match="time limit"):
        trial(find)(question)


@pytest.mark.usefixtures("other")
def test_4x4_has_one_reason_whatever_is_asked_and_installed():
    reason = "removing the 4 squares (1, 1), (1, 2), (2, 1), (2, 2) splits the board into 6 parts"
    told = [decide("4x4"), *start_map("4x4").values(), solve("4x4")]
    told += [answer(Board(4, 4), start=(0, 0)) for answer in (decide, solve)]
    assert all(each.reason.startswith(reason) for each in told)


ODD = [Board(5, 5), Board(3, 7), Board(5, 5, holes=[(2, 2), (0, 1)]), Board(101, 101), nx.grid_graph((3, 7))]


@pytest.mark.parametrize("subject", [*ODD, nx.complete_bipartite_graph(7, 8), nx.random_labeled_tree(15, seed=1)], ids=str)
def test_colours_are_the_reason_why_an_odd_number_of_squares_has_no_closed_tour(subject):
    verdict = decide(subject, closed=True)
    assert isinstance(verdict.evidence, Colours)
    assert verdict.reason.endswith("changes the colour: a closed tour visits both colours equally often")


SMALL = [
    Problem.on_board(Board(*size), leaper) for size in [(3, 5), (3, 6), (4, 5), (5, 7)] for leaper in [(1, 2), (1, 4), (2, 3)]
]
QUICK = PASSES + SLOW_PASSES + FLOWS


@pytest.mark.parametrize("free", [*SMALL, HOLED.with_ends()], ids=repr)
def test_no_reason_is_told_where_an_easier_one_is_quickly_found(free):
    """Reasons for the board without the ends count, too; and `auto` tells what `decide` does."""
    starts = [free.with_ends(start=orbit[0]) for orbit in orbits(free.board)]
    for problem in [free, free.with_ends(closed=True), *starts]:
        verdict = decide(problem)
        claims = (claim for find in QUICK for asked in (problem, free) for claim in find(problem.graph, asked))
        easier = (claim for claim in claims if verdict.exists is False and claim.hardness < verdict.evidence.hardness)
        assert not any(claim.holds(problem.graph, problem) for claim in easier)
        assert verdict.exists or verdict.reason == solve(problem).reason


@pytest.mark.parametrize("board", [Board(3, 4), Board(3, 7), Board(4, 5), Board(4, 7)], ids=str)
def test_a_map_tells_a_reason_as_easy_as_that_for_the_start_alone(board):
    for square, verdict in start_map(board).items():
        assert verdict.exists or verdict.evidence.hardness <= decide(board, start=square).evidence.hardness


@pytest.mark.parametrize("side, leaper, kind", [(24, (3, 4), WeightedCuts), (28, (4, 5), DegreeSet)])
def test_weights_and_degrees_explain_what_was_known_by_search_alone(side, leaper, kind):
    problem = Problem.on_board(Board(side, side), leaper)
    assert isinstance(decide(problem).evidence, kind)
    assert solve(problem).exists is False


def test_a_no_of_a_solver_is_explained_where_it_can_be():
    """On graphs that are no boards a SAT solver comes first."""
    assert isinstance(decide(graph_family("Tutte"), closed=True).evidence, ForcedMoves)
    assert isinstance(decide(leaper_graph(Board(13, 13), 2, 3), start=(0, 0)).evidence, Obstruction)
    assert isinstance(decide(coxeter(), closed=True).evidence, SearchProof)


def test_every_finder_is_tried_before_an_answer_rests_on_a_search(monkeypatch):
    monkeypatch.setattr(strategy, "LEAST_SECONDS", inf)
    question = Question(Problem(coxeter(), closed=True), Meter())
    assert run_strategy(question).status is Status.IMPOSSIBLE
    assert {find for find, _ in question.searched} >= set(FINDERS)


def test_after_a_no_the_search_for_an_easier_reason_takes_a_bounded_number_of_steps(monkeypatch):
    """With no seconds allowed, it ends at the first look at the clock after the items that are the same on every machine."""
    monkeypatch.setattr(strategy, "LEAST_SECONDS", 0)
    monkeypatch.setattr(strategy, "SHARE", 0)
    watches = []

    class Counted(strategy._Allowance):
        def __init__(self, meter):
            super().__init__(meter)
            watches.append(self)

    monkeypatch.setattr(strategy, "_Allowance", Counted)
    assert isinstance(decide(generalized_petersen(995, 2), closed=True).evidence, SearchProof)
    (watch,) = watches
    assert strategy.LEAST_ITEMS < watch.items <= strategy.LEAST_ITEMS + ITEMS_BETWEEN_LOOKS


@pytest.mark.parametrize(
    "noted", [{"board": "x"}, {"board": Board(2, 5)}, {"board": Board(2, 5), "leaper": (1, 2)}, {"leaper": 3}]
)
def test_attributes_that_others_gave_to_their_graph_change_no_answer(noted):
    for graph, exists in ((nx.petersen_graph(), False), (nx.random_regular_graph(3, 1_000, seed=1), True)):
        graph.graph.update(noted)
        assert decide(graph, closed=True).exists is exists
        assert (solve(graph, closed=True).tour is not None) is exists


# The solver that climbs the strategy.


@pytest.mark.parametrize("shape", [(3, 100_000), (4, 100_000), (1500, 1500)])
def test_it_makes_no_graph_of_a_large_board(shape):
    assert solve(Board(*shape), start=(0, shape[1] // 2)).tour is not None


def test_a_chessboard_needs_no_heavy_package_and_loads_nothing_after_the_look_up():
    code = (
        "import sys; from graphs import Board; from solvers import solve, solver_table\n"
        "solver_table(); before = set(sys.modules); solve(Board(8, 8), start=(0, 0)); print(set(sys.modules) - before)\n"
        "print({'networkx', 'numpy', 'numba', 'ortools', 'rich', 'matplotlib', 'pandas'} & set(sys.modules))"
    )
    assert python("-c", code).stdout == "set()\nset()\n"


def test_without_the_compiler_of_numba_the_other_steps_decide():
    program = """
from graphs.families import flower_snark
from solvers import Budget, decide, solve
print(solve(flower_snark(11), closed=True).exists, decide(flower_snark(27), closed=True, budget=Budget(nodes=500)).nodes)
"""
    assert python("-c", program, NUMBA_DISABLE_JIT="1").stdout == "False 500\n"

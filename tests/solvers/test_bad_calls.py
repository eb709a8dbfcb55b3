"""A value of the wrong kind is refused with a sentence that says what to write, and never by an error from inside."""

from functools import partial
from inspect import Parameter, signature

import networkx as nx
import numpy as np
import pytest

import graphs
import solvers
from graphs import Board, KnightsTourError, Tour, formats, knight_graph
from solvers import Budget, Problem, comparison, decide, solve
from tests.tables import table

BOARD = Board(3, 4)
GRAPH = knight_graph(BOARD)
TOUR = solve(BOARD).tour
ODD = (7, 2.5, "no", b"x", [], {}, (1,), [[None]], object(), Board, 10**30, "\udcff", np.array([1.5]), nx.DiGraph([(0, 1)]))
NO_GRAPHS = ODD[:-1]
SELFISH = []
SELFISH.append(SELFISH)
NO_TOURS = [Tour(squares) for squares in ([0, 1, 2], ["a"], [(0, 0), (1, 2, 3)], [(0, 0), (5, 5)], [(0, -1)])]
NO_ORDERS = ["anticlockwise", "", [(1, 2)], [], [(1, 2, 3)], "1,2", None, [1, 2], [("a", "b")]]
NO_MODELS = ["Circuit", "lazy_cuts", "", None, 1, ["circuit"]]
NO_PATHS = [None, 7.5, [], "", "a\0b"]
NO_LIMITS = [0, -1, float("nan"), float("inf"), -float("inf"), True, np.True_, np.zeros((2, 2)), "9", *ODD[2:10]]
FUNCTIONS = (
    "solve decide enumerate_tours list_tours list_tour_blocks count_tours count_starts count_symmetric_tours record_search "
    "start_map pair_map board_map hole_map decide_height decide_all_boards"
)
PARAMETERS = {name: signature(getattr(solvers, name)).parameters for name in FUNCTIONS.split()}
GIVEN = {
    "board_map": {"boards": [BOARD]},
    "decide_height": {"rows": 3},
    "decide_all_boards": {},
    "record_search": {"problem": BOARD, "solver": "pruned"},
}
WORDS = dict.fromkeys(
    ["start", "end", "closed", "solver", "confirm", "symmetric", "up_to_symmetry", "symmetry", "executor", "budget"], ODD
)
WORDS |= {"leaper": NO_GRAPHS, "limit": ODD[1:-3], "memory": [float("nan"), *ODD[2:10]]}
CALLS = [
    (partial(getattr(solvers, name), **GIVEN.get(name, {next(iter(parameters)): BOARD})), word, bad)
    for name, parameters in PARAMETERS.items()
    for word, bad in WORDS.items()
    if word in parameters
]
NAMES = {name: getattr(package, name) for package in (graphs, formats, solvers, comparison) for name in package.__all__}
NAMES |= globals()
CALLS += [
    (eval(call, NAMES), word, eval(values, NAMES))
    for call, bad in table("bad_calls.toml").items()
    for word, values in bad.items()
]


@pytest.mark.parametrize("call, name, values", CALLS)
def test_a_value_of_the_wrong_kind_is_refused_in_a_sentence(call, name, values):
    for value in values:
        with pytest.raises(KnightsTourError) as refused:
            next(iter(call(**{name: value})), None)
        assert 20 < len(str(refused.value)) < 600, value
        assert "\n" not in str(refused.value)


def test_a_bool_of_numpy_is_a_bool():
    assert Problem(BOARD, closed=np.True_) == Problem(BOARD, closed=True)
    assert Tour([(0, 0)], closed=np.False_) == Tour([(0, 0)])


@pytest.mark.parametrize("budget", [None, Budget(nodes=1)])
def test_a_result_is_not_a_bool(budget):
    with pytest.raises(TypeError, match="compare `exists` with True, False or None"):
        assert not decide(Board(4, 4), budget=budget)


@pytest.mark.parametrize("parameters", PARAMETERS.values(), ids=PARAMETERS)
def test_the_words_of_a_question_come_in_one_order(parameters):
    words = [word for word in ("leaper", "start", "end", "closed", "steps", "budget") if word in parameters]
    assert [word for word in parameters if word in words] == words
    assert parameters["budget"].kind is Parameter.KEYWORD_ONLY

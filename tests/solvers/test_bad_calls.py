"""A value of the wrong kind is refused with a sentence that says what to write, and never by an error from inside."""

from functools import partial
from inspect import Parameter, signature

import networkx as nx
import numpy as np
import pytest

import graphs
import solvers
from graphs import Board, BoardError, KnightsTourError, Tour, knight_graph, verify_on_board, verify_tour
from graphs.formats import format_col, format_g6, format_hcp, parse_col, parse_g6, parse_hcp, parse_tour, read_graph, read_text
from solvers import Budget, Problem, count_tours, decide, solve, start_map
from solvers.comparison import Store

BOARD = Board(3, 4)
GRAPH = knight_graph(BOARD)
TOUR = solve(BOARD).tour
ODD = (7, 2.5, "no", b"x", [], {}, (1,), [[None]], object(), Board, 10**30, "\udcff", np.array([1.5]), nx.DiGraph([(0, 1)]))
SELFISH = []
SELFISH.append(SELFISH)
NO_PATHS = [None, 7.5, [], "", "a\0b"]
ENDS = {"start": ODD, "end": ODD, "closed": ODD}
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
WORDS = ENDS | dict.fromkeys(("solver", "confirm", "symmetric", "up_to_symmetry", "symmetry", "executor", "budget"), ODD)
WORDS |= {"leaper": ODD[:-1], "limit": ODD[1:-3], "memory": [float("nan"), *ODD[2:10]]}
CALLS = [
    *(
        (partial(getattr(solvers, name), **GIVEN.get(name, {next(iter(parameters)): BOARD})), {word: bad})
        for name, parameters in PARAMETERS.items()
        for word, bad in WORDS.items()
        if word in parameters
    ),
    (solvers.count_strips, {"rows": ODD}),
    (partial(solvers.count_strips, 3), {"closed": ODD}),
    (Problem, {"graph": [None, *ODD[:-1]]}),
    (start_map, {"board": ODD[:-1]}),
    (partial(Problem.on_board, BOARD), ENDS | {"leaper": ODD[:-1]}),
    (Tour, {"squares": [None, 7, np.array(3), SELFISH]}),
    (partial(Tour, [(0, 0)]), {"closed": ODD, "board": ODD}),
    (Tour.from_array, {"array": ODD[:-2]}),
    (partial(verify_tour, BOARD), {"squares": ODD}),
    (partial(verify_tour, GRAPH), {"squares": ODD}),
    (partial(verify_tour, squares=TOUR), {"graph": ODD}),
    (partial(verify_on_board, BOARD, TOUR), {"leaper": ODD[:-1], "closed": ODD}),
    (partial(graphs.canonical_tour, board=BOARD), {"tour": ODD}),
    (partial(graphs.tour_symmetries, board=BOARD), {"tour": ODD}),
    (partial(graphs.parse_square, board=BOARD), {"text": ODD}),
    (partial(graphs.square_name, board=BOARD), {"square": ODD[:6]}),
    (partial(graphs.tour_svg, TOUR), {"leaper": ODD[:-1]}),
    *((call, {"board": ODD}) for call in (solvers.pair_map, knight_graph, graphs.orbits, graphs.board_svg)),
    *((partial(call, given), {"board": ODD}) for call, given in ((graphs.parse_square, "a1"), (graphs.square_name, (0, 0)))),
    *((call, {"tour": ODD}) for call in (graphs.tour_text, graphs.tour_svg)),
    *((call, {"graph": [*ODD[:-1], Problem(BOARD)]}) for call in (graphs.board_of, graphs.ordered_neighbours)),
    *((call, {"text": [None, *ODD[:2], *ODD[3:6]]}) for call in (parse_col, parse_g6, parse_hcp, parse_tour)),
    *((call, {"graph": [BOARD, *ODD[:-1]]}) for call in (format_col, format_g6, format_hcp)),
    (partial(Board, 3, 4), {"wrap": [*ODD, np.zeros((2, 2))]}),
    (partial(Problem, BOARD), {"start": [np.array([{}, None]), TOUR, SELFISH], "closed": [np.zeros((2, 2))]}),
    (partial(count_tours, BOARD), {"memory": [10**400, 1e300]}),
    (Budget, {"seconds": [*ODD[2:10], float("inf"), np.zeros((2, 2))], "nodes": [2.5, *ODD[2:10], np.zeros((2, 2))]}),
    *((call, {"path": NO_PATHS}) for call in (read_text, read_graph)),
    *((call, {"folder": NO_PATHS}) for call in (Store.opened, lambda folder: Store.read(folder))),
]


@pytest.mark.parametrize("call, name, values", [(call, name, bad[name]) for call, bad in CALLS for name in bad])
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


@pytest.mark.parametrize(
    "ask, said",
    [
        (start_map, "a map of 4,000,000 squares is too large: 1,000,000 at most; ask for one start"),
        (solvers.pair_map, "a map of all pairs of 4,000,000 squares is too large: 1,000 at most; ask for one start"),
        (solvers.count_starts, "a board of 4,000,000 squares is too large for a networkx graph"),
        (solvers.count_symmetric_tours, "a board of 4,000,000 squares is too large for a networkx graph"),
    ],
)
def test_what_is_asked_of_every_square_of_a_huge_board_is_refused_at_once(ask, said):
    with pytest.raises(BoardError, match=f"^{said}"):
        ask(Board(2000, 2000))


@pytest.mark.parametrize("parameters", PARAMETERS.values(), ids=PARAMETERS)
def test_the_words_of_a_question_come_in_one_order(parameters):
    words = [word for word in ("leaper", "start", "end", "closed", "steps", "budget") if word in parameters]
    assert [word for word in parameters if word in words] == words
    assert parameters["budget"].kind is Parameter.KEYWORD_ONLY

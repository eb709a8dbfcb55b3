"""The answer, the search nodes and the work of a call do not depend on earlier calls in the same process."""

import json

from tests.solvers.programs import python

PROGRAM = """
import json, sys
from math import inf
from pathlib import Path
import networkx as nx
import graphs, solvers
from graphs import Board
from graphs.edge_list import EdgeList
from solvers import Problem, decide, solve
from solvers.solving import strategy

FOLDERS = tuple(str(Path(package.__file__).parent) for package in (graphs, solvers))
strategy.LEAST_SECONDS = inf  # no step ends early on a slow machine

def star():
    return nx.Graph([(spoke, (spoke, end)) for spoke in range(5) for end in (0, 1)] + [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])

def on_board(call, name, solver=(), leaper=(1, 2), **ends):
    return lambda: call(Problem.on_board(Board.parse(name), leaper, **ends), *solver)

CASES = {
    "construct": on_board(solve, "100x100", ["construct"]),
    "auto": on_board(solve, "100x100"),
    "zebra": on_board(solve, "40x40", ["construct"], (2, 3)),
    "giraffe": on_board(solve, "40x40", ["construct"], (1, 4)),
    "both ends": on_board(solve, "30x31", ["construct"], start=(3, 3), end=(20, 21)),
    "strip": on_board(solve, "3x200", ["construct"], closed=True),
    "4x20": on_board(decide, "4x20", closed=True),
    "3x6": on_board(decide, "3x6"),
    "cut set": lambda: decide(Problem(star())),
    "edge list": lambda: decide(Problem(EdgeList.of(star()), closed=True)),
    "pruned": on_board(solve, "5x6", ["pruned-compiled"]),
}
WARM = {
    "construct": on_board(solve, "34x34", ["construct"]),
    "zebra": on_board(solve, "37x36", ["construct"], (2, 3)),
    "giraffe": on_board(solve, "37x36", ["construct"], (1, 4)),
    "strip": on_board(solve, "3x50", ["construct"]),
    "4x7": on_board(decide, "4x7", closed=True),
    "3x5": on_board(decide, "3x5"),
    "triangle": lambda: decide(Problem(EdgeList.of(nx.star_graph(3)), closed=True)),
    "pruned": on_board(solve, "5x4", ["pruned-compiled"]),
}

def measured(call):
    "Return the result of a call, and the number of calls of functions of this project in it."
    calls = 0
    def count(frame, event, _):
        nonlocal calls
        calls += event == "call" and frame.f_code.co_filename.startswith(FOLDERS)
    sys.setprofile(count)
    try:
        result = call()
    finally:
        sys.setprofile(None)
    return [result.exists, result.nodes, result.reason, result.tour and repr(result.tour.squares), calls]

for call in WARM.values():
    call()
order = list(CASES)[::int(sys.argv[1])]
for name in order + order:
    print(json.dumps([name, *measured(CASES[name])]))
"""


def test_the_answer_the_search_nodes_and_the_work_do_not_depend_on_earlier_calls():
    """Two processes solve the cases in opposite orders, each case twice."""
    cases = {}
    for order in (1, -1):
        for name, *record in map(json.loads, python("-c", PROGRAM, order).stdout.splitlines()):
            cases.setdefault(name, []).append(record)
    for name, records in cases.items():
        work = [record.pop() for record in records]
        assert records == records[:1] * 4, name
        assert max(work) <= 1.02 * min(work), (name, work)

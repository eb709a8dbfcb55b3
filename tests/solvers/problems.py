"""Problems to try solvers on, drawn by hypothesis, and what it means that two solvers agree."""

import random
from hashlib import sha256
from itertools import pairwise

import networkx as nx
from hypothesis import strategies as st

from graphs import Board
from solvers import Problem, solver_table
from solvers.counting.count_plan import count_plan_of

SOLVERS = [each for each in solver_table() if not each.needs_board and not each.missing]


@st.composite
def board_problems(draw, most=20):
    """A problem of a leaper on a board of at most this number of squares, with holes, joined edges and given ends."""
    rows = draw(st.integers(1, min(12, most)))
    cols = draw(st.integers(1, min(12, most // rows)))
    squares = [(row, col) for row in range(rows) for col in range(cols)]
    holes = draw(st.sets(st.sampled_from(squares), max_size=len(squares) // 4))
    board = Board(rows, cols, holes, draw(st.sampled_from([None, None, None, "rows", "cols", "both"])))
    leaper = draw(st.sampled_from([(1, 2), (1, 2), (1, 2), (0, 1), (1, 1), (2, 3), (1, 3), (0, 2)]))
    return Problem.on_board(board, leaper, **draw(ends(list(board))))


@st.composite
def graph_problems(draw, most=9):
    """A problem of any small graph, connected or not, often sparse, often with a tour."""
    size = draw(st.integers(1, most))
    nodes = st.integers(0, size - 1)
    graph = nx.empty_graph(size)
    if draw(st.booleans()):
        graph.add_edges_from(pairwise(draw(st.permutations(range(size)))))
    graph.add_edges_from(draw(st.lists(st.tuples(nodes, nodes), max_size=2 * size)))
    return Problem(graph, **draw(ends(list(graph))))


@st.composite
def subdivided_graphs(draw, most, more):
    """A random graph of 4 to `most` vertices, with new vertices on some of its edges."""
    size, seed = draw(st.integers(4, most)), draw(st.integers(0, 2**31 - 1))
    graph = nx.gnm_random_graph(size, size + draw(st.integers(0, more)), seed=seed)
    for place in draw(st.lists(st.integers(0, 20), max_size=more)):
        one, other = sorted(graph.edges)[place % graph.number_of_edges()]
        graph.remove_edge(one, other)
        nx.add_path(graph, [one, len(graph), other])
    return graph


@st.composite
def plans(draw):
    """A problem of three vertices at least that is closed without ends, or open with any, and an order of its vertices."""
    problem = draw(graph_problems().filter(lambda each: each.size > 2))
    if problem.closed:
        problem = problem.with_ends(closed=True)
    return problem, count_plan_of(problem, draw(st.permutations([*problem.graph])))


@st.composite
def ends(draw, squares):
    start, end = (draw(st.none() | st.sampled_from(squares)) for _ in range(2))
    return {"start": start, "end": None if start == end else end, "closed": draw(st.booleans())}


def fingerprint(*tours):
    """Return the first digits of the SHA-256 of tours, as in the data of the documents' programs."""
    text = "\n".join(" ".join(f"{row},{col}" for row, col in tour) for tour in tours)
    return sha256(text.encode()).hexdigest()[:16]


def right_pairs(board, number, seed=0):
    """Yield pairs of start and end between which colour allows a tour."""
    chance, squares = random.Random(seed), [*board]
    while number:
        start, end = chance.sample(squares, 2)
        if (sum(start) + sum(end) + board.size) % 2 and (board.size % 2 == 0 or sum(start) % 2 == 0):
            number -= 1
            yield start, end


def same(one, other):
    """Where a search is stopped at a limit, the reason also says what its looks at the clock saw."""
    first, second = ((each.status, each.nodes, each.tour, each.limit or each.reason) for each in (one, other))
    return first == second

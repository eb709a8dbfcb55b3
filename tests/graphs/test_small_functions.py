"""Small internal functions: one row per case."""

import networkx as nx
import pytest

from graphs import Board, MoveError, WrongType, knight_graph
from graphs.errors import expect
from graphs.families import flower_snark, generalized_petersen, random_graph, regular
from graphs.formats import list_col, list_g6, list_hcp, whole_number
from graphs.formats.reading_texts import read_numbered_lines
from graphs.formats.tsplib import parse_tour_section
from graphs.formats.vertex_numbers import (
    edges_as_vertex_numbers,
    graph_with_vertex_numbers,
    numbered_graph_name,
    vertex_number_comments,
    vertex_on_one_line,
    vertices_by_number,
)
from graphs.leapers import as_leaper, fixed_edges, leaper_moves, leaper_name, leaper_neighbours, leaper_noun, noted_board
from graphs.notation import boards_in_range, column_name, edge_names, is_range, spelled, square_of
from graphs.obstructions.obstruction import list_squares
from graphs.svg.palette import PATH, path_colour
from graphs.text import WORDS, plural, square_text, steps_text, subject_of, suggestion
from graphs.theorems import colours_forbid, has_closed_tour, has_open_tour, theorem_for
from graphs.verify import table_of_moves
from graphs.watching import unwatched, watched_ticks
from solvers.core.errors import SolverUnavailable, check_packages
from solvers.core.registry import solver_names

SQUARE = nx.cycle_graph(4)
SQUARE.add_edge(1, 2, fixed=True)


@pytest.mark.parametrize(
    "value, expected",
    [
        (square_of("a1", Board(8, 8)), (7, 0)),
        (square_of([7, 0], Board(8, 8)), (7, 0)),
        (square_of("a1", None), "a1"),
        ([column_name(col) for col in (0, 25, 26)], ["a", "z", "aa"]),
        ([list(names) for names in edge_names(Board(2, 3), chess=True)], [[2, 1], ["a", "b", "c"]]),
        (spelled((5, 2)), "5,2"),
        (spelled((5, 2), Board(8, 8)), "c3"),
        (
            [is_range(text) for text in ("3..8x3..10", "5..3x3", "5..8", "8x8", "....", "boards..x.txt")],
            [True] * 3 + [False] * 3,
        ),
        (boards_in_range("3x4..6"), [Board(3, 4), Board(3, 5), Board(3, 6)]),
        (boards_in_range("3..5", square=True), [Board(3, 3), Board(4, 4), Board(5, 5)]),
        (steps_text(Board(2, 3, holes=[(0, 1)]), {1: (0, 0), 5: (1, 2)}), "1 # .\n. . 5"),
        ((square_text((2, 5)), square_text([2, 5]), square_text(7)), ("2,5", "2,5", "7")),
        ((plural(1, "set"), plural(2000, "set"), plural(2, "vertex", "vertices")), ("1 set", "2,000 sets", "2 vertices")),
        ((WORDS["graph"].some(1), WORDS["board"].some(2)), ("1 vertex", "2 squares")),
        (suggestion("standart", ["standard", "large"]), "did you mean 'standard'? "),
        (suggestion("xyz", ["standard"]), ""),
        ((subject_of(nx.path_graph(3)), subject_of(knight_graph(Board(3, 4)))), ("graph", "board")),
        ((list_squares({3, 1, 2}), list_squares(range(1, 10))), ("1, 2, 3", "1, 2, 3, 4, 5, 6, 7, 8, …")),
        ((path_colour(0), path_colour(1)), PATH),
    ],
)
def test_texts(value, expected):
    assert value == expected


@pytest.mark.parametrize(
    "value, expected",
    [
        (leaper_neighbours(Board(3, 4))[1, 1], [(0, 3), (2, 3)]),
        (as_leaper([1, 2]), (1, 2)),
        (noted_board(knight_graph(Board(3, 4))), (Board(3, 4), (1, 2))),
        (noted_board(nx.Graph(board="x", leaper=(1, 2))), None),
        ((leaper_name((3, 4)), leaper_name((2, 7))), ("3,4 antelope", "2,7")),
        ((leaper_noun((3, 4)), leaper_noun((2, 7))), ("antelope (3,4)", "(2,7) leaper")),
        (leaper_moves((0, 1)), ((1, 0), (0, 1), (-1, 0), (0, -1))),
        (fixed_edges(SQUARE), [(1, 2)]),
        (table_of_moves(nx.path_graph(3), [0, 2, 1]).astype(int).tolist(), [[0, 0, 1], [0, 0, 1], [1, 1, 0]]),
        (sorted(generalized_petersen(5, 2).adj[5]), [0, 7, 8]),
        (sorted(flower_snark(5).adj[0]), [5, 10, 15]),
        (set(dict(regular(3, 50, 0).degree).values()), {3}),
        (random_graph(50, 130, 0).size(), 130),
        ([colours_forbid(25, closed=True), colours_forbid(36, [(0, 1)], closed=False)], [True, False]),
        (colours_forbid(25, [(0, 1)], closed=False), True),
        ([has_closed_tour(3, 8), has_closed_tour(3, 10), has_closed_tour(5, 6)], [False, True, True]),
        ([has_open_tour(3, 6), has_open_tour(3, 7), has_open_tour(4, 4)], [False, True, False]),
        (theorem_for(Board(10**6, 10**6, wrap="both"), leaper=(2, 3), closed=True)[1], True),
        (next(watched_ticks(unwatched)), None),
        ("warnsdorff" in solver_names(), True),
    ],
)
def test_graphs_and_theorems(value, expected):
    assert value == expected


@pytest.mark.parametrize(
    "value, expected",
    [
        (list(read_numbered_lines("a\r\nb\rc")), [(1, "a"), (2, "b"), (3, "c")]),
        (whole_number("42"), 42),
        (parse_tour_section("TOUR_SECTION\n2\n1\n-1\nEOF\n"), [2, 1]),
        (parse_tour_section("TOUR_SECTION\n2\n1\n-1", "ab"), ["b", "a"]),
        (list(graph_with_vertex_numbers(3, [(2, "1", "2")], line=1).build().edges), [(1, 2)]),
        (vertices_by_number(Board(2, 2)), [(0, 0), (0, 1), (1, 0), (1, 1)]),
        (list(edges_as_vertex_numbers(nx.MultiGraph(["ab", "ac", "ac", "bb"]))), [(1, 2), (1, 3)]),
        (list(vertex_number_comments(nx.Graph(["ba"]))), ["1 is 'b'", "2 is 'a'"]),
        (
            list(vertex_number_comments(Board(3, 4))),
            ["the squares of the board 3x4 are numbered row by row, from 1 at the top left"],
        ),
        ((vertex_on_one_line((0, 1)), vertex_on_one_line("a")), ("(0, 1)", "'a'")),
        ((numbered_graph_name(Board(3, 4)), numbered_graph_name(nx.Graph())), ("3x4", "graph")),
        (list_col("p edge 3 2\ne 1 2\ne 2 3\n").edges.tolist(), [[0, 1], [1, 2]]),
        (list_g6("Bw").edges.tolist(), [[0, 1], [0, 2], [1, 2]]),
        (list_hcp("DIMENSION : 3\nEDGE_DATA_SECTION\n1 2\n2 3\n-1\n").edges.tolist(), [[0, 1], [1, 2]]),
    ],
)
def test_files(value, expected):
    assert value == expected


@pytest.mark.parametrize(
    "error, call, arguments, message",
    [
        (WrongType, expect, (bool, "no", "closed"), "closed='no' is not a bool: write True or False"),
        (MoveError, as_leaper, ((0, 0),), r"\(0, 0\) is not a leaper: give two numbers of at least 0, not both 0, such as 1,2"),
        (
            SolverUnavailable,
            check_packages,
            ("the plots need", ["json", "no_such_package"]),
            r"the plots need no_such_package, not installed here: pip install 'knights-tour\[lab\]'",
        ),
    ],
)
def test_errors(error, call, arguments, message):
    with pytest.raises(error, match=f"^{message}$"):
        call(*arguments)

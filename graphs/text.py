"""Plain text: tours and maps for a terminal, and the nouns that messages use for the parts of a graph.

If the graph is the move graph of a board, messages call its parts squares and moves. Otherwise they call them vertices and
edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphs.board import Board, Square
from graphs.errors import expect
from graphs.leapers import Graph, noted_board
from graphs.tour import Tour


def tour_text(tour: Tour) -> str:
    """Return a tour as a grid of visiting numbers.

    Parameters
    ----------
    tour : Tour
        The tour.

    Returns
    -------
    str
        One line per row. The first square of the tour has the number 1. `#` marks a hole, and `.` a square that the tour does
        not visit.

    Raises
    ------
    InvalidTour
        If an entry of the tour is not a square `(row, col)`, or is not on the board.

    Examples
    --------
    >>> from graphs import Tour
    >>> print(tour_text(Tour([(0, 0), (1, 2), (2, 0)], board=Board(3, 3, holes=[(1, 1)]))))
    1 . .
    . # 2
    3 . .
    """
    shape = expect(Tour, tour, "tour").shape
    return steps_text(tour.board or Board(*shape), dict(enumerate(tour.squares, 1))) if tour.squares else ""


def steps_text(board: Board, steps: Mapping[int, Square]) -> str:
    """Return known steps as a grid of numbers, which `parse_puzzle` can read.

    Parameters
    ----------
    board : Board
        The board.
    steps : mapping of int to tuple of int
        The square of each known step.

    Returns
    -------
    str
        One line per row. `#` marks a hole, and `.` a square without a number.

    Examples
    --------
    >>> print(steps_text(Board(2, 3, holes=[(0, 1)]), {1: (0, 0), 5: (1, 2)}))
    1 # .
    . . 5
    """
    marks = dict.fromkeys(board.holes, "#") | {square: str(step) for step, square in steps.items()}
    cols, width = range(board.cols), len(str(board.size))
    return "\n".join(" ".join(marks.get((row, col), ".").rjust(width) for col in cols) for row in range(board.rows))


def map_text(board: Board, marks: Mapping[Square, str], names: tuple[Sequence[object], Sequence[object]] | None = None) -> str:
    """Return a board as text, with a mark on each square and the names of rows and columns at the edges.

    Parameters
    ----------
    board : Board
        The board.
    marks : mapping of tuple of int to str
        The mark of each square. A square without a mark is shown as `#`, like a hole.
    names : tuple of two sequences, optional
        The names of the rows and of the columns (default: their 0-based numbers).

    Returns
    -------
    str
        The text: one line with the names of the columns, followed by one line per row.

    Examples
    --------
    >>> print(map_text(Board(2, 3, holes=[(0, 2)]), {(0, 0): "x", (0, 1): "o", (1, 0): "o", (1, 1): "x", (1, 2): "o"}))
      0 1 2
    0 x o #
    1 o x o
    """
    rows, cols = (list(map(str, each)) for each in names or (range(board.rows), range(board.cols)))
    width, edge = (max(map(len, each)) for each in (cols, rows))
    lines = [["", *cols]]
    lines += ([name, *(marks.get((row, col), "#") for col in range(board.cols))] for row, name in enumerate(rows))
    return "\n".join(" ".join([first.rjust(edge), *(cell.rjust(width) for cell in cells)]) for first, *cells in lines)


def square_text(square: Any) -> str:
    """Return a square as `R,C`, or another vertex as printable text.

    Parameters
    ----------
    square : Hashable or list
        A square, as a tuple or as a list from a JSON document, or another vertex.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> square_text((2, 5)), square_text(7)
    ('2,5', '7')
    """
    return printable(",".join(map(str, square)) if isinstance(square, tuple | list) else str(square))


def printable(text: str) -> str:
    r"""Return a text with an escape sequence in place of each unprintable character except line feeds.

    Parameters
    ----------
    text : str
        The text.

    Returns
    -------
    str
        A text that every file and terminal accepts.

    Examples
    --------
    >>> printable("a\ud800\x1b[2J\nb")
    'a\\ud800\\x1b[2J\nb'
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each == "\n" else ascii(each)[1:-1] for each in text)


@dataclass(frozen=True)
class Words:
    """The words that messages use for the parts of a graph, and the size of the smallest closed tour.

    Attributes
    ----------
    vertex, vertices : str
        The noun for vertices, in the singular or the plural.
    edge, edges : str
        The noun for edges, in the singular or the plural.
    inside : str
        The phrase for a vertex that belongs to the graph, such as "on the board".
    adjacent : str
        The phrase that follows "are" for two adjacent vertices, such as "a move apart".
    beside : str
        The phrase in "a closed tour ends … its start", such as "a move away from".
    step_from : str
        The phrase in "(2, 3) is not … (0, 0)" for two vertices, such as "a move from".
    least_closed : int
        Minimum number of vertices of a closed tour (default: 3). It is 2 in a directed graph, because the arcs u->v and v->u
        form a closed tour of u and v. In an undirected graph, such a tour would use one edge twice.
    """

    vertex: str
    vertices: str
    edge: str
    edges: str
    inside: str
    adjacent: str
    beside: str
    step_from: str
    least_closed: int = 3

    def some(self, number: int) -> str:
        """Return a number of vertices as text, with the noun for vertices.

        Parameters
        ----------
        number : int
            The number of vertices.

        Returns
        -------
        str
            The text, such as `2 squares`.

        Examples
        --------
        >>> WORDS["graph"].some(1), WORDS["graph"].some(2), WORDS["board"].some(2)
        ('1 vertex', '2 vertices', '2 squares')
        """
        return plural(number, self.vertex, self.vertices)


WORDS = {
    "board": Words("square", "squares", "move", "moves", "on the board", "a move apart", "a move away from", "a move from"),
    "graph": Words("vertex", "vertices", "edge", "edges", "in the graph", "adjacent", "next to", "next to"),
    "directed graph": Words(
        "vertex", "vertices", "arc", "arcs", "in the graph", "joined by an arc", "with an arc to", "joined by an arc to", 2
    ),
}
"""The words for each kind of graph: "board" for the move graph of a board, "directed graph", and "graph" for any other
graph."""


def plural(number: int, one: str, several: str = "") -> str:
    """Return a number as text, followed by a noun in the singular or the plural.

    Parameters
    ----------
    number : int
        The number.
    one : str
        The noun in the singular.
    several : str, optional
        The noun in the plural. If empty, it is `one` with an s.

    Returns
    -------
    str
        The text, such as `2 sets`, with commas between groups of three digits.

    Examples
    --------
    >>> plural(1, "set"), plural(2, "set"), plural(2, "vertex", "vertices")
    ('1 set', '2 sets', '2 vertices')
    """
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def suggestion(name: str, names: Iterable[str]) -> str:
    """Return the question whether a similar name is meant, for an error message about an unknown name.

    Parameters
    ----------
    name : str
        The unknown name.
    names : iterable of str
        The known names.

    Returns
    -------
    str
        The question and a space, or an empty string if no known name is similar.

    Examples
    --------
    >>> suggestion("standart", ["standard", "large"])
    "did you mean 'standard'? "
    """
    import difflib

    return "".join(f"did you mean {near!r}? " for near in difflib.get_close_matches(name, names, n=1))


def subject_of(graph: Graph) -> str:
    """Return the key of `WORDS` that selects the words for a graph.

    Parameters
    ----------
    graph : networkx.Graph
        Any graph.

    Returns
    -------
    str
        `"directed graph"` if the graph is directed; `"board"` if `leaper_graph` built the graph, even if it was edited since;
        otherwise `"graph"`.

    Examples
    --------
    >>> import networkx as nx
    >>> subject_of(nx.path_graph(3))
    'graph'
    """
    if graph.is_directed():
        return "directed graph"
    return "graph" if noted_board(graph) is None else "board"

"""DIMACS: `.col`, a graph whose vertices are numbered from 1, and `.cnf`, clauses for any SAT solver, which are only written.

A graph: a line `p edge VERTICES EDGES`, then a line `e U V` for each edge. Clauses: a line `p cnf VARIABLES CLAUSES`, then each
clause as its literals and a 0; a literal is the number of a variable, with a minus where the variable is to be false. In both,
a line `c …` is a comment. Cost: linear.

References: DIMACS, Clique and coloring problems graph format, 1993; Satisfiability: suggested format, 1993.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from graphs.errors import FormatError
from graphs.formats.shared import (
    Edge,
    graph_of,
    numbered_edges,
    numbered_lines,
    numbering_comments,
    whole_number,
)
from graphs.leapers import Graph
from graphs.text import plural

__all__ = ["format_cnf", "format_col", "parse_col"]


def parse_col(text: str) -> Graph:
    """Read a DIMACS graph; the vertices are the numbers of the file, from 1.

    Raises
    ------
    FormatError : the text does not fit the format; the sentence has the line, and what is expected there.

    Notes
    -----
    Some files count each edge twice, in both directions, and some list it twice; both are read. A file with fewer edges than
    its line `p edge` announces is refused, for it may be cut off.

    Examples
    --------
    >>> sorted(parse_col("c a path\\np edge 3 2\\ne 1 2\\ne 2 3").edges)
    [(1, 2), (2, 3)]
    """
    rows = ((number, line.split()) for number, line in numbered_lines(text) if line.strip() and line.split()[0] != "c")
    first, words = next(rows, (1, [""]))
    if words[0] != "p" or words[1:2] not in (["edge"], ["edges"], ["col"]) or len(words) != 4:
        raise FormatError(f"line {first}: 'p edge VERTICES EDGES' is expected, not {' '.join(words)[:40]!r}", first)
    size, announced = (whole_number(word, "a number of vertices or edges", first) for word in words[2:])
    edges: list[Edge] = []
    for number, words in rows:
        if words[0] != "n" and (words[0] != "e" or len(words) != 3):
            expected = "'e U V', with two vertex numbers, or a comment 'c …' is expected"
            raise FormatError(f"line {number}: {expected}, not {' '.join(words)[:40]!r}", number)
        if words[0] == "e":
            edges.append((number, words[1], words[2]))
    graph = graph_of(size, edges, first)
    if len(edges) < announced != 2 * len(edges):
        raise FormatError(f"the file ends after {plural(len(edges), 'edge')}: line {first} announces {announced:,}", len(edges))
    return graph


def format_col(graph: Graph) -> str:
    """Return a graph in the DIMACS format, which `parse_col` reads back.

    Parameters
    ----------
    graph : any undirected graph; loops are left out, and parallel edges are one.

    Returns
    -------
    The text. Vertices that are not the numbers 1, 2, … get numbers (`graphs.formats.shared`); comments say which.

    Raises
    ------
    FormatError : the graph is directed.

    Examples
    --------
    >>> import networkx as nx
    >>> print(format_col(nx.Graph(["ba", "ac"])), end="")
    c 1 is 'b'
    c 2 is 'a'
    c 3 is 'c'
    p edge 3 2
    e 1 2
    e 2 3
    """
    edges = [f"e {one} {other}" for one, other in numbered_edges(graph)]
    comments = (f"c {comment}" for comment in numbering_comments(graph))
    return "\n".join([*comments, f"p edge {len(graph)} {len(edges)}", *edges, ""])


def format_cnf(clauses: Collection[Sequence[int]], comments: Iterable[str] = ()) -> str:
    """Return clauses in the DIMACS format, with comments above them.

    Examples
    --------
    >>> print(format_cnf([[1, -2], [2]], ["1: it rains", "2: it pours"]), end="")
    c 1: it rains
    c 2: it pours
    p cnf 2 2
    1 -2 0
    2 0
    """
    variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    lines = [*(f"c {comment}" for comment in comments), f"p cnf {variables} {len(clauses)}"]
    lines += (" ".join(map(str, (*clause, 0))) for clause in clauses)
    return "\n".join([*lines, ""])

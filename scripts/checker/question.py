"""The question whether a graph has a tour, and the check of a tour. All other modules rely on this one.

A graph is a mapping from each vertex to the set of its neighbours. Vertices are represented by their JSON texts, so that 1,
1.0, true and "1" differ.
"""

import json
from collections.abc import Mapping
from itertools import pairwise, product


class Refused(Exception):
    """Raised with a message and an exit status: 1 for wrong evidence, 2 for an input that is not a certificate."""


def require(holds, otherwise, status=1):
    if not holds:
        raise Refused(otherwise, status)


def texts(vertices):
    return list(map(json.dumps, vertices))


def graph(vertices, edges):
    near = {vertex: set() for vertex in vertices}
    for one, other in edges:
        near[one].add(other)
        near[other].add(one)
    is_simple = len(near) == len(vertices) and sum(map(len, near.values())) == 2 * len(edges)
    require(is_simple, "a vertex or an edge occurs twice, or an edge is a loop", 2)
    return near


def leaper_moves(a, b):
    """Return the moves of a leaper, as pairs (down, right)."""
    return {(i, j) for p, q in ((a, b), (b, a)) for i, j in product((p, -p), (q, -q))}


class Board(Mapping):
    """The graph of a leaper's moves on a board. Neighbours are computed on demand.

    If `wrap` is "rows" or "both", the last row is next to the first. If it is "cols" or "both", the last column is.
    """

    def __init__(self, rows, cols, leaper, holes=(), wrap=""):
        self.squares = {f"[{r}, {c}]" for r, c in product(range(rows), range(cols)) if (r, c) not in holes}
        self.moves = leaper_moves(*leaper)
        # a move across an edge leads to a row or column that the board does not have, unless the edges are joined
        self.high = rows if wrap in ("rows", "both") else rows + max(leaper)
        self.wide = cols if wrap in ("cols", "both") else cols + max(leaper)

    def __getitem__(self, square):
        r, c = json.loads(square)
        around = {f"[{(r + i) % self.high}, {(c + j) % self.wide}]" for i, j in self.moves}
        return (around & self.squares) - {square}

    def __iter__(self):
        return iter(self.squares)

    def __len__(self):
        return len(self.squares)


class Question:
    """The question whether a graph has a tour from `start` to `end` (None: any vertex).

    A tour visits every vertex once, and its steps are edges. If `closed` is true, an edge joins its last vertex to its first.
    `steps` may require other vertices of the tour. `given` contains all required vertices, with their numbers in the tour.
    """

    def __init__(self, near, start, end, closed, steps=()):
        self.near, self.closed = near, closed
        self.start, self.end = (None if vertex is None else json.dumps(vertex) for vertex in (start, end))
        self.ends = [vertex for vertex in (self.start, self.end) if vertex is not None]
        given = [(1, start), (len(near), end), *steps]
        self.given = {(number, json.dumps(vertex)) for number, vertex in given if vertex is not None}
        are_valid = all(0 < number <= len(near) and vertex in near for number, vertex in self.given)
        require(are_valid and len(dict(steps)) == len(steps), "a given vertex or the number of a step is invalid", 2)
        differ = len({*self.ends}) == min(len(self.ends), len(near))
        require(type(closed) is bool and differ, "closed is not true or false, or the end is equal to the start", 2)

    def fault(self, vertices):
        """Return the fault of a tour as text, which is empty for a valid tour."""
        tour = texts(vertices)
        if len(tour) != len(self.near) or set(tour) != self.near.keys():
            return "the tour does not visit every vertex once"
        if any(there not in self.near[here] for here, there in pairwise([*tour, *tour[: self.closed]])):
            return "a step of the tour is not an edge"
        if len(tour) < (3 if self.closed else 1):
            return "the tour has too few vertices"
        if any(vertex != tour[number - 1] for number, vertex in self.given):
            return "the tour does not visit a given vertex at its step"
        return ""

    def is_same(self, other):
        return (self.near, self.given, self.closed) == (other.near, other.given, other.closed)

"""Checks of check_certificate.py for the problems in an archive: their boards or graphs, and the tours of the runs."""

import json
from itertools import pairwise, product

MOST_SQUARES, BYTES_OF_VERTEX = 10**6, 64  # larger boards and files are not checked, because it would take long


class Question:
    """The question of one problem in an archive: a graph, given ends and known steps. Vertices are stored as JSON texts."""

    def __init__(self, row, graph):
        self.closed = row["closed"] == "True"
        if row["board"]:
            self.ends = [f"[{row[end].replace(',', ', ')}]" if row[end] else None for end in ("start", "end")]
            steps = json.loads(row["steps"] or "[]")
            self.squares(row)
        else:
            data = graph()
            self.ends = [None if data[end] is None else json.dumps(data[end]) for end in ("start", "end")]
            names = list(map(json.dumps, data["nodes"]))
            steps, joined = data.get("steps", []), {name: set() for name in names}
            for one, other in data["edges"]:
                joined[names[one]].add(names[other])
                joined[names[other]].add(names[one])
            self.vertices, self.near, self.size = set(joined), joined.__getitem__, len(names)
            self.is_small, self.most_bytes = True, BYTES_OF_VERTEX * (self.size + 1) + sum(map(len, names))
        self.start, self.end = self.ends
        self.steps = [(number, json.dumps(vertex)) for number, vertex in steps]

    def squares(self, row):
        """Set the squares of the board in `row`, and the function `near`, which returns the squares one move from a square.

        A board is written as 8x8, or with its holes, as in .../.#./...
        """
        lines, leaper = row["board"].split("/"), list(map(int, row["leaper"].split(",")))
        size = row["board"].split("x")
        rows, cols = map(int, size) if len(size) == 2 else (len(lines), len(lines[0]))
        self.size = rows * cols - row["board"].count("#")
        self.is_small, self.most_bytes = self.size <= MOST_SQUARES, BYTES_OF_VERTEX * (self.size + 1)
        shape = product(range(rows), range(cols)) if self.is_small else ()
        self.vertices = {f"[{r}, {c}]" for r, c in shape if len(size) == 2 or lines[r][c] != "#"}
        moves = {(i, j) for p, q in (leaper, leaper[::-1]) for i, j in product((p, -p), (q, -q))}
        high = rows if row["wrap"] in ("rows", "both") else 0
        wide = cols if row["wrap"] in ("cols", "both") else 0

        def near(vertex):
            r, c = map(int, vertex[1:-1].split(","))
            there = (((r + i) % high if high else r + i, (c + j) % wide if wide else c + j) for i, j in moves)
            return {f"[{i}, {j}]" for i, j in there} & self.vertices - {vertex}

        self.near = near

    def fault(self, vertices):
        """Return what is wrong with a tour, or an empty string if it is valid."""
        if len(vertices) != self.size or {*(tour := list(map(json.dumps, vertices)))} != self.vertices:
            return "it does not visit every vertex once"
        if any(there not in self.near(here) for here, there in pairwise(tour)):
            return "a step is not an edge"
        if self.closed and (len(tour) < 3 or tour[0] not in self.near(tour[-1])):
            return "its last vertex is not adjacent to its first"
        if self.start not in (None, tour[0]) or self.end not in (None, tour[-1]):
            return "its ends are not the given start and end"
        return "" if all(tour[number - 1] == vertex for number, vertex in self.steps) else "a known step is at another vertex"

    def is_that_of(self, proof):
        """Return whether a certificate is about this question. It never is if the question has known steps."""
        same = (proof.start, proof.end, proof.closed, []) == (self.start, self.end, self.closed, self.steps)
        return same and set(proof.near) == self.vertices and all(proof.near[each] == self.near(each) for each in self.vertices)

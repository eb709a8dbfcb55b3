"""Checks of check_certificate.py for the problems in an archive: their boards or graphs, and the tours of the runs."""

import json
import re
from hashlib import sha256
from itertools import pairwise, product

MOST_SQUARES, BYTES_OF_VERTEX = 10**6, 64  # larger boards and files are not checked, because it would take long
MOST_SHOWN = 36  # the name of a larger board does not show its holes
FORMS = {
    "board": r"[1-9][0-9]{0,8}x[1-9][0-9]{0,8}|[.#]+(/[.#]+)*",
    "wrap": r"|rows|cols|both",
    "leaper": r"[0-9]{1,9},[0-9]{1,9}",
}


def compact(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def digest(value):
    return sha256(compact(value).encode()).hexdigest()[:20]


def cell(value):
    """Return the text of a value in runs.csv. The text of the vertex [0, 1] is 0,1."""
    return compact(value).strip("[]") if isinstance(value, list) else "" if value is None else str(value)


class Question:
    """The question of one problem in an archive: a graph, given ends and known steps. Vertices are stored as JSON texts.

    `columns` contains the texts that runs.csv must have for this problem. `title` is its name, or how the name begins if the
    problem is on a graph that is not a board.
    """

    def __init__(self, data, require):
        fields = ["board", "wrap", "leaper"] if "board" in data else ["graph", "nodes", "edges"]
        ends = ["start", "end", "closed", *["steps"] * ("steps" in data)]
        steps = data.get("steps", [])
        require(data.keys() == {*fields, *ends} and type(data["closed"]) is bool, "its file has invalid fields")
        subject = digest({name: data[name] for name in fields if name != "graph"})
        self.columns = {name: cell(data.get(name)) for name in ("graph", "board", "wrap", "leaper", "start", "end", "closed")}
        self.columns |= {
            "problem_id": digest([subject, [data[name] for name in ends]]),
            "steps": compact(steps) if steps else "",
        }
        self.columns["board"] = self.columns["board"].replace("\n", "/")
        self.closed, self.steps = data["closed"], [(number, json.dumps(vertex)) for number, vertex in steps]
        self.start, self.end = (None if data[end] is None else json.dumps(data[end]) for end in ("start", "end"))
        name = self.set_board(data, require) if "board" in data else self.set_graph(data, require)
        numbers, given = [number for number, _ in steps], {self.start, self.end, *(vertex for _, vertex in self.steps)} - {None}
        valid = len({*numbers}) == len(numbers) and all(type(each) is int and 0 < each <= self.size for each in numbers)
        require(valid and (given <= self.vertices or not self.is_small), "a given vertex or the number of a step is invalid")
        self.columns |= {"subject": name, "size": str(self.size)}
        self.title = f"{name} {'closed' if self.closed else 'open'}"
        if "board" in data:
            words = {" from ": self.columns["start"], " to ": self.columns["end"]} | {
                f" {each}=": cell(at) for each, at in steps
            }
            self.title += "".join(word + vertex for word, vertex in words.items() if vertex)

    def set_graph(self, data, require):
        """Set the vertices of a graph, and the function `near`, which returns the neighbours of a vertex. Return its name."""
        names, edges = list(map(json.dumps, data["nodes"])), [tuple(edge) for edge in data["edges"]]
        self.near = {name: set() for name in names}
        whole = all(type(place) is int for edge in edges for place in edge)
        require(whole and all(0 <= one < other < len(names) for one, other in edges), "an edge of its graph is invalid")
        require(len(self.near) == len(names) and len({*edges}) == len(edges), "its graph has a vertex or an edge twice")
        for one, other in edges:
            self.near[names[one]].add(names[other])
            self.near[names[other]].add(names[one])
        self.vertices, self.near, self.size = set(names), self.near.__getitem__, len(names)
        self.is_small, self.most_bytes = True, BYTES_OF_VERTEX * (self.size + 1) + sum(map(len, names))
        return data["graph"]

    def set_board(self, data, require):
        """Set the squares of a board as vertices, and the function `near`. Return the name of the board and its leaper.

        A board is written as 8x8, or with its holes, as in .../.#./...
        """
        board, wrap, leaper = (self.columns[name] for name in FORMS)
        for name, form in FORMS.items():
            require(re.fullmatch(form, self.columns[name], re.ASCII), f"its {name} is invalid: {self.columns[name]!a:.97}")
        lines, size, holes = board.split("/"), board.split("x"), board.count("#")
        rows, cols = map(int, size) if len(size) == 2 else (len(lines), len(lines[0]))
        require(len(size) == 2 or {*map(len, lines)} == {cols}, "the rows of its board differ in length")
        self.size = rows * cols - holes
        self.is_small, self.most_bytes = self.size <= MOST_SQUARES, BYTES_OF_VERTEX * (self.size + 1)
        shape = product(range(rows), range(cols)) if self.is_small else ()
        self.vertices = {f"[{r}, {c}]" for r, c in shape if len(size) == 2 or lines[r][c] != "#"}
        a, b = map(int, leaper.split(","))
        moves = {(i, j) for p, q in ((a, b), (b, a)) for i, j in product((p, -p), (q, -q))}
        high, wide = rows if wrap in ("rows", "both") else 0, cols if wrap in ("cols", "both") else 0

        def near(vertex):
            r, c = map(int, vertex[1:-1].split(","))
            there = (((r + i) % high if high else r + i, (c + j) % wide if wide else c + j) for i, j in moves)
            return ({f"[{i}, {j}]" for i, j in there} - {vertex}) & self.vertices

        self.near = near
        if holes and rows * cols > MOST_SHOWN:
            less = "a square" if holes == 1 else f"{holes:,} squares"
            board = f"{rows}x{cols} less {less} #{digest(data['board'])[:4]}"
        return board + (f" wrap {wrap}" if wrap else "") + (f" leaper {leaper}" if leaper != "1,2" else "")

    def graph(self):
        """Return a number that is equal for equal graphs, whatever their descriptions."""
        return hash(frozenset(hash((vertex, frozenset(self.near(vertex)))) for vertex in self.vertices))

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

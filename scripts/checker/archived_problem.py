"""Read the problems of an archive: the board or graph, the question, and the columns of runs.csv about it."""

import json
import re
from hashlib import sha256

from checker.question import Board, Question, require, texts
from checker.question import graph as make_graph

MOST_SQUARES = 10**6  # tours of larger boards are not checked, because it would take long
MOST_SHOWN = 36  # the name of a larger board does not show its holes


def compact(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def digest(value):
    return sha256(compact(value).encode()).hexdigest()[:20]


def cell(value):
    """Return a value as text for a cell of runs.csv, e.g. the vertex [0, 1] as 0,1."""
    return compact(value).strip("[]") if isinstance(value, list) else "" if value is None else str(value)


class ArchivedProblem:
    """A problem in an archive. If its board is too large to be checked, `question` is None.

    `columns` contains the texts that runs.csv must have for this problem. `title` is its name, or how the name begins if the
    problem is on a graph that is not a board.
    """

    def __init__(self, start, end, closed, steps=None, **subject):
        number = digest({name: subject[name] for name in subject if name != "graph"})
        question = [start, end, closed, *[steps] * (steps is not None)]
        ends = {"start": start, "end": end, "closed": closed}
        require(all(value is None or cell(value) for value in ends.values()), "a given vertex has no name, like one not given")
        columns = dict.fromkeys(("graph", "board", "wrap", "leaper"), "") | subject | ends
        self.columns = {name: cell(columns[name]) for name in columns if name not in ("nodes", "edges")}
        name, size, near = self.on_board(**subject) if "board" in subject else self.on_graph(**subject)
        self.columns |= {"problem_id": digest([number, question]), "subject": name, "size": str(size)}
        self.columns["steps"] = compact(steps) if steps else ""
        self.question = None if near is None else Question(near, start, end, closed, steps or ())
        self.title = f"{name} {'closed' if closed else 'open'}"
        words = [(" from ", start), (" to ", end), *((f" {number}=", vertex) for number, vertex in steps or ())]
        self.title += "".join(word + cell(vertex) for word, vertex in words if vertex is not None and "board" in subject)

    def on_graph(self, graph, nodes, edges):
        """Return the name, size and edges of a graph, whose `edges` are pairs of indices in `nodes`."""
        names = texts(nodes)
        require(all(place in range(len(names)) for edge in edges for place in edge), "an edge of its graph is invalid")
        return graph, len(names), make_graph(names, [(names[one], names[other]) for one, other in edges])

    def on_board(self, board, wrap, leaper):
        """Return the name, size and graph of a board, given as text such as 8x8 or, with holes, .../.#./..."""
        text, is_leaper = board.replace("\n", "/"), re.fullmatch("[0-9]+,[0-9]+", cell(leaper))  # not 1.0, which equals 1
        lines, sides = text.split("/"), re.fullmatch(r"([1-9][0-9]{0,8})x([1-9][0-9]{0,8})", text, re.ASCII)
        is_board = (sides or re.fullmatch("[.#/]+", text)) and wrap in (None, "rows", "cols", "both")
        require(is_board and is_leaper, f"its board is invalid: {board!a:.97} {wrap!a:.97} {leaper!a:.97}")
        rows, cols = map(int, sides.groups()) if sides else (len(lines), len(lines[0]))
        require(sides or {*map(len, lines)} == {cols}, "the rows of its board differ in length")
        holes = {(r, c) for r, line in enumerate(lines) for c, square in enumerate(line) if square == "#"}
        self.columns["board"], size = text, rows * cols - len(holes)
        if holes and rows * cols > MOST_SHOWN:
            squares = "a square" if len(holes) == 1 else f"{len(holes):,} squares"
            text = f"{rows}x{cols} less {squares} #{digest(board)[:4]}"
        name = text + (f" wrap {wrap}" if wrap else "") + (f" leaper {cell(leaper)}" if leaper != [1, 2] else "")
        return name, size, Board(rows, cols, leaper, holes, wrap) if size <= MOST_SQUARES else None

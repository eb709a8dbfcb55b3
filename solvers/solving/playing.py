"""Answer the questions of a player who has placed the first squares of a tour.

The page of `knights-tour page` sends each question as a JSON document, in which a square is a number, row by row. The rest of
the tour is a tour of a smaller board: the squares that the player has visited become holes, except the last one, at which the
rest starts. A closed tour must end at the first square, which therefore stays. So reasons are about the free squares only.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import Any

from graphs.board import Board, Square
from graphs.errors import KnightsTourError
from graphs.leapers import Leaper
from graphs.obstructions import Obstruction
from graphs.tour import Tour
from solvers.core.budget import Budget
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.pages.explorer import Explorer, explorer_number
from solvers.solving.decide import decide
from solvers.solving.puzzles import make_puzzle

BUDGET = Budget(seconds=10)
"""Limits of each decision."""
PUZZLE_NODES = 1_000
"""Limit on search nodes per uniqueness proof. With it, a puzzle of 6x6 takes some seconds in a browser."""


@dataclass(frozen=True)
class Position:
    """A board with a partial tour, and squares that are given for later steps."""

    board: Board
    leaper: Leaper
    closed: bool
    path: tuple[Square, ...]
    givens: tuple[tuple[int, Square], ...]

    @classmethod
    def of(cls, document: dict[str, Any]) -> Position:
        """Return the position in a question of the page."""
        cols = document["cols"]
        board = Board(document["rows"], cols, [divmod(hole, cols) for hole in document["holes"]])
        givens = tuple((step, divmod(number, cols)) for step, number in document["givens"])
        path = tuple(divmod(number, cols) for number in document["path"])
        return cls(board, tuple(document["leaper"]), document["closed"], path, givens)

    def whole(self) -> Problem:
        """Return the problem of which the path is the beginning."""
        steps = {**dict(self.givens), **dict(enumerate(self.path, 1))}
        return Problem.on_board(self.board, self.leaper, closed=self.closed, steps=steps)

    def rest(self) -> Problem:
        """Return the problem of completing the tour, on a board without the visited squares."""
        made = max(0, len(self.path) - 1)
        returns = self.closed and made > 0
        board = Board(self.board.rows, self.board.cols, self.board.holes | {*self.path[returns:made]})
        ends = {"start": self.path[-1] if self.path else None, "end": self.path[0] if returns else None}
        steps = {step - made: square for step, square in self.givens if step > len(self.path)}
        return Problem.on_board(board, self.leaper, closed=self.closed and not returns, steps=steps, **ends)

    def decide(self, visited: int | None = None) -> Result:
        """Decide whether the first `visited` squares of the path, or all, are the beginning of a tour."""
        return decide(replace(self, path=self.path[:visited]).rest(), budget=BUDGET)

    def joined(self, rest: Tour) -> Tour:
        """Return the whole tour of a tour of `rest`, after verification."""
        squares = rest.squares if rest.closed or not self.closed or len(self.path) < 2 else rest.squares[:-1]
        return self.whole().verify([*self.path[:-1], *squares])

    def moves(self) -> list[Square]:
        """Return the free squares to which the next move may lead."""
        rest = self.rest()
        at_next = dict(self.givens).get(len(self.path) + 1)
        barred = {square for step, square in self.givens if step != len(self.path) + 1}
        if rest.end is not None and rest.size > 2:
            barred.add(rest.end)
        return [square for square in rest.neighbours()[self.path[-1]] if square not in barred and at_next in (None, square)]


def answer_question(question: str) -> str:
    """Return the answer to a question of the page, both as JSON documents.

    >>> question = {"kind": "why", "rows": 3, "cols": 4, "holes": [], "leaper": [1, 2], "closed": False, "givens": []}
    >>> json.loads(answer_question(json.dumps(question | {"path": [0, 6]})))["exists"]
    True
    """
    document = json.loads(question)
    try:
        return json.dumps(ANSWERS[document["kind"]](Position.of(document), document.get("seed", 0)))
    except KnightsTourError as error:
        return json.dumps({"error": str(error)})


def _explain(position: Position, _: int) -> dict[str, Any]:
    """Answer whether a tour exists, with a tour, or with a reason and the number of squares up to which one exists."""
    result, cols = position.decide(), position.board.cols
    answer: dict[str, Any] = {"exists": result.exists, "sentences": result.sentences}
    if result.tour is not None:
        answer["tour"] = [explorer_number(square, cols) for square in position.joined(result.tour)]
    elif result.exists is False:
        lasts = range(1, len(position.path))
        answer["visited"] = bisect_left(lasts, True, key=lambda visited: position.decide(visited).exists is not True)
    if isinstance(result.evidence, Obstruction):
        explorer = Explorer()
        explorer.add_entry("impossible", obstruction=result.evidence, cols=cols)
        (answer["witness"],) = explorer.document()["witnesses"]
    return answer


def _hint(position: Position, _: int) -> dict[str, Any]:
    """Answer for each move whether a tour exists that continues with it."""
    if not position.path:
        return _explain(position, 0)
    moves = []
    for square in position.moves():
        result = replace(position, path=(*position.path, square)).decide()
        moves.append([explorer_number(square, position.board.cols), result.exists, result.reason])
    return {"moves": moves}


def _puzzle(position: Position, seed: int) -> dict[str, Any]:
    """Make a puzzle on the board, regardless of the path."""
    problem = Problem.on_board(position.board, position.leaper, closed=position.closed)
    puzzle = make_puzzle(problem, seed, most_nodes=PUZZLE_NODES, budget=BUDGET)
    return {"givens": [[step, explorer_number(square, position.board.cols)] for step, square in puzzle.steps.items()]}


ANSWERS = {"why": _explain, "tour": _explain, "hint": _hint, "puzzle": _puzzle}
"""The functions that answer a question, by its kind."""

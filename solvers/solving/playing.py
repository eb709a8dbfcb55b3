"""Answer a player's questions, e.g. whether the path so far can become a tour.

The page of `knights-tour page` sends each question as a JSON document, a *game*: a board, a path, and given squares. The rest
of the tour is a tour of a smaller board. The visited squares become holes, except the last one, at which the rest starts. The
first square of a closed tour also stays, because the rest ends there. So reasons are about the free squares only.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, TypeAlias

from graphs.board import Board
from graphs.errors import KnightsTourError
from graphs.obstructions import Obstruction
from solvers.core.budget import Budget
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.pages.explorer import Explorer
from solvers.solving.decide import decide
from solvers.solving.puzzles import make_puzzle

Game: TypeAlias = dict[str, Any]
"""A question of the player, as parsed JSON.

Its keys are `kind`, `rows`, `cols`, `holes`, `leaper`, `closed`, `path`, `givens` (pairs of a step and a square), `moves`
(squares for the next step) and `seed`. A square is a pair of its row and column.
"""
BUDGET = Budget(seconds=10)
"""Limits per question whether a tour exists."""
PUZZLE_NODES = 1_000  # limit on search nodes per uniqueness proof, so that a 6x6 puzzle takes some seconds in a browser


def answer_question(question: str) -> str:
    """Answer a player's question, both as JSON texts.

    >>> game = {"rows": 3, "cols": 4, "holes": [], "leaper": [1, 2], "closed": False, "givens": [], "path": [[0, 0], [1, 2]]}
    >>> json.loads(answer_question(json.dumps(game | {"kind": "why"})))["exists"]
    True
    """
    game = json.loads(question)
    try:
        return json.dumps(ANSWERS[game["kind"]](game))
    except KnightsTourError as error:
        return json.dumps({"error": str(error)})


def _problem(game: Game, path: Sequence[Any]) -> Problem:
    """Return the problem of completing a path to a tour."""
    made = max(0, len(path) - 1)
    returns = game["closed"] and made > 0
    return Problem.on_board(
        Board(game["rows"], game["cols"], [*game["holes"], *path[returns:made]]),
        game["leaper"],
        start=path[-1] if path else None,
        end=path[0] if returns else None,
        closed=game["closed"] and not returns,
        steps={step - made: square for step, square in game["givens"] if step > made},
    )


def _decide(game: Game, path: Sequence[Any]) -> Result:
    return decide(_problem(game, path), budget=BUDGET)


def _explain(game: Game) -> Game:
    """Complete a path to a tour, or explain why that is impossible."""
    path, result = game["path"], _decide(game, game["path"])
    answer: Game = {"exists": result.exists, "sentences": result.sentences}
    if result.tour is not None:
        whole = _problem(game, ())
        answer["tour"] = whole.verify([*path[:-1], *result.tour][: whole.size]).squares
    elif result.exists is False:
        answer["visited"] = bisect_left(range(1, len(path)), True, key=lambda visited: not _decide(game, path[:visited]).exists)
    if isinstance(result.evidence, Obstruction):
        explorer = Explorer()
        explorer.add_entry("impossible", obstruction=result.evidence, problem=_problem(game, path))
        (answer["witness"],) = explorer.document()["witnesses"]
    return answer


def _hint(game: Game) -> Game:
    """Decide for each possible next move whether a tour continues with it."""
    results = [(move, _decide(game, [*game["path"], move])) for move in game["moves"]]
    return {"moves": [(move, result.exists, result.reason) for move, result in results]}


def _puzzle(game: Game) -> Game:
    """Return a new puzzle on the same board."""
    puzzle = make_puzzle(_problem(game | {"givens": ()}, ()), game["seed"], most_nodes=PUZZLE_NODES, budget=BUDGET)
    return {"givens": [*puzzle.steps.items()]}


ANSWERS = {"why": _explain, "tour": _explain, "hint": _hint, "puzzle": _puzzle}
"""Functions that answer questions, by kind."""

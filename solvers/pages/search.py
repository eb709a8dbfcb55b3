"""The page of a search: a recording, replayed step by step."""

from __future__ import annotations

from graphs.notation import respelled
from graphs.obstructions import squares_at_steps
from solvers.pages.explorer import Explorer
from solvers.pages.rendering import rendered
from solvers.recording import REASONS, Recording

__all__ = ["search_page"]


def search_page(recording: Recording, *, chess: bool = False) -> str:
    """Return the page that replays a search: what it took and gave back, its dead ends, what it chose from.

    Parameters
    ----------
    recording : as `record_search` returns it.
    chess : whether squares, rows and columns are named as in chess, and not counted from 0 at the top left.

    Raises
    ------
    SolverUnavailable : Jinja2 is not installed.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import record_search
    >>> "warnsdorff: an open tour of 3x3" in search_page(record_search(Board(3, 3), "warnsdorff"))
    True
    """
    problem, result, board = recording.problem, recording.result, recording.board
    as_in_chess = board if chess else None
    explorer = Explorer(as_in_chess)
    explorer.add_board("", board, problem.leaper, {}, closed=problem.closed, end=problem.end)
    steps = [[row * board.cols + col for row, col in sorted(at)] for at in squares_at_steps(problem.neighbours(), problem)]
    search = {"events": recording.events.tolist(), "reasons": REASONS, "allowed": steps}
    seen = [] if problem == recording.asked else [f"the solver sees {problem}"]
    told = f"{result.solver}: {recording.asked}", "; ".join(filter(None, [result.reason, *seen]))
    title, ending = (respelled(text, as_in_chess) for text in told)
    data = {"explorer": explorer.document(), "search": search}
    return rendered("search.html", data, title=title, ending=ending, result=result, notes=recording.notes)

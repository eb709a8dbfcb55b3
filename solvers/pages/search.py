"""The page of a search: a recording, replayed step by step."""

from __future__ import annotations

from graphs.notation import respelled
from solvers.pages.explorer import Explorer
from solvers.pages.rendering import rendered
from solvers.recording import MOST_EVENTS, REASONS, Recording

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
    problem, result, board = recording.problem, recording.result, recording.problem.board
    assert board is not None
    is_whole, as_in_chess = len(recording.events) < MOST_EVENTS, board if chess else None
    explorer = Explorer(as_in_chess)
    explorer.add_board("", board, problem.leaper, {}, closed=problem.closed, end=problem.end)
    search = {
        "events": recording.events.tolist(),
        "reasons": REASONS,
        "solver": result.solver,
        "outcome": result.status.value,
        "over": is_whole and not result.limit,
        "total": result.nodes,
    }
    title, ending = (respelled(text, as_in_chess) for text in (f"{result.solver}: {problem}", result.reason))
    notes = [] if is_whole else [f"The steps after the first {MOST_EVENTS:,} events, for the recording stops there."]
    data = {"explorer": explorer.document(), "search": search}
    return rendered("search.html", data, title=title, ending=ending, result=result, notes=notes)

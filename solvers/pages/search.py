"""Build the page that replays a recorded search step by step."""

from __future__ import annotations

from functools import partial

from graphs.obstructions import squares_at_steps
from solvers.core.recording import REASONS, Recording
from solvers.pages.explorer import Explorer, number_of
from solvers.pages.rendering import render_page


def search_page(recording: Recording, *, chess: bool = False) -> str:
    """Return the page that replays a search. It shows squares placed and removed, dead ends, and the squares to choose from.

    Parameters
    ----------
    recording : Recording
        The recording, as `record_search` returns it.
    chess : bool, optional
        Whether squares are named as in chess until the reader chooses otherwise. If False, they are counted from 0 at the top
        left.

    Returns
    -------
    str
        An HTML document.

    Raises
    ------
    SolverUnavailable
        If Jinja2 is not installed.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import record_search
    >>> "warnsdorff: an open tour of 3x3" in search_page(record_search(Board(3, 3), "warnsdorff"))
    True
    """
    problem, result, board, obstruction = recording.problem, recording.result, recording.board, recording.obstruction
    explorer = Explorer(chess)
    explorer.add_board("", problem, {})
    number, events = partial(number_of, cols=board.cols), recording.events.tolist()
    allowed = [sorted(map(number, squares)) for squares in squares_at_steps(problem.neighbours(), problem)]
    search = {"events": events, "reasons": REASONS, "allowed": allowed, "start": number(problem.start)}
    notes = [] if problem == recording.asked else [f"the solver receives {problem}"]
    if obstruction is not None:
        explorer.add_entry("impossible", "", None, obstruction, board.cols)
    ending = "; ".join(filter(None, [str(obstruction or result.reason), *notes]))
    data = {"explorer": explorer.document(), "search": search}
    return render_page(
        "search.html",
        data,
        title=f"{result.solver}: {recording.asked}",
        ending=ending,
        as_in_chess=board if chess else None,
        result=result,
        notes=recording.notes,
    )

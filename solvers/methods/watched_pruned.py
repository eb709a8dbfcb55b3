"""Recording of the search of the solver `pruned`: its forced moves, and the reason why each skipped branch contains no tour."""

from __future__ import annotations

from typing import Any

from solvers.core.recording import CUT_OFF, FORCED, MISTIMED, REFUTED, STARVED, UNFIT, Recording


def tell(recording: Recording, search: Any, is_good: bool, near: int, mark: int | None) -> None:
    """Record one attempt to place a vertex: the moves that this forces and, if the vertex is rejected, the reason.

    Parameters
    ----------
    recording : Recording
        The recording of the search.
    search : Search
        The search, from the module `pruned`.
    is_good : bool
        Whether the pruning rules allow the vertex.
    near : int
        The number of the vertex.
    mark : int or None
        The number of edges that were required or deleted before the vertex was tried. If None, the search has not begun: the
        vertex is the start or square 0, and the problem itself forces the recorded moves. Then the vertex is appended to the
        recording only if `is_good` is true and the tour is closed.
    """
    squares, edges = search.squares, search.edges
    if mark is not None:
        recording.append(squares[near])
    for is_required, one, other, *_ in edges.changes[mark:]:
        if is_required and max(one, other) < search.size:
            recording.note(FORCED, squares[one], recording.number(squares[other]))
    if not is_good:
        starved = [vertex for vertex in range(search.size) if len(edges.left(vertex)) < 2]
        reason = STARVED if starved else UNFIT if edges.mark() != mark else REFUTED if search.fits(near) else MISTIMED
        recording.note(CUT_OFF, squares[[*starved, near][0]], reason)
        if mark is not None:
            recording.pop()
    elif mark is None and search.is_closed:
        recording.append(squares[near])

"""What the search of `pruned` tells those who watch it: what it forces, what it cuts off, and why."""

from __future__ import annotations

from typing import Any

from solvers.recording import CUT_OFF, FORCED, MISTIMED, REFUTED, STARVED, UNFIT, Recording

__all__ = ["tell"]


def tell(recording: Recording, search: Any, is_good: bool, near: int, mark: int | None) -> None:
    """Tell that a vertex was taken and which moves are forced since a mark of the edges; if that is not good, tell why.

    Without a mark, the problem itself forces the moves, and the vertex is taken only if that is good and the tour is closed.
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

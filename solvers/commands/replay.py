"""The part of `solve.py` that shows a search: `--watch`, as a page or played on a terminal."""

from __future__ import annotations

import time

from graphs.board import Board, Square
from graphs.notation import respelled
from graphs.text import tour_text
from graphs.tour import Tour
from solvers.commands import files
from solvers.recording import FORCED, TAKEN, Recording

__all__ = ["show_search"]

PAUSE = 1 / 6
"""Seconds between two steps of a short search."""
LONGEST, PICTURES = 30.0, 600
"""The most seconds and pictures for a long one, whose pictures are several steps apart."""


def show_search(recording: Recording, path: str, chess: Board | None) -> None:
    """Write the page of a search; for `-`, play it on the terminal.

    Parameters
    ----------
    chess : the board, if squares are named as in chess.
    """
    if path != "-":
        from solvers.pages import search_page

        files.write_text(path, search_page(recording, chess=chess is not None))
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    board, steps = recording.problem.board, [divmod(event, 4) for event in recording.events if event % 4 < FORCED]
    assert board is not None
    apart = 1 + len(steps) // PICTURES
    taken: list[Square] = []
    with Live(console=Console(stderr=True), auto_refresh=False) as live:
        for place, (number, kind) in enumerate(steps, 1):
            square = divmod(number, board.cols)
            if kind == TAKEN:
                taken.append(square)
            else:
                taken.pop()
            if place % apart == 0 or place == len(steps):
                nodes = (place + len(taken)) // 2  # for what is taken and not on the path was given back
                what = f"node {nodes:,} of {recording.result.nodes:,}: {'takes' if kind == TAKEN else 'gives back'} {square}"
                live.update(Text(f"{tour_text(Tour(taken, board=board))}\n{respelled(what, chess)}"), refresh=True)
                time.sleep(min(PAUSE, LONGEST * apart / len(steps)))

"""Record a search and replay it, for `solve --watch`."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Event

from graphs.board import Square
from graphs.notation import edge_names, respell
from graphs.text import map_text, tour_text
from graphs.tour import Tour
from solvers.commands import input_output as cli
from solvers.commands.input_output import tell
from solvers.core.budget import Budget
from solvers.core.recording import FORCED, TAKEN, Recording
from solvers.solving.record_search import recorded_search_page

PICTURES, PAUSE = 500, 0.1
"""Maximum number of pictures in the terminal, and the time between two pictures in seconds."""
MARKED = "*"
"""Character that marks the squares of an obstruction in the terminal."""


@contextmanager
def replay_until_ctrl_c(budget: Budget) -> Iterator[Budget]:
    """In a `with` block, let the first Ctrl-C stop the search, but not the command."""
    stop = Event()

    def cancel(*_: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, cancel)
    try:
        yield replace(budget, cancel=stop)
    finally:
        signal.signal(signal.SIGINT, before)


def replay_search(recording: Recording, path: str, *, chess: bool) -> None:
    """Write a page that replays a search, or replay it in the terminal."""
    if path != "-":
        cli.write_output_text(path, recorded_search_page(recording, chess=chess))
    elif recording.obstruction is not None:
        board, reason = recording.board, recording.obstruction
        marks = {square: MARKED if square in reason.squares else "." for square in board}
        tell(map_text(board, marks, edge_names(board, chess)) + f"\n{MARKED} {reason.drawing.squares}")
        tell(respell(str(reason), board if chess else None))
    else:
        _replay(recording)


def _replay(recording: Recording) -> None:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    board, steps = recording.board, [event for event in recording.events if event % 4 < FORCED]
    apart, givens = 1 + len(steps) // PICTURES, "|".join(map(str, recording.problem.givens))
    taken: list[Square] = []
    with Live(console=Console(stderr=True), auto_refresh=False) as live:
        for place, event in enumerate(steps, 1):
            if event % 4 == TAKEN:
                taken.append(divmod(event // 4, board.cols))
            else:
                taken.pop()
            if place % apart == 0 or place == len(steps):
                nodes = (place + len(taken)) // 2  # each square that was placed and is not on the path was removed again
                picture = Text(tour_text(Tour(taken, board=board)))
                picture.highlight_regex(rf"\b({givens})\b", "bold green")
                live.update(picture.append(f"\nsearch node {nodes:,} of {recording.result.nodes:,}"), refresh=True)
                time.sleep(PAUSE)

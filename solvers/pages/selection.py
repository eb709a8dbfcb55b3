"""Which runs and tours a page holds, so that it stays small enough to be opened and sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LARGEST_BOARD", "PAGE_BYTES", "PLOT_BYTES", "ROOMS", "Room", "kept_runs", "kept_tours"]

PAGE_BYTES = 3_000_000
PLOT_BYTES = 1_200_000
"""The most that the plots of a page may take."""
LARGEST_BOARD = 10_000
"""Squares up to which a page shows a board and its tours."""


@dataclass(frozen=True)
class Room:
    """How many runs a page holds, and how many moves of tours; each move takes one byte."""

    runs: int
    moves: int


ROOMS = (
    Room(12_000, 1_600_000),
    Room(12_000, 600_000),
    Room(12_000, 200_000),
    Room(8_000, 100_000),
    Room(4_000, 50_000),
    Room(1_000, 10_000),
)
"""Rooms to try, the largest first; the page takes the first with which it is small enough."""


def kept_runs(frame: pd.DataFrame, most: int) -> list[int]:
    """Return the places of the runs that stay, in the order of the plan.

    Runs in which a solver was at fault stay first; then the first repetition and seed of each problem, then the second.
    """
    if len(frame) <= most:
        return list(range(len(frame)))
    turn = frame.groupby(["problem", "competitor"], observed=True).cumcount()
    turn = turn.where(frame["status"] != "error", -1)
    return sorted(turn.reset_index(drop=True).sort_values(kind="stable").index[:most].tolist())


def kept_tours(frame: pd.DataFrame, runs: list[int], moves: int) -> set[int]:
    """Return the places of the runs whose tours stay: the smallest boards first, as long as there is room for their moves."""
    sizes, found = frame["size"].tolist(), (frame["status"] == "found").tolist()
    kept = set()
    for size, place in sorted((sizes[place], place) for place in runs if found[place]):
        moves -= size
        if moves < 0 or size > LARGEST_BOARD:
            break
        kept.add(place)
    return kept

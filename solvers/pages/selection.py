"""Which runs and tours a page holds, so that it stays small enough to be opened and sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LARGEST_BOARD", "PAGE_BYTES", "PLOT_BYTES", "ROOMS", "kept_runs", "kept_tours"]

PAGE_BYTES = 3_000_000
PLOT_BYTES = 1_200_000
"""The most that the plots of a page may take."""
LARGEST_BOARD = 10_000
"""Squares up to which a page shows a board and its tours."""
ROOMS = ((12_000, 1_600_000), (12_000, 600_000), (12_000, 200_000), (8_000, 100_000), (4_000, 50_000), (1_000, 10_000))
"""How many runs a page holds, and how many moves of tours, at one byte each; the page takes the first that keeps it small."""


def kept_runs(frame: pd.DataFrame, most: int) -> list[int]:
    """Return the places of the runs that stay, in the order of the plan.

    Runs in which a solver was at fault stay first; then the first repetition and seed of each problem, then the second.
    """
    turn = frame.groupby(["problem", "competitor"], observed=True).cumcount().where(frame["status"] != "error", -1)
    return sorted(turn.sort_values(kind="stable").index[:most].tolist())


def kept_tours(frame: pd.DataFrame, runs: list[int], moves: int) -> set[int]:
    """Return the places of the runs whose tours stay: the smallest boards first, as long as there is room for their moves."""
    kept = frame.loc[runs]
    sizes = kept.loc[kept["status"] == "found", "size"].sort_values(kind="stable")
    return set(sizes.index[(sizes.cumsum() <= moves) & (sizes <= LARGEST_BOARD)])

"""Heat maps over the starts of a board: how long each competitor takes from each square, and from which it fails."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.svg.palette import FAINT_INK, INK, PAPER, RULE
from solvers.comparison.problems import digest, square_text
from solvers.comparison.report.figures import numbered, tick_text
from solvers.comparison.report.plots.plot import Plot
from solvers.comparison.report.plots.scatter import times_by_problem
from solvers.comparison.report.plots.style import (
    competitors_of,
    dress,
    house_style,
    new_figure,
    round_ends,
    wrapped,
)
from solvers.comparison.store import Store

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["StartMap", "heat_map", "start_maps"]

LEAST_SHARE = 1 / 8
"""The share of the squares that must have runs: one of each orbit under the eight symmetries of a square board makes it up."""
LEAST_STARTS = 3
IMAGE = 480
"""Pixels along the longer side of a map, at least."""
COLOURS = "viridis_r"
"""Light is fast and dark is slow, also for colour-blind readers and in grey print."""
CAPTION = (
    "Each square is a start, and its colour is the time of the run from there, light for fast and dark for slow: a cross marks "
    "a proof that there is no tour, stripes a run that solved nothing, dots a start without a run; holes are blank."
)
KINDS: dict[str, dict[str, Any]] = {
    "not solved": {"hatch": "/////", "facecolor": RULE},
    "solver at fault": {"hatch": "xxxxx", "facecolor": PAPER},
    "no run": {"hatch": "..", "facecolor": PAPER},
}


@dataclass(frozen=True)
class StartMap:
    """The problems of a board that differ in nothing but the start.

    Attributes
    ----------
    subject, board : the name of the board with its piece, and the board.
    kind : `open` or `closed`, and the end if one is given.
    problems : the name of the problem for each start.
    """

    subject: str
    board: Board
    kind: str
    problems: dict[tuple[int, int], str]

    @property
    def title(self) -> str:
        """What is mapped, in words."""
        holes = self.board.rows * self.board.cols - self.board.size
        size = f"{self.board.rows}×{self.board.cols}"
        what = f"{size} with {numbered(holes, 'hole', 'holes')}" if holes else size
        return f"Time from each start: {what}{self._piece}, {self.kind} tours"

    @property
    def name(self) -> str:
        """A name for files."""
        size = f"{self.board.rows}x{self.board.cols}"
        suffix = "" if self.subject == size else f" {digest(self.subject)[:6]}"
        return re.sub(r"[^a-z0-9]+", "-", f"starts {size} {self.kind}{suffix}")

    @property
    def _piece(self) -> str:
        found = re.search(r" (wrap|leaper) .*", self.subject)
        return found[0] if found else ""


def start_maps(store: Store) -> list[StartMap]:
    """Return a map for each board and kind of which enough starts have runs to make a picture."""
    found: dict[tuple[str, str], StartMap] = {}
    first_runs = "runs.rowid IN (SELECT min(rowid) FROM runs GROUP BY problem)"
    for name, subject, text in store.each_row(["problem", "subject", "document"], first_runs):
        document = json.loads(text)
        if "board" not in document or document["start"] is None:
            continue
        end = "" if document["end"] is None else f" to {square_text(document['end'])}"
        kind = ("closed" if document["closed"] else "open") + end
        if (subject, kind) not in found:
            board = Board.parse(document["board"], document["wrap"])
            found[subject, kind] = StartMap(subject, board, kind, {})
        row, col = document["start"]
        found[subject, kind].problems[row, col] = name
    return [each for each in found.values() if len(each.problems) >= max(LEAST_STARTS, LEAST_SHARE * each.board.size)]


def heat_map(frame: pd.DataFrame, starts: StartMap) -> Plot | None:
    """Return a panel for each competitor that has runs from these starts; None if the frame has none of them."""
    frame = frame[frame["problem"].isin(list(starts.problems.values()))]
    if frame.empty:
        return None
    names = competitors_of(frame)
    grids = [_Grid.of(frame[frame["competitor"] == name], starts) for name in names]
    low, high = round_ends(time for grid in grids for time in grid.solved_times())
    board = starts.board
    shape = board.rows / board.cols
    columns = max(1, min(len(names), 7, round(math.sqrt(1.4 * len(names) * shape))))
    rows = math.ceil(len(names) / columns)
    width = min(9 / columns, max(3.0, 1.5 / shape))
    height = min(width * shape, 6.0) + 0.3
    with house_style():
        figure = new_figure(max(columns * width, 4.6) + 0.9, max(rows * height + 0.9, 1.8), starts.title)
        panels = list(figure.subplots(rows, columns, squeeze=False).flat)
        for axes, name, grid in zip(panels, names, grids, strict=False):
            _draw(axes, grid, (low, high), cell=72 * min(width / board.cols, height / board.rows))
            axes.set_title(wrapped(name, int(width * 12)), loc="left")
        for axes in panels[len(names) :]:
            axes.set_visible(False)
        _legends(figure, panels[: len(names)], grids, (low, high))
    return Plot(starts.name, starts.title, CAPTION, figure)


@dataclass(frozen=True)
class _Grid:
    """What a competitor did from each start.

    `seconds` has a number for each square: infinite if not solved, NaN without a run. `squares` has those of each kind.
    """

    seconds: np.ndarray
    squares: dict[str, list[tuple[int, int]]]

    @classmethod
    def of(cls, frame: pd.DataFrame, starts: StartMap) -> _Grid:
        import numpy as np

        board = starts.board
        times = times_by_problem(frame).iloc[:, 0]
        at_fault, proven = (set(frame.loc[frame["status"] == status, "problem"]) for status in ("error", "impossible"))
        seconds = np.full((board.rows, board.cols), math.nan)
        squares: dict[str, list[tuple[int, int]]] = {kind: [] for kind in (*KINDS, "impossible")}
        squares["no run"] = [square for square in board if starts.problems.get(square) not in times.index]
        for square, problem in starts.problems.items():
            if problem not in times.index:
                continue
            seconds[square] = times[problem]
            if times[problem] == math.inf:
                squares["solver at fault" if problem in at_fault else "not solved"].append(square)
            elif problem in proven:
                squares["impossible"].append(square)
        return cls(seconds, squares)

    def solved_times(self) -> Iterator[float]:
        yield from (float(time) for time in self.seconds.flat if time < math.inf)


def _draw(axes: Axes, grid: _Grid, ends: tuple[float, float], cell: float) -> None:
    """Draw the map of a competitor; the side of a square is about `cell` points."""
    import numpy as np
    from matplotlib.colors import LogNorm
    from matplotlib.ticker import MaxNLocator

    solved = np.ma.masked_where(~(grid.seconds < math.inf), grid.seconds)
    rows, cols = solved.shape
    # An image holds a square in a few bytes. It has many pixels a square, for some viewers blur it by a pixel.
    pixels = max(1, IMAGE // max(rows, cols))
    image = solved.repeat(pixels, axis=0).repeat(pixels, axis=1)
    extent = (-0.5, cols - 0.5, rows - 0.5, -0.5)
    axes.imshow(image, cmap=COLOURS, norm=LogNorm(*ends), interpolation="none", extent=extent)
    for kind, style in KINDS.items():
        _fill(axes, grid.squares[kind], **style)
    if crosses := grid.squares["impossible"]:
        places, side = np.array(crosses), min(0.4 * cell, 9.0)
        edge = min(0.1 * side, 0.7)
        axes.scatter(places[:, 1], places[:, 0], side**2, marker="X", color=PAPER, edgecolors=INK, linewidths=edge)
    dress(axes)
    axes.grid(visible=False)
    axes.set(xlim=(-0.5, cols - 0.5), ylim=(rows - 0.5, -0.5))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(nbins=8, integer=True, steps=[1, 2, 5, 10]))
    axes.spines[:].set(visible=True, color=RULE)


def _fill(axes: Axes, squares: list[tuple[int, int]], facecolor: str, hatch: str | None = None) -> None:
    """Fill squares as one path, so that a large board takes little room in an SVG."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    if squares:
        corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5))
        paths = (Path([(col + x, row + y) for x, y in corners], closed=True) for row, col in squares)
        whole = Path.make_compound_path(*paths)
        axes.add_patch(PathPatch(whole, facecolor=facecolor, edgecolor=FAINT_INK, hatch=hatch, linewidth=0))


def _legends(figure: Figure, panels: list[Axes], grids: list[_Grid], ends: tuple[float, float]) -> None:
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LogNorm
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch
    from matplotlib.ticker import FuncFormatter, NullLocator

    if any(True for grid in grids for _ in grid.solved_times()):
        colours = ScalarMappable(LogNorm(*ends), COLOURS)
        shrink = min(1.0, 4 / figure.get_figheight())
        bar = figure.colorbar(colours, ax=panels, aspect=25, pad=0.02, shrink=shrink, anchor=(0, 1))
        bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: tick_text(value)))
        bar.ax.yaxis.set_minor_locator(NullLocator())
        bar.outline.set_visible(False)
        bar.ax.tick_params(length=0)
    present = {kind for grid in grids for kind, squares in grid.squares.items() if squares}
    marks: dict[str, Any] = {
        kind: Patch(edgecolor=FAINT_INK, linewidth=0, **style) for kind, style in KINDS.items() if kind in present
    }
    if "impossible" in present:
        cross: dict[str, Any] = {"marker": "X", "markersize": 8, "color": PAPER, "markeredgecolor": INK, "linestyle": ""}
        marks["proven that there is no tour"] = Line2D([], [], **cross)
    if marks:
        figure.legend(list(marks.values()), list(marks), loc="outside lower left", ncols=4, handlelength=2, handleheight=1.2)

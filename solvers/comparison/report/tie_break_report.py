"""Show the success rates of tie-break rules: a table for a terminal, a CSV file, and a plot."""

from __future__ import annotations

import contextlib
import csv
import math
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from graphs.board import Board, Square
from graphs.errors import FormatError
from graphs.svg.palette import INK, PAPER, SERIES
from solvers.comparison.packages import check_packages
from solvers.comparison.problems import square_text
from solvers.comparison.report.figures import NO_VALUE
from solvers.comparison.report.plots.plot import Plot
from solvers.comparison.report.plots.style import MARKERS, dress, house_style, new_figure
from solvers.comparison.tie_break_trials import SuccessRate, pooled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from rich.table import Table

__all__ = ["TABLE", "rates_writer", "tie_break_plot", "tie_break_table"]

TABLE = "tie-breaks.csv"
"""The name of the file that keeps the rates."""
CAPTION = (
    "A line is the share of the walks by a rule that end in a tour, and its band is Wilson's interval of 95 %; a rule without "
    "chance has a mark for its one walk on each board."
)
LETTER = 0.0095
"""The width of a letter, as a share of the distance on the axis from the smallest board to the largest."""


def tie_break_table(rates: Sequence[SuccessRate]) -> Table:
    """Return a table with a row for each board and start, and a column for each rule.

    A cell holds the success rate and its 95 % interval. For a rule without chance it says how its one walk ends, or the rate
    over all starts. "–" means that the rule does not fit the board, or was not tried there.
    """
    from rich.table import Table

    starts = {found.start for found in rates}
    rules = list(dict.fromkeys(found.rule for found in rates))
    cells = {(found.board, found.start, found.rule): found for found in rates}
    table = Table(title=_title(rates), title_justify="left")
    table.add_column("board", no_wrap=True)
    if len(starts) > 1:
        table.add_column("start", no_wrap=True)
    for rule in rules:
        table.add_column(rule.replace("+", "\n+ "), justify="right", overflow="fold")  # in a narrow terminal nothing is cut off
    for board, start in dict.fromkeys((found.board, found.start) for found in rates):
        head = [str(board), _start_name(start)] if len(starts) > 1 else [str(board)]
        table.add_row(*head, *(_cell(cells.get((board, start, rule))) for rule in rules))
    return table


def _title(rates: Sequence[SuccessRate]) -> str:
    """Return the question that the rates answer, with the number of walks."""
    starts = {found.start for found in rates}
    origin = f" from {_start_name(next(iter(starts)))}" if len(starts) == 1 else ""
    runs = max((found.runs for found in rates if found.sampled), default=0)
    each = "each" if len(starts) == 1 else "from each start"
    sample = f" ({runs:,} walks {each}, with the interval of 95 %)" if runs else ""
    return f"How often does Warnsdorff's walk{origin} end in a tour?{sample}"


def _start_name(start: Square | None) -> str:
    return "any square" if start is None else square_text(start)


def _cell(found: SuccessRate | None) -> str:
    if found is None or found.rate is None:
        return NO_VALUE
    if not found.sampled and found.runs == 1:
        return "tour" if found.successes else "dead end"
    if not found.sampled:
        return f"{_percent(found.rate)} % of {found.runs}"
    low, high = found.interval() or (0.0, 1.0)
    return f"{_percent(found.rate)} % ({_percent(low)}–{_percent(high)})"


def _percent(rate: float) -> str:
    """Return the rate in percent: a whole number from 10 to 90, else with decimals; 0 and 100 only if they are exact.

    >>> [_percent(rate) for rate in (0, 0.0178, 0.373, 0.995, 0.9998, 1)]
    ['0', '1.8', '37', '99.5', '99.98', '100']
    """
    percent = 100 * rate
    if percent in (0, 100):
        return f"{percent:.0f}"
    digits = 0 if 10 <= percent <= 90 else 1
    while digits < 6 and round(percent, digits) in (0, 100):
        digits += 1
    return f"{percent:.{digits}f}".removesuffix(".0")


@contextlib.contextmanager
def rates_writer(folder: str | Path) -> Iterator[Callable[[SuccessRate], None]]:
    """Yield a function that appends a success rate to the file `TABLE` in this folder, at once; a missing folder is made.

    Raises
    ------
    FormatError : the folder has no name; the file is there already, or cannot be written.
    """
    if not str(folder):
        raise FormatError("a folder without a name cannot be written: write a path, or . for this folder", folder)
    path = Path(folder) / TABLE
    if os.path.exists(path):
        raise FormatError(f"{path} is there already: name another folder, so that what it holds is not lost", path)
    with contextlib.ExitStack() as stack:
        file: TextIO | None = None

        def write(rate: SuccessRate) -> None:
            nonlocal file
            row = rate.row()
            if file is None:  # not earlier: trials that are stopped at once leave no file
                unnamed = path.with_name(f".{TABLE}.{os.getpid()}")
                stack.callback(unnamed.unlink, missing_ok=True)
                file = stack.enter_context(unnamed.open("x", newline="", encoding="utf-8"))
                csv.writer(file).writerows((row, row.values()))
                file.flush()
                os.link(unnamed, path)  # so the table never stands there without a rate, and never takes the place of another
                return
            csv.writer(file).writerow(row.values())
            file.flush()

        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            yield write
        except OSError as error:
            raise FormatError(f"{path} cannot be written: {error.strerror}", path) from error


def tie_break_plot(rates: Sequence[SuccessRate]) -> Plot:
    """Plot the success rate against the size of the board: a line for each rule, its 95 % interval as a band.

    The starts of a board are pooled. A second panel below has a line of marks for each rule that makes one walk a board.

    Raises
    ------
    SolverUnavailable : matplotlib is not installed.
    """
    check_packages("the plots of the tie-break trials", ["matplotlib"])
    of_boards = [found for found in pooled(rates) if found.runs]
    rules = list(dict.fromkeys(found.rule for found in of_boards))
    groups = {rule: sorted((f for f in of_boards if f.rule == rule), key=lambda f: f.board.size) for rule in rules}
    single = [rule for rule, group in groups.items() if all(found.runs == 1 for found in group)]
    many = [rule for rule in rules if rule not in single]
    heights = [4.2] * bool(many) + [0.3 * len(single) + 0.1] * bool(single)
    title = _title(rates).replace("? (", "?\n").rstrip(")")
    with house_style():
        figure = new_figure(9, sum(heights) + 1.4, title)
        if heights:
            panels = figure.subplots(len(heights), 1, squeeze=False, sharex=True, height_ratios=heights)[:, 0]
            if many:
                _draw_rates(panels[0], {rule: groups[rule] for rule in many})
            if single:
                _draw_single_walks(panels[-1], {rule: groups[rule] for rule in single})
            for panel in panels:
                dress(panel, "y")
            _mark_boards(panels[-1], [found.board for found in of_boards])
    return Plot("tie-breaks", title, CAPTION, figure)


def _draw_rates(panel: Axes, groups: dict[str, list[SuccessRate]]) -> None:
    for number, (rule, group) in enumerate(groups.items()):
        style: dict[str, Any] = {"color": SERIES[number % len(SERIES)], "marker": MARKERS[number % len(MARKERS)]}
        sides = [_side(found.board) for found in group]
        ends = [found.interval() or (0.0, 1.0) for found in group]
        panel.fill_between(
            sides,
            [100 * low for low, _ in ends],
            [100 * high for _, high in ends],
            color=style["color"],
            alpha=0.2,
            linewidth=0,
        )
        panel.plot(sides, [100 * (found.rate or 0.0) for found in group], label=rule, linewidth=1.6, markersize=4.5, **style)
    panel.set_ylim(-2, 102)
    panel.set_yticks(range(0, 101, 20), [f"{percent} %" for percent in range(0, 101, 20)])
    _legend(panel)


def _draw_single_walks(panel: Axes, groups: dict[str, list[SuccessRate]]) -> None:
    """Draw a line of marks for each rule: filled for a tour, hollow for a dead end."""
    for height, group in enumerate(groups.values()):
        for filled, label in ((True, "one walk: a tour"), (False, "one walk: a dead end")):
            sides = [_side(found.board) for found in group if bool(found.successes) is filled]
            fill = INK if filled else PAPER
            panel.scatter(sides, [height] * len(sides), s=34, facecolors=fill, edgecolors=INK, label=None if height else label)
    panel.set_ylim(len(groups) - 0.5, -0.5)
    panel.set_yticks(range(len(groups)), list(groups))
    _legend(panel)


def _legend(panel: Axes) -> None:
    """Put the legend above the panel, where it hides nothing."""
    panel.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=5, handletextpad=0.5)


def _mark_boards(panel: Axes, boards: Iterable[Board]) -> None:
    """Make the axis logarithmic, and mark on it the boards for whose names there is room."""
    names = {_side(board): f"{board.rows}×{board.cols}" for board in sorted(boards, key=lambda board: board.size)}
    panel.set_xscale("log")
    length = math.log(max(names) / min(names)) or 1.0
    marked: list[float] = []
    for side in sorted(names, key=lambda side: side not in (min(names), max(names))):  # the ends first, so that they have room
        letters = {other: (len(names[side]) + len(names[other]) + 1) / 2 for other in marked}
        if all(abs(math.log(side / other)) / length >= LETTER * each for other, each in letters.items()):
            marked.append(side)
    panel.set_xticks(marked, [names[side] for side in marked])
    panel.set_xticks([], minor=True)
    panel.tick_params(axis="x", labelsize=8)
    panel.set_xlabel("board")


def _side(board: Board) -> float:
    """Return the side of the square board with as many squares."""
    return math.sqrt(board.size)

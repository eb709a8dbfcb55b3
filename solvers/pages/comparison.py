"""The page of a comparison: summary, plots, the boards to explore, and all runs, in one HTML file.

It reads stored properties only and runs no solver. Its size is bounded: a large comparison is thinned out, and the page says
what is left out. All figures in the summary and in the plots count every run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import compress
from typing import TYPE_CHECKING, Any

from solvers.comparison.problems import NamedProblem, square_text
from solvers.comparison.report.cross_check import CrossCheck
from solvers.comparison.report.figures import numbered
from solvers.comparison.runs import INTERRUPTED
from solvers.comparison.store import Store
from solvers.pages.explorer import ANYWHERE, Explorer, Layer, board_name, moves_text
from solvers.pages.rendering import Picture, inlined, rendered
from solvers.pages.selection import LARGEST_BOARD, PAGE_BYTES, PLOT_BYTES, ROOMS, Room, kept_runs, kept_tours
from solvers.pages.summary import summary_rows, totals
from solvers.pages.witnesses import Reasons

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["comparison_page"]

LONGEST_REASON = 300
"""Characters of a reason that a page keeps."""
WORDS = {
    "found": "tour found",
    "impossible": "proven impossible",
    "unknown": "unknown",
    "error": "solver at fault",
}


def comparison_page(
    store: Store, frame: pd.DataFrame, checked: CrossCheck, plots: Iterable[tuple[str, str, str, str]] = ()
) -> str:
    """Return the page of all runs of a store as HTML, of 3 MB at most.

    Parameters
    ----------
    store : the store.
    frame, checked : all its runs, as `runs_frame` returns them, and its cross-check.
    plots : for each plot its name, title, caption, and the picture as an SVG document.

    Raises
    ------
    SolverUnavailable : Jinja2 is not installed.
    FormatError : the store cannot be read.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, NamedProblem, Task, run_all
    >>> from solvers.comparison.report.cross_check import cross_check
    >>> from solvers.comparison.report.frames import runs_frame
    >>> with Store.temporary(run_all([Task(NamedProblem.on_board(Board(5, 5)), Competitor("warnsdorff"))], 1)) as store:
    ...     page = comparison_page(store, runs_frame(store), cross_check(store))
    >>> page[:15], "warnsdorff" in page
    ('<!doctype html>', True)
    """
    pictures, unseen = _within(map(inlined, map(Picture._make, plots)), PLOT_BYTES)
    values = {
        "sessions": store.sessions(),
        "totals": totals(frame),
        "counts": _counts(frame),
        "words": WORDS,
        "summary": summary_rows(frame),
        "conflicts": [*map(str, checked.conflicts), *map(str, checked.failures)],
        "plots": pictures,
    }
    reasons = Reasons()
    for room in ROOMS:
        data, notes = _data(store, frame, room, reasons)
        if unseen:
            notes.append(f"The page has no room for the plots {', '.join(f'“{plot.title}”' for plot in unseen)}.")
        page = rendered("comparison.html", data, notes=notes, explored=bool(data["explorer"]["boards"]), **values)
        if len(page.encode()) <= PAGE_BYTES:
            break
    return page


def _counts(frame: pd.DataFrame) -> str:
    runs = numbered(len(frame), "run", "runs")
    interrupted = int((frame["termination"] == INTERRUPTED).sum())
    runs += f" ({interrupted:,} interrupted from outside)" if interrupted else ""
    competitors = numbered(frame["competitor"].nunique(), "competitor", "competitors")
    return f"{runs} of {competitors} on {numbered(frame['problem'].nunique(), 'problem', 'problems')}"


def _within(plots: Iterable[Picture], most: int) -> tuple[list[Picture], list[Picture]]:
    """Return the plots that fit into this many bytes, and the others."""
    kept: list[Picture] = []
    others: list[Picture] = []
    for plot in plots:
        size = len(plot.svg.encode())
        if size <= most:
            kept.append(plot)
            most -= size
        else:
            others.append(plot)
    return kept, others


def _data(store: Store, frame: pd.DataFrame, room: Room, reasons: Reasons) -> tuple[dict[str, Any], list[str]]:
    """Return what the scripts of the page need, and what they leave out, in sentences."""
    runs = kept_runs(frame, room.runs)
    tours = kept_tours(frame, runs, room.moves)
    found = sum(frame["status"].iloc[runs] == "found")
    explorer = Explorer()
    maps = _Maps(explorer, reasons)
    competitors = frame["competitor"].tolist()
    for place, row in _chosen(store, runs):
        maps.add(row, competitors[place], place in tours)
    maps.finish()
    notes = list(_left_out(len(frame), len(runs), int(found), len(tours), maps.too_large, reasons.left_out))
    columns = frame.iloc[runs]
    return {"explorer": explorer.document(), "runs": _columns(columns), "words": WORDS}, notes


def _chosen(store: Store, runs: list[int]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the chosen runs, each with its place in the plan."""
    names = ["document", "status", "reason", "tour"]
    places = iter(runs)
    wanted = next(places, None)
    for place, row in enumerate(store.each_row(names)):
        if place == wanted:
            yield place, dict(zip(names, row, strict=True))
            wanted = next(places, None)


class _Maps:
    """Sorts runs by board, and for each board by competitor and start."""

    def __init__(self, explorer: Explorer, reasons: Reasons) -> None:
        self._explorer = explorer
        self._reasons = reasons
        self._problems: dict[str, NamedProblem] = {}
        self._boards: dict[tuple[Any, ...], Layer] = {}
        self.too_large = 0

    def add(self, row: dict[str, Any], competitor: str, with_tour: bool) -> None:
        """Add a run."""
        named = self._problem(row["document"])
        board, problem = named.board, named.problem
        reason = row["reason"][:LONGEST_REASON]
        if board is None or board.size > LARGEST_BOARD:
            self._explorer.add_entry(row["status"], reason)
            self.too_large += board is not None
            return
        tour, obstruction = None, None
        if with_tour and row["tour"] is not None:
            squares = named.unpack(row["tour"]).tolist()
            tour = moves_text(squares, board, problem.leaper or ())
        if row["status"] == "impossible":
            obstruction = self._reasons.of(problem)
        entry = self._explorer.add_entry(row["status"], reason, tour, obstruction, board.cols)
        number = ANYWHERE if problem.start is None else problem.start[0] * board.cols + problem.start[1]
        key = (board, problem.leaper, problem.closed, problem.end)
        self._boards.setdefault(key, {}).setdefault(competitor, []).append((number, entry))

    def _problem(self, document: str) -> NamedProblem:
        """Return the problem of a document; problems on one board share its graph."""
        if document not in self._problems:
            self._problems[document] = NamedProblem.from_document(json.loads(document))
        return self._problems[document]

    def finish(self) -> None:
        """Give the boards to the explorer."""
        for (board, leaper, closed, end), layers in self._boards.items():
            words = [board_name(board, leaper)]
            words += ["closed"] if closed else []
            words += [] if end is None else [f"to {square_text(end)}"]
            self._explorer.add_board(" ".join(words), board, leaper, layers, closed=closed)


def _columns(frame: pd.DataFrame) -> dict[str, Any]:
    """Return the table of runs as columns; texts are numbered, so that each stands once."""
    columns: dict[str, Any] = {}
    for name in ("problem", "competitor", "termination"):
        texts = frame[name].cat.remove_unused_categories()
        columns[name] = {"names": list(texts.cat.categories), "places": texts.cat.codes.tolist()}
    columns["seconds"] = [float(f"{value:.3g}") for value in frame["seconds"]]
    columns["nodes"] = [int(value) for value in frame["nodes"]]
    columns["memory"] = [round(value / 1e6) for value in frame["peak_memory"]]
    for name in ("seed", "repeat"):
        values = frame[name]
        if values.nunique() > 1:
            columns[name] = [None if missing else int(value) for value, missing in zip(values, values.isna(), strict=True)]
    return columns


def _left_out(runs: int, kept: int, found: int, tours: int, too_large: int, unsearched: int) -> Iterator[str]:
    """Yield a sentence for each thing that the page leaves out."""
    sentences = (
        f"{runs - kept:,} of {runs:,} runs are left out of the boards and the table of runs; the summary counts all.",
        f"The tours of {found - tours:,} of {found:,} runs are left out; the store keeps them.",
        f"{too_large:,} runs on boards of more than {LARGEST_BOARD:,} squares are not drawn.",
        f"For {unsearched:,} answers no reason was sought that can be checked by hand; the solver's own reason stands there.",
    )
    return compress(sentences, (kept < runs, tours < found, too_large, unsearched))

"""The page of a comparison: summary, plots, the boards to explore, and all runs, in one HTML file.

It reads stored properties only and runs no solver. Its size is bounded: a large comparison is thinned out, and the page says
what is left out. All figures in the summary and in the plots count every run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from solvers.comparison.problems import NamedProblem, square_text
from solvers.comparison.report.cross_check import CrossCheck
from solvers.comparison.report.figures import count_range, numbered, seconds_range
from solvers.comparison.report.statistics import summary
from solvers.comparison.runs import INTERRUPTED
from solvers.comparison.store import Store
from solvers.pages.explorer import ANYWHERE, OUTCOMES, Explorer, Layer, board_name, moves_text
from solvers.pages.rendering import Picture, inlined, rendered
from solvers.pages.selection import LARGEST_BOARD, PAGE_BYTES, PLOT_BYTES, ROOMS, kept_runs, kept_tours
from solvers.pages.witnesses import Reasons

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["comparison_page"]

LONGEST_REASON = 300
"""Characters of a reason that a page keeps."""
WORDS = {"found": "tour found", "impossible": "proven impossible", "unknown": "unknown", "error": "solver at fault"}
RANGES = (("PAR2", "par2", seconds_range), ("median time", "seconds", seconds_range), ("median nodes", "nodes", count_range))
"""The figures of the summary: the head of the column, the name of the figure, and how it is written with its interval."""


def comparison_page(
    store: Store, frame: pd.DataFrame, checked: CrossCheck, plots: Iterable[tuple[str, str, str, str]] = ()
) -> str:
    """Return the page of all runs of a store as HTML, of 3 MB at most.

    Parameters
    ----------
    store : the store.
    frame, checked : all its runs, as `runs_frame` returns them, and its cross-check.
    plots : for each plot its name, title, caption, and SVG document.

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
    pictures = [inlined(Picture(*plot)) for plot in plots]
    fitting = _fitting(pictures)
    unseen = ", ".join(f"“{plot.title}”" for plot in pictures if plot not in fitting)
    values = {
        "sessions": store.sessions(),
        "totals": totals(frame),
        "counts": _counts(frame),
        "words": WORDS,
        "summary": _summary_rows(frame),
        "conflicts": [*map(str, checked.conflicts), *map(str, checked.failures)],
        "plots": fitting,
    }
    reasons = Reasons()
    for runs, moves in ROOMS:
        data, notes = _data(store, frame, kept_runs(frame, runs), moves, reasons)
        if unseen:
            notes.append(f"The page has no room for the plots {unseen}.")
        page = rendered("comparison.html", data, notes=notes, explored=bool(data["explorer"]["boards"]), **values)
        if len(page.encode()) <= PAGE_BYTES:
            break
    return page


def _fitting(pictures: Iterable[Picture]) -> list[Picture]:
    """Return the plots for which the page has room, the first ones first."""
    fitting: list[Picture] = []
    for plot in pictures:
        if sum(len(each.svg.encode()) for each in (*fitting, plot)) <= PLOT_BYTES:
            fitting.append(plot)
    return fitting


def totals(frame: pd.DataFrame) -> dict[str, int]:
    """Return how many runs have each status.

    Examples
    --------
    >>> import pandas as pd
    >>> totals(pd.DataFrame({"status": ["found", "unknown", "found"]}))
    {'found': 2, 'impossible': 0, 'unknown': 1, 'error': 0}
    """
    return {status: int((frame["status"] == status).sum()) for status in OUTCOMES}


def _summary_rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return one row a competitor: its runs by status, PAR2 and the medians of the solved ones, each with its interval."""
    rows: list[dict[str, Any]] = []
    for competitor, figures in summary(frame).iterrows():
        runs = frame[frame["competitor"] == competitor]
        counts = {"runs": len(runs), "solved": int(figures["solved"]), **totals(runs)}
        ranges = {head: text(*(figures[name + end] for end in ("", "_low", "_high"))) for head, name, text in RANGES}
        rows.append({"competitor": competitor, **counts, **ranges})
    return rows


def _counts(frame: pd.DataFrame) -> str:
    runs = numbered(len(frame), "run", "runs")
    interrupted = int((frame["termination"] == INTERRUPTED).sum())
    runs += f" ({interrupted:,} interrupted from outside)" if interrupted else ""
    competitors = numbered(frame["competitor"].nunique(), "competitor", "competitors")
    return f"{runs} of {competitors} on {numbered(frame['problem'].nunique(), 'problem', 'problems')}"


def _data(store: Store, frame: pd.DataFrame, runs: list[int], moves: int, reasons: Reasons) -> tuple[dict[str, Any], list[str]]:
    """Return what the scripts of the page need, and what they leave out, in sentences."""
    explorer = Explorer()
    problem_of = cache(lambda document: NamedProblem.from_document(json.loads(document)))
    boards: dict[tuple[Any, ...], Layer] = {}
    kept, tours, too_large = set(runs), kept_tours(frame, runs, moves), 0
    rows = zip(store.rows(["document", "status", "reason", "tour"]), frame["competitor"], strict=False)
    for place, ((document, status, reason, packed), competitor) in enumerate(rows):
        if place not in kept:
            continue
        named = problem_of(document)
        board, problem, reason = named.board, named.problem, reason[:LONGEST_REASON]
        if board is None or board.size > LARGEST_BOARD:
            explorer.add_entry(status, reason)
            too_large += board is not None
            continue
        squares = None if packed is None or place not in tours else named.unpack(packed).tolist()
        tour = squares and moves_text(squares, board, problem.leaper)
        obstruction = reasons.of(problem) if status == "impossible" else None
        entry = explorer.add_entry(status, reason, tour, obstruction, board.cols)
        number = ANYWHERE if problem.start is None else problem.start[0] * board.cols + problem.start[1]
        layers = boards.setdefault((board, problem.leaper, problem.closed, problem.end), {})
        layers.setdefault(competitor, []).append((number, entry))
    for (board, leaper, closed, end), layers in boards.items():
        name = board_name(board, leaper) + " closed" * closed + ("" if end is None else f" to {square_text(end)}")
        explorer.add_board(name, board, leaper, layers, closed=closed)
    found = int((frame["status"].iloc[runs] == "found").sum())
    missing, untold = len(frame) - len(runs), found - len(tours)
    runs_of, unsearched = f"{missing:,} of {len(frame):,} runs are", f"For {reasons.left_out:,} answers no reason was sought"
    left_out = {
        f"{runs_of} left out of the boards and the table of runs; the summary counts all.": missing,
        f"The tours of {untold:,} of {found:,} runs are left out; the store keeps them.": untold,
        f"{too_large:,} runs on boards of more than {LARGEST_BOARD:,} squares are not drawn.": too_large,
        f"{unsearched} that can be checked by hand; the solver's own reason stands there.": reasons.left_out,
    }
    data = {"explorer": explorer.document(), "runs": _columns(frame.iloc[runs]), "words": WORDS}
    return data, [sentence for sentence, number in left_out.items() if number]


def _columns(frame: pd.DataFrame) -> dict[str, Any]:
    """Return the table of runs as columns; texts are numbered, so that each stands once."""
    columns: dict[str, Any] = {}
    for name in ("problem", "competitor", "termination"):
        texts = frame[name].cat.remove_unused_categories().cat
        columns[name] = {"names": list(texts.categories), "places": texts.codes.tolist()}
    columns["seconds"] = [float(f"{value:.3g}") for value in frame["seconds"]]
    columns["nodes"] = frame["nodes"].astype(int).tolist()
    columns["memory"] = (frame["peak_memory"] / 1e6).round().astype(int).tolist()
    for name in ("seed", "repeat"):
        if frame[name].nunique() > 1:
            columns[name] = frame[name].astype(object).where(frame[name].notna(), None).tolist()
    return columns

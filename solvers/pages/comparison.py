"""The page of a comparison: summary, plots, the boards to explore, and all runs, in one HTML file.

It reads stored properties only and runs no solver. Its size is bounded: a large comparison is thinned out, and the page says
what is left out. All figures in the summary and in the plots count every run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from graphs.obstructions import Obstruction
from graphs.text import plural, square_text
from solvers.comparison.problems import NamedProblem
from solvers.comparison.report.cross_check import CrossCheck
from solvers.comparison.report.figures import count_range, seconds_range
from solvers.comparison.report.statistics import summary
from solvers.comparison.runs import INTERRUPTED
from solvers.comparison.store import Store
from solvers.pages.explorer import LARGEST_BOARD, OUTCOMES, Explorer, Layer, board_name, moves_text, number_of
from solvers.pages.rendering import picture_of, rendered
from solvers.result import Result

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["comparison_page", "kept_runs"]

PAGE_BYTES = 3_000_000
PLOT_BYTES = 1_200_000
"""The most that the plots of a page may take; those that come first have the room."""
ROOMS = ((12_000, 1_600_000), (12_000, 600_000), (12_000, 200_000), (8_000, 100_000), (4_000, 50_000), (1_000, 10_000))
"""How many runs a page holds, and how many moves of tours, at one byte each; the page takes the first that keeps it small."""
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
    fitting, unseen = _fitting(plots)
    values = {
        "sessions": store.sessions(),
        "totals": _totals(frame),
        "counts": _counts(frame),
        "words": WORDS,
        "summary": _summary_rows(frame),
        "conflicts": [*map(str, checked.conflicts), *map(str, checked.failures)],
        "plots": fitting,
    }
    for runs, moves in ROOMS:
        data, notes = _data(store, frame, kept_runs(frame, runs), moves)
        if unseen:
            notes.append(f"The page has no room for the plots {', '.join(unseen)}.")
        page = rendered("comparison.html", data, notes=notes, **values)
        if len(page.encode()) <= PAGE_BYTES:
            break
    return page


def _fitting(plots: Iterable[tuple[str, str, str, str]]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the pictures of the plots for which the page has room, and the titles of the others."""
    fitting: list[dict[str, Any]] = []
    unseen, room = [], PLOT_BYTES
    for plot in plots:
        picture = picture_of(*plot)
        size = len(picture["svg"].encode())
        if size <= room:
            fitting.append(picture)
            room -= size
        else:
            unseen.append(f"“{picture['title']}”")
    return fitting, unseen


def _totals(frame: pd.DataFrame) -> dict[str, int]:
    """Return how many runs have each status."""
    return {status: int((frame["status"] == status).sum()) for status in OUTCOMES}


def _summary_rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return one row a competitor: its runs by status, PAR2 and the medians of the solved ones, each with its interval."""
    rows: list[dict[str, Any]] = []
    for competitor, figures in summary(frame).iterrows():
        runs = frame[frame["competitor"] == competitor]
        ranges = {head: text(*(figures[name + end] for end in ("", "_low", "_high"))) for head, name, text in RANGES}
        solved = int(figures["solved"])
        rows.append({"competitor": competitor, "runs": len(runs), "solved": solved, **_totals(runs), **ranges})
    return rows


def _counts(frame: pd.DataFrame) -> str:
    runs = plural(len(frame), "run")
    interrupted = int((frame["termination"] == INTERRUPTED).sum())
    runs += f" ({interrupted:,} interrupted from outside)" if interrupted else ""
    competitors = plural(frame["competitor"].nunique(), "competitor")
    return f"{runs} of {competitors} on {plural(frame['problem'].nunique(), 'problem')}"


def _data(store: Store, frame: pd.DataFrame, runs: list[int], moves: int) -> tuple[dict[str, Any], list[str]]:
    """Return what the scripts of the page need, and what they leave out, in sentences."""
    explorer = Explorer()
    problem_of = cache(lambda document: NamedProblem.from_document(json.loads(document)))
    boards: dict[tuple[Any, ...], Layer] = {}
    kept, tours, too_large = set(runs), _kept_tours(frame, runs, moves), 0
    rows = zip(store.rows(["document", "status", "reason", "tour", "verdict"]), frame["competitor"], strict=False)
    for place, ((document, status, reason, packed, verdict), competitor) in enumerate(rows):
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
        obstruction = _obstruction(named, verdict) if status == "impossible" else None
        entry = explorer.add_entry(status, reason, tour, obstruction, board.cols)
        layers = boards.setdefault((board, problem.leaper, problem.closed, problem.end), {})
        layers.setdefault(competitor, []).append((number_of(problem.start, board.cols), entry))
    for (board, leaper, closed, end), layers in boards.items():
        name = board_name(board, leaper) + " closed" * closed + ("" if end is None else f" to {square_text(end)}")
        explorer.add_board(name, board, leaper, layers, closed=closed, end=end)
    found = _totals(frame.iloc[runs])["found"]
    missing, untold = len(frame) - len(runs), found - len(tours)
    left_out = {
        f"{missing:,} of {len(frame):,} runs are left out of the boards and the table; the summary counts all.": missing,
        f"The tours of {untold:,} of {found:,} runs are left out; the store keeps them.": untold,
        f"{too_large:,} runs on boards of more than {LARGEST_BOARD:,} squares are not drawn.": too_large,
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


def kept_runs(frame: pd.DataFrame, most: int) -> list[int]:
    """Return the places of the runs that stay, in the order of the plan.

    Runs in which a solver was at fault stay first; then the first repetition and seed of each problem, then the second.
    """
    turn = frame.groupby(["problem", "competitor"], observed=True).cumcount().where(frame["status"] != "error", -1)
    return sorted(turn.sort_values(kind="stable").index[:most].tolist())


def _kept_tours(frame: pd.DataFrame, runs: list[int], moves: int) -> set[int]:
    """Return the places of the runs whose tours stay: the smallest boards first, as long as there is room for their moves."""
    kept = frame.loc[runs]
    sizes = kept.loc[kept["status"] == "found", "size"].sort_values(kind="stable")
    return set(sizes.index[(sizes.cumsum() <= moves) & (sizes <= LARGEST_BOARD)])


@lru_cache
def _obstruction(named: NamedProblem, verdict: str) -> Obstruction | None:
    """Return the reason of a kept verdict, checked again; None where it has none."""
    evidence = None if verdict == "null" else Result.from_json(verdict, named.problem).evidence
    return evidence if isinstance(evidence, Obstruction) else None

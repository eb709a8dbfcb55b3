"""Build the HTML page of a comparison: a summary, plots, boards to explore, and a table of runs.

No solver is run. The size of the page is limited. If a comparison is large, some of its runs are left out of the boards and of
the table, and the page reports the number of these runs. The summary and the plots cover all runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pandas as pd

from graphs.obstructions import Obstruction
from graphs.text import plural, square_text
from solvers.comparison.problems import named_problem_of
from solvers.comparison.report.plots import plots_of
from solvers.comparison.report.summary import Summary, apart_text
from solvers.comparison.report.texts import CrossCheck, main_table_sheet, sentences
from solvers.comparison.store import Store
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.pages.explorer import (
    LARGEST_BOARD,
    OUTCOMES,
    Explorer,
    Layer,
    explorer_board_name,
    explorer_moves_text,
    explorer_number,
)
from solvers.pages.rendering import render_page, render_picture

PAGE_BYTES = 3_000_000
ROOMS = ((12_000, 1_600_000), (12_000, 600_000), (12_000, 200_000), (8_000, 100_000), (4_000, 50_000), (1_000, 10_000))
"""Maximum numbers of runs and of tour moves on a page. The first pair with at most `PAGE_BYTES` is used."""
LONGEST_REASON = 300
"""Maximum number of characters of a reason on a page."""
WORDS = {"found": "tour found", "impossible": "proven impossible", "unknown": "unknown", "error": "solver failed"}
TRUTHS = {
    "found": ("tour", "with a tour"),
    "impossible": ("none", "without a tour"),
    "unknown": ("undecided", "undecided"),
    "error": ("contradicted", "contradicted"),
}
"""For each status, a key of `CrossCheck.counts`, and the label of this number on the page."""


def comparison_page(store: Store, runs: pd.DataFrame, summaries: Sequence[Summary], checked: CrossCheck, not_run: str) -> str:
    """Return the HTML page of a comparison, at most about 3 MB.

    >>> from solvers import compare
    >>> page = compare(boards=["5x5"], starts=["0,0"], solvers=["warnsdorff"], jobs=1).page  # calls this function
    >>> page[:15], "warnsdorff" in page
    ('<!doctype html>', True)
    """
    several = runs["competitor"].nunique() > 1
    names, conditions = runs["competitor"].astype(str), runs["conditions"].astype(str)
    runs = runs.assign(competitor=names.where(conditions == "", names + " (" + conditions + ")"))
    values: dict[str, Any] = {
        "sessions": store.sessions(),
        "totals": {look: checked.counts[truth] for look, (truth, _) in TRUTHS.items()},
        "counts": _counts(runs, checked.counts["interrupted"]),
        "words": {look: label for look, (_, label) in TRUTHS.items()},
        "notices": [*filter(None, [apart_text(summaries), not_run])],
        "tables": [(main_table_sheet(each, intervals=True), _shares(each), _verdict(each)) for each in summaries],
        "outcomes": WORDS,
        "conflicts": [*checked.conflicts, *checked.failures],
        "several": several,
        "plots": [render_picture(each.name, each.title, each.caption, each.svg()) for each in plots_of(summaries)],
    }
    for most, moves in ROOMS:
        data, notes = _data(store, runs, page_runs(runs, most), moves)
        page = render_page("comparison.html", data, notes=notes, **values)
        if len(page.encode()) <= PAGE_BYTES:
            break
    return page


def _verdict(summary: Summary) -> str:
    """Return sentences on the best competitor, and on those that solve all problems."""
    first = [f"{name} ranks first." for name in summary.ranked[:1] if len(summary.ranked) > 1]
    return " ".join([*first, *sentences(summary)])


def _shares(summary: Summary) -> list[Any]:
    """Return the number of problems per status, for each row of the table.

    A problem with several runs is divided among the statuses of its runs.
    """
    shares = summary.runs.groupby(["competitor", "status"], observed=True)["weight"].sum().unstack()
    return shares.reindex(index=summary.figures.index, columns=OUTCOMES).fillna(0.0).to_dict("records")


def _counts(frame: pd.DataFrame, interrupted: int) -> str:
    runs = plural(len(frame), "run") + f" ({interrupted:,} interrupted from outside)" * bool(interrupted)
    competitors, problems = (plural(frame[name].nunique(), name) for name in ("competitor", "problem"))
    return f"{runs} of {competitors} on {problems}"


def _data(store: Store, frame: pd.DataFrame, kept: pd.DataFrame, moves: int) -> tuple[dict[str, Any], list[str]]:
    """Return the data for the page's scripts, and notes on omissions.

    Of all runs, in `frame`, the page shows those in `kept`, and tours with at most `moves` moves in total.
    """
    explorer = Explorer()
    boards: dict[tuple[Any, ...], Layer] = {}
    tours, too_large, obstruction_of = _stored_tours(kept, moves), 0, cache(_obstruction)
    shown = kept[["status", "reason", "competitor"]].to_dict("index")
    for run, document, packed, verdict in store.rows(["id", "document", "tour", "verdict"]):
        if run not in shown:
            continue
        named_problem, (status, reason, competitor) = named_problem_of(document), shown[run].values()
        board, problem, reason = named_problem.board, named_problem.problem, reason[:LONGEST_REASON]
        if board is None or board.size > LARGEST_BOARD:
            explorer.add_entry(status, reason)
            too_large += board is not None
            continue
        squares = None if packed is None or run not in tours else named_problem.unpack(packed).tolist()
        tour = squares and explorer_moves_text(squares, board, problem.leaper)
        obstruction = obstruction_of(named_problem, verdict) if status == "impossible" else None
        entry = explorer.add_entry(status, reason, tour, obstruction, problem)
        layers = boards.setdefault((board, problem.leaper, problem.closed, problem.end), {})
        layers.setdefault(competitor, []).append((explorer_number(problem.start, board.cols), entry))
    for (board, leaper, closed, end), layers in boards.items():
        name = explorer_board_name(board, leaper) + " closed" * closed + ("" if end is None else f" to {square_text(end)}")
        explorer.add_board(name, Problem.on_board(board, leaper, closed=closed, end=end), layers)
    tours_found = int((kept["status"] == "found").sum())
    missing, untold = len(frame) - len(kept), tours_found - len(tours)
    left_out = {
        f"The boards and the table do not show {missing:,} of {len(frame):,} runs; the summary counts all.": missing,
        f"The page does not show the tours of {untold:,} of {tours_found:,} runs; they are in the store.": untold,
        f"The boards do not show {plural(too_large, 'run')} on boards of more than {LARGEST_BOARD:,} squares.": too_large,
    }
    data = {"explorer": explorer.document(), "runs": _columns(kept), "words": WORDS}
    return data, [sentence for sentence, number in left_out.items() if number]


def _columns(frame: pd.DataFrame) -> dict[str, Any]:
    """Return the columns of the runs, with texts as indexed lists."""
    columns: dict[str, Any] = {}
    for name in ("problem", "competitor", "termination"):
        places, names = frame[name].factorize()
        columns[name] = {"names": list(names), "places": places.tolist()}
    columns["seconds"] = [float(f"{value:.3g}") for value in frame["seconds"]]
    columns["nodes"] = frame["nodes"].tolist()
    columns["memory"] = (frame["peak_memory"] / 1e6).round().astype(int).tolist()
    for name in ("seed", "repeat"):
        if frame[name].nunique() > 1:
            columns[name] = frame[name].astype(object).where(frame[name].notna(), None).tolist()
    return columns


def page_runs(runs: pd.DataFrame, most: int) -> pd.DataFrame:
    """Return the `most` most important runs, in the given order.

    Failed runs have priority, then the first run of each competitor on each problem, then the second, and so on.
    """
    turn = runs.groupby(["problem", "competitor"], observed=True).cumcount().where(runs["status"] != "error", -1)
    return runs.loc[runs.index.isin(turn.sort_values(kind="stable").index[:most])]


def _stored_tours(kept: pd.DataFrame, moves: int) -> set[str]:
    """Return the ids of the runs with the smallest tours, which have at most `moves` moves in total."""
    sizes = kept.loc[kept["status"] == "found", "size"].sort_values(kind="stable")
    return set(sizes.index[(sizes.cumsum() <= moves) & (sizes <= LARGEST_BOARD)])


def _obstruction(named: Any, verdict: str) -> Obstruction | None:
    """Return the obstruction in the stored result of a problem, or None."""
    evidence = None if verdict == "null" else Result.from_json(verdict, named.problem).evidence
    return evidence if isinstance(evidence, Obstruction) else None

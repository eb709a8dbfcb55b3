"""The success rates of tie-break rules, from the runs of many walks in the table of runs: a frame, a table and a CSV file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TextIO

from graphs.board import Board
from solvers.comparison.report.layout import NO_VALUE, Sheet, rows_of
from solvers.comparison.report.significance import wilson_interval

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["over_all_starts", "question", "success_rates", "tie_break_sheet", "write_rates"]

COUNTED = ["board", "start", "tie_break", "seed", "runs", "successes", "refusal"]
WRITTEN = ["board", "wrap", "start", "tie_break", "seed", "runs", "successes", "rate", "low", "high", "sampled", "refusal"]


def success_rates(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rate of each rule on each board from each start, in the order of the plan.

    Parameters
    ----------
    frame : pandas.DataFrame
        The table of runs, as `runs_frame` returns it.

    Returns
    -------
    pandas.DataFrame
        One row for each board, start and rule, with these columns:

        - `board`, `start`: a `Board`, and `R,C` or `any`.
        - `tie_break`: the rule, a value of the option of `warnsdorff`.
        - `seed`: the seed of the walks, or missing if nothing is left to chance.
        - `runs`, `successes`: the number of walks, and of those that ended in a verified tour.
        - `rate`, `low`, `high`: the share of successes with its 95 % Wilson interval, which is the rate itself if nothing is left
          to chance. All are missing if there are no walks.
        - `sampled`: whether there is a seed.
        - `refusal`: the reason if the rule does not fit the board.

    Examples
    --------
    >>> from solvers.comparison import NamedProblem, Store, run_all
    >>> from solvers.comparison.report.frame import runs_frame
    >>> from solvers.comparison.walks import walk_tasks
    >>> corners = [NamedProblem.on_board(Board(side, side), start=(0, 0)) for side in (7, 8)]
    >>> with Store.temporary(run_all(walk_tasks(corners, ["roth+random", "squirrel"], 100), 1)) as store:
    ...     success_rates(runs_frame(store))[["board", "tie_break", "rate"]].astype(str).values.tolist()  # doctest: +NORMALIZE_WHITESPACE
    [['7x7', 'roth+random', '0.38'], ['7x7', 'squirrel', '1.0'], ['8x8', 'roth+random', '1.0'], ['8x8', 'squirrel', '1.0']]
    """
    import pandas as pd

    trials = frame[frame["walks"].notna()]
    counted = [_counted(runs) for _, runs in trials.groupby(["problem", "options"], observed=True)]
    return _with_rates(pd.DataFrame(counted, columns=COUNTED).astype({"seed": "Int64"}))


def over_all_starts(rates: pd.DataFrame) -> pd.DataFrame:
    """Return one rate for each rule and board, over all its starts from which there are walks; the smallest boards first."""
    groups = rates[rates["runs"] > 0].groupby(["tie_break", "board"], sort=False, as_index=False)
    found = groups.agg({"seed": "last", "runs": "sum", "successes": "sum"})
    return _with_rates(found.sort_values("board", key=lambda boards: boards.map(lambda board: board.size), kind="stable"))


def question(rates: pd.DataFrame) -> str:
    """Return the question that the rates answer, with the number of walks."""
    starts = rates["start"].replace("any", "any square").unique()
    origin, of_each = (f" from {starts[0]}", "") if len(starts) == 1 else ("", "from each start, ")
    walks = rates.loc[rates["seed"].notna(), "runs"].max()
    sample = f" ({walks:,.0f} walks {of_each or 'each, '}with the interval of 95 %)" if walks > 0 else ""
    return f"How often does Warnsdorff's walk{origin} end in a tour?{sample}"


def tie_break_sheet(rates: pd.DataFrame) -> Sheet:
    """Return the table: a row for each board and start, and a column for each rule.

    A cell holds the success rate and its 95 % interval. For a rule without chance it says how its one walk ends, or the rate
    over all starts. "–" means that the rule does not fit the board, or was not tried there.
    """
    names = rates["board"].map(_text)
    if rates["start"].nunique() > 1:
        names += " from " + rates["start"].replace("any", "any square")
    rules = rates["tie_break"].unique().tolist()
    cells = dict(zip(zip(names, rates["tie_break"], strict=True), map(_cell, rates.itertuples()), strict=True))
    refusals = rates[rates["refusal"] != ""].drop_duplicates("tie_break")
    return Sheet(
        question(rates),
        ["board", *(rule.replace("+", "\n+ ") for rule in rules)],
        rows_of(names.unique(), rules, cells),
        [(f"{NO_VALUE}, {rule}", refusal) for rule, refusal in zip(refusals["tie_break"], refusals["refusal"], strict=True)],
    )


def write_rates(rates: pd.DataFrame, file: TextIO) -> None:
    """Write the rates as CSV; a rate that does not exist is empty."""
    written = rates.assign(board=rates["board"].map(_text), wrap=[board.wrap for board in rates["board"]])
    written[WRITTEN].to_csv(file, index=False, float_format="%.6f", lineterminator="\r\n")


def _counted(runs: pd.DataFrame) -> tuple[Any, ...]:
    """Return the row of a rule on a problem, without the rate."""
    # of runs with the same seed and repetition, the longest has the walks of all others
    parts = runs.sort_values("walks", kind="stable").drop_duplicates(["seed", "repeat"], keep="last")
    by_chance = bool(parts["seed"].notna().all())
    parts = parts if by_chance else parts[parts["seed"].isna()]
    first, walks = parts.iloc[0], int(parts["walks"].sum())
    board = Board.parse(first["board"].replace("/", "\n"), first["wrap"] if isinstance(first["wrap"], str) else None)
    start, rule = first["start"] if isinstance(first["start"], str) else "any", json.loads(first["options"])["tie_break"]
    seed, refusal = first["seed"] if by_chance else None, "" if walks else first["reason"]
    return board, start, rule, seed, walks, int(parts["tours"].sum()), refusal


def _with_rates(counted: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with the rates and their intervals, and whether they leave anything to chance."""
    found = counted.assign(rate=counted["successes"] / counted["runs"], sampled=counted["seed"].notna())
    rows: Iterable[Any] = found.itertuples()
    ends = [wilson_interval(each.successes, each.runs) if each.sampled and each.runs else (each.rate,) * 2 for each in rows]
    return found.assign(low=[low for low, _ in ends], high=[high for _, high in ends])


def _text(board: Board) -> str:
    return str(board).replace("\n", "/")


def _cell(of: Any) -> str:
    """Return the text for a row of the frame."""
    if of.runs == 0:
        return NO_VALUE
    if of.sampled:
        return f"{_percent(of.rate)} % ({_percent(of.low)}–{_percent(of.high)})"
    if of.runs > 1:
        return f"{_percent(of.rate)} % of {of.runs}"
    return "tour" if of.successes else "dead end"


def _percent(rate: float) -> str:
    """Return the rate in percent: a whole number from 10 to 90, else with decimals; 0 and 100 only if they are exact.

    >>> [_percent(rate) for rate in (0, 0.0178, 0.373, 0.995, 0.9998, 1)]
    ['0', '1.8', '37', '99.5', '99.98', '100']
    """
    percent = 100 * rate
    digits = 0 if 10 <= percent <= 90 else 1
    while digits < 6 and percent not in (0, 100) and round(percent, digits) in (0, 100):
        digits += 1
    return f"{percent:.{digits}f}".removesuffix(".0")

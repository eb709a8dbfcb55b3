"""Success rates of tie-break rules of Warnsdorff's rule, from the runs that make many walks (see `comparison.walks`)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from solvers.comparison.report.layout import NO_VALUE, Sheet
from solvers.comparison.report.significance import wilson_interval

if TYPE_CHECKING:
    import pandas as pd


def success_rates(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the numbers of walks and of tours for each problem and tie-break rule, in the order of the plan.

    Parameters
    ----------
    frame : pandas.DataFrame
        The table of runs, as `runs_frame` returns it.

    Returns
    -------
    pandas.DataFrame
        One row for each problem and rule, with these columns:

        - `subject`, `start`: the board, and `R,C` or `any square`.
        - `tie_break`: the rule, a value of the option of `warnsdorff`.
        - `sampled`: whether the walks have seeds. If not, they are deterministic.
        - `walks`, `tours`: the number of walks, and the number of walks that ended in a verified tour.
        - `reason`: the reason why the rule does not support the board, if there are no walks.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import NamedProblem, Store, run_all
    >>> from solvers.comparison.report.frame import runs_frame
    >>> from solvers.comparison.walks import walk_tasks
    >>> corners = [NamedProblem.on_board(Board(side, side), start=(0, 0)) for side in (7, 8)]
    >>> with Store.temporary(run_all(walk_tasks(corners, ["roth+random", "squirrel"], 100), 1)) as store:
    ...     success_rates(runs_frame(store))[["subject", "tie_break", "walks", "tours"]].values.tolist()
    [['7x7', 'roth+random', 100, 38], ['7x7', 'squirrel', 1, 1], ['8x8', 'roth+random', 100, 100], ['8x8', 'squirrel', 1, 1]]
    """
    columns = ["subject", "start", "options", "seed", "walks", "tours", "reason"]
    trials = frame.loc[frame["walks"].notna(), [*columns, "problem_id", "repeat"]].astype({"start": object})
    pair = ["problem_id", "options"]
    # if runs are equal in `pair`, seed and repeat, the run with the most walks contains the walks of the others
    most = trials.sort_values("walks").drop_duplicates([*pair, "seed", "repeat"], keep="last")
    trials = trials.loc[trials.index.isin(most.index)]
    seeds = trials.groupby(pair, observed=True)["seed"]
    is_fixed = seeds.transform("count") < seeds.transform("size")
    groups = trials[~is_fixed | trials["seed"].isna()].groupby(pair, observed=True, sort=False)
    rates = groups[columns].agg(dict.fromkeys(columns, "first") | {"walks": "sum", "tours": "sum"})
    rules = [json.loads(options)["tie_break"] for options in rates.pop("options")]
    return rates.assign(start=rates["start"].fillna("any square"), tie_break=rules, sampled=rates.pop("seed").notna())


def tie_break_sheet(rates: pd.DataFrame) -> Sheet:
    """Return the table of success rates, with one row per board and start and one column per rule.

    For walks with seeds, a cell contains the success rate with its 95 % Wilson interval. For a deterministic rule with one
    walk, it contains "tour" or "dead end". For a deterministic rule with several walks, it contains the share of walks that end
    in a tour.

    Parameters
    ----------
    rates : pandas.DataFrame
        The success rates, as returned by `success_rates`.

    Returns
    -------
    Sheet
        The table.
    """
    names = rates["subject"].astype(str)
    if rates["start"].nunique() > 1:
        names += " from " + rates["start"]
    rules = rates["tie_break"].unique().tolist()
    cells = dict(zip(zip(names, rates["tie_break"], strict=True), map(_cell, rates.itertuples()), strict=True))
    origin = f" from {rates['start'].iloc[0]}" if rates["start"].nunique() == 1 else ""
    walks = max(rates.loc[rates["sampled"], "walks"], default=0)
    sample = f" (random rules: {walks:,} walks each, with 95 % intervals)" if walks else ""
    refusals = rates[rates["walks"] == 0].drop_duplicates("tie_break")
    return Sheet(
        f"How often does a walk by Warnsdorff's rule{origin} end in a tour?{sample}",
        ["board", *(rule.replace("+", "\n+ ") for rule in rules)],
        [[str(name), *(cells.get((name, rule), NO_VALUE) for rule in rules)] for name in names.unique()],
        [(f"{NO_VALUE}, {rule}", reason) for rule, reason in zip(refusals["tie_break"], refusals["reason"], strict=True)],
    )


def _cell(of: Any) -> str:
    """Return the text of a cell of the table, from a row of `success_rates`."""
    if not of.walks:
        return NO_VALUE
    if of.sampled:
        low, high = wilson_interval(of.tours, of.walks)
        return f"{_percent(of.tours / of.walks)} % ({_percent(low)}–{_percent(high)})"
    return f"{_percent(of.tours / of.walks)} % of {of.walks}" if of.walks > 1 else "tour" if of.tours else "dead end"


def _percent(rate: float) -> str:
    """Format a rate as a percentage. Rates near 1 get more digits, so that only a rate of exactly 1 becomes 100.

    >>> [_percent(rate) for rate in (0, 0.0178, 0.373, 0.995, 0.9998, 1)]
    ['0', '1.78', '37.3', '99.5', '99.98', '100']
    """
    return f"{100 * rate:.{3 if rate < 0.9949 else 5}g}"

"""The summary of a comparison: the scores and figures that the tables, the sentences and the page show.

A competitor has two *scores* on each problem. Each score is a mean over all runs of the competitor on the problem, with all
seeds and repetitions. One is the share of solved runs. The other is PAR2, the mean time if an unsolved run counts as twice its
time limit; this is the penalised average runtime of the SAT competitions. A *figure* of a competitor is a sum, mean or median
of scores over problems.

A competitor is *ranked* if it has runs on exactly the same problems as the competitor with runs on the most problems. So all
ranked competitors are compared and tested on the same problems. The figures of any other competitor refer to the problems on
which it has runs. Published competitors are never ranked.

References
----------
M. Heule, M. Järvisalo, M. Suda, SAT Competition 2018, Journal on Satisfiability, Boolean Modeling and Computation 11, 2019.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.comparison.report.published import measured
from solvers.comparison.report.significance import bootstrap_interval, compact_letters, different_pairs

if TYPE_CHECKING:
    import pandas as pd

KINDS = ("open", "closed", "none", "undecided", "contradicted")
"""Kinds of problems: open or closed with a tour, without a tour, with unknown answer, and with contradictory answers."""
STATISTICS: Any = {
    "PAR2 [s]": ("par2", np.mean),
    "median time [s]": ("seconds", np.median),
    "median nodes": ("nodes", np.median),
}
"""The figures that have confidence intervals, each with a column of `Summary.scores` and the statistic of its values."""


@dataclass(frozen=True, eq=False)
class Summary:
    """The figures of a comparison, such as mean times, and the scores from which they are computed.

    Attributes
    ----------
    scores : pandas.DataFrame
        The scores, as `problem_scores` returns them, without those of published competitors.
    kinds : dict of str to int
        The number of problems of each kind in `KINDS`. Kinds without problems are left out.
    figures : pandas.DataFrame
        One row per competitor. The ranked competitors come first, ordered by rank, and the published competitors are last. A
        figure that does not exist is NaN. The columns:

        - `ranked`: whether the competitor is ranked.
        - `problems`: the number of problems on which the competitor has runs.
        - `solved`: the number of these problems that the competitor solved. Each problem counts as the share of its runs that
          are solved.
        - `KIND problems`, `KIND solved`: the same numbers for the problems of each kind.
        - `PAR2 [s]`: mean of PAR2. It is NaN if an unsolved run had no time limit.
        - `median time [s]`, `median nodes`: for each problem with a solved run, the mean of its solved runs is computed. The
          figure is the median of these means.
        - `FIGURE low`, `FIGURE high`: ends of the 95 % bootstrap interval over problems, for PAR2 and for both medians.
        - `rank`: mean rank of PAR2 among the ranked competitors.
        - `letters`: the letters of the compact letter display of the tests; see `compact_letters`.
    different : set of frozenset of str
        The pairs of ranked competitors for which a difference was detected.
    sources : tuple of str
        The sources of the published times.
    """

    scores: pd.DataFrame
    kinds: dict[str, int]
    figures: pd.DataFrame
    different: set[frozenset[str]]
    sources: tuple[str, ...] = ()


def problem_scores(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the scores of each competitor on each problem.

    Parameters
    ----------
    runs : pandas.DataFrame
        Runs, as `runs_frame` returns them.

    Returns
    -------
    pandas.DataFrame
        One row per competitor and problem; these two form the index. The columns are the `kind` of the problem, the share of
        solved runs (`solved`), the score `par2`, and the means of `seconds` and `nodes` over the solved runs. `par2` is
        infinite if an unsolved run had no time limit.
    """
    solved = runs["solved"]
    penalty = (2 * runs["time_limit"]).fillna(np.inf)
    table = runs.assign(
        kind=runs["truth"].astype(str).mask(runs["truth"] == "tour", np.where(runs["closed"], "closed", "open")),
        par2=runs["seconds"].where(solved, penalty),
        seconds=runs["seconds"].where(solved),
        nodes=runs["nodes"].astype(float).where(solved),
    )
    means = dict.fromkeys(("solved", "par2", "seconds", "nodes"), "mean")
    return table.groupby(["competitor", "problem"], observed=True).agg({"kind": "first", **means})


def summary_of(runs: pd.DataFrame) -> Summary:
    """Compute the scores and figures of all competitors.

    Parameters
    ----------
    runs : pandas.DataFrame
        Runs, as `runs_frame` or `with_published` returns them.

    Returns
    -------
    Summary
        The scores and figures of all competitors.

    Examples
    --------
    >>> import pandas as pd
    >>> runs = pd.DataFrame({"problem": ["5x5", "6x6"], "competitor": "a", "solved": [True, False], "seconds": [1.0, 10.0]})
    >>> runs = runs.assign(nodes=25, time_limit=10.0, closed=False, truth="tour")
    >>> summary_of(runs).figures[["open solved", "open problems", "PAR2 [s]", "median time [s]", "rank"]].loc["a"].tolist()
    [1.0, 2.0, 10.5, 1.0, 1.0]
    """
    import pandas as pd

    scores, own = problem_scores(runs), {*measured(runs)["competitor"]}
    of_problems = scores["kind"].groupby("problem", observed=True).first().value_counts()
    kinds = {kind: int(of_problems[kind]) for kind in KINDS if kind in of_problems}
    par2 = scores["par2"].unstack("competitor")
    support = {name: tuple(par2[name].notna()) for name in par2}
    sets = [each for name, each in support.items() if name in own]
    common = max(sets, key=lambda each: (sum(each), sets.count(each)), default=())
    rows = [_figures(each, kinds) for _, each in scores.groupby("competitor", observed=True)]
    figures = pd.DataFrame(rows, index=[*support], columns=[*_figures(scores.iloc[:0], kinds)])
    figures.insert(0, "ranked", [name in own and each == common for name, each in support.items()])
    tested = par2.loc[list(common), figures.index[figures["ranked"]]]
    figures["rank"] = tested.rank(axis=1).mean()
    figures = figures.sort_values(["ranked", "rank"], ascending=[False, True], kind="stable").rename_axis("competitor")
    different = different_pairs(tested)
    letters = compact_letters([str(name) for name in figures.index[figures["ranked"]]], different)
    figures = figures.assign(letters=figures.index.map(letters).fillna(""))
    sources = tuple(runs["published"].dropna().unique()) if "published" in runs else ()
    return Summary(scores[scores.index.isin(own, level="competitor")], kinds, figures, different, sources)


def _figures(own: pd.DataFrame, kinds: dict[str, int]) -> dict[str, Any]:
    """Return the figures of one competitor, from its scores."""
    figures: dict[str, Any] = {"problems": len(own), "solved": own["solved"].sum()}
    for kind in kinds:
        shares = own.loc[own["kind"] == kind, "solved"]
        figures |= {f"{kind} solved": shares.sum() if len(shares) else np.nan, f"{kind} problems": len(shares)}
    for name, (score, statistic) in STATISTICS.items():
        values = own[score].dropna().to_numpy(float)
        low, high = bootstrap_interval(values, statistic)
        exists = len(values) > 0 and np.isfinite(values).all()
        figures |= {name: statistic(values) if exists else np.nan, f"{name} low": low, f"{name} high": high}
    return figures

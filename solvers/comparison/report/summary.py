"""The summary of a comparison: the scores and figures that the tables, the sentences and the page show.

A competitor has *scores* on each problem, over all its runs on the problem, with all seeds and repetitions: the share of
solved runs; the median time and number of search nodes, infinite for an unsolved run; and PAR2, the mean time if an unsolved
run counts as twice its time limit (PAR10: ten times). PAR2 is the penalised average runtime of the SAT competitions. A *figure*
of a competitor is a sum, mean or median of scores over problems.

A competitor is *ranked* if it has runs on exactly the same problems as the competitor with runs on the most problems, and no
wrong answer. So all ranked competitors are compared and tested on the same problems. The figures of any other competitor refer
to the problems on which it has runs. Published competitors are never ranked.

The *best of all*, or virtual best solver, has the best score of all competitors on each problem.

References
----------
M. Heule, M. Järvisalo, M. Suda, SAT Competition 2018, Journal on Satisfiability, Boolean Modeling and Computation 11, 2019.
L. Xu, F. Hutter, H. Hoos, K. Leyton-Brown, Evaluating Component Solver Contributions to Portfolio-Based Algorithm Selectors,
SAT 2012.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.comparison.report import significance
from solvers.comparison.report.frame import common_runs, measured, parts
from solvers.comparison.report.significance import LEVEL, weighted_mean, weighted_median

if TYPE_CHECKING:
    import pandas as pd

KINDS = ("open", "closed", "none", "undecided", "contradicted")
"""Kinds of problems: open or closed with a tour, without a tour, with unknown answer, and with contradictory answers."""
BEST = "best of all"
"""Name of the row of the virtual best solver."""
ROLES = ("ranked", BEST, "partial", "wrong", "published")
"""Roles of the rows of `Summary.figures`, in their order. A wrong competitor has a refuted answer or an invalid tour."""
MINIMA = ("unconfirmed", "par2", "par10", "seconds", "nodes")
"""Scores of which smaller values are better."""
STATISTICS: Any = {
    "PAR2 [s]": ("par2", weighted_mean),
    "PAR10 [s]": ("par10", weighted_mean),
    "median time [s]": ("seconds", weighted_median),
    "median nodes": ("nodes", weighted_median),
}
"""The figures that have confidence intervals, each with a column of `Summary.scores` and the statistic of its values."""


@dataclass(frozen=True, eq=False)
class Summary:
    """The figures of a group of runs under the same conditions, and the scores and tests behind them.

    Attributes
    ----------
    name : str
        The name of the group, such as that of a suite, or "" if the runs are not divided.
    conditions : str
        The conditions of the runs, or "" if all runs of the report have the same conditions.
    runs : pandas.DataFrame
        The runs, with published times.
    scores : pandas.DataFrame
        The scores, as `problem_scores` returns them, without those of published competitors.
    kinds : dict of str to int
        The number of problems of each kind in `KINDS`. Kinds without problems are left out.
    figures : pandas.DataFrame
        One row per competitor and one for the best of all, ordered by role and rank. A figure that does not exist is NaN. The
        columns:

        - `role`: one of `ROLES`.
        - `problems`: the number of problems on which the competitor has runs.
        - `solved`, `unconfirmed`: the number of these problems that the competitor solved, and for which it gave an unconfirmed
          no-tour answer. Each problem counts as the share of its runs.
        - `KIND problems`, `KIND solved`: the same numbers for the problems of each kind.
        - `PAR2 [s]`, `PAR10 [s]`: means over problems, infinite if an unsolved run had no time limit.
        - `median time [s]`, `median nodes`: medians over all problems, infinite if unsolved.
        - `FIGURE low`, `FIGURE high`: ends of the 95 % bootstrap interval over boards of these four figures.
        - `only it`: the number of problems that no other competitor solves.
        - `lost solved`, `lost PAR2 [s]`: what the best of all loses without the competitor.
        - `rank`: mean rank over boards of the mean of PAR2 on each board, among the ranked competitors.
        - `letters`: the compact letter display of the tests, or "" if there are too few boards to detect a difference.
    tests : pandas.DataFrame
        The tests of all pairs of ranked competitors, as `paired_tests` returns them, with two more columns: `corrected p`,
        corrected for all tests of the report; and `detected`, whether it is below `LEVEL`.
    boards : int
        The number of boards and graphs that the tests compare.
    least : int
        The smallest number of boards with which a difference could be detected, or 0 if there is nothing to test.
    """

    name: str
    conditions: str
    runs: pd.DataFrame
    scores: pd.DataFrame
    kinds: dict[str, int]
    figures: pd.DataFrame
    tests: pd.DataFrame
    boards: int
    least: int = 0

    @property
    def title(self) -> str:
        """The name and the conditions, separated by a comma."""
        return ", ".join(filter(None, (self.name, self.conditions)))

    @property
    def ranked(self) -> list[str]:
        """The names of the ranked competitors, ordered by rank."""
        return [*self.figures.index[self.figures["role"] == "ranked"]]

    @property
    def different(self) -> set[frozenset[str]]:
        """The pairs of competitors for which a difference was detected."""
        detected = self.tests[self.tests["detected"]]
        return {frozenset(pair) for pair in zip(detected["first"], detected["second"], strict=True)}

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources of the published times."""
        return tuple(self.runs["published"].dropna().unique()) if "published" in self.runs else ()


def problem_scores(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the scores of each competitor on each problem."""
    solved, limit = runs["solved"], runs["time_limit"].fillna(np.inf)
    table = runs.assign(
        kind=runs["truth"].astype(str).mask(runs["truth"] == "tour", np.where(runs["closed"], "closed", "open")),
        board=runs["subject"].astype(str),
        competitor=runs["competitor"].astype(str),  # so that no figure depends on the order of competitors
        par2=runs["seconds"].where(solved, 2 * limit),
        par10=runs["seconds"].where(solved, 10 * limit),
        seconds=runs["seconds"].where(solved, np.inf),
        nodes=runs["nodes"].astype(float).where(solved, np.inf),
        unconfirmed=runs["unconfirmed"].astype(float),
    )
    first, means = dict.fromkeys(("kind", "board"), "first"), dict.fromkeys(("solved", "unconfirmed", "par2", "par10"), "mean")
    medians = dict.fromkeys(("seconds", "nodes"), "median")
    return table.groupby(["competitor", "problem"], observed=True).agg(first | means | medians)


def summaries_of(runs: pd.DataFrame, by: str | None = None, common: bool = False) -> list[Summary]:
    """Compute the figures of all tables of one report.

    Runs under different conditions are never in the same table. The tests of all tables are corrected together.

    Parameters
    ----------
    runs : pandas.DataFrame
        Runs, as `runs_frame` or `with_published` returns them.
    by : {"leaper", "board", "suite"}, optional
        The property by which the runs are divided into further tables.
    common : bool, optional
        Whether a table contains only the problems that all its competitors have run.

    Returns
    -------
    list of Summary
        One summary per table. The list is empty if there are no runs.

    Raises
    ------
    FormatError
        If `common` is given and no problem has runs of all competitors.

    Examples
    --------
    >>> import pandas as pd
    >>> runs = pd.DataFrame({"problem": ["5x5", "6x6"], "competitor": "a", "solved": [True, False], "seconds": [1.0, 10.0]})
    >>> runs = runs.assign(subject=runs["problem"], nodes=25, time_limit=10.0, closed=False, truth="tour", conditions="")
    >>> runs = runs.assign(unconfirmed=False, refuted=False, termination="")
    >>> (summary,) = summaries_of(runs)
    >>> summary.figures[["open solved", "open problems", "PAR2 [s]", "rank"]].loc["a"].tolist()
    [1.0, 2.0, 10.5, 1.0]
    """
    import pandas as pd

    found = []
    for conditions, group in runs.groupby("conditions", observed=True, sort=False):
        faults = group["refuted"].eq(True) | (group["termination"] == "wrong answer")
        wrong = {*group.loc[faults, "competitor"].astype(str)}
        for name, part in parts(group, by):
            found.append(_summary(name, str(conditions), common_runs(part) if common else part, wrong))
    if not found:
        return []
    corrected = significance.holm(pd.concat([each.tests["p"] for each in found]).to_numpy())
    least = significance.least_boards(len(corrected))
    found = [replace(each, least=least if len(each.tests) else 0) for each in found]
    for each, p in zip(found, np.split(corrected, np.cumsum([len(each.tests) for each in found])[:-1]), strict=True):
        each.tests["corrected p"], each.tests["detected"] = p, p < LEVEL
        has_power = 0 < each.least <= each.boards
        letters = significance.compact_letters(each.ranked, each.different) if has_power else {}
        each.figures["letters"] = [letters.get(name, "") for name in each.figures.index]
    return found


def _summary(name: str, conditions: str, runs: pd.DataFrame, wrong: Collection[str]) -> Summary:
    """Return the summary of a table, without the correction of its tests. `wrong` competitors are not ranked."""
    import pandas as pd

    scores, own = problem_scores(runs), {*measured(runs)["competitor"].astype(str)}
    of_problems = scores["kind"].groupby("problem", observed=True).first().value_counts()
    kinds = {kind: int(of_problems[kind]) for kind in KINDS if kind in of_problems}
    support = {each: tuple(column.notna()) for each, column in scores["par2"].unstack("competitor").items()}
    roles = {each: "published" if each not in own else "wrong" if each in wrong else "partial" for each in support}
    sets = [support[each] for each, role in roles.items() if role == "partial"]
    most = max(sets, key=lambda each: (sum(each), sets.count(each), each), default=())
    roles |= {each: "ranked" for each, role in roles.items() if role == "partial" and support[each] == most}
    names = scores.index.get_level_values("competitor").map(roles)
    able, ranked = scores[names.isin(["ranked", "partial"])], scores[names == "ranked"]
    rows = {each: {"role": roles[each]} | _figures(group, kinds) for each, group in scores.groupby("competitor")}
    if len(able):
        best = able.groupby("problem", observed=True).agg(
            dict.fromkeys(("kind", "board"), "first") | {"solved": "max"} | dict.fromkeys(MINIMA, "min")
        )
        rows[BEST] = {"role": BEST} | _figures(best, kinds)
    figures = pd.DataFrame.from_dict(rows, orient="index").rename_axis("competitor")
    figures = figures.join(_contributions(able, 2 * runs["time_limit"].fillna(np.inf).max()))
    times = ranked.groupby(["board", "competitor"])["par2"].mean().unstack("competitor")
    figures["rank"] = pd.Series(significance.mean_ranks(times.to_numpy()), times.columns, dtype=float)
    place = figures["role"].map(ROLES.index).rename("place")
    figures = figures.iloc[np.lexsort((figures["rank"], place))]
    own_scores = scores[names != "published"]
    return Summary(name, conditions, runs, own_scores, kinds, figures, significance.paired_tests(times), len(times))


def _figures(own: pd.DataFrame, kinds: dict[str, int]) -> dict[str, Any]:
    """Return the figures of one competitor, from its scores."""
    figures: dict[str, Any] = {"problems": len(own), "solved": own["solved"].sum(), "unconfirmed": own["unconfirmed"].sum()}
    for kind in kinds:
        shares = own.loc[own["kind"] == kind, "solved"]
        figures |= {f"{kind} solved": shares.sum() if len(shares) else np.nan, f"{kind} problems": len(shares)}
    boards = own["board"].to_numpy(str)
    for name, (score, statistic) in STATISTICS.items():
        values = own[score].to_numpy(float)
        low, high = significance.bootstrap_interval(values, boards, statistic)
        figures |= {name: statistic(values, np.ones((1, len(values))))[0], f"{name} low": low, f"{name} high": high}
    return figures


def _contributions(scores: pd.DataFrame, penalty: float) -> pd.DataFrame:
    """Return what each competitor adds to the best of all. `penalty` is the score of a problem without runs."""
    import pandas as pd

    solved = scores["solved"].unstack("competitor").fillna(0.0)
    par2 = scores["par2"].unstack("competitor").fillna(penalty)
    rows = {}
    for name in solved:
        others, without = solved.drop(columns=name).max(axis=1).fillna(0.0), par2.drop(columns=name).min(axis=1).fillna(penalty)
        rows[name] = (
            int(((solved[name] > 0) & (others == 0)).sum()),
            (solved.max(axis=1) - others).sum(),
            (without - par2.min(axis=1)).fillna(0.0).mean(),
        )
    return pd.DataFrame.from_dict(rows, orient="index", columns=["only it", "lost solved", "lost PAR2 [s]"])


def main_table(summaries: Sequence[Summary]) -> pd.DataFrame:
    """Return the figures of all tables of a report as numbers.

    Parameters
    ----------
    summaries : sequence of Summary
        The summaries, as `summaries_of` returns them.

    Returns
    -------
    pandas.DataFrame
        The rows of `Summary.figures`. If tables differ in them, `conditions` and `part` are further levels of the index.
    """
    return _joined(summaries, [each.figures for each in summaries])


def best_of_all(summaries: Sequence[Summary]) -> pd.DataFrame:
    """Return the figures of the best of all, and what each competitor adds to it.

    Parameters
    ----------
    summaries : sequence of Summary
        The summaries, as `summaries_of` returns them.

    Returns
    -------
    pandas.DataFrame
        The rows of ranked and partial competitors and of the best of all, with the columns `solved`, `PAR2 [s]`, `only it`,
        `lost solved` and `lost PAR2 [s]` of `Summary.figures`.
    """
    table = main_table(summaries)
    columns = ["solved", "PAR2 [s]", "only it", "lost solved", "lost PAR2 [s]"]
    return table.loc[table["role"].isin(["ranked", BEST, "partial"]), columns] if len(table) else table


def differences(summaries: Sequence[Summary]) -> pd.DataFrame:
    """Return the tests of all pairs of ranked competitors.

    Parameters
    ----------
    summaries : sequence of Summary
        The summaries, as `summaries_of` returns them.

    Returns
    -------
    pandas.DataFrame
        One row per table and pair: the columns of `Summary.tests`, and `of`, the number of boards of the table. If tables
        differ in them, the first columns are `conditions` and `part`.
    """
    tables = [each.tests.assign(of=each.boards).set_index("first") for each in summaries]
    return _joined(summaries, tables).reset_index()


def _joined(summaries: Sequence[Summary], tables: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Join the tables of the summaries. Their conditions and names become levels of the index if they differ."""
    import pandas as pd

    if not tables:
        return pd.DataFrame()
    keys = [(each.conditions, each.name) for each in summaries]
    table = pd.concat(tables, keys=keys, names=["conditions", "part"])
    return table.droplevel([place for place, names in enumerate(zip(*keys, strict=True)) if not any(names)])

"""Statistics of a comparison: scores, confidence intervals and tests.

A competitor has *scores* on each problem, over all its runs on the problem, with all seeds and repetitions: the share of
solved runs; the median time and number of search nodes, infinite for an unsolved run; and PAR2, the mean time if an unsolved
run counts as twice its time limit (PAR10: ten times). PAR2 is the penalised average runtime of the SAT competitions. A *figure*
of a competitor is a sum, mean or median of scores over problems.

A competitor is *ranked* if it has runs on exactly the same problems as the competitor with runs on the most problems, and no
wrong answer. So all ranked competitors are compared and tested on the same problems. The figures of any other competitor refer
to the problems on which it has runs. The *best of all*, or virtual best solver, has the best score of all competitors on each
problem.

The unit of intervals and tests is the *board*, or the graph: problems that differ only in their squares or in the kind of tour
share one board, and are not independent. Therefore, a test compares two competitors by one value per board, the mean of their
scores, and a bootstrap interval resamples boards with all their problems. The tests are Wilcoxon's signed-rank tests with
Holm's correction. They use only ranks, so scores may be infinite. Times that differ by less than the resolution are equal. The
tests do not compare mean ranks, because such a test of two competitors depends on the others (Benavoli and others).

References
----------
A. Benavoli, G. Corani, F. Mangili, Should We Really Use Post-Hoc Tests Based on Mean-Ranks?, Journal of Machine Learning
Research 17, 2016.
B. Efron, R. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13.
M. Heule, M. Järvisalo, M. Suda, SAT Competition 2018, Journal on Satisfiability, Boolean Modeling and Computation 11, 2019.
S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal of Statistics 6, 1979.
H.-P. Piepho, An Algorithm for a Letter-Based Representation of All-Pairwise Comparisons, Journal of Computational and
Graphical Statistics 13, 2004.
F. Wilcoxon, Individual Comparisons by Ranking Methods, Biometrics Bulletin 1, 1945.
L. Xu, F. Hutter, H. Hoos, K. Leyton-Brown, Evaluating Component Solver Contributions to Portfolio-Based Algorithm Selectors,
SAT 2012.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import floor, log2
from string import ascii_letters
from typing import Any, TypeAlias

import numpy as np
import pandas as pd

from solvers.comparison.report.frame import frame_parts

Numbers: TypeAlias = np.ndarray[Any, Any]
LEVEL = 0.05
"""Significance level of the family of tests: the maximum probability of reporting any difference that does not exist."""
RELATIVE, SECONDS = 0.05, 1e-4
"""Resolution of times: a difference counts if it is at least 5 % of the smaller time and at least 0.1 ms."""
LEAST_BOARDS = 6
"""Minimum number of boards for a 95 % interval. Five values are all on one side of the median in 2 / 2**5 > 5 % of cases."""
MOST_EXACT = 200
"""Maximum number of differences for which the p value is exact. For more, it is scipy's approximation."""
DRAWS, SEED = 1000, 20_180_704
"""Number of resamples of the bootstrap, and the seed of its random numbers, so that equal samples have equal intervals."""


def resolved(first: Numbers, second: Numbers) -> Numbers:
    """Return `first` - `second`, with differences below the resolution set to 0.

    >>> resolved(np.array([1.04, 1.06, 0.00015, np.inf, np.inf]), np.array([1.0, 1.0, 0.0001, np.inf, 1.0])).round(2).tolist()
    [0.0, 0.06, 0.0, 0.0, inf]
    """
    with np.errstate(invalid="ignore"):
        difference = np.subtract(first, second)
        is_clear = abs(difference) >= np.maximum(SECONDS, RELATIVE * np.minimum(first, second))
    return np.where(is_clear, difference, 0.0)  # two infinite times differ by NaN, which is not clear


def mean_ranks(times: pd.DataFrame) -> pd.Series[float]:
    """Return the mean rank of each column, with ties averaged.

    >>> mean_ranks(pd.DataFrame({"a": [1.0, 2.0], "b": [1.01, 1.0], "c": [3.0, np.inf]})).to_dict()
    {'a': 1.75, 'b': 1.25, 'c': 3.0}
    """
    values = times.to_numpy(float)
    better = np.sign(resolved(values[:, :, None], values[:, None, :])).sum(axis=2)
    return pd.DataFrame(len(times.columns) + 1 + better, columns=times.columns).mean() / 2


def paired_tests(times: pd.DataFrame) -> pd.DataFrame:
    """Test each pair of columns for a difference, by the signed-rank test.

    >>> import pandas as pd
    >>> paired_tests(pd.DataFrame({"slow": range(11, 18), "quick": range(1, 8)})).values.tolist()
    [['quick', 'slow', 7, 'quick', 0.015625]]
    """
    from scipy import stats

    rows = []
    for first, second in combinations(sorted(map(str, times)), 2):
        differences = resolved(times[first].to_numpy(float), times[second].to_numpy(float))
        own = differences[differences != 0]
        balance = (np.sign(own) * stats.rankdata(abs(own))).sum()
        better = "" if balance == 0 else first if balance < 0 else second
        rows.append((first, second, len(own), better, signed_rank_p(own)))
    return pd.DataFrame(rows, columns=["first", "second", "boards", "better", "p"]).astype({"p": float})


def signed_rank_p(differences: Numbers) -> float:
    """Return the two-sided p value of Wilcoxon's signed-rank test.

    >>> signed_rank_p(np.array([6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75]))
    0.041259765625
    """
    from scipy import stats

    differences = differences[differences != 0]
    ranks = stats.rankdata(np.abs(differences))
    if len(ranks) > MOST_EXACT:
        return float(stats.wilcoxon(np.copysign(ranks, differences)).pvalue)  # scipy does not rank infinite numbers
    doubled = np.rint(2 * ranks).astype(int)  # integers, because a rank of a tie may be a half
    chances = np.zeros(doubled.sum() + 1)
    chances[0] = 1.0
    for rank in doubled:
        chances[rank:] += chances[:-rank].copy()
        chances /= 2
    positive = int(doubled[differences > 0].sum())
    return min(1.0, 2 * float(chances[: min(positive, len(chances) - 1 - positive) + 1].sum()))


def holm(p: Numbers) -> Numbers:
    """Return p values after Holm's correction.

    >>> holm(np.array([0.01, 0.04, 0.03, 0.005])).round(3).tolist()
    [0.03, 0.06, 0.06, 0.02]
    """
    ascending = pd.Series(p).sort_values()
    return (ascending * np.arange(len(p), 0, -1)).cummax().clip(upper=1.0).sort_index().to_numpy()


def least_boards(tests: int) -> int:
    """Return how many boards are needed to detect a difference, if there are `tests` tests.

    >>> least_boards(1), least_boards(190)
    (6, 13)
    """
    return floor(log2(2 * tests / LEVEL)) + 1 if tests else 0


def summary_letters(names: Sequence[str], different: Iterable[Any]) -> dict[str, str]:
    """Return a compact letter display: different names share no letter.

    Two names share a letter if and only if their pair is not in `different`. Each letter denotes a maximal set of names in
    which no two names differ. Piepho's insert and absorb steps give the same sets.

    >>> summary_letters(["a", "b", "c"], [("a", "c")])
    {'a': 'a', 'b': 'ab', 'c': 'b'}
    """
    import networkx as nx

    alike = nx.complete_graph(names)
    alike.remove_edges_from(different)
    sets = sorted(sorted(map(names.index, clique)) for clique in nx.find_cliques(alike))
    signs = [*ascii_letters, *(f"({number})" for number in range(len(sets)))]
    return {
        name: "".join(sign for sign, each in zip(signs, sets, strict=False) if place in each)
        for place, name in enumerate(names)
    }


def weighted_mean(values: Numbers, weights: Numbers) -> Numbers:
    """Return the mean of `values` for each row of `weights`."""
    return np.asarray(weights @ values / weights.sum(axis=1))


def weighted_median(values: Numbers, weights: Numbers) -> Numbers:
    """Return the weighted median of `values` per row of `weights`.

    >>> weighted_median(np.array([3.0, np.inf, 1.0]), np.array([[1, 1, 1], [0, 1, 1], [1, 0, 1]])).tolist()
    [3.0, inf, 2.0]
    """
    order = np.argsort(values)
    below = weights[:, order].cumsum(axis=1)
    half = below[:, -1:] / 2
    return np.asarray(sum(values[order][each.argmax(axis=1)] for each in (below >= half, below > half)) / 2)


def bootstrap_interval(values: Numbers, boards: Numbers, statistic: Callable[..., Numbers]) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of a statistic, resampling boards.

    >>> values, boards = np.arange(100.0), np.arange(100)
    >>> low, high = bootstrap_interval(values, boards, weighted_median)
    >>> wide = bootstrap_interval(values, boards // 10, weighted_median)
    >>> 30 < low < 50 < high < 70, wide[1] - wide[0] > high - low
    (True, True)
    """
    names, places = np.unique(boards, return_inverse=True)
    if len(names) < LEAST_BOARDS or (statistic is weighted_mean and not np.isfinite(values).all()):
        return np.nan, np.nan
    draws = np.random.default_rng(SEED).multinomial(len(names), np.full(len(names), 1 / len(names)), DRAWS)
    found = np.clip(statistic(values, draws[:, places]), values.min(), values.max())  # correct rounding errors
    low, high = np.quantile(found, 0.025, method="lower"), np.quantile(found, 0.975, method="higher")
    return float(low), float(high)


KINDS = ("open", "closed", "none", "undecided", "contradicted")
"""Kinds of problems: open or closed with a tour, without a tour, with unknown answer, and with contradictory answers."""
BEST = "best of all"
"""Name of the row of the virtual best solver."""
ROLES = ("ranked", BEST, "partial", "wrong")
"""Roles of the rows of `Summary.figures`, in their order. A wrong competitor has a refuted answer or an invalid tour."""
SCORES = {
    "kind": "first",
    "board": "first",
    "solved": "mean",
    "unconfirmed": "mean",
    "par2": "mean",
    "par10": "mean",
    "seconds": "median",
    "nodes": "median",
}
"""The columns of `Summary.scores`, each with the function that combines the values of a competitor's runs on a problem."""
BEST_SCORES = dict.fromkeys(SCORES, "min") | {"kind": "first", "board": "first", "solved": "max"}
"""The same columns, each with the function that returns the value of the virtual best solver on a problem."""
STATISTICS: Any = {
    "PAR2 [s]": ("par2", weighted_mean),
    "PAR10 [s]": ("par10", weighted_mean),
    "median time [s]": ("seconds", weighted_median),
    "median nodes": ("nodes", weighted_median),
}
"""The figures that have confidence intervals, each with a column of `Summary.scores` and the statistic of its values."""


@dataclass(eq=False)
class Summary:
    """Statistics and tests of runs under the same conditions.

    `figures` has one row per competitor, and one for the best of all. The columns `solved`, `unconfirmed` and `KIND solved` are
    sums over problems of the share of runs, and `KIND problems` is a number of problems. `PAR2 [s]` and `PAR10 [s]` are means
    over problems, `median time [s]` and `median nodes` medians (infinite if unsolved). The columns `… low` and `… high` are the
    ends of their 95 % bootstrap intervals. `only it` counts problems that no other competitor solves. `lost solved` and `lost
    PAR2 [s]` are the loss of the best of all without the competitor. `rank` is the mean rank over boards. `letters` are empty
    if no difference could be detected. Missing values are NaN.

    `tests` has one row per pair of ranked competitors. `corrected p` is corrected for all tests of the report. `boards` is the
    number of boards and graphs that the tests compare, and `least` is the least number that can show a difference. `kinds` is
    the number of problems of each kind.
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
    )
    return table.groupby(["competitor", "problem"], observed=True).agg(SCORES)


def summaries_of(runs: pd.DataFrame, by: str | None = None) -> list[Summary]:
    """Return one summary per group of runs under the same conditions.

    `by` (leaper, board or suite) divides the runs further. The tests of all tables are corrected together.
    """
    found = []
    for conditions, group in runs.groupby("conditions", observed=True, sort=False):
        wrong = {*group.loc[group["termination"] == "wrong answer", "competitor"].astype(str)}
        found += [_summary(name, str(conditions), part, wrong) for name, part in frame_parts(group, by)]
    p = np.array([value for each in found for value in each.tests["p"]])
    corrected = iter(holm(p))
    for each in found:
        each.tests["corrected p"] = np.fromiter(islice(corrected, len(each.tests)), float)
        each.tests["detected"] = each.tests["corrected p"] < LEVEL
        each.least = least_boards(len(p)) if len(each.tests) else 0
        different = each.tests.loc[each.tests["detected"], ["first", "second"]]
        letters = summary_letters(each.ranked, different.to_numpy()) if 0 < each.least <= each.boards else {}
        each.figures["letters"] = [letters.get(name, "") for name in each.figures.index]
    return found


def apart_text(summaries: Sequence[Summary]) -> str:
    """Explain why runs are in separate tables, e.g. `separate tables: conditions differ (1 s; 10 s)`."""
    conditions = dict.fromkeys(each.conditions for each in summaries)
    return f"separate tables: conditions differ ({'; '.join(conditions)})" * (len(conditions) > 1)


def _summary(name: str, conditions: str, runs: pd.DataFrame, wrong: Collection[str]) -> Summary:
    """Return the summary of a group of runs. Competitors in `wrong` are not ranked."""
    scores = problem_scores(runs)
    of_problems = scores["kind"].groupby("problem", observed=True).first().value_counts()
    kinds = {kind: int(of_problems[kind]) for kind in KINDS if kind in of_problems}
    supported = {each: tuple(column.notna()) for each, column in scores["par2"].unstack("competitor").items()}
    sets = [each for name, each in supported.items() if name not in wrong]
    most = max(sets, key=lambda each: (sum(each), sets.count(each), each), default=())
    roles = {each: "wrong" if each in wrong else "ranked" if own == most else "partial" for each, own in supported.items()}
    names = scores.index.get_level_values("competitor").map(roles)
    able, ranked = scores[names != "wrong"], scores[names == "ranked"]
    rows = {each: {"role": roles[each]} | _figures(group, kinds) for each, group in scores.groupby("competitor")}
    if len(able):
        rows[BEST] = {"role": BEST} | _figures(able.groupby("problem", observed=True).agg(BEST_SCORES), kinds)
    figures = pd.DataFrame.from_dict(rows, orient="index").rename_axis("competitor")
    figures = figures.join(_contributions(able, 2 * runs["time_limit"].fillna(np.inf).max()))
    times = ranked.groupby(["board", "competitor"])["par2"].mean().unstack("competitor")
    figures["rank"] = mean_ranks(times)
    figures = figures.iloc[np.lexsort((figures["rank"], figures["role"].map(ROLES.index)))]
    return Summary(name, conditions, runs, scores, kinds, figures, paired_tests(times), len(times))


def _figures(own: pd.DataFrame, kinds: dict[str, int]) -> dict[str, Any]:
    """Return the sums, means and medians of the scores of one competitor."""
    figures: dict[str, Any] = {"problems": len(own), "solved": own["solved"].sum(), "unconfirmed": own["unconfirmed"].sum()}
    for kind in kinds:
        shares = own.loc[own["kind"] == kind, "solved"]
        figures |= {f"{kind} solved": shares.sum(min_count=1), f"{kind} problems": len(shares)}
    boards = own["board"].to_numpy(str)
    for name, (score, statistic) in STATISTICS.items():
        values = own[score].to_numpy(float)
        low, high = bootstrap_interval(values, boards, statistic)
        figures |= {name: statistic(values, np.ones((1, len(values))))[0], f"{name} low": low, f"{name} high": high}
    return figures


def _contributions(scores: pd.DataFrame, penalty: float) -> pd.DataFrame:
    """Return the contribution of each competitor to the virtual best solver."""
    solved = scores["solved"].unstack("competitor").fillna(0.0)
    par2 = scores["par2"].unstack("competitor").fillna(penalty)
    lost = _lost(-solved, 0.0)
    contributions = {
        "only it": ((solved > 0) & (lost == solved)).sum(),
        "lost solved": lost.sum(),
        "lost PAR2 [s]": _lost(par2, penalty).mean(),
    }
    return pd.DataFrame(contributions)


def _lost(costs: pd.DataFrame, most: float) -> pd.DataFrame:
    """Return how much the minimum of each row, which is at most `most`, increases without each column."""
    best, second = np.sort(np.column_stack([costs, np.full((len(costs), 2), most)]))[:, :2].T
    with np.errstate(invalid="ignore"):
        return costs.eq(best, axis=0).mul(second - best, axis=0).fillna(0.0)


def summary_table(summaries: Sequence[Summary]) -> pd.DataFrame:
    """Return the main tables of a report as one data frame."""
    return _joined(summaries, [each.figures for each in summaries])


def best_of_all(summaries: Sequence[Summary]) -> pd.DataFrame:
    """Return the virtual best solver, and the contribution of each competitor to it."""
    table = summary_table(summaries)
    columns = ["solved", "PAR2 [s]", "only it", "lost solved", "lost PAR2 [s]"]
    return table.loc[table["role"] != "wrong", columns] if len(table) else table


def differences(summaries: Sequence[Summary]) -> pd.DataFrame:
    """Return the tests of all pairs of ranked competitors."""
    tables = [each.tests.assign(of=each.boards).set_index("first") for each in summaries]
    return _joined(summaries, tables).reset_index()


def _joined(summaries: Sequence[Summary], tables: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Join several tables. The index states the conditions of the runs in each."""
    if not tables:
        return pd.DataFrame()
    keys = [(each.conditions, each.name) for each in summaries]
    table = pd.concat(tables, keys=keys, names=["conditions", "part"])
    return table.droplevel([place for place, names in enumerate(zip(*keys, strict=True)) if not any(names)])

"""The text of a report: answers that contradict each other, failed runs, and sentences that describe the results.

A verified tour contradicts the answer `impossible` to the same problem. An answer may also contradict the answer that a suite
states. Answers after the time limit are also compared. The columns `truth` and `refuted` of the table of runs contain the
outcome. A run fails if its answer is refuted, if its tour is invalid, or if its solver crashes.

A competitor *solves* a problem if all its runs on the problem are solved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from textwrap import fill
from typing import Any

import numpy as np
import pandas as pd

from graphs.text import plural, printable
from solvers.comparison.no_tour_answers import confirmations_text
from solvers.comparison.report.frame import frame_apart_text
from solvers.comparison.report.summary import BEST, Summary
from solvers.comparison.report.tables import main_table_sheet, seconds_text, table_as_text
from solvers.comparison.runs import INTERRUPTED

MOST_FAULTS = 20
"""Maximum number of conflicts, and of failures, that the text of a cross-check describes."""
WIDTH = 80
"""Maximum length of a line of the report."""
MOST_NAMES = 5
"""Maximum number of items in a list of names. If there are more names, the last item is the number of omitted names."""
LARGE = 100
"""Minimum size, in squares, of problems used to measure the growth of time. On smaller ones, fixed times hide the growth."""
CLEAR = 0.05
"""A sentence names what the best of all loses without a competitor if it is a problem, or this share of its mean time."""


def report_text(summaries: Sequence[Summary], checked: CrossCheck, width: int = WIDTH) -> str:
    """Return the report on a comparison as text."""
    parts = [str(checked), *filter(None, [frame_apart_text(pd.concat([each.runs for each in summaries]))] if summaries else [])]
    for summary in summaries:
        texts = "; ".join(ending_sentences(summary.runs)), " ".join(sentences(summary))
        parts += [table_as_text(main_table_sheet(summary), width), "\n".join(fill(text, width) for text in filter(None, texts))]
    return "\n\n".join(parts)


def ending_sentences(runs: pd.DataFrame) -> Iterator[str]:
    """Yield lines such as `time limit: highs 3, clingo 0.5`."""
    unsolved = runs[~runs["solved"].astype(bool)].astype({"termination": str, "competitor": str}).sort_values("competitor")
    endings = unsolved["termination"].mask(unsolved["unconfirmed"].astype(bool), "no-tour answer not confirmed")
    for ending, group in unsolved.groupby(endings):
        numbers = group.groupby("competitor", sort=False)["weight"].sum().sort_values(ascending=False, kind="stable")
        yield f"{ending}: " + _names_text([f"{name} {number:,.3g}" for name, number in numbers.items()], most=2)


def sentences(summary: Summary) -> Iterator[str]:
    """Yield sentences on the results of a table."""
    solved = summary.scores["solved"].unstack("competitor")  # missing if a competitor does not support a problem
    everything = [name for name in summary.ranked if (solved[name] == 1).all()]
    problems = f"all {len(solved):,} problems" if len(solved) > 1 else "the problem"
    yield f"{_names_text(everything) or 'Nobody'} solve{'s' * (len(everything) < 2)} {problems}."
    if len(solved.columns) > 1 and BEST in summary.figures.index:
        yield from _best_of_all(summary.figures)
    yield from _how_it_grows(summary.runs.drop_duplicates("problem").set_index("problem")["size"], summary.scores, everything)


def _best_of_all(figures: pd.DataFrame) -> Iterator[str]:
    """Yield a sentence on competitors that the best of all needs."""
    best = figures.loc[BEST]
    needed = figures[(figures["lost solved"] > 1e-9) | (figures["lost PAR2 [s]"] >= CLEAR * best["PAR2 [s]"])]
    needed = needed.sort_values(["lost solved", "lost PAR2 [s]"], ascending=False, kind="stable")
    lost = [
        f"{name} (" + f"{of['lost solved']:.3g} solved, " * (of["lost solved"] > 1e-9) + f"{seconds_text(of['lost PAR2 [s]'])})"
        for name, of in needed.iterrows()
    ]
    if lost:
        yield f"The best of all loses most without {_names_text(lost, most=4)}."


def _how_it_grows(sizes: pd.Series[int], scores: pd.DataFrame, everything: Sequence[str]) -> Iterator[str]:
    """Yield a sentence on how times grow, as powers of n.

    The interval is that of the least-squares fit of the logarithms. There is no sentence if two problems have the same size, if
    fewer than four have at least `LARGE` squares, or if the largest has fewer than 16 * `LARGE`.
    """
    from scipy import stats

    large = sizes[sizes >= LARGE]
    if not sizes.is_unique or len(large) < 4 or large.max() < 16 * LARGE or not everything:
        return
    powers = []
    for name in everything:
        times = scores["seconds"][name].loc[large.index].clip(lower=1e-6)
        fit: Any = stats.linregress(np.log(large.to_numpy()), np.log(times.to_numpy()))
        half = stats.t.ppf(0.975, len(large) - 2) * fit.stderr
        powers.append((fit.slope, f"{name} n^{fit.slope:.1f} [{fit.slope - half:.1f}, {fit.slope + half:.1f}]"))
    texts = ", ".join(text for _, text in sorted(powers))
    yield f"Growth of time with n squares, {large.min():,} <= n <= {large.max():,}: {texts}."


def _names_text(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Return names as text, such as `a, b and 3 others`."""
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} others"]
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


@dataclass(frozen=True)
class CrossCheck:
    """Result of comparing all answers with each other and known ones.

    `conflicts` and `failures` are texts on the first `MOST_FAULTS` contradictions and failed runs. `counts` has the numbers of
    problems by `truth`, and of runs that `failed`, were `interrupted` or found `tours`; `agreed` counts the problems to which
    two or more competitors give the same answer. `checks` contains by problem how an answer `impossible` is confirmed.
    """

    conflicts: tuple[str, ...]
    failures: tuple[str, ...]
    counts: Counter[str]
    checks: dict[str, str]

    def __str__(self) -> str:
        parts = list(self.conflicts)
        if more := self.counts["contradicted"] - len(self.conflicts):
            parts.append(f"The answers to {plural(more, 'more problem')} contradict each other.")
        if self.failures:
            selection = "; the first of each competitor and termination" if self.counts["failed"] > len(self.failures) else ""
            parts.append(_block(f"{plural(self.counts['failed'], 'run')} failed{selection}:", self.failures))
        return "\n\n".join([*parts, self.summary])

    @property
    def summary(self) -> str:
        """Numbers of problems, tours, confirmed answers and interrupted runs, as text."""
        counts = self.counts
        tour, none, undecided, contradicted = (counts[truth] for truth in ("tour", "none", "undecided", "contradicted"))
        answers = f"the answers to {plural(contradicted, 'problem')} contradict" if contradicted else "no answers contradict"
        problems = plural(tour + none + undecided + contradicted, "problem")
        unchecked = [name for name, how in self.checks.items() if not how]
        more = f" and {len(unchecked) - 3:,} more" * (len(unchecked) > 3)
        agreed = f"Two or more agree on {counts['agreed']:,}." * (counts["competitors"] > 1)
        confirmed = f"No-tour answers confirmed: {confirmations_text(self.checks.values())}." * bool(self.checks)
        lines = [
            f"Cross-check: {answers} each other. All tours ({counts['tours']:,}) are verified.",
            f"Of {problems}, {plural(tour, 'has a tour', 'have a tour')}, {plural(none, 'has none', 'have none')}, "
            f"{plural(undecided, 'is', 'are')} undecided, {contradicted:,} contradicted.",
            " ".join(filter(None, (agreed, confirmed))),
            *[f"Not confirmed, so not solved: {', '.join(unchecked[:3])}{more}."] * bool(unchecked),
        ]
        if counts["interrupted"]:
            runs = plural(counts["interrupted"], "run was interrupted", "runs were interrupted")
            lines.append(f"{runs} from outside and not solved; rerun the command to repeat them.")
        return "\n".join(fill(line, WIDTH) for line in lines if line)


def cross_check(runs: pd.DataFrame) -> CrossCheck:
    """Compare all answers with each other and with known answers."""
    problems = runs.drop_duplicates("problem_id")
    answered = runs[runs["answer"] != ""]
    conflict = answered["truth"] == "contradicted"
    agree = answered[~conflict].groupby("problem_id", observed=True)["competitor"].nunique() > 1
    failed = runs[runs["status"] == "error"]
    counts = Counter(problems["truth"].astype(str))
    counts |= Counter(
        competitors=runs["competitor"].nunique(),
        agreed=int(agree.sum()),
        failed=len(failed),
        tours=int((runs["answer"] == "found").sum()),
        interrupted=int((runs["termination"] == INTERRUPTED).sum()),
    )
    noes = answered[~conflict & (answered["answer"] == "impossible")].drop_duplicates("problem_id")
    first = failed.drop_duplicates(["competitor", "termination"]).head(MOST_FAULTS)
    checks = dict(zip(noes["problem"].astype(str), noes["checked"].astype(str), strict=True))
    conflicts = islice(_conflicts(answered[conflict]), MOST_FAULTS)
    return CrossCheck(tuple(conflicts), tuple(_statements(first)), counts, checks)


def _conflicts(answered: pd.DataFrame) -> Iterator[str]:
    """Yield a text per problem with contradictory answers, tours first."""
    first = answered.drop_duplicates(["problem", "competitor", "answer"]).astype({"answer": str})
    for problem, group in first.sort_values("answer", kind="stable").groupby("problem", observed=True, sort=False):
        known_answer, source = group[["known", "source"]].iloc[0]
        answers = " and ".join([*group["answer"].unique(), *[f"known to be {known_answer} ({source})"] * bool(known_answer)])
        yield _block(f"{problem}: contradictory answers, {answers}", list(_statements(group)))


def _block(head: str, texts: Sequence[str]) -> str:
    return "\n".join([head, *(f"  {line}" for text in texts for line in text.splitlines())])


def _statements(runs: pd.DataFrame) -> Iterator[str]:
    """Yield each run's answer, what ran, and the ids in the store."""
    for run, of in runs.astype(object).where(runs.notna(), None).iterrows():
        answer = of["answer"] or of["termination"]
        if answer != of["termination"]:
            answer += ", a wrong answer" if of["termination"] == "wrong answer" else ", but too late"
        seed = "" if of["seed"] is None else f", seed {of['seed']}"
        lines = [
            ": ".join(filter(None, [f"{of['competitor']} on {of['problem']}", answer, of["reason"]])),
            f"  {of['solver']} {of['options']}{seed}, version {of['version']}, {of['seconds']:.3g} s, {of['nodes']:,} nodes",
            f"  run {run}, problem {of['problem_id']}",
        ]
        yield printable("\n".join(lines))

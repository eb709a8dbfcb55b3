"""The text of a report: tables, sentences that describe the results, contradictory answers and failed runs.

A verified tour contradicts the answer `impossible` to the same problem. An answer may also contradict the answer that a suite
states. Answers after the time limit are also compared. The columns `truth` and `refuted` of the table of runs contain the
outcome. A run fails if its answer is refuted, if its tour is invalid, or if its solver crashes.

A competitor *solves* a problem if all its runs on the problem are solved. Long names are folded, but not cut.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from math import inf, isnan
from textwrap import fill, indent
from typing import Any

import numpy as np
import pandas as pd

from graphs.text import plural, printable
from solvers.comparison.no_tour_answers import confirmations_text
from solvers.comparison.report.frame import shared_conditions
from solvers.comparison.report.summary import BEST, LEVEL, Summary, apart_text
from solvers.comparison.runs import INTERRUPTED
from solvers.core.errors import check_packages

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
NO_VALUE = "–"
"""Text of a cell without a value."""
GAP = 2
"""Number of spaces between two columns, or one if a name would otherwise be folded."""
LEAST_ROOM = 12
"""Minimum width of the first column, which contains the names of the rows, in characters."""
LONG = 16
"""Number of rows from which onwards no empty line follows a table, so that a report fits on a screen."""
SPECIAL_IN_MARKDOWN, SPECIAL_IN_LATEX = r"[\\`*_\[\]<|~&]", r"[&%$#_{}]"
"""Regular expressions for the characters that a backslash escapes."""
PACKAGES = "% needs \\usepackage{booktabs} and \\usepackage[T1]{fontenc}\n"


def report_text(summaries: Sequence[Summary], checked: CrossCheck, width: int = WIDTH) -> str:
    """Return the report on a comparison as text."""
    parts = [str(checked), apart_text(summaries)]
    for summary in summaries:
        texts = "; ".join(ending_sentences(summary.runs)), " ".join(sentences(summary))
        parts += [table_as_text(main_table_sheet(summary), width), "\n".join(fill(text, width) for text in filter(None, texts))]
    return "\n\n".join(filter(None, parts))


def conditions_text(runs: pd.DataFrame, sessions: Iterable[Mapping[str, Any]]) -> str:
    """Return the conditions that all runs share, and their machines, as text."""
    machines = {each["machine_id"]: each["machine"] for each in sessions}
    where = [
        f"{machine['processor']}, {plural(machine['cores_for_us'], 'core')}, {machine['python'].partition(',')[0]}"
        for number, machine in machines.items()
        if number in runs["machine"].unique()
    ]
    return f"Conditions: {'; '.join([', '.join(shared_conditions(runs)), *where])}."


def ending_sentences(runs: pd.DataFrame) -> Iterator[str]:
    """Yield the terminations of unsolved runs, e.g. `time limit: highs 3, clingo 0.5`."""
    unsolved = runs[~runs["solved"]].astype({"termination": str, "competitor": str})
    endings = unsolved["termination"].mask(unsolved["unconfirmed"], "no-tour answer not confirmed")
    for ending, group in unsolved.groupby(endings):
        numbers = group.groupby("competitor")["weight"].sum().sort_values(ascending=False, kind="stable")
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
    """Yield a sentence on competitors without which the virtual best solver is worse."""
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
    """Yield a sentence on how times grow with the number of squares, as powers n^a.

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


class CrossCheck:
    """Contradictions between the answers of solvers, and failed runs.

    `conflicts` and `failures` are texts on the first `MOST_FAULTS` contradictions and failed runs. `counts` has the numbers of
    problems by `truth`, and of runs that `failed`, were `interrupted` or found `tours`; `agreed` counts the problems to which
    two or more competitors give the same answer. `checks` contains by problem how an answer `impossible` is confirmed.
    """

    def __init__(self, runs: pd.DataFrame) -> None:
        problems = runs.drop_duplicates("problem_id")
        answered = runs[runs["answer"] != ""]
        is_conflict = answered["truth"] == "contradicted"
        agree = answered[~is_conflict].groupby("problem_id", observed=True)["competitor"].nunique() > 1
        noes = answered[~is_conflict & (answered["answer"] == "impossible")].drop_duplicates("problem_id")
        failed = runs[runs["status"] == "error"]
        self.conflicts = [*islice(_conflicts(answered[is_conflict]), MOST_FAULTS)]
        self.failures = [*_statements(failed.drop_duplicates(["competitor", "termination"]).head(MOST_FAULTS))]
        self.counts = Counter(problems["truth"])
        self.counts.update(
            competitors=runs["competitor"].nunique(),
            agreed=agree.sum(),
            failed=len(failed),
            tours=(runs["answer"] == "found").sum(),
            interrupted=(runs["termination"] == INTERRUPTED).sum(),
        )
        self.checks = dict(zip(noes["problem"], noes["checked"], strict=True))

    def __str__(self) -> str:
        parts = [*self.conflicts]
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
        agreed = f"Two or more competitors agree on {counts['agreed']:,}." * (counts["competitors"] > 1)
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


def _conflicts(answered: pd.DataFrame) -> Iterator[str]:
    """Yield a text for each problem with contradictory answers."""
    first = answered.drop_duplicates(["problem", "competitor", "answer"]).astype({"answer": str})
    for problem, group in first.sort_values("answer", kind="stable").groupby("problem", observed=True, sort=False):
        known_answer, source = group[["known", "source"]].iloc[0]
        answers = " and ".join([*group["answer"].unique(), *[f"known to be {known_answer} ({source})"] * bool(known_answer)])
        yield _block(f"{problem}: contradictory answers, {answers}", _statements(group))


def _block(head: str, texts: Iterable[str]) -> str:
    return indent("\n".join([head, *texts]), "  ").lstrip()


def _statements(runs: pd.DataFrame) -> Iterator[str]:
    """Yield a text on each run: its answer, solver, time and ids."""
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


@dataclass(frozen=True)
class TableSheet:
    """A table of texts, with a title and notes."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[tuple[str, str]] = ()
    apart: int = 0


def main_table_sheet(summary: Summary, *, intervals: bool = False) -> TableSheet:
    """Return the main table, with ranked competitors first."""
    figures, rows = summary.figures, summary.figures.to_dict("records")
    columns = {
        f"{kind}\nof {count:,}": [_share(of[f"{kind} solved"], of[f"{kind} problems"], count) for of in rows]
        for kind, count in summary.kinds.items()
    }
    if (figures["unconfirmed"] > 0).any():
        columns["uncon-\nfirmed"] = [_share(of["unconfirmed"], 1, 1) for of in rows]
    ends = ("", " low", " high") if intervals else ("",)
    limit = summary.runs["time_limit"].max()

    def time(*seconds: float) -> str:
        """Format a time. An infinite time becomes, for example, `> 10 s`, with the limit."""
        return f"> {seconds_text(limit)}" if seconds[0] == inf and not isnan(limit) else seconds_text(*seconds)

    nodes = [("median\nnodes", "median nodes", count_text)] * intervals
    for head, name, form in [("PAR2", "PAR2 [s]", time), ("median", "median time [s]", time), *nodes]:
        columns[head] = [form(*each) for each in figures[[name + end for end in ends]].to_numpy(float).tolist()]
    if (figures["only it"] > 0).any():
        columns["only\nit"] = ["" if isnan(each) else f"{each:.0f}" for each in figures["only it"]]
    ranks = {"ranked": "{rank:.1f}", "partial": f"{{problems:,}} of {sum(summary.kinds.values()):,}", "wrong": "wrong"}
    columns["mean\nrank"] = [ranks.get(of["role"], "").format_map(of) for of in rows]
    if any(figures["letters"]):
        columns["letters"] = [*figures["letters"]]
    cells = [list(row) for row in zip(figures.index, *columns.values(), strict=True)]
    notes = _notes(summary, " ".join(columns), intervals and bool(figures["PAR2 [s] low"].notna().any()))
    return TableSheet(summary.title, ["competitor", *columns], cells, notes, int((figures["role"] != "ranked").sum()))


def _notes(summary: Summary, heads: str, intervals: bool) -> list[tuple[str, str]]:
    """Return the notes below the main table with headings `heads`."""
    roles, figures, tests, least = {*summary.figures["role"]}, summary.figures, len(summary.tests), summary.least
    shares = " (by the share of solved runs)" * bool((figures["solved"] % 1 > 1e-9).any())
    has_gaps = any((figures[f"{kind} problems"] == 0).any() for kind in summary.kinds)
    power = f"{plural(tests, 'test')} need{'s' * (tests == 1)} at least {least:,} boards to detect a difference"
    boards = "each of " * (summary.boards > 1) + plural(summary.boards, "board")
    notes = {
        "of": f"solved{shares}; PAR2: mean time (unsolved: twice the limit); median: of all",
        "unconfirmed": "no-tour answers that nothing confirms; they are not solved" * ("uncon" in heads),
        "[ ]": "95 % bootstrap interval over boards" * intervals,
        "only it": "number of problems that no other competitor solves" * ("only" in heads),
        "rank": f"by the mean time on {boards}; equal within 5 % or 0.1 ms" * ("ranked" in roles),
        "letters": f"shared if no difference was detected (Wilcoxon, Holm, level {LEVEL:g})" * ("letters" in heads),
        "tests" if least <= summary.boards else "no letters": power * bool(tests),
        "n of m": "has runs on n of the m problems, and is not ranked" * ("partial" in roles),
        "wrong": "gave a wrong answer, and is not ranked" * ("wrong" in roles),
        NO_VALUE: "no runs on such problems: not supported, or not run" * has_gaps,
    }
    return [(name, meaning) for name, meaning in notes.items() if meaning]


def _share(solved: float, problems: float, of: int) -> str:
    """Format the number of solved problems, a sum of shares.

    >>> _share(3.0, 4, 4), _share(2.8, 4, 4), _share(3.0, 4, 9), _share(float("nan"), 0, 9)
    ('3', '2.8', '3/4', '–')
    """
    if not problems:
        return NO_VALUE
    text = f"{solved:,.0f}" if abs(solved - round(solved)) < 1e-9 else f"{solved:,.1f}"
    return text if problems == of else f"{text}/{problems:,.0f}"


def table_as_text(sheet: TableSheet, width: int) -> str:
    """Return a table as text: title, body and notes.

    Names of rows are folded so that lines have at most `width` characters, but not to less than `LEAST_ROOM` characters.
    """
    height = max(head.count("\n") for head in sheet.columns)
    table = [["\n" * (height - head.count("\n")) + head for head in sheet.columns], *sheet.rows]
    widths = [max(len(line) for cell in column for line in cell.split("\n")) for column in zip(*table, strict=True)]
    gaps = len(widths) - 1
    gap = GAP if sum(widths) + GAP * gaps <= width else 1
    widths[0] = min(widths[0], max(LEAST_ROOM, width - gap * gaps - sum(widths[1:])))
    form = (" " * gap).join(f"{{:{'<>'[place > 0]}{each}}}" for place, each in enumerate(widths))
    rule, lines = "─" * (sum(widths) + gap * gaps), [sheet.title, ""] if sheet.title else []
    for number, (name, *cells) in enumerate(table):
        lines += [rule] * (number in (1, len(table) - sheet.apart))
        lines += [
            form.format(*each)
            for each in zip_longest(*map(str.splitlines, (fold(name, widths[0]) if number else name, *cells)), fillvalue="")
        ]
    lines += [""] * (len(sheet.rows) < LONG)
    margin = GAP + max((len(name) for name, _ in sheet.notes), default=0)
    lines += [fill(f"{name:{margin}}{meaning}", width, subsequent_indent=margin * " ") for name, meaning in sheet.notes]
    return "\n".join(map(str.rstrip, lines))


def table_as_markdown(sheet: TableSheet) -> str:
    """Return a table as Markdown.

    >>> print(table_as_markdown(TableSheet("Part", ["name", "open\\nof 2"], [["a", "1"], ["b", "2"]])), end="")
    ### Part
    <BLANKLINE>
    | name | open of 2 |
    | :--- | ---: |
    | a | 1 |
    | b | 2 |
    """
    rows = [[_escaped(cell) for cell in row] for row in (sheet.columns, *sheet.rows)]
    rows.insert(1, [":---", *["---:"] * (len(sheet.columns) - 1)])
    title = f"### {_escaped(sheet.title)}\n\n" * bool(sheet.title)
    notes = [f"\n- {_escaped(f'{name}: {meaning}')}" for name, meaning in sheet.notes]
    return title + "".join(f"| {' | '.join(row)} |\n" for row in rows) + "".join([*notes, "\n"] if notes else [])


def table_as_latex(sheet: TableSheet) -> str:
    """Return a table as LaTeX for the package booktabs, with the notes as its caption."""
    check_packages("LaTeX tables need", ["jinja2"])
    rows = pd.DataFrame(sheet.rows, columns=[" ".join(head.split()) for head in sheet.columns])
    sentences = filter(None, ["Comparison of solvers", sheet.title, *(f"{name}: {meaning}" for name, meaning in sheet.notes)])
    text = rows.to_latex(
        index=False,
        escape=True,
        caption=_escaped(". ".join(sentences), SPECIAL_IN_LATEX),
        label="-".join(["tab:comparison", *re.findall(r"\w+", sheet.title)]),
        column_format="l" + "r" * (len(sheet.columns) - 1),
    )
    return PACKAGES + text.replace("∞", r"$\infty$")


def _escaped(text: str, special: str = SPECIAL_IN_MARKDOWN) -> str:
    """Return a text in one line, with a backslash before each special character."""
    return re.sub(special, r"\\\g<0>", " ".join(text.split()))


def fold(name: str, room: int) -> str:
    """Break a name into lines of at most `room` characters, after hyphens or spaces.

    >>> print(fold("warnsdorff-backtracking-compiled tie_break=roth", 22))
    warnsdorff-
     backtracking-compiled
     tie_break=roth
    """
    return fill(name, room, subsequent_indent=" ")


def seconds_text(*seconds: float) -> str:
    """Format a time with its unit and any confidence interval.

    >>> [seconds_text(each) for each in (0.00003, 0.00031, 0.012, 0.1234, 1.2345, 83.21, 4321.0, float("nan"))]
    ['0.03 ms', '0.31 ms', '12 ms', '123 ms', '1.23 s', '83.2 s', '4,321 s', '–']
    >>> seconds_text(0.012, 0.0098, 0.0151)
    '12 ms\\n[9.8–15]'
    """
    if seconds[0] >= 0.9995:
        return count_text(*seconds, unit=" s", digits=3)
    return count_text(*(1000 * each for each in seconds), unit=" ms")


def count_text(*count: float, unit: str = "", digits: int = 2) -> str:
    """Format a number with `digits` significant digits and any interval.

    >>> count_text(64, 49, 100), count_text(12345.5), count_text(float("nan"))
    ('64\\n[49–100]', '12,346', '–')
    """
    value, *ends = (number_text(each, digits) for each in count)
    interval = f"\n[{'–'.join(ends)}]" if ends and NO_VALUE not in ends else ""
    return value if value in (NO_VALUE, "∞") else value + unit + interval


def number_text(value: float, digits: int = 3) -> str:
    """Format a number with some significant digits.

    >>> [number_text(each) for each in (1234.6, 100, 0.0001234, float("nan"), inf)]
    ['1,235', '100', '0.000123', '–', '∞']
    """
    if isnan(value) or value == inf:
        return NO_VALUE if isnan(value) else "∞"
    return f"{value:,.0f}" if value >= 99.5 else f"{value:.{digits}g}"

"""Cross-check of a comparison: answers that contradict each other, and runs in which a solver fails.

A verified tour contradicts the answer `impossible` to the same problem. An answer may also contradict the answer that a suite
states. Answers after the time limit are also compared. The columns `truth` and `refuted` of the table of runs contain the
outcome. A run fails if its answer is refuted, if its tour is invalid, or if its solver crashes.
"""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from textwrap import fill
from typing import TYPE_CHECKING, Any

from graphs.board import Board
from graphs.formats import is_graph_file
from graphs.leapers import KNIGHT
from graphs.text import plural, printable, square_text
from solvers.comparison.competitors import option_text
from solvers.comparison.noes import checks_text
from solvers.comparison.runs import INTERRUPTED
from solvers.comparison.store import Store
from solvers.registry import solver_table

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 20
"""Maximum number of conflicts, and of failures, that the text of a cross-check describes."""
LONG = 4_000
"""Maximum number of characters of a board text that is printed as part of a command line."""
WIDTH = 80
"""Maximum length of a line of the summary."""


@dataclass(frozen=True)
class CrossCheck:
    """The result of a comparison of all answers in a store with each other and with known answers.

    Attributes
    ----------
    conflicts : tuple of str
        One text for each of the first `SHOWN` problems with contradictory answers. It lists the runs that gave these answers.
    failures : tuple of str
        Descriptions of at most `SHOWN` failed runs: for each competitor and termination, the first such run.
    counts : dict of str to int
        The keys `tour`, `none`, `undecided` and `contradicted` count the problems with these values in the column `truth`. The
        keys `failed` and `interrupted` count runs, `tours` counts the runs that found a tour, and `agreed` counts the problems
        to which two or more competitors give the same answer.
    checks : dict of str to str
        The keys are the names of the problems without a tour. The values describe how the no-tour answer is confirmed, as
        returned by `noes.how_checked`.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, NamedProblem, Task, run_all
    >>> from solvers.comparison.report.frame import runs_frame
    >>> with Store.temporary(run_all([Task(NamedProblem.on_board(Board(5, 5)), Competitor("warnsdorff"))], 1)) as store:
    ...     print(cross_check(store, runs_frame(store)))
    Cross-check: no answers contradict each other.
    Of 1 problem, 1 has a tour, 0 have none, 0 are undecided, 0 contradicted.
    Two or more competitors agree on 0 problems. All tours found (1) are verified.
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
        """The numbers of problems, tours, confirmed no-tour answers and interrupted runs, as text."""
        counts = self.counts
        tour, none, undecided, contradicted = (counts[truth] for truth in ("tour", "none", "undecided", "contradicted"))
        answers = f"the answers to {plural(contradicted, 'problem')} contradict" if contradicted else "no answers contradict"
        problems = plural(tour + none + undecided + contradicted, "problem")
        lines = [
            f"Cross-check: {answers} each other.",
            f"Of {problems}, {plural(tour, 'has a tour', 'have a tour')}, {plural(none, 'has none', 'have none')}, "
            f"{plural(undecided, 'is', 'are')} undecided, {contradicted:,} contradicted.",
            f"Two or more competitors agree on {plural(counts['agreed'], 'problem')}. "
            f"All tours found ({counts['tours']:,}) are verified.",
        ]
        if self.checks:
            unchecked = [name for name, how in self.checks.items() if not how]
            more = f" and {len(unchecked) - 3:,} more" * (len(unchecked) > 3)
            lines.append(f"No-tour answers confirmed: {checks_text(self.checks.values())}.")
            lines += [f"Not confirmed: {', '.join(unchecked[:3])}{more}."] * bool(unchecked)
        if counts["interrupted"]:
            runs = plural(counts["interrupted"], "run was interrupted", "runs were interrupted")
            lines.append(f"{runs} from outside, which is not a fault of the solver.")
            lines.append("Interrupted runs count as not solved; rerun the command to repeat them.")
        return "\n".join(fill(line, WIDTH) for line in lines)


def cross_check(store: Store, frame: pd.DataFrame) -> CrossCheck:
    """Compare the answers of all runs with each other and with known answers.

    Parameters
    ----------
    store : Store
        The runs.
    frame : pandas.DataFrame
        The table of these runs, as `runs_frame` returns it.

    Returns
    -------
    CrossCheck
        The outcome.
    """
    problems = frame.drop_duplicates("problem_id")
    answered = frame[frame["answer"] != ""]
    agree = answered[answered["truth"] != "contradicted"].groupby("problem_id", observed=True)["competitor"].nunique() > 1
    failed = frame[frame["status"] == "error"]
    counts = Counter(problems["truth"].astype(str))
    counts |= Counter(
        agreed=int(agree.sum()),
        failed=len(failed),
        tours=int((frame["answer"] == "found").sum()),
        interrupted=int((frame["termination"] == INTERRUPTED).sum()),
    )
    none = problems[problems["truth"] == "none"]
    first = failed.drop_duplicates(["competitor", "termination"]).head(SHOWN)
    checks = dict(zip(none["problem"].astype(str), none["checked"].astype(str), strict=True))
    conflicts = islice(_conflicts(store, answered[answered["truth"] == "contradicted"]), SHOWN)
    return CrossCheck(tuple(conflicts), tuple(_statements(store, first)), counts, checks)


def _conflicts(store: Store, answered: pd.DataFrame) -> Iterator[str]:
    """Yield a text for each problem with contradictory answers.

    The text describes the first run of each competitor and answer. Runs that found a tour come first.
    """
    first = answered.drop_duplicates(["problem", "competitor", "answer"]).astype({"answer": str})
    for problem, group in first.sort_values("answer", kind="stable").groupby("problem", observed=True, sort=False):
        known_answer, source = group[["known", "source"]].iloc[0]
        answers = " and ".join([*group["answer"].unique(), *[f"known to be {known_answer} ({source})"] * bool(known_answer)])
        yield _block(f"{problem}: contradictory answers, {answers}", list(_statements(store, group)))


def _block(head: str, texts: Sequence[str]) -> str:
    return "\n".join([head, *(f"  {line}" for text in texts for line in text.splitlines())])


def _statements(store: Store, runs: pd.DataFrame) -> Iterator[str]:
    """Yield a text for each run, with the answer of the run and the command that repeats the run."""
    documents = dict(store.rows(["id", "document"], f"runs.id IN ({', '.join('?' * len(runs))})", [*runs.index]))
    for run, of in runs.astype(object).where(runs.notna(), None).iterrows():
        yield _statement(str(run), of, json.loads(documents[run]))


def _statement(run: str, of: pd.Series[Any], document: dict[str, Any]) -> str:
    answer = of["answer"] or of["termination"]
    if answer != of["termination"]:
        answer += ", a wrong answer" if of["termination"] == "wrong answer" else ", but too late"
    options = json.loads(of["options"]) | ({} if of["seed"] is None else {"seed": of["seed"]})
    functions = (each.run for each in solver_table() if each.name == of["solver"])
    places = [f"{each.__module__}:{each.__qualname__}" for each in functions if each.__module__.endswith(".py")]
    words = ["--solver", *(places or [of["solver"]])]
    for name, value in options.items():
        words += ["--option", f"{name}={option_text(value)}"]
    for name in ("time_limit", "node_limit"):
        if of[name] is not None:
            words += [f"--{name.replace('_', '-')}", f"{of[name]:.15g}"]
    memory = f", memory limit {of['memory_limit'] / 1e9:g} GB"
    lines = [
        ": ".join(filter(None, [f"{of['competitor']} on {of['problem']}", answer, of["reason"]])),
        f"  {command_line(document, of['problem_id'], words)}",
        f"  run {run}, version {of['version']}, {of['seconds']:.3g} s, {plural(of['nodes'], 'node')}{memory}",
    ]
    return printable("\n".join(lines))


def command_line(document: dict[str, Any], problem_id: str, words: Sequence[str]) -> str:
    """Return the command line of `knights-tour solve` for a problem.

    Parameters
    ----------
    document : dict of str to object
        The description of the problem, as in `NamedProblem.document`.
    problem_id : str
        The id of the problem.
    words : sequence of str
        Other arguments of the command, such as `--solver`.

    Returns
    -------
    str
        The command line. A placeholder replaces a graph that is not from a graph file, or a board text that is too long. A
        comment then explains where the graph or board is stored.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import NamedProblem
    >>> command_line(NamedProblem.on_board(Board.parse("...\\n.#."), start=(0, 0)).document, "12ab", ["--solver", "cp-sat"])
    "printf '%s\\\\n' ... '.#.' | knights-tour solve - --start 0,0 --solver cp-sat"
    """
    before, subject, after = "", document.get("board", document.get("graph", "")), ""
    location = f"is stored in the column document of the table problems, id {problem_id}"
    if "board" not in document:
        if not is_graph_file(subject):
            subject, after = "GRAPH.col", f"  # the graph {subject} {location}"
    elif len(subject) > LONG:
        subject, after = "BOARD.txt", f"  # the board text {location}"
    elif Board.parse(subject).holes:
        before, subject = f"printf '%s\\n' {shlex.join(subject.splitlines())} | ", "-"
    arguments = [subject]
    if sorted(document.get("leaper", KNIGHT)) != sorted(KNIGHT):
        arguments += ["--leaper", square_text(document["leaper"])]
    for name in ("wrap", "start", "end"):
        if document.get(name) is not None:
            arguments += [f"--{name}", square_text(document[name])]
    for step, square in document.get("steps", ()):
        arguments += ["--step", f"{step}={square_text(square)}"]
    arguments += ["--closed"] if document["closed"] else []
    return f"{before}knights-tour solve {shlex.join([*arguments, *words])}{after}"

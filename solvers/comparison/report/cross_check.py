"""The cross-check: what every competitor said of each problem, and the runs in which a solver is at fault.

Two answers to one problem contradict each other if one is a verified tour and the other "impossible"; so do an answer and what
a suite says is known of the problem. An answer that came too late to count is checked all the same. A tour, found or known,
refutes "impossible" (`store.REFUTED`), which is then a wrong answer in all reports; nothing refutes a verified tour. A run is
at fault, too, if its tour was refused or if it crashed. The store is read one problem at a time, and only the first conflicts
and failures are kept, so that memory does not grow with the number of runs.
"""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

from graphs.board import Board
from graphs.formats import is_graph_file
from graphs.leapers import KNIGHT
from graphs.text import plural, printable, square_text
from solvers.comparison.noes import how_checked, in_words
from solvers.comparison.runs import INTERRUPTED
from solvers.comparison.store import REFUTED, Store
from solvers.registry import solver_table

__all__ = ["CrossCheck", "answers", "conflicts", "cross_check", "failures"]

SHOWN = 20
"""Conflicts, and failures, that a cross-check keeps."""
CONTRADICTED = (
    "runs.answer != '' AND runs.problem IN (SELECT runs.problem FROM runs JOIN problems ON problems.number = runs.problem "
    f"WHERE {REFUTED} OR (runs.answer = 'found' AND problems.known = 'impossible'))"
)
AT_FAULT = "runs.status = 'error'"
COLUMNS = (
    *("problem", "competitor", "solver", "answer", "termination", "reason", "id", "problem_id", "version", "options", "seed"),
    *("time_limit", "node_limit", "memory_limit", "nodes", "seconds", "document"),
)
LONG = 4_000
"""Characters of a board that a command line does not hold any more."""


@dataclass(frozen=True)
class CrossCheck:
    """The outcome of the cross-check of a store.

    Attributes
    ----------
    conflicts : the first `SHOWN` problems with contradictory answers, each with what was said of it.
    failures : the first run at fault of each competitor for each way to fail, `SHOWN` at most.
    conflict_count, failure_count : the number of all such problems, and of all such runs.
    with_tour, without_tour, unsettled : the number of other problems, by what the competitors said of them.
    confirmed : the settled problems on which two solvers or more agree.
    noes : the name of each problem without a tour, and how that is checked; see `noes.how_checked`.
    tours : the runs with a verified tour.
    interrupted : the runs whose process was killed from outside.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, NamedProblem, Task, run_all
    >>> with Store.temporary(run_all([Task(NamedProblem.on_board(Board(5, 5)), Competitor("warnsdorff"))], 1)) as store:
    ...     print(cross_check(store))
    Cross-check: no answers contradict each other.
    Of 1 problem, 1 has a tour, 0 have none, 0 are not settled.
    Two solvers or more agree on 0 of them. All tours found (1) are verified.
    """

    conflicts: tuple[str, ...]
    failures: tuple[str, ...]
    conflict_count: int = 0
    failure_count: int = 0
    with_tour: int = 0
    without_tour: int = 0
    unsettled: int = 0
    confirmed: int = 0
    tours: int = 0
    interrupted: int = 0
    noes: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        parts = list(self.conflicts)
        if more := self.conflict_count - len(self.conflicts):
            parts.append(f"The answers to {plural(more, 'more problem')} contradict each other.")
        if self.failures:
            shown = "; the first of each competitor and kind" if self.failure_count > len(self.failures) else ""
            runs = plural(self.failure_count, "run is", "runs are")
            parts.append(_block(f"{runs} at fault{shown}:", self.failures))
        return "\n\n".join([*parts, self.summary])

    @property
    def summary(self) -> str:
        """What the answers say together: three lines, one more where there are noes, and two where runs were interrupted."""
        problems = self.with_tour + self.without_tour + self.unsettled + self.conflict_count
        contradiction = "no answers contradict each other"
        if self.conflict_count:
            contradiction = f"the answers to {plural(self.conflict_count, 'problem')} contradict each other"
        lines = [
            f"Cross-check: {contradiction}.",
            f"Of {plural(problems, 'problem')}, {plural(self.with_tour, 'has a tour', 'have a tour')}, "
            f"{plural(self.without_tour, 'has none', 'have none')}, "
            f"{plural(self.unsettled, 'is not settled', 'are not settled')}.",
            f"Two solvers or more agree on {self.confirmed:,} of them. All tours found ({self.tours:,}) are verified.",
        ]
        lines += [f"Noes checked: {in_words(how for _, how in self.noes)}."] * bool(self.noes)
        if self.interrupted:
            runs = plural(self.interrupted, "run")
            lines.append(f"Interrupted from outside, which is no fault of a solver: {runs}.")
            lines.append("Such a run counts as not solved, and the same command makes it again.")
        return "\n".join(lines)


def cross_check(store: Store) -> CrossCheck:
    """Compare the answers of all runs of a store."""
    counts: Counter[str] = Counter()
    noes: list[tuple[str, str]] = []
    rows = store.rows(["problem_id", "problem", "known", "verdict", "termination", "answer", "solver"])
    for (_, problem, known, verdict), group in groupby(rows, key=lambda row: row[:4]):
        said: dict[str, set[str]] = {"found": set(), "impossible": set(), "": set()}
        for *_, termination, answer, solver in group:
            said[answer].add(solver)
            counts["interrupted"] += termination == INTERRUPTED
            counts["tours"] += answer == "found"
        tours, proofs = said["found"], said["impossible"]
        kind = "with_tour" if tours else "without_tour" if proofs else "unsettled"
        if (tours and proofs) or (tours and known == "impossible") or (proofs and known == "found"):
            kind = "conflict_count"
        counts[kind] += 1
        if kind == "without_tour":
            noes.append((problem, how_checked(verdict)))
        counts["confirmed"] += kind != "conflict_count" and len(tours | proofs) > 1
    counts["failure_count"] = sum(1 for _ in store.rows(["id"], AT_FAULT))
    return CrossCheck(tuple(islice(conflicts(store), SHOWN)), failures(store), noes=tuple(noes), **counts)


def conflicts(store: Store) -> Iterator[str]:
    """Yield every problem whose answers contradict each other or what is known of it; there should be none.

    After the problem come the first run of each competitor that found a tour, and the first of each that said there is none.
    """
    rows = store.rows(["problem_id", "problem", "known", "source", "id", "competitor", "answer"], CONTRADICTED)
    for (_, problem, known, source), group in groupby(rows, key=lambda row: row[:4]):
        first = _first_of_each(((competitor, answer), run) for *_, run, competitor, answer in group)
        said = sorted(_statements(store, first), key=lambda each: each[0])
        what = {"found": "a run found a tour", "impossible": "a run says there is none"}[said[0][0]]
        if len({answer for answer, _ in said}) > 1:
            what = "one run found a tour, another says there is none"
        if known:
            what += f"; known: {'there is a tour' if known == 'found' else 'there is none'} ({source})"
        yield _block(f"{problem}: {what}", (text for _, text in said))


def failures(store: Store) -> tuple[str, ...]:
    """Return the first run at fault of each competitor for each way to fail, `SHOWN` at most."""
    rows = store.rows(["id", "competitor", "termination"], AT_FAULT)
    first = _first_of_each(((competitor, how), run) for run, competitor, how in rows)
    return tuple(text for _, text in _statements(store, first[:SHOWN]))


def answers(store: Store) -> Iterator[tuple[str, dict[str, dict[str, int]]]]:
    """Yield the name of each problem and how often each competitor said what of it.

    What it said is its answer, `found` or `impossible`, or else how its run ended.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, NamedProblem, Task, run_all
    >>> with Store.temporary(run_all([Task(NamedProblem.on_board(Board(5, 5)), Competitor("warnsdorff"))], 1)) as store:
    ...     list(answers(store))
    [('5x5 open', {'warnsdorff': {'found': 1}})]
    """
    rows = store.rows(["problem_id", "problem", "competitor", "answer", "termination"])
    for (_, problem), group in groupby(rows, key=lambda row: row[:2]):
        said: dict[str, Counter[str]] = {}
        for _, _, competitor, answer, termination in group:
            said.setdefault(competitor, Counter())[answer or termination] += 1
        yield problem, {competitor: dict(counts) for competitor, counts in said.items()}


def _first_of_each(runs: Iterable[tuple[tuple[str, str], str]]) -> list[str]:
    """Return the first run of each kind, from pairs of a kind and a run."""
    first: dict[tuple[str, str], str] = {}
    for kind, run in runs:
        first.setdefault(kind, run)
    return list(first.values())


def _block(head: str, said: Iterable[str]) -> str:
    return "\n".join([head, *(f"  {line}" for text in said for line in text.splitlines())])


def _statements(store: Store, runs: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the answers of runs, given by their ids, in the order of the plan; and what they said, with how to repeat them."""
    for row in store.rows(COLUMNS, f"runs.id IN ({', '.join('?' * len(runs))})", list(runs)):
        of = dict(zip(COLUMNS, row, strict=True))
        yield of["answer"], _statement(of)


def _statement(of: dict[str, Any]) -> str:
    said = of["answer"] or of["termination"]
    if said != of["termination"]:
        said += ", a wrong answer" if of["termination"] == "wrong answer" else ", but too late"
    options = json.loads(of["options"]) | ({} if of["seed"] is None else {"seed": of["seed"]})
    runs = (each.run for each in solver_table() if each.name == of["solver"])
    places = [f"{run.__module__}:{run.__qualname__}" for run in runs if run.__module__.endswith(".py")]  # a function of a file
    words = ["--solver", *(places or [of["solver"]])]
    for name, value in options.items():
        words += ["--option", f"{name}={value if isinstance(value, str) else json.dumps(value)}"]
    for name in ("time_limit", "node_limit"):
        if of[name] is not None:
            words += [f"--{name.replace('_', '-')}", f"{of[name]:.15g}"]
    memory = "" if of["memory_limit"] is None else f", memory limit {of['memory_limit'] / 1e9:g} GB"
    lines = [
        ": ".join(filter(None, [f"{of['competitor']} on {of['problem']}", said, of["reason"]])),
        f"  {command_line(json.loads(of['document']), of['problem_id'], words)}",
        f"  run {of['id']}, version {of['version']}, {of['seconds']:.3g} s, {plural(of['nodes'], 'node')}{memory}",
    ]
    return printable("\n".join(lines))


def command_line(document: dict[str, Any], problem_id: str, words: Sequence[str]) -> str:
    """Return the command line of `solve.py` for a problem.

    Parameters
    ----------
    document : of the problem, as `NamedProblem.document` gives it.
    problem_id : its id.
    words : further options.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import NamedProblem
    >>> command_line(NamedProblem.on_board(Board.parse("...\\n.#."), start=(0, 0)).document, "12ab", ["--solver", "cp-sat"])
    "printf '%s\\\\n' ... '.#.' | python scripts/solve.py - --start 0,0 --solver cp-sat"
    """
    before, subject, after = "", document.get("board", document.get("graph", "")), ""
    kept = f"is kept in the store: the document of problem {problem_id}"
    if "board" not in document:
        if not is_graph_file(subject):
            subject, after = "GRAPH.col", f"  # the graph {subject} {kept}"
    elif len(subject) > LONG:
        subject, after = "BOARD.txt", f"  # the board text {kept}"
    elif Board.parse(subject).holes:
        before, subject = f"printf '%s\\n' {shlex.join(subject.splitlines())} | ", "-"
    arguments = [subject]
    if sorted(document.get("leaper", KNIGHT)) != sorted(KNIGHT):
        arguments += ["--leaper", "{},{}".format(*document["leaper"])]
    if document.get("wrap"):
        arguments += ["--wrap", document["wrap"]]
    for name in ("start", "end"):
        if document[name] is not None:
            arguments += [f"--{name}", square_text(document[name])]
    for step, square in document.get("steps", ()):
        arguments += ["--step", f"{step}={square_text(square)}"]
    arguments += ["--closed"] if document["closed"] else []
    return f"{before}python scripts/solve.py {shlex.join([*arguments, *words])}{after}"

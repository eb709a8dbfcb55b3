"""What single runs said of their problems, with the command line that repeats each of them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graphs.board import Board
from graphs.formats import is_graph_file
from graphs.leapers import KNIGHT
from solvers.comparison.problems import square_text
from solvers.comparison.store import Store

__all__ = ["Statement", "command_line", "statements_of"]

COLUMNS = (
    *("problem", "competitor", "solver", "answer", "termination", "reason", "id", "problem_id", "version", "options", "seed"),
    *("time_limit", "node_limit", "memory_limit", "nodes", "seconds", "document"),
)
LONG = 4_000
"""Characters of a board that a command line does not hold any more."""


@dataclass(frozen=True)
class Statement:
    """What one run said of its problem.

    Attributes
    ----------
    problem, competitor, solver : their names.
    answer : `found`, `impossible`, or empty.
    termination, reason : how the run ended, and why.
    command : the command line that repeats it.
    run, costs : the id of the run; its version, time, nodes and memory limit, in words.
    """

    problem: str
    competitor: str
    solver: str
    answer: str
    termination: str
    reason: str
    command: str
    run: str
    costs: str

    def __str__(self) -> str:
        said = self.answer or self.termination
        if said != self.termination:
            said += ", a wrong answer" if self.termination == "wrong answer" else ", but too late"
        head = f"{self.competitor} on {self.problem}: {said}" + (f": {self.reason}" if self.reason else "")
        return f"{head}\n  {self.command}\n  run {self.run}, {self.costs}"


def statements_of(store: Store, runs: Sequence[str]) -> tuple[Statement, ...]:
    """Return the statements of runs, given by their ids, in the order of the plan."""
    rows = store.each_row(COLUMNS, f"runs.id IN ({', '.join('?' * len(runs))})", list(runs))
    return tuple(_statement(dict(zip(COLUMNS, row, strict=True))) for row in rows)


def _statement(of: dict[str, Any]) -> Statement:
    options = json.loads(of["options"]) | ({} if of["seed"] is None else {"seed": of["seed"]})
    words = ["--solver", of["solver"]]
    for name, value in options.items():
        words += ["--option", f"{name}={value if isinstance(value, str) else json.dumps(value)}"]
    for name in ("time_limit", "node_limit"):
        if of[name] is not None:
            words += [f"--{name.replace('_', '-')}", f"{of[name]:.15g}"]
    memory = "" if of["memory_limit"] is None else f", memory limit {of['memory_limit'] / 1e9:g} GB"
    costs = f"version {of['version']}, {of['seconds']:.3g} s, {of['nodes']:,} nodes{memory}"
    command = command_line(json.loads(of["document"]), of["problem_id"], words)
    said = {name: of[name] for name in ("problem", "competitor", "solver", "answer", "termination", "reason")}
    return Statement(**said, command=command, run=of["id"], costs=costs)


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
    arguments += ["--closed"] if document["closed"] else []
    return f"{before}python scripts/solve.py {shlex.join([*arguments, *words])}{after}"

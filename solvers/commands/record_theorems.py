"""Which boards of each height have a tour, for every length, of each leaper: a theorem with certificates in each cell."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from math import gcd
from typing import Any, NamedTuple

from graphs.leapers import Leaper, leaper_name
from solvers import Budget, decide_height
from solvers.commands import command_line as cli
from solvers.commands import exits, files
from solvers.commands.certifying import write_height
from solvers.commands.endless import listed
from solvers.commands.waiting import waiting

SECONDS = 60
COMPARED = 1_000
"""Lengths up to which it is counted how many are unknown: an answer is kept where a new one knows no more."""


def add_theorems(tables: Any) -> None:
    """Add the table `theorems`."""
    parser = tables.add_parser(
        "theorems",
        help="which boards of each height have a tour, for every length",
        description=__doc__,
        epilog="The same command again makes only what is missing or unknown. "
        "Exit status: 0 all lengths are known, 3 some are not, 2 bad input.",
    )
    parser.add_argument("--out", metavar="DIR", required=True, help="folder of the page, index.html, and of the certificates")
    parser.add_argument("--leapers", metavar="SUM", type=cli.between(1, 20), default=7, help="largest a + b; default 7")
    cli.add(parser, "--time-limit", unset=f"{SECONDS}, for each height", default=SECONDS)
    parser.set_defaults(show=_make_table)


def _make_table(arguments: argparse.Namespace) -> int:
    """Make the theorems that are missing, then the page; print a line for each, and return the exit status."""
    from solvers.pages import theorems_page

    files.prepare_folder(arguments.out)
    budget, questions = Budget(arguments.time_limit), list(_questions(arguments.leapers))
    cells = {question: cell for question in questions if (cell := question.cell(arguments.out))}
    try:
        for question in questions:
            old = cells.get(question)
            if old is None or old["unknown"]:
                with waiting(budget.seconds):
                    answer = decide_height(question.rows, question.leaper, closed=question.closed, budget=budget)
                if old is None or _number(*answer.lengths(None)) < old["open"]:
                    write_height(os.path.join(arguments.out, question.name), answer, budget)
                    cells[question] = question.cell(arguments.out)
            print(question.told(cells[question]), flush=True)
    finally:
        files.write_text(os.path.join(arguments.out, "index.html"), theorems_page(cells))
    return exits.UNKNOWN if any(cell["unknown"] for cell in cells.values()) else exits.FOUND


class Question(NamedTuple):
    """A height of a leaper, and whether the tours are closed."""

    leaper: Leaper
    rows: int
    closed: bool

    @property
    def name(self) -> str:
        """The name of the folder with the certificates."""
        return f"{self.leaper[0]}_{self.leaper[1]}_{self.rows}xN_{'closed' if self.closed else 'open'}"

    def cell(self, out: str) -> Any:
        """Return what the index of the certificates says, as the page takes it; None where none is about this question."""
        asked = {"kind": "height", "rows": self.rows, "leaper": [*self.leaper], "closed": self.closed}
        try:
            with open(os.path.join(out, self.name, "index.json"), encoding="utf-8") as file:
                index = json.load(file)
            lengths: dict[Any, tuple[list[Any], list[Any]]] = {answer: ([], []) for answer in (True, False, None)}
            for answer, first, step in index["lengths"]:
                lengths[answer][step > 0].append((first, step) if step else first)
            told = {"some": listed(*lengths[True]), "unknown": listed(*lengths[None])}
            return {"folder": self.name, **told, "open": _number(*lengths[None])} if asked.items() <= index.items() else None
        except (OSError, ValueError, TypeError, LookupError, AttributeError):
            return None

    def told(self, cell: Any) -> str:
        """Return what a cell says, as a line."""
        what = f"{leaper_name(self.leaper)}, {self.rows}xN, {'closed' if self.closed else 'open'}"
        return f"{what}: {cell['some'] or 'none'}" + f"; unknown: {cell['unknown']}" * bool(cell["unknown"])


def _questions(most: int) -> Iterator[Question]:
    """Yield the heights of each leaper (a, b) with 0 < a < b whose moves join the squares of large boards."""
    leapers = ((a, total - a) for total in range(3, most + 1, 2) for a in range(1, (total + 1) // 2) if gcd(a, total) == 1)
    heights = ((each, rows) for each in leapers for rows in range(1, 2 * sum(each) + 1))
    return (Question(*height, closed) for height in heights for closed in (True, False))


def _number(single: Sequence[int], begins: Sequence[tuple[int, int]]) -> int:
    """Return how many of the first lengths these are."""
    return len({*single, *(length for first, step in begins for length in range(first, COMPARED, step))})

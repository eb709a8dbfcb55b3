"""Decide for each leaper and number of rows for which numbers of columns a tour exists, and write certificates."""

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
from solvers.commands import exits, parsing
from solvers.commands.certifying import write_height
from solvers.commands.waiting import waiting
from solvers.existence import pages
from solvers.existence.views import lengths_text

SECONDS = 60
COMPARED = 1_000
"""A new answer replaces the stored one if it leaves fewer lengths below this limit unknown."""


def add_theorems(tables: Any) -> None:
    """Add the subcommand `theorems`, which decides for each number of rows for which numbers of columns a tour exists.

    Parameters
    ----------
    tables : object
        The subparsers of `records`.
    """
    parser = tables.add_parser(
        "theorems",
        help="for each leaper and number of rows, decide which numbers of columns have a tour",
        description=__doc__,
        epilog="Rerun the command to decide missing or partly unknown answers. "
        "Exit status: 0 all answers are known, 2 bad input, 3 some are unknown.",
    )
    parser.add_argument("--out", metavar="DIR", required=True, help="folder for the page (index.html) and the certificates")
    parser.add_argument(
        "--leapers",
        metavar="SUM",
        type=parsing.between(1, 20),
        default=7,
        help="use all leapers (a, b) with a + b <= SUM (default: 7)",
    )
    parsing.add(parser, "--time-limit", more="; each number of rows is one answer", unset=f"{SECONDS}", default=SECONDS)
    parser.set_defaults(show=_make_table)


def _make_table(arguments: argparse.Namespace) -> int:
    """Decide each question without a stored answer, or with unknown lengths. Write the page, and return the exit status."""
    cli.prepare_folder(arguments.out)
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
            print(question.line(cells[question]), flush=True)
    finally:
        cli.write_text(os.path.join(arguments.out, "index.html"), pages.theorems_page(cells))
    return exits.UNKNOWN if any(cell["unknown"] for cell in cells.values()) else exits.FOUND


class Question(NamedTuple):
    """A question of the table: for which numbers of columns a board with `rows` rows has a tour of a leaper."""

    leaper: Leaper
    rows: int
    closed: bool

    @property
    def name(self) -> str:
        """Name of the folder with the certificates of the answer."""
        return f"{self.leaper[0]}_{self.leaper[1]}_{self.rows}xN_{'closed' if self.closed else 'open'}"

    def cell(self, out: str) -> Any:
        """Return the stored answer to this question.

        Parameters
        ----------
        out : str
            The folder that contains the folders of all questions.

        Returns
        -------
        dict or None
            The answer as texts for the table in `index.html`. The entry `open` is the number of lengths below `COMPARED` for
            which the answer is unknown.
            None if the folder of the question contains no valid index of certificates.
        """
        question = {"kind": "height", "rows": self.rows, "leaper": [*self.leaper], "closed": self.closed}
        try:
            with open(os.path.join(out, self.name, "index.json"), encoding="utf-8") as file:
                index = json.load(file)
            lengths: dict[Any, tuple[list[Any], list[Any]]] = {answer: ([], []) for answer in (True, False, None)}
            for answer, first, step in index["lengths"]:
                lengths[answer][step > 0].append((first, step) if step else first)
            texts = {"some": lengths_text(*lengths[True]), "unknown": lengths_text(*lengths[None])}
            return (
                {"folder": self.name, **texts, "open": _number(*lengths[None])} if question.items() <= index.items() else None
            )
        except (OSError, ValueError, TypeError, LookupError, AttributeError):
            return None

    def line(self, cell: Any) -> str:
        """Return an answer as one line of text.

        Parameters
        ----------
        cell : dict
            The answer, as the method `cell` returns it.

        Returns
        -------
        str
            The text.
        """
        what = f"{leaper_name(self.leaper)}, {self.rows}xN, {'closed' if self.closed else 'open'}"
        return f"{what}: {cell['some'] or 'none'}" + f"; unknown: {cell['unknown']}" * bool(cell["unknown"])


def _questions(most: int) -> Iterator[Question]:
    """Yield the questions for all leapers with 0 < a < b and a + b <= `most` that can reach every square of a large board."""
    leapers = ((a, total - a) for total in range(3, most + 1, 2) for a in range(1, (total + 1) // 2) if gcd(a, total) == 1)
    heights = ((each, rows) for each in leapers for rows in range(1, 2 * sum(each) + 1))
    return (Question(*height, closed) for height in heights for closed in (True, False))


def _number(single: Sequence[int], begins: Sequence[tuple[int, int]]) -> int:
    """Count the lengths in `single`, and those below `COMPARED` in the progressions `begins`: pairs (first length, step)."""
    return len({*single, *(length for first, step in begins for length in range(first, COMPARED, step))})

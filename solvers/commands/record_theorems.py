"""Which boards of each height have a tour, for every length, of each leaper: a theorem with certificates in each cell."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from math import gcd
from typing import Any

from graphs.leapers import Leaper, leaper_name
from solvers import Budget, decide_height
from solvers.commands import command_line as cli
from solvers.commands import exits, files
from solvers.commands.certifying import write_height
from solvers.commands.endless import listed
from solvers.commands.waiting import waiting

SECONDS = 60


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
    cli.add(parser, "--time-limit", unset=f"{SECONDS}, for each height")
    parser.set_defaults(show=_make_table)


def _make_table(arguments: argparse.Namespace) -> int:
    """Make the theorems that are missing, then the page; print a line for each, and return the exit status."""
    from solvers.pages import theorems_page

    files.prepare_folder(arguments.out)
    seconds = arguments.time_limit or SECONDS
    cells: dict[tuple[Leaper, int, bool], Any] = {}
    try:
        for leaper, rows, closed in _questions(arguments.leapers):
            name = f"{leaper[0]}_{leaper[1]}_{rows}xN_{'closed' if closed else 'open'}"
            folder = os.path.join(arguments.out, name)
            index = _index(folder)
            if index is None or _told(index, None) is not None:
                with waiting(seconds):
                    answer = decide_height(rows, leaper, closed=closed, budget=Budget(seconds))
                write_height(folder, answer, Budget(seconds))
                index = _index(folder)
            some, unknown = _told(index, True), _told(index, None)
            cells[leaper, rows, closed] = {"folder": name, "some": some, "unknown": unknown}
            what = f"{leaper_name(leaper)}, {rows}xN, {'closed' if closed else 'open'}"
            print(f"{what}: {some or 'none'}" + f"; unknown: {unknown}" * bool(unknown), flush=True)
    except KeyboardInterrupt:
        return exits.INTERRUPTED
    finally:
        files.write_text(os.path.join(arguments.out, "index.html"), theorems_page(cells))
    return exits.UNKNOWN if any(cell["unknown"] for cell in cells.values()) else exits.FOUND


def _questions(most: int) -> Iterator[tuple[Leaper, int, bool]]:
    """Yield the heights of each leaper whose moves join the squares of large boards, and whether the tours are closed."""
    leapers = ((a, total - a) for total in range(1, most + 1, 2) for a in range((total + 1) // 2) if gcd(a, total) == 1)
    return ((each, rows, closed) for each in leapers for rows in range(1, 2 * sum(each) + 1) for closed in (True, False))


def _index(folder: str) -> Any:
    """Return the index of the certificates in a folder; None where there is none."""
    try:
        with open(os.path.join(folder, "index.json"), encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def _told(index: Any, answer: bool | None) -> str | None:
    """Return the lengths for which an index has this answer, in words; None where there are none."""
    lengths = [(first, step) for known, first, step in index["lengths"] if known is answer]
    return listed([first for first, step in lengths if not step], [each for each in lengths if each[1]])

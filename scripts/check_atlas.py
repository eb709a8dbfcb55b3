"""check.py --boards 3..30 --square --leapers 9: the atlas of leapers, decided, kept and shown."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext

import command_line as cli
from check_answers import collected, count_unknown, executor_for, exit_status
from solvers import Budget, Verdict
from solvers.existence import atlas_views as views
from solvers.existence.atlas import AtlasPage, Place, connectable_leapers, each_page
from solvers.existence.atlas_file import AtlasFile

__all__ = ["atlas"]


def atlas(arguments: argparse.Namespace, budget: Budget) -> int:
    """Decide the pages that are not kept yet, show all, and return the exit status."""
    places = [(leaper, board) for board in arguments.boards for leaper in connectable_leapers(arguments.leapers)]
    found: list[AtlasPage] = []
    with _kept(arguments.out) as kept, executor_for(arguments) as executor, cli.progress("boards", len(places)) as advance:
        done = {} if kept is None else kept.pages
        deciding = each_page([place for place in places if place not in done], budget=budget, executor=executor)
        known = [done[place] for place in places if place in done]
        stopped = collected(_noted(known, deciding, kept, advance), found)
    place_of: dict[Place, int] = {place: number for number, place in enumerate(places)}
    found.sort(key=lambda page: place_of[page.leaper, page.board])
    _show(arguments, found)
    if len(found) < len(places):
        cli.say(f"{len(places) - len(found)} boards are left open")
    verdicts = [verdict for page in found for verdict in _answers(page, arguments.closed)]
    return exit_status(stopped, count_unknown(verdicts), any(verdict.exists for verdict in verdicts))


def _kept(folder: str | None) -> AbstractContextManager[AtlasFile | None]:
    return nullcontext() if folder is None else AtlasFile(folder)


def _noted(
    known: list[AtlasPage], deciding: Iterator[AtlasPage], kept: AtlasFile | None, advance: Callable[..., None]
) -> Iterator[AtlasPage]:
    """Yield the pages that are known and then those that are decided; keep these, and move the bar on."""
    for page in known:
        advance(_word(page))
        yield page
    for page in deciding:
        if kept is not None:
            kept.add(page)
        advance(_word(page))
        yield page


def _word(page: AtlasPage) -> str:
    return views.best_answer(page).replace("open-or-closed", "open")


def _answers(page: AtlasPage, closed: bool) -> list[Verdict]:
    return [page.closed] if closed else [page.open, page.closed]


def _show(arguments: argparse.Namespace, found: list[AtlasPage]) -> None:
    closed = arguments.closed
    if arguments.json:
        cli.print_json(views.atlas_document(found, closed=closed))
    elif arguments.svg is not None:
        cli.write_text(arguments.svg, views.atlas_svg(found, closed=closed))
    elif arguments.html is not None:
        from solvers.comparison.page import atlas_page

        cli.write_text(arguments.html, atlas_page(found, closed=closed))
    elif arguments.csv:
        rows = views.atlas_rows(found, closed=closed)
        writer = csv.DictWriter(sys.stdout, list(rows[0]) if rows else [])
        writer.writeheader()
        writer.writerows(rows)
    else:
        print(views.atlas_text(found, closed=closed))

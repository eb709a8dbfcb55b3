"""check.py --boards 3..30 --square --leapers 9: the atlas of leapers, decided, kept and shown."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import chain

from solvers import Budget, Problem
from solvers.commands import command_line as cli
from solvers.commands.certifying import Certificates, full_name_of
from solvers.commands.check_answers import collected, count_unknown, executor_for, exit_status, print_csv
from solvers.existence import atlas_views as views
from solvers.existence.atlas import AtlasPage, connectable_leapers, each_page
from solvers.existence.atlas_file import AtlasFile

__all__ = ["atlas"]


def atlas(arguments: argparse.Namespace, budget: Budget) -> int:
    """Decide the pages that are not kept yet, show all, and return the exit status."""
    closed = arguments.closed
    places = [(leaper, board) for board in arguments.boards for leaper in connectable_leapers(arguments.leapers)]
    found: list[AtlasPage] = []
    certificates = None if arguments.certificate is None else Certificates(arguments.certificate, budget)
    with _kept(arguments.out) as kept, executor_for(arguments) as executor, cli.progress("boards", len(places)) as advance:
        known = {} if kept is None else kept.pages
        settled = {place: known[place] for place in places if place in known and _is_settled(known[place], closed)}
        left = [place for place in places if place not in settled]
        deciding = each_page(left, known=known, closed=closed, budget=budget, executor=executor)
        pages = _certified(chain(settled.values(), _kept_too(deciding, kept)), certificates, closed)
        stopped = collected(_counted(pages, advance, closed), found)
    number_of = {place: number for number, place in enumerate(places)}
    found.sort(key=lambda page: number_of[page.leaper, page.board])
    _show(arguments, found)
    if certificates is not None:
        certificates.say_missing()
    if len(found) < len(places):
        cli.say(f"{len(places) - len(found)} boards are left open")
    verdicts = [verdict for page in found for _, verdict in views.verdicts_of(page, closed=closed)]
    return exit_status(stopped, count_unknown(verdicts), any(verdict.exists for verdict in verdicts))


def _kept(folder: str | None) -> AbstractContextManager[AtlasFile | None]:
    return nullcontext() if folder is None else AtlasFile(folder)


def _is_settled(page: AtlasPage, closed: bool) -> bool:
    return all(verdict.exists is not None for _, verdict in views.verdicts_of(page, closed=closed))


def _kept_too(pages: Iterable[AtlasPage], kept: AtlasFile | None) -> Iterator[AtlasPage]:
    for page in pages:
        if kept is not None:
            kept.add(page)
        yield page


def _certified(pages: Iterable[AtlasPage], certificates: Certificates | None, closed: bool) -> Iterator[AtlasPage]:
    """Yield the pages, and write the certificates of each after it: whoever stops a long search for a proof has the page."""
    for page in pages:
        yield page
        if certificates is not None:
            for name, verdict in views.verdicts_of(page, closed=closed):
                problem = Problem.on_board(page.board, page.leaper, closed=name == "closed")
                certificates.add(full_name_of(problem), problem, verdict)


def _counted(pages: Iterable[AtlasPage], advance: Callable[..., None], closed: bool) -> Iterator[AtlasPage]:
    """Yield the pages, and move the bar on after each."""
    for page in pages:
        yield page
        advance(views.answer_of(page, closed).replace("open-or-closed", "open"))


def _show(arguments: argparse.Namespace, found: list[AtlasPage]) -> None:
    closed = arguments.closed
    if arguments.json:
        cli.print_json(views.atlas_document(found, closed=closed))
    elif arguments.svg is not None:
        cli.write_text(arguments.svg, views.atlas_svg(found, closed=closed))
    elif arguments.html is not None:
        from solvers.pages import atlas_page

        cli.write_text(arguments.html, atlas_page(found, closed=closed))
    elif arguments.csv:
        print_csv(views.atlas_rows(found, closed=closed))
    else:
        print(views.atlas_text(found, closed=closed))

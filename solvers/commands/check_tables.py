"""check.py --boards: the table of one leaper, or with --leapers the atlas of many, decided, kept and shown."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import islice
from typing import Any

from graphs.leapers import KNIGHT
from solvers import BoardVerdicts, Budget, Problem
from solvers.commands import command_line as cli
from solvers.commands import files
from solvers.commands.certifying import Certificates, full_name_of, write_certificates
from solvers.commands.check_answers import collected, each_answer, executor_for, exit_status, print_csv
from solvers.commands.waiting import waiting
from solvers.existence import views
from solvers.existence.atlas_file import AtlasFile
from solvers.existence.decision import WORDS
from solvers.existence.tables import connectable_leapers, each_cell, with_starts, with_tours

__all__ = ["check_atlas", "check_table"]


def check_table(arguments: argparse.Namespace, budget: Budget) -> int:
    """Decide every board for one leaper, show all, and return the exit status."""
    leaper, found = arguments.leaper or KNIGHT, list[tuple[int, BoardVerdicts]]()
    begun = [BoardVerdicts(leaper, board) for board in arguments.boards]
    with waiting(arguments.time_limit), executor_for(arguments) as executor:
        stopped = collected(each_cell(begun, partial(with_starts, budget=budget), executor), found)
    cells = [cell for _, cell in sorted(found, key=lambda numbered: numbered[0])]
    _show(arguments, cells)
    maps = {cell.board: cell.starts for cell in cells if cell.starts is not None}
    for board, starts in maps.items() if arguments.certificate is not None else ():
        answers = islice(each_answer(Problem.on_board(board, leaper), starts), 1 if arguments.closed else None)
        write_certificates(os.path.join(arguments.certificate, f"{board.rows}x{board.cols}"), answers, budget)
    if stopped:
        cli.say(f"{len(begun) - len(found)} boards are left open")
        return exit_status(stopped, [])
    verdicts = [starts.closed for starts in maps.values()]
    if not arguments.closed:
        verdicts += [verdict for starts in maps.values() for verdict in starts.values()]
    return exit_status(None, verdicts)


def check_atlas(arguments: argparse.Namespace, budget: Budget) -> int:
    """Decide the cells that are not kept yet, show all, and return the exit status."""
    closed = arguments.closed
    places = [(leaper, board) for board in arguments.boards for leaper in connectable_leapers(arguments.leapers)]
    found: list[BoardVerdicts] = []
    certificates = None if arguments.certificate is None else Certificates(arguments.certificate, budget)
    keeping = nullcontext() if arguments.out is None else AtlasFile(arguments.out)
    with keeping as kept, executor_for(arguments) as executor, cli.progress("boards", len(places)) as advance:
        begun = [(kept and kept.cells.get(place)) or BoardVerdicts(*place) for place in places]
        begun.sort(key=lambda cell: None in (cell.closed, closed or cell.open))  # what is kept comes first
        cells = each_cell(begun, partial(with_tours, budget=budget, closed=closed), executor)
        stopped = collected(_followed_up(cells, kept, certificates, closed, advance), found)
    number_of = {place: number for number, place in enumerate(places)}
    found.sort(key=lambda cell: number_of[cell.leaper, cell.board])
    _show(arguments, found)
    if certificates is not None:
        certificates.say_missing()
    if len(found) < len(places):
        cli.say(f"{len(places) - len(found)} boards are left open")
    return exit_status(stopped, (verdict for cell in found for verdict in cell.verdicts(closed).values()))


def _followed_up(
    cells: Iterable[tuple[int, BoardVerdicts]],
    kept: AtlasFile | None,
    certificates: Certificates | None,
    closed: bool,
    advance: Callable[..., None],
) -> Iterator[BoardVerdicts]:
    """Yield the cells, and write the certificates of each after it: whoever stops a long search for a proof has the cell."""
    for _, cell in cells:
        if kept is not None:
            kept.add(cell)
        yield cell
        for name, verdict in cell.verdicts(closed).items():
            if certificates is not None:
                problem = Problem.on_board(cell.board, cell.leaper, closed=name == "closed")
                certificates.add(full_name_of(problem), problem, verdict)
        advance(cell.answer(closed).replace("open-or-closed", "open"))


def _show(arguments: argparse.Namespace, cells: list[BoardVerdicts]) -> None:
    closed, is_atlas = arguments.closed, arguments.leapers is not None
    if arguments.json and is_atlas:
        cli.print_json(views.atlas_document(cells, closed=closed))
    elif arguments.json:
        cli.print_json({"leaper": arguments.leaper or KNIGHT, "boards": views.table_rows(cells, closed=closed)})
    elif arguments.svg is not None:
        files.write_text(arguments.svg, (views.atlas_svg if is_atlas else views.table_svg)(cells, closed=closed))
    elif arguments.html is not None:
        from solvers.pages import table_page

        files.write_text(arguments.html, table_page(cells, closed=closed))
    elif arguments.csv:
        print_csv(views.table_rows(cells, closed=closed))
    elif is_atlas:
        print(views.atlas_text(cells, closed=closed))
    else:
        _print_table(views.table_rows(cells, closed=closed), closed)


def _print_table(rows: Sequence[Mapping[str, Any]], closed: bool) -> None:
    for row in rows:
        answers = [f"{key} {WORDS[row[key]]:<8}" for key in ("open", "closed") if key in row]
        starts = "" if closed else views.in_words(row["starts"], row["starts_unknown"], row["squares"])
        print(f"{row['board']:<8} {' '.join(answers)}{starts}".rstrip())
    if not closed:
        noes, searched = (sum(row[key] for row in rows) for key in ("noes", "noes_by_search"))
        print(f"{noes} answers are no: {noes - searched} for a reason that can be checked by hand, {searched} by search alone")

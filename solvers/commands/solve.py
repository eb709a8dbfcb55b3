"""Find a knight's tour, or check one that was made elsewhere."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any

from graphs.board import Board
from graphs.errors import FormatError, InvalidTour
from graphs.formats import GRAPH_FORMATS, format_tour, is_graph_file, parse_tour
from graphs.formats.shared import vertices_in_order
from graphs.loading import clock
from graphs.notation import respelled
from graphs.text import plural, square_text, tour_text
from graphs.tour import Tour
from solvers import (
    Budget,
    BudgetSpent,
    Problem,
    Result,
    Status,
    enumerate_tours,
    record_search,
    solve,
    solver_table,
    watch_remarks,
)
from solvers.commands import command_line as cli
from solvers.commands import exits, files
from solvers.commands.certifying import check_certificates, write_certificates
from solvers.commands.listing import add_listing, check_listing, list_all
from solvers.commands.replay import show_search
from solvers.commands.waiting import waiting
from solvers.registry import get_solver
from solvers.solving import DEFAULT, require_ability

EXIT = {Status.FOUND: exits.FOUND, Status.IMPOSSIBLE: exits.IMPOSSIBLE, Status.UNKNOWN: exits.UNKNOWN}
TOUR = ".tour"
ENDINGS = (TOUR, *GRAPH_FORMATS)
"""How the files of --export end."""
BLOCK = 1 << 16
"""Squares of a large tour that are turned into text at a time."""

BESIDE = {
    "--list-solvers": "list_solvers json",
    "--verify": "verify board leaper wrap start end step closed json svg animate export cnf",
    "--unique": "unique board leaper wrap start end step closed solver option time_limit node_limit json format",
    "a graph file": (
        "verify board start end step closed solver option time_limit node_limit json format certificate export cnf all limit "
        "unique"
    ),
}
"""The options that have an effect where not all of them have."""


def main() -> int:
    """Find a tour, list all, or check one; show the answer, and return the exit status."""
    arguments = _parser().parse_args()
    if arguments.animate and arguments.svg is None:
        raise FormatError("--animate needs --svg FILE, the picture that draws itself")
    for mode in BESIDE:
        if getattr(arguments, mode[2:].replace("-", "_"), None) not in (None, False):
            cli.check_together(arguments, mode, BESIDE)
    if arguments.list_solvers:
        return _list_solvers(arguments.json)
    options = dict(arguments.option)
    if len(options) < len(arguments.option):
        raise FormatError("an option of the solver is given twice: give each --option once", arguments.option)
    check_listing(arguments)
    _check_exports(arguments)
    problem = _problem(arguments)
    check_certificates(arguments.certificate, [problem])
    _export_problem(arguments, problem)
    if arguments.verify is not None:
        return _verify(arguments, problem)
    if arguments.all:
        return list_all(arguments, problem)
    budget = Budget(arguments.time_limit, arguments.node_limit)
    started = clock()
    solver, chess = DEFAULT if arguments.solver is None else arguments.solver, cli.in_chess(arguments, problem.board)
    if arguments.unique and arguments.solver is not None:
        require_ability(get_solver(solver), "enumerates", "cannot enumerate tours")
    if arguments.watch == "-" and not cli.fits_terminal(problem.board):
        raise FormatError("--watch - plays on a terminal, and this board is wider: name a file, such as search.html", "--watch")
    with watch_remarks(cli.say), waiting(arguments.time_limit):
        if arguments.watch is None:
            result = solve(problem, solver, budget=budget, **options)
        else:
            recording = record_search(problem, solver, budget=budget, **options)
            result = recording.result
    result = replace(result, reason=respelled(result.reason, chess))
    if arguments.unique:
        return _show_whether_unique(arguments, problem, result, budget)
    _show(arguments, problem, result)
    if arguments.watch is not None:
        show_search(recording, arguments.watch, chess=chess is not None)
    _export_tour(arguments.export, problem, result.tour)
    write_certificates(arguments.certificate, [(problem, result)], budget, started)
    return EXIT[result.status]


def _parser() -> cli.Parser:
    parser = cli.Parser(
        description=__doc__,
        epilog="Exit status: 0 found, 1 proven impossible, 3 unknown within the budget, 2 bad input.",
    )
    cli.add(parser, "board", nargs="?")
    cli.add(parser, "--leaper", "--wrap", "--start", "--end", "--step", "--closed")
    parser.add_argument(
        "--solver",
        metavar="NAME",
        help=f"see --list-solvers, or a function of yours, path/to/file.py:function; default {DEFAULT}",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=cli.option,
        metavar="K=V",
        help="an option of the solver, such as move_order=clockwise",
    )
    parser.add_argument("--list-solvers", action="store_true", help="print the table of solvers")
    cli.add(parser, "--time-limit", "--node-limit", unset="no limit")
    cli.add(parser, "--certificate")
    kinds = f": the tour ({TOUR}) or the graph ({', '.join(GRAPH_FORMATS)}); may come several times"
    cli.add(parser, "--export", more=kinds, action="append", default=[])
    parser.add_argument(
        "--cnf", metavar="FILE", help="write clauses for a SAT solver, in the format DIMACS, whose models are tours"
    )
    shown = parser.add_mutually_exclusive_group()
    cli.add(shown, "--json", "--svg")
    forms = ("grid", "squares", "summary", "jsonl")
    unset = "grid, as far as it fits the terminal, else summary; for a list see below"
    cli.add(shown, "--format", choices=forms, more=f": {', '.join(forms)}", unset=unset)
    parser.add_argument(
        "--animate",
        action="store_true",
        help="with --svg: the picture draws itself in a browser; a click pauses it, another one goes on",
    )
    parser.add_argument(
        "--unique", action="store_true", help=f"exit with 0 if exactly one tour exists, 1 if not, 3 if unknown. {cli.NUMBERED}"
    )
    parser.add_argument(
        "--watch",
        metavar="FILE.html",
        help="write a page that replays the search of a watchable solver step by step (- plays it on the terminal)",
    )
    parser.add_argument(
        "--verify", metavar="FILE", help="check the tour in FILE (grid, squares, JSON, .tour; - for standard input)"
    )
    add_listing(parser)
    return parser


def _problem(arguments: argparse.Namespace) -> Problem:
    name = arguments.board
    if name is None:
        raise FormatError("no BOARD is given: write rows x columns, such as 8x8")
    if name == arguments.verify == "-":
        raise FormatError("the board and the tour cannot both be read from standard input: name a file for one of them")
    if is_graph_file(name):
        cli.check_together(arguments, "a graph file", BESIDE)
        if arguments.format == "grid":
            raise FormatError("a graph file has no board to draw: use --format squares")
    return cli.read_problem(arguments)


def _verify(arguments: argparse.Namespace, problem: Problem) -> int:
    text = files.read_input(arguments.verify)
    tour = fault = None
    try:
        graph = None if problem.board is not None else problem.graph
        tour = problem.verify(parse_tour(text, closed=problem.closed, board=problem.board, graph=graph))
        answer = f"{'a closed' if problem.closed else 'an open'} tour of {problem.words.some(len(tour))}"
    except InvalidTour as invalid:
        fault = exits.shortened(str(invalid))
        answer = f"not a tour: {fault}"
    _export_tour(arguments.export, problem, tour)
    if arguments.json:
        cli.print_json(_asked(arguments, problem) | {"verified": fault is None, "reason": fault})
    else:
        if arguments.svg is not None:
            cli.draw_tour(arguments, tour, problem)
        (cli.tell if arguments.svg == "-" else print)(answer)
    return exits.FOUND if fault is None else exits.IMPOSSIBLE


def _show(arguments: argparse.Namespace, problem: Problem, result: Result) -> None:
    tour, board = result.tour, problem.board
    if arguments.json:
        document = _asked(arguments, problem) | {
            "solver": result.solver,
            "options": dict(result.options),
            "status": result.status.value,
            "reason": result.reason,
            "nodes": result.nodes,
            "seconds": round(result.seconds, 6),
        }
        if tour is None:
            cli.print_json(document | {"tour": None})
        else:
            cli.print_json_list(document, "tour", _blocks(tour, board))
        return
    form, summary = "summary", _summary(problem, result)
    if arguments.svg is not None:
        cli.draw_tour(arguments, tour, problem)
    elif tour is not None:
        form = _print_tour(arguments, tour, board)
    (print if form == "summary" and arguments.svg != "-" else cli.tell)(summary)


def _show_whether_unique(arguments: argparse.Namespace, problem: Problem, result: Result, budget: Budget) -> int:
    """Look for a second tour, show the two or the only one, and return the exit status.

    The solver is that of the user, or the default of `enumerate_tours`.
    """
    tours, told, status = [result.tour] if result.tour else [], f"{result.status.value}: {result.reason}", EXIT[result.status]
    if tours:
        try:
            with waiting(arguments.time_limit):
                found = enumerate_tours(problem, arguments.solver, budget=budget, **result.options if arguments.solver else {})
                first, has_reverse = next(found), not (problem.closed or problem.where)
                others = (tour for tour in found if not (has_reverse and tour.squares == first.squares[::-1]))
                tours = [first, *islice(others, 1)]
            status = exits.FOUND if len(tours) == 1 else exits.IMPOSSIBLE
            told = "not unique: there are two tours at least" if status else "unique: the only tour"
            if problem.closed and len({frozenset(map(frozenset, pairwise([*each, each[0]]))) for each in tours}) < len(tours):
                told += ", here two numbered grids of one cycle, in opposite directions"
        except BudgetSpent as spent:
            status, told = exits.UNKNOWN, f"unknown: {spent} after one tour"
    if arguments.json:
        unique, squares = None if status == exits.UNKNOWN else not status, [each.squares for each in tours]
        cli.print_json(_asked(arguments, problem) | {"unique": unique, "reason": told, "tours": squares})
        return status
    form = "summary"
    for tour in tours:
        if (form := _print_tour(arguments, tour, problem.board)) != "summary":
            print()
    (print if form == "summary" else cli.tell)(told)
    return status


def _print_tour(arguments: argparse.Namespace, tour: Tour, board: Board | None) -> str:
    """Print a tour, and return the name of its format."""
    form: str = arguments.format or _fitting(board)
    if form == "grid":
        print(tour_text(tour))
    elif form == "squares":
        for block in _blocks(tour, board):
            print("\n".join(map(square_text, block)))
    return form


def _fitting(board: Board | None) -> str:
    """Return the format of a tour for which the user names none."""
    if board is None:
        return "squares"
    if cli.fits_terminal(board):
        return "grid"
    cli.say("the grid is wider than the terminal: --format grid prints it")
    return "summary"


def _blocks(tour: Tour, board: Board | None) -> Iterator[Sequence[Any]]:
    """Yield the squares of a tour in blocks, so that those of a large one are never all in memory as Python's objects."""
    squares = tour.squares if board is None or len(tour) <= BLOCK else tour.array()
    for first in range(0, len(squares), BLOCK):
        block = squares[first : first + BLOCK]
        yield block if isinstance(block, tuple) else block.tolist()


def _summary(problem: Problem, result: Result) -> str:
    reason = f" ({result.reason})" if result.reason else ""
    return (
        f"{result.solver}: {result.status.value}{reason}, {problem.words.some(problem.size)}, "
        f"{plural(result.nodes, 'node')}, {result.seconds:.3f} s"
    )


def _asked(arguments: argparse.Namespace, problem: Problem) -> dict[str, Any]:
    return cli.document_head(arguments.board, problem) | problem.ends


def _check_exports(arguments: argparse.Namespace) -> None:
    """Refuse files that cannot be written, before the work begins."""
    for path in arguments.export:
        if _ending(path) not in ENDINGS:
            raise FormatError(f"argument --export: {path!r} must end in one of {', '.join(ENDINGS)}", path)
    for path in (*arguments.export, arguments.svg, arguments.cnf, arguments.watch):
        files.check_writable(path)
    if arguments.cnf == "-":
        raise FormatError("argument --cnf: the answer goes to standard output, and the clauses need a file", arguments.cnf)
    if arguments.watch == "-" and not sys.stderr.isatty():
        raise FormatError("--watch - plays the search on a terminal, and there is none: name a file, such as search.html")


def _export_problem(arguments: argparse.Namespace, problem: Problem) -> None:
    """Write the graph and the clauses of a problem to the files that the user names for them."""
    if any(_ending(path) == TOUR for path in arguments.export) and problem.board is not None:
        vertices_in_order(problem.board)  # refuses a board that is too large before the search
    for path in arguments.export:
        if _ending(path) in GRAPH_FORMATS:
            files.write_text(path, GRAPH_FORMATS[_ending(path)].format(problem.graph))
    if arguments.cnf is not None:
        from solvers.existence.tour_formula import tour_formula

        files.write_text(arguments.cnf, tour_formula(problem))


def _export_tour(paths: Sequence[str], problem: Problem, tour: Tour | None) -> None:
    """Write a tour to the files that the user names for it, or say that there is none."""
    for path in paths:
        if _ending(path) != TOUR:
            continue
        if tour is None:
            cli.say(f"there is no tour, and {path} is not written")
        else:
            files.write_text(path, format_tour(tour, problem.graph if problem.board is None else problem.board))


def _ending(path: str) -> str:
    return os.path.splitext(path)[1]


def _list_solvers(as_json: bool) -> int:
    marks = ("exact", "closed", "fixed_end", "steps", "enumerates", "watchable", "seeded", "needs_board")
    if as_json:
        names = ("name", "summary", *marks, "options", "reference")
        table = [{name: getattr(each, name) for name in names} | {"available": not each.missing} for each in solver_table()]
        cli.print_json(table)
        return exits.FOUND
    for each in solver_table():
        able = ", ".join(mark.replace("_", " ") for mark in marks if getattr(each, mark))
        here = f"\n    not installed: {', '.join(each.missing)}" if each.missing else ""
        options = ", ".join(f"{key}={value}" for key, value in each.options.items()) or "none"
        print(f"{each.name}\n    {each.summary}\n    {able}\n    options: {options}{here}\n    {each.reference}")
    return exits.FOUND

"""Find a knight's tour, or verify a tour in a file."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise
from typing import Any

from graphs.board import Board
from graphs.errors import FormatError, InvalidTour
from graphs.formats import GRAPH_FORMATS, format_tour, is_graph_file, parse_tour
from graphs.formats.vertex_numbers import vertices_in_order
from graphs.loading import clock
from graphs.notation import respell, spelled
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
from solvers.commands import exits, parsing
from solvers.commands.certifying import check_certificates, write_certificates
from solvers.commands.listing import add_listing, check_format, list_all
from solvers.commands.puzzles import add_puzzles, make_puzzles
from solvers.commands.replay import show_search, until_ctrl_c
from solvers.commands.waiting import waiting
from solvers.core.registry import ABILITIES, get_solver
from solvers.solving.solve import DEFAULT, require_ability

EXIT = {Status.FOUND: exits.FOUND, Status.IMPOSSIBLE: exits.IMPOSSIBLE, Status.UNKNOWN: exits.UNKNOWN}
TOUR = ".tour"
ENDINGS = (TOUR, *GRAPH_FORMATS)
"""The file name extensions that --export accepts."""
BLOCK = 1 << 16
"""Number of squares of a tour that are converted to Python objects at a time, to save memory."""

MODES = {
    "list_solvers": "json",
    "verify": "board leaper wrap start end step squares closed json svg animate export cnf",
    "unique": "board leaper wrap start end step squares closed solver option time_limit node_limit json format",
    "all": "board leaper wrap start end step closed time_limit node_limit format limit up_to_symmetry self_symmetric",
    "count": "puzzle board leaper wrap squares closed seed clues time_limit node_limit json html",
    "puzzle": "board leaper wrap squares closed seed clues count time_limit node_limit json svg html",
}
"""Options that exclude most others, each with the names of the options that it allows, separated by spaces."""
NEEDS = {"animate": "svg"} | dict.fromkeys(("limit", "up_to_symmetry", "self_symmetric"), "all")
NEEDS |= dict.fromkeys(("seed", "clues", "count", "html"), "puzzle")
GRAPH_FILE = (
    "verify board start end step closed solver option time_limit node_limit json format certificate export cnf all limit unique"
)
"""The names of the options that have an effect if BOARD is a graph file, separated by spaces."""


def main() -> int:
    """Find a tour, list all tours, or verify a tour, and print the answer.

    Returns
    -------
    int
        The exit status.
    """
    arguments = _parser().parse_args()
    parsing.check_options(arguments, MODES, NEEDS)
    if arguments.list_solvers:
        return _list_solvers(arguments.json)
    options = dict(arguments.option)
    if len(options) < len(arguments.option):
        keys = ", ".join(key for key, count in Counter(key for key, _ in arguments.option).items() if count > 1)
        raise FormatError(f"solver option {keys} is given twice: write --option K=V once per option", arguments.option)
    check_format(arguments)
    problem = _problem(arguments)
    check_certificates(arguments.certificate, [problem])
    _export_problem(arguments, problem)
    if arguments.verify is not None:
        return _verify(arguments, problem)
    if arguments.all:
        return list_all(arguments, problem)
    if arguments.puzzle:
        return make_puzzles(arguments, problem)
    budget = Budget(arguments.time_limit, arguments.node_limit)
    started = clock()
    solver, chess = DEFAULT if arguments.solver is None else arguments.solver, cli.in_chess(arguments, problem.board)
    if arguments.unique and arguments.solver is not None:
        require_ability(get_solver(solver), "enumerates", "cannot enumerate tours")
    if arguments.watch == "-" and not sys.stderr.isatty():
        raise FormatError("--watch - needs a terminal: write a file name, such as search.html")
    if arguments.watch == "-" and not cli.fits_terminal(problem.board):
        raise FormatError(
            "the board is too wide for the terminal: use --watch with a file name, such as search.html", "--watch"
        )
    with watch_remarks(cli.say), waiting(arguments.time_limit):
        if arguments.watch is None:
            result = solve(problem, solver, budget=budget, **options)
        else:
            with until_ctrl_c(budget) as limits:
                recording = record_search(problem, solver, budget=limits, **options)
            result = recording.result
    result = replace(result, reason=respell(result.reason, chess))
    if arguments.unique:
        return _show_whether_unique(arguments, problem, result, budget)
    _show(arguments, problem, result)
    if arguments.watch is not None:
        show_search(recording, arguments.watch, chess=chess is not None)
    _export_tour(arguments.export, problem, result.tour)
    write_certificates(arguments.certificate, [(problem, result)], budget, started)
    return exits.INTERRUPTED if result.limit == "cancelled" else EXIT[result.status]


def _parser() -> parsing.Parser:
    parser = parsing.Parser(
        description=__doc__,
        epilog="Exit status: 0 found, 1 proven impossible, 2 bad input, 3 unknown within the limits.",
    )
    parsing.add(parser, "board", nargs="?")
    parsing.add(parser, "--leaper", "--wrap", "--start", "--end", "--step", "--closed", "--squares")
    parser.add_argument(
        "--solver",
        metavar="NAME",
        help=f"name that --list-solvers prints, or your own function as path/to/file.py:function (default: {DEFAULT})",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=parsing.option,
        metavar="K=V",
        help="set option K of the solver to V, such as move_order=clockwise; repeatable",
    )
    parser.add_argument("--list-solvers", action="store_true", help="print all solvers and their options")
    parsing.add(parser, "--time-limit", "--node-limit", unset="no limit")
    parsing.add(parser, "--certificate")
    kinds = f": {TOUR} (the tour), {', '.join(GRAPH_FORMATS)} (the graph); repeatable"
    parsing.add(parser, "--export", more=kinds, type=parsing.output(*ENDINGS), action="append", default=[])
    parser.add_argument(
        "--cnf",
        metavar="FILE",
        type=parsing.output(stdout=False),
        help="write to FILE, in the DIMACS CNF format, a Boolean formula whose satisfying assignments are the tours",
    )
    output = parser.add_mutually_exclusive_group()
    parsing.add(output, "--json", "--svg")
    parsing.add(output, "--html", more="; only with --puzzle")
    forms = ("grid", "squares", "summary", "jsonl")
    unset = "grid if it fits the terminal, else summary; squares for graphs; for --all see below"
    parsing.add(output, "--format", choices=forms, more=f": {', '.join(forms)}", unset=unset)
    parser.add_argument(
        "--animate",
        action="store_true",
        help="with --svg, animate the picture in a browser; click to pause and resume",
    )
    parser.add_argument(
        "--unique",
        action="store_true",
        help="decide whether exactly one tour exists; exit with status 0 if so, 1 if none or several exist, 3 if unknown. "
        f"{cli.NUMBERED}",
    )
    parser.add_argument(
        "--watch",
        metavar="FILE.html",
        type=parsing.output(),
        help="write a page that replays the search, or with - replay it in the terminal; requires a solver that --list-solvers "
        "prints as watchable",
    )
    parser.add_argument(
        "--verify", metavar="FILE", help="verify the tour in FILE (a grid, squares, JSON or a .tour file; - for standard input)"
    )
    add_listing(parser)
    add_puzzles(parser)
    return parser


def _problem(arguments: argparse.Namespace) -> Problem:
    name = arguments.board
    if name is None:
        raise FormatError("BOARD is missing: write rows x columns, such as 8x8")
    if name == arguments.verify == "-":
        raise FormatError("the board and the tour cannot both be read from standard input: write a file name for one of them")
    if is_graph_file(name):
        parsing.check_effect(arguments, "a graph file", GRAPH_FILE)
        if arguments.format == "grid":
            raise FormatError(f"--format grid needs a board, but {name} is a graph file: use --format squares")
    return cli.read_problem(arguments)


def _verify(arguments: argparse.Namespace, problem: Problem) -> int:
    text = cli.read_input(arguments.verify)
    tour = fault = None
    try:
        graph = None if problem.board is not None else problem.graph
        tour = problem.verify(parse_tour(text, closed=problem.closed, board=problem.board, graph=graph))
        answer = f"{'a closed' if problem.closed else 'an open'} tour of {problem.words.some(len(tour))}"
    except InvalidTour as invalid:
        fault = exits.shorten(str(invalid))
        answer = f"not a tour: {fault}"
    _export_tour(arguments.export, problem, tour)
    if arguments.json:
        cli.print_json(_document_head(arguments, problem) | {"verified": fault is None, "reason": fault})
    else:
        if arguments.svg is not None:
            cli.draw_tour(arguments, tour, problem)
        (cli.tell if arguments.svg == "-" else print)(answer)
    return exits.FOUND if fault is None else exits.IMPOSSIBLE


def _show(arguments: argparse.Namespace, problem: Problem, result: Result) -> None:
    tour, board = result.tour, problem.board
    if arguments.json:
        document = _document_head(arguments, problem) | {
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
            cli.print_json_tour(document, _blocks(tour, board))
        return
    form, summary = "summary", _summary(problem, result)
    if arguments.svg is not None:
        cli.draw_tour(arguments, tour, problem)
    elif tour is not None:
        form = _print_tour(arguments, tour, board)
    (print if form == "summary" and arguments.svg != "-" else cli.tell)(summary)


def _show_whether_unique(arguments: argparse.Namespace, problem: Problem, result: Result, budget: Budget) -> int:
    """Search for a second tour if `result` has a first one. Print the tours, and whether there is exactly one.

    The second search uses the solver of `--solver` or, if it is not given, the default of `enumerate_tours`. Return the exit
    status.
    """
    tours, reason, status = [result.tour] if result.tour else [], f"{result.status.value}: {result.reason}", EXIT[result.status]
    if tours:
        try:
            with waiting(arguments.time_limit):
                all_tours = enumerate_tours(
                    problem, arguments.solver, budget=budget, **result.options if arguments.solver else {}
                )
                first, has_reverse = next(all_tours), not (problem.closed or problem.where)
                others = (tour for tour in all_tours if not (has_reverse and tour.squares == first.squares[::-1]))
                tours = [first, *islice(others, 1)]
            status = exits.FOUND if len(tours) == 1 else exits.IMPOSSIBLE
            reason = "not unique: there are at least two tours" if status else "unique: the only tour"
            if problem.closed and len({frozenset(map(frozenset, pairwise([*each, each[0]]))) for each in tours}) < len(tours):
                reason += "; the two tours found are one cycle in opposite directions"
        except BudgetSpent as spent:
            status, reason = exits.UNKNOWN, f"unknown: {spent}, after one tour was found"
    if arguments.json:
        unique, squares = None if status == exits.UNKNOWN else not status, [each.squares for each in tours]
        cli.print_json(_document_head(arguments, problem) | {"unique": unique, "reason": reason, "tours": squares})
        return status
    form = "summary"
    for tour in tours:
        if (form := _print_tour(arguments, tour, problem.board)) != "summary":
            print()
    (print if form == "summary" else cli.tell)(reason)
    return status


def _print_tour(arguments: argparse.Namespace, tour: Tour, board: Board | None) -> str:
    """Print a tour in the format of `--format`, or in the default format. Return the name of the format.

    In the format `summary`, nothing is printed.
    """
    form: str = arguments.format or _fitting(board)
    if form == "grid":
        print(tour_text(tour))
    elif form == "squares":
        name = square_text if board is None or arguments.squares != "chess" else partial(spelled, board=board)
        for block in _blocks(tour, board):
            print("\n".join(map(name, block)))
    return form


def _fitting(board: Board | None) -> str:
    """Return the default format of a tour: `squares` for a graph (`board` is None), otherwise `grid` if it fits the terminal.

    If it does not fit, print a message, and return `summary`.
    """
    if board is None:
        return "squares"
    if cli.fits_terminal(board):
        return "grid"
    cli.say("the grid is wider than the terminal: use --format grid to print it")
    return "summary"


def _blocks(tour: Tour, board: Board | None) -> Iterator[Sequence[Any]]:
    """Yield the squares of a tour in blocks of at most `BLOCK` squares, so that a large tour needs little memory."""
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


def _document_head(arguments: argparse.Namespace, problem: Problem) -> dict[str, Any]:
    return cli.document_head(arguments.board, problem) | problem.ends


def _export_problem(arguments: argparse.Namespace, problem: Problem) -> None:
    """Write the graph of a problem to the files of `--export`, and its formula to the file of `--cnf`."""
    if any(_ending(path) == TOUR for path in arguments.export) and problem.board is not None:
        vertices_in_order(problem.board)  # raises an error before the search if the board is too large
    for path in arguments.export:
        if _ending(path) in GRAPH_FORMATS:
            cli.write_text(path, GRAPH_FORMATS[_ending(path)].format(problem.graph))
    if arguments.cnf is not None:
        from solvers.methods.models.formula import tour_formula

        cli.write_text(arguments.cnf, tour_formula(problem))


def _export_tour(paths: Sequence[str], problem: Problem, tour: Tour | None) -> None:
    """Write a tour to the files of `--export` with the extension .tour. If there is none, print a message instead."""
    for path in paths:
        if _ending(path) != TOUR:
            continue
        if tour is None:
            cli.say(f"no tour found: {path} is not written")
        else:
            cli.write_text(path, format_tour(tour, problem.graph if problem.board is None else problem.board))


def _ending(path: str) -> str:
    return os.path.splitext(path)[1]


def _list_solvers(as_json: bool) -> int:
    if as_json:
        names = ("name", "summary", *ABILITIES, "options", "reference")
        table = [{name: getattr(each, name) for name in names} | {"available": not each.missing} for each in solver_table()]
        cli.print_json(table)
        return exits.FOUND
    for each in solver_table():
        here = f"\n    not installed: {', '.join(each.missing)}" if each.missing else ""
        options = ", ".join(f"{key}={value}" for key, value in each.options.items()) or "none"
        print(f"{each.name}\n    {each.summary}\n    {each.abilities}\n    options: {options}{here}\n    {each.reference}")
    return exits.FOUND

"""Find a knight's tour, or verify a tour in a file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from graphs.board import Board
from graphs.errors import FormatError, InvalidTour
from graphs.formats import GRAPH_FORMATS, format_tour, is_graph_file, parse_tour
from graphs.formats.vertex_numbers import vertices_by_number
from graphs.loading import clock
from graphs.notation import respell, spelled
from graphs.text import plural, tour_text
from graphs.tour import Tour
from solvers import (
    Budget,
    BudgetSpent,
    Problem,
    Result,
    Status,
    UnsupportedProblem,
    enumerate_tours,
    record_search,
    solve,
    solver_table,
)
from solvers.commands import exits, parsing
from solvers.commands import input_output as cli
from solvers.commands.certifying import check_certificates, write_certificates
from solvers.commands.listing import add_listing, print_listing
from solvers.commands.parsing import ParsedArguments
from solvers.commands.waiting import cancelled_by_ctrl_c, waiting
from solvers.core.registry import ABILITIES, get_solver
from solvers.existence.pages import verdict_page
from solvers.solving.record_search import recorded_search_page
from solvers.solving.solve import DEFAULT, require_ability

EXIT = {Status.FOUND: exits.FOUND, Status.IMPOSSIBLE: exits.IMPOSSIBLE, Status.UNKNOWN: exits.UNKNOWN}
TOUR, FORMULA = ".tour", ".cnf"
ENDINGS = (TOUR, FORMULA, *GRAPH_FORMATS)
"""The file name extensions that --export accepts."""
BLOCK = 1 << 16
"""Number of squares of a tour that are converted to Python objects at a time, to save memory."""
MOVED = {"--cnf": "--export FILE.cnf", "--animate": "--html FILE", "--puzzle": "knights-tour puzzle"}
MOVED |= dict.fromkeys(("--seed", "--clues", "--count"), "knights-tour puzzle")
"""Options of earlier versions, with their replacements."""
DRAWN, LISTED = ("svg", "html", "watch"), ("limit", "up_to_symmetry", "self_symmetric")
SEARCHED = ("solver", "option", "unique", "watch", "certificate")
"""Options that need a board, that need `--all`, and that need a search for a single tour."""


EXAMPLES = """\
  solve 8x8                             a tour as a grid of numbers
  solve 8x8 --closed --svg tour.svg     a closed tour as a picture
  solve 5x5 --start a1 --solver cp-sat  one start, one solver
  solve 5x5 --all --up-to-symmetry      one tour per symmetry class
"""


def main() -> int:
    arguments = _parser().read()
    if arguments.list_solvers:
        return _list_solvers(arguments)
    if arguments.watch == "-":
        raise FormatError("--watch - has been replaced: use --watch FILE.html")
    problem = _problem(arguments)
    if problem.board is None:
        arguments.reject("with a graph file", "squares", **dict.fromkeys(DRAWN, "use --json or --export FILE.tour"))
    if arguments.verify is not None:
        arguments.reject("with --verify", "all", "html", *SEARCHED, *LISTED, "time_limit", "node_limit")
        return _verify(arguments, problem)
    if arguments.all:
        arguments.reject("with --all", *SEARCHED, "export", "squares", json="use --format jsonl")
        return print_listing(arguments, problem)
    arguments.reject("with a single tour", **dict.fromkeys(LISTED, "add --all"))
    if arguments.unique:
        arguments.reject("with --unique", *DRAWN, "export", "certificate")
    return _search(arguments, problem)


def _parser() -> parsing.Parser:
    parser = parsing.Parser(
        __doc__,
        examples=EXAMPLES,
        epilog="Exit status: 0 found or verified, 1 proven impossible or not a tour, 2 bad input, 3 unknown within the limits.",
        moved=MOVED,
    )
    parsing.add(parser, "board", nargs="?")
    parsing.add(parser, "--leaper", "--wrap", "--start", "--end", "--step", "--closed", "--squares")
    add = parser.add_argument
    add("--solver", metavar="NAME", help=f"solver name, or FILE.py:FUNCTION (default: {DEFAULT})")
    add("--option", action="append", default=[], type=parsing.option, metavar="K=V", help="set a solver option (repeatable)")
    add("--list-solvers", action="store_true", help="print all solvers and their options")
    parsing.add(parser, "--time-limit", "--node-limit", unset="no limit")
    parsing.add(parser, "--certificate")
    kinds = f": {TOUR}, {FORMULA}, {', '.join(GRAPH_FORMATS)} (repeatable)"
    parsing.add(parser, "--export", more=kinds, type=parsing.parse_output(*ENDINGS), action="append", default=[])
    output = parser.add_mutually_exclusive_group()
    parsing.add(output, "--json", "--svg", "--html")
    forms = ("grid", "squares", "summary", "jsonl")
    parsing.add(output, "--format", choices=forms, more=f": {', '.join(forms)}", unset="grid if it fits the terminal")
    add("--unique", action="store_true", help="decide whether exactly one tour exists")
    add("--watch", metavar="FILE.html", type=parsing.parse_output(), help="write a page that replays the search")
    add("--verify", metavar="FILE", help="verify the tour in FILE (- for standard input)")
    add_listing(parser)
    return parser


def _search(arguments: ParsedArguments, problem: Problem) -> int:
    watch, chess = arguments.watch, cli.in_chess(arguments, problem.board)
    budget, options = Budget(arguments.time_limit, arguments.node_limit), _solver_options(arguments.option)
    if arguments.unique and arguments.solver is not None:
        require_ability(get_solver(arguments.solver), "enumerates", "cannot enumerate tours")
    check_certificates(arguments.certificate, [problem])
    _export_problem(arguments.export, problem)
    started = clock()
    with waiting(arguments.time_limit):
        if watch is None:
            result = solve(problem, _solver(arguments), budget=budget, **options)
        else:
            with cancelled_by_ctrl_c(budget) as limits:
                recording = record_search(problem, _solver(arguments), budget=limits, **options)
            result = recording.result
    result = replace(result, reason=respell(result.reason, chess))
    if arguments.unique:
        return _decide_unique(arguments, problem, result, budget, options)
    _show(arguments, problem, result)
    if watch is not None:
        for note in recording.notes:
            cli.say(note)
        cli.write_output_text(watch, recorded_search_page(recording, chess=chess is not None))
    _export_tour(arguments.export, problem, result.tour)
    write_certificates(arguments.certificate, [(problem, result)], budget, started)
    return exits.INTERRUPTED if result.limit == "cancelled" else EXIT[result.status]


def _solver(arguments: ParsedArguments) -> str:
    return DEFAULT if arguments.solver is None else arguments.solver


def _solver_options(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    options = dict(pairs)
    if repeated := Counter(key for key, _ in pairs) - Counter(options.keys()):
        raise FormatError(f"solver option {', '.join(repeated)} is given twice: write --option K=V once per option", pairs)
    return options


def _problem(arguments: ParsedArguments) -> Problem:
    name = arguments.board
    if name is None:
        raise FormatError("BOARD is missing: write rows x columns, such as 8x8")
    if name == arguments.verify == "-":
        raise FormatError("the board and the tour cannot both be read from standard input: write a file name for one of them")
    if is_graph_file(name) and arguments.format == "grid":
        raise FormatError(f"--format grid needs a board, but {name} is a graph file: use --format squares")
    if arguments.format == "jsonl" and not arguments.all:
        raise FormatError("--format jsonl needs --all: add it, or use grid, squares or summary")
    return cli.read_problem(arguments)


def _verify(arguments: ParsedArguments, problem: Problem) -> int:
    board, picture = problem.board, arguments.svg
    text = cli.read_input(arguments.verify)
    _export_problem(arguments.export, problem)
    tour = fault = None
    try:
        graph = None if board is not None else problem.graph
        tour = problem.verify(parse_tour(text, closed=problem.closed, board=board, graph=graph))
        answer = f"{'a closed' if problem.closed else 'an open'} tour of {problem.words.some(len(tour))}"
    except InvalidTour as invalid:
        fault = exits.shorten(str(invalid))
        answer = f"not a tour: {fault}"
    _export_tour(arguments.export, problem, tour)
    if arguments.json:
        head = cli.output_document_head(arguments.board, problem) | problem.ends
        cli.output_json(head | {"verified": fault is None, "reason": fault})
    else:
        if picture is not None:
            cli.output_tour_picture(picture, tour, problem, chess=cli.in_chess(arguments, board) is not None)
        (cli.tell if picture == "-" else print)(answer)
    return exits.FOUND if fault is None else exits.IMPOSSIBLE


def _show(arguments: ParsedArguments, problem: Problem, result: Result) -> None:
    tour, board = result.tour, problem.board
    if arguments.json:
        document = (
            cli.output_document_head(arguments.board, problem)
            | problem.ends
            | {
                "solver": result.solver,
                "options": dict(result.options),
                "status": result.status.value,
                "reason": result.reason,
                "nodes": result.nodes,
                "seconds": round(result.seconds, 6),
            }
        )
        if tour is None:
            cli.output_json(document | {"tour": None})
        else:
            cli.output_json_tour(document, _blocks(tour, board))
        return
    form, summary, chess = "summary", _summary(problem, result), cli.in_chess(arguments, board) is not None
    if arguments.svg is not None:
        cli.output_tour_picture(arguments.svg, tour, problem, chess=chess)
        if result.exists is False:
            cli.say("to draw the reason, use `check --svg`")
    elif arguments.html is not None:
        cli.output_answer(arguments, html=partial(_page, arguments, problem, result, chess))
    elif tour is not None:
        form = _print_tour(arguments, tour, board)
    (print if form == "summary" and "-" not in (arguments.svg, arguments.html) else cli.tell)(summary)


def _page(arguments: ParsedArguments, problem: Problem, result: Result, chess: bool) -> str:
    """Return an HTML page with the result, or after a dead end, with the search."""
    if result.status is Status.UNKNOWN and not result.limit:
        with suppress(UnsupportedProblem):  # the solver or the board cannot be watched
            return recorded_search_page(record_search(problem, _solver(arguments), **result.options), chess=chess)
    return verdict_page(result, chess=chess)


def _decide_unique(
    arguments: ParsedArguments, problem: Problem, result: Result, budget: Budget, options: dict[str, Any]
) -> int:
    """Search for a second tour, to decide whether exactly one exists."""
    reason, status = f"{result.status.value}: {result.reason}", EXIT[result.status]
    tours, solver = [result.tour] if result.tour else [], arguments.solver
    if tours:
        try:
            with waiting(budget.seconds):
                all_tours = enumerate_tours(problem, solver, budget=budget, **options if solver else {})
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
        head = cli.output_document_head(arguments.board, problem) | problem.ends
        cli.output_json(head | {"unique": unique, "reason": reason, "tours": squares})
        return status
    form = "summary"
    for tour in tours:
        if (form := _print_tour(arguments, tour, problem.board)) != "summary":
            print()
    (print if form == "summary" else cli.tell)(reason)
    return status


def _print_tour(arguments: ParsedArguments, tour: Tour, board: Board | None) -> str:
    """Print a tour in the chosen format, except for `summary`, and return the format."""
    form = arguments.format or _fitting(board)
    if form == "grid":
        print(tour_text(tour))
    elif form == "squares":
        chess = board if arguments.squares == "chess" else None
        for block in _blocks(tour, board):
            print("\n".join(spelled(square if chess is None else tuple(square), chess) for square in block))
    return form


def _fitting(board: Board | None) -> str:
    """Return the default format: `grid` if the grid fits the terminal."""
    if board is None:
        return "squares"
    if cli.fits_terminal(board):
        return "grid"
    cli.say("the grid is wider than the terminal: use --format grid to print it")
    return "summary"


def _blocks(tour: Tour, board: Board | None) -> Iterator[Sequence[Any]]:
    """Yield the squares of a tour in blocks of at most `BLOCK`, to save memory."""
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


def _export_problem(paths: Sequence[str], problem: Problem) -> None:
    """Write the graph or the formula of a problem."""
    for path in paths:
        ending = Path(path).suffix
        if ending in GRAPH_FORMATS:
            cli.write_output_text(path, GRAPH_FORMATS[ending].format(problem.graph))
        elif ending == FORMULA:
            from solvers.methods.models.formula import tour_formula

            cli.write_output_text(path, tour_formula(problem))
        elif problem.board is not None:
            vertices_by_number(problem.board)  # raises an error before the search if the board is too large


def _export_tour(paths: Sequence[str], problem: Problem, tour: Tour | None) -> None:
    """Write a tour to its files, or print a message."""
    for path in paths:
        if Path(path).suffix != TOUR:
            continue
        if tour is None:
            cli.say(f"no tour found: {path} is not written")
        else:
            cli.write_output_text(path, format_tour(tour, problem.graph if problem.board is None else problem.board))


def _list_solvers(arguments: ParsedArguments) -> int:
    arguments.reject("with --list-solvers", *vars(arguments).keys() - {"list_solvers", "json", "debug"})
    if arguments.json:
        names = ("name", "summary", *ABILITIES, "options", "reference")
        table = [{name: getattr(each, name) for name in names} | {"available": not each.missing} for each in solver_table()]
        cli.output_json(table)
        return exits.FOUND
    for each in solver_table():
        here = f"\n    not installed: {', '.join(each.missing)}" if each.missing else ""
        values = dict(re.findall(r"^ +(\w+) : (\{.*\})", each.run.__doc__ or "", re.MULTILINE))
        options = ", ".join(f"{key}={value} {values.get(key, '')}".rstrip() for key, value in each.options.items()) or "none"
        print(f"{each.name}\n    {each.summary}\n    {each.abilities}\n    options: {options}{here}\n    {each.reference}")
    return exits.FOUND

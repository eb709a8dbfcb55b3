"""Find a knight's tour, or check one that was made elsewhere."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import command_line as cli
from graphs.board import Board
from graphs.errors import FormatError, InvalidTour
from graphs.formats import GRAPH_FORMATS, parse_tour, read_graph, whole_number
from graphs.leapers import KNIGHT
from graphs.text import tour_text
from graphs.tour import Tour
from solvers import Budget, Problem, Result, Status, solve, solver_table
from solvers.solving import DEFAULT

EXIT = {Status.FOUND: cli.FOUND, Status.IMPOSSIBLE: cli.IMPOSSIBLE, Status.UNKNOWN: cli.UNKNOWN}


def main() -> int:
    arguments = _parser().parse_args()
    if arguments.animate and arguments.svg is None:
        raise FormatError("--animate needs --svg FILE, the picture that draws itself")
    cli.check_writable(arguments.svg)
    if arguments.list_solvers:
        return _list_solvers(arguments.json)
    problem = _problem(arguments)
    if arguments.verify is not None:
        return _verify(arguments, problem)
    budget = Budget(arguments.time_limit, arguments.node_limit)
    result = solve(problem, arguments.solver, budget=budget, **dict(arguments.option))
    _show(arguments, problem, result)
    return EXIT[result.status]


def _parser() -> cli.Parser:
    parser = cli.Parser(
        description=__doc__,
        epilog="Exit status: 0 found, 1 proven impossible, 3 unknown within the budget, 2 bad input.",
    )
    cli.add_board(parser, graph_files=True, nargs="?")
    cli.add_ends(parser)
    parser.add_argument("--closed", action="store_true", help="the last square must be a move away from the first")
    parser.add_argument("--solver", default=DEFAULT, metavar="NAME", help="see --list-solvers; default %(default)s")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=_option,
        metavar="K=V",
        help="an option of the solver, such as move_order=clockwise",
    )
    cli.add_budget(parser)
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print one JSON document")
    shown.add_argument("--svg", metavar="FILE", help="write a picture of the tour (- for standard output)")
    shown.add_argument(
        "--format", choices=("grid", "squares", "summary"), help="default: grid, as far as it fits the terminal, else summary"
    )
    parser.add_argument("--animate", action="store_true", help="with --svg: the picture draws itself in a browser")
    parser.add_argument("--verify", metavar="FILE", help="check the tour in FILE (grid, squares or JSON; - for standard input)")
    parser.add_argument("--list-solvers", action="store_true", help="print the table of solvers")
    return parser


def _option(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise argparse.ArgumentTypeError(f"{text!r} is not K=V, such as move_order=clockwise")
    if key in ("problem", "solver", "budget"):
        raise argparse.ArgumentTypeError(f"{key!r} is no option of a solver: --list-solvers tells them")
    try:
        return key, json.loads(value)
    except (ValueError, RecursionError):
        return key, value


def _problem(arguments: argparse.Namespace) -> Problem:
    name = arguments.board
    if name is None:
        raise FormatError("no BOARD is given: write rows x columns, such as 8x8")
    if name.endswith(tuple(GRAPH_FORMATS)):
        if arguments.leaper or arguments.wrap:
            raise FormatError("--leaper and --wrap are for boards, not for graph files")
        graph = read_graph(name)
        ends = {key: _vertex(getattr(arguments, key), key) for key in ("start", "end")}
        return Problem(graph, closed=arguments.closed, **ends)
    board = cli.read_board(name, arguments.wrap)
    ends = {key: cli.square(getattr(arguments, key), f"--{key}") for key in ("start", "end")}
    return Problem.on_board(board, arguments.leaper or KNIGHT, closed=arguments.closed, **ends)


def _vertex(text: str | None, name: str) -> int | None:
    return None if text is None else whole_number(text, f"the vertex number of --{name}")


def _verify(arguments: argparse.Namespace, problem: Problem) -> int:
    text = cli.read_input(arguments.verify)
    fault = None
    try:
        tour = parse_tour(text, closed=problem.closed, on_board=problem.board is not None)
        problem.verify(tour)
        answer = f"{'a closed' if problem.closed else 'an open'} tour of {len(tour):,} squares"
    except InvalidTour as invalid:
        fault = str(invalid)
        answer = f"not a tour: {fault}"
    if arguments.json:
        cli.print_json(_asked(arguments, problem) | {"verified": fault is None, "reason": fault})
    else:
        print(answer)
    return cli.FOUND if fault is None else cli.IMPOSSIBLE


def _show(arguments: argparse.Namespace, problem: Problem, result: Result) -> None:
    if arguments.json:
        cli.print_json(_document(arguments, problem, result))
        return
    tour = result.tour
    if tour is not None and arguments.svg is not None:
        cli.write_text(arguments.svg, _picture(tour, problem, animate=arguments.animate))
    form = arguments.format or _fitting(tour, problem.board)
    if tour is None or form == "summary" or arguments.svg is not None:
        print(_summary(problem, result), file=sys.stderr if arguments.svg == "-" else sys.stdout)
        return
    print(_text(tour, problem.board) if form == "grid" else "\n".join(_square_text(square) for square in tour))
    print(_summary(problem, result), file=sys.stderr)


def _picture(tour: Tour, problem: Problem, *, animate: bool) -> str:
    if problem.board is None:
        raise FormatError("a graph file has no board to draw: leave out --svg")
    from graphs.svg import tour_svg

    return tour_svg(tour, leaper=problem.leaper, animate=animate)


def _text(tour: Tour, board: Board | None) -> str:
    if board is None:
        raise FormatError("a graph file has no board to draw: use --format squares or summary")
    return tour_text(tour)


def _fitting(tour: Tour | None, board: Board | None) -> str:
    if tour is None:
        return "summary"
    if board is None:
        return "squares"
    return "grid" if cli.fits_terminal(board) else "summary"


def _square_text(square: Any) -> str:
    return ",".join(map(str, square)) if isinstance(square, tuple) else str(square)


def _summary(problem: Problem, result: Result) -> str:
    reason = f" ({result.reason})" if result.reason else ""
    return (
        f"{result.solver}: {result.status.value}{reason}, {problem.size:,} squares, "
        f"{result.nodes:,} nodes, {result.seconds:.3f} s"
    )


def _document(arguments: argparse.Namespace, problem: Problem, result: Result) -> dict[str, Any]:
    return _asked(arguments, problem) | {
        "solver": result.solver,
        "options": dict(result.options),
        "status": result.status.value,
        "reason": result.reason,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "tour": None if result.tour is None else result.tour.squares,
    }


def _asked(arguments: argparse.Namespace, problem: Problem) -> dict[str, Any]:
    return {
        "board": arguments.board if problem.board is None else str(problem.board),
        "leaper": None if problem.board is None else problem.leaper,
        "start": problem.start,
        "end": problem.end,
        "closed": problem.closed,
    }


def _list_solvers(as_json: bool) -> int:
    rows = [
        {
            "name": each.name,
            "summary": each.summary,
            "exact": each.exact,
            "closed": each.closed,
            "fixed_end": each.fixed_end,
            "enumerates": each.enumerates,
            "seeded": each.seeded,
            "needs_board": each.needs_board,
            "options": each.options,
            "available": not each.missing,
            "reference": each.reference,
        }
        for each in solver_table()
    ]
    if as_json:
        cli.print_json(rows)
        return cli.FOUND
    marks = ("exact", "closed", "fixed_end", "enumerates", "seeded", "needs_board")
    for row, each in zip(rows, solver_table(), strict=True):
        able = ", ".join(mark.replace("_", " ") for mark in marks if row[mark])
        here = "" if row["available"] else f"\n    not installed: {', '.join(each.missing)}"
        options = ", ".join(f"{key}={value}" for key, value in each.options.items()) or "none"
        print(f"{each.name}\n    {each.summary}\n    {able}\n    options: {options}{here}\n    {each.reference}")
    return cli.FOUND


if __name__ == "__main__":
    cli.run(main)

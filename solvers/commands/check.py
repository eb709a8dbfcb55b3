"""Which boards, and which starts, have a knight's tour: a yes with a tour, or a no with its reason."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from functools import partial
from itertools import permutations
from shutil import get_terminal_size
from typing import Any

from graphs.board import Board
from graphs.errors import BoardError, FormatError
from graphs.formats import is_graph_file
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.ranges import boards_in_range, square_boards_in_range
from graphs.text import tour_text
from solvers import Budget, Problem, StartMap, Verdict, decide
from solvers.commands import command_line as cli
from solvers.commands import files
from solvers.commands.certifying import add_certificate, prepare_folder, write_certificates
from solvers.commands.check_answers import EXIT, collected, each_answer, executor_for, exit_status
from solvers.commands.check_tables import check_atlas, check_table
from solvers.commands.waiting import waiting
from solvers.existence import views
from solvers.existence.decision import WORDS
from solvers.existence.maps import STOPPED, each_pair, each_start

ONE, MAP, TABLE, ATLAS = "--closed, --start and --end", "a map of all starts", "--boards", "--leapers"
GRAPH = "a graph file"
BESIDE = {
    ONE: "board start end closed leaper wrap time_limit node_limit confirm json svg certificate",
    MAP: "board pairs leaper wrap time_limit node_limit confirm jobs scheduler json svg html certificate",
    TABLE: "boards square closed leaper wrap time_limit node_limit jobs scheduler json csv svg html certificate",
    GRAPH: "board start end closed time_limit node_limit confirm json certificate",
    ATLAS: "boards square leapers closed time_limit node_limit jobs scheduler out json csv svg html certificate",
}
"""The questions, and the options that have an effect on each."""


def main() -> int:
    """Answer the question, show the answer, and return the exit status."""
    arguments = _parser().parse_args()
    question = _question(arguments)
    cli.check_together(arguments, question, BESIDE)
    files.check_writable(arguments.svg)
    files.check_writable(arguments.html)
    for folder in (arguments.certificate, arguments.out):
        if folder is not None:
            prepare_folder(folder)
    if arguments.html is not None:
        from solvers.comparison.packages import check_packages

        check_packages("pages", ["jinja2"])
    budget = Budget(arguments.time_limit, arguments.node_limit)
    if arguments.boards is not None:
        arguments.boards = _read_boards(arguments)
        return (check_atlas if question == ATLAS else check_table)(arguments, budget)
    if arguments.board is None:
        raise FormatError("no BOARD is given: write rows x columns, such as 8x8, or --boards 3..8x3..10")
    problem = cli.read_problem(arguments)
    is_one = problem.closed or not (problem.start is problem.end is None)
    return (_one if is_one else _map)(arguments, problem, budget)


def _question(arguments: argparse.Namespace) -> str:
    if arguments.leapers is not None:
        if arguments.boards is None or not arguments.square:
            raise FormatError("--leapers goes with square boards: write --boards 3..30 --square --leapers 9", "--leapers")
        return ATLAS
    if arguments.boards is not None:
        return TABLE
    if arguments.board is not None and is_graph_file(arguments.board):
        return GRAPH
    return ONE if arguments.closed or not (arguments.start is arguments.end is None) else MAP


def _parser() -> cli.Parser:
    parser = cli.Parser(
        description=__doc__,
        epilog="Exit status: 0 there is a tour, 1 there is none, 3 some answer is unknown within the budget, 2 bad input.",
    )
    cli.add_board(parser, graph_files=True, nargs="?")
    cli.add_ends(parser)
    parser.add_argument("--closed", action="store_true", help="only: is there a closed tour?")
    parser.add_argument("--pairs", action="store_true", help="also every pair of start and end")
    parser.add_argument("--boards", metavar="3..8x3..10", help="a table of all boards of these sizes")
    parser.add_argument("--square", action="store_true", help="with --boards 3..30: the square boards of these sides")
    parser.add_argument(
        "--leapers",
        metavar="SUM",
        type=cli.leaper_sum,
        help="with --square: an atlas of all leapers {a, b} with a + b up to SUM",
    )
    parser.add_argument(
        "--out", metavar="DIR", help="with --leapers: keep each answer; the same command again goes on from there"
    )
    cli.add_budget(parser)
    parser.add_argument("--confirm", action="store_true", help="confirm each no of a solver by a solver of another kind")
    parser.add_argument("--jobs", type=cli.count, metavar="N", help="processes; default 1: most questions are short")
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="of a Dask scheduler, instead of --jobs: its workers share the work"
    )
    add_certificate(parser)
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print one JSON document")
    shown.add_argument("--csv", action="store_true", help="with --boards: print CSV")
    shown.add_argument("--svg", metavar="FILE", help="write a picture of the answer (- for standard output)")
    shown.add_argument("--html", metavar="FILE", help="write a page to explore in a browser: every tour, every reason")
    return parser


def _read_boards(arguments: argparse.Namespace) -> list[Board]:
    read = square_boards_in_range if arguments.square else boards_in_range
    try:
        return read(arguments.boards, arguments.wrap)
    except BoardError as error:
        raise BoardError(f"argument --boards: {error}", arguments.boards) from None


def _one(arguments: argparse.Namespace, problem: Problem, budget: Budget) -> int:
    started = time.perf_counter()
    with waiting(arguments.time_limit):
        verdict = decide(problem, budget, confirm=arguments.confirm)
    _show_one(arguments, problem, verdict)
    if arguments.certificate is not None:
        write_certificates(arguments.certificate, [(problem, verdict)], budget, started)
    return EXIT[verdict.exists]


def _show_one(arguments: argparse.Namespace, problem: Problem, verdict: Verdict) -> None:
    tour = verdict.tour
    if arguments.json:
        cli.print_json(_head(arguments, problem) | _answer(problem, verdict))
        return
    if tour is None:
        if arguments.svg is not None:
            cli.say(f"there is no tour to draw, and {cli.named(arguments.svg)} is not written")
    elif arguments.svg is not None:
        from graphs.svg import tour_svg

        files.write_text(arguments.svg, tour_svg(tour, leaper=problem.leaper))
    elif problem.board is None:
        print(" ".join(map(str, tour)))
    elif cli.fits_terminal(problem.board):
        print(tour_text(tour))
    else:
        cli.say("the grid of the tour is wider than the terminal: --json and --svg FILE give it whole")
    words = f"{WORDS[verdict.exists]}: {'closed' if problem.closed else 'open'} tour: {verdict.reason}"
    quoted = "" if verdict.theorem is None else f"\nin print: {verdict.theorem}"
    print(words + quoted, file=sys.stderr if arguments.svg == "-" else sys.stdout)


def _head(arguments: argparse.Namespace, problem: Problem) -> dict[str, Any]:
    board = problem.board
    return {"board": arguments.board, "leaper": None} if board is None else {"board": str(board), "leaper": problem.leaper}


def _answer(problem: Problem, verdict: Verdict) -> dict[str, Any]:
    answer = views.verdict_document(verdict)
    if problem.closed:
        return {"closed": answer}
    tour = None if verdict.tour is None else verdict.tour.squares
    return {"start": problem.start, "end": problem.end, **answer, "tour": tour}


def _map(arguments: argparse.Namespace, problem: Problem, budget: Budget) -> int:
    board = problem.board or problem.graph
    if problem.size > MAX_GRAPH_SQUARES and problem.board is not None:
        most = f"{MAX_GRAPH_SQUARES:,} at most; ask for one --start, or for --closed"
        raise BoardError(f"a map of {problem.size:,} squares is too large: {most}")
    decided = partial(decide, budget=budget, confirm=arguments.confirm)
    answers: list[Any] = []
    pair_answers: list[Any] = []
    with waiting(arguments.time_limit), executor_for(arguments) as executor:
        closed = decided(problem.with_ends(closed=True))
        stopped = collected(each_start(problem, closed, decided, executor), answers)
        if arguments.pairs and not stopped:
            stopped = collected(each_pair(problem, decided, executor, dict(answers)), pair_answers)
    starts = StartMap(board, dict.fromkeys(board, STOPPED) | dict(answers), closed)
    pairs = dict.fromkeys(permutations(board, 2), STOPPED) | dict(pair_answers) if arguments.pairs else None
    _show_map(arguments, problem, starts, pairs)
    if arguments.certificate is not None:
        write_certificates(arguments.certificate, each_answer(problem, starts, pairs), budget)
    return exit_status(stopped, [closed, *starts.values(), *(pairs or {}).values()])


def _show_map(arguments: argparse.Namespace, problem: Problem, starts: StartMap, pairs: Mapping[Any, Verdict] | None) -> None:
    if arguments.json:
        cli.print_json(_head(arguments, problem) | views.start_map_document(starts, pairs))
    elif arguments.svg is not None and problem.board is not None:
        files.write_text(arguments.svg, views.start_map_svg(problem.board, starts, pairs))
    elif arguments.html is not None:
        from solvers.pages import start_map_page

        files.write_text(arguments.html, start_map_page(starts, pairs, leaper=problem.leaper))
    else:
        text = views.start_map_text(starts, pairs)
        print(text)
        if sys.stdout.isatty() and len(text.partition("\n")[0]) > get_terminal_size().columns:
            cli.say("the map is wider than the terminal, which breaks its lines: --svg FILE draws it")

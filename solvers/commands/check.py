"""Which boards, and which starts, have a knight's tour: a yes with a tour, or a no with its reason."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Mapping
from itertools import islice, permutations
from operator import itemgetter
from typing import Any

from graphs.board import Board
from graphs.errors import BoardError, FormatError
from graphs.formats import is_graph_file
from graphs.leapers import KNIGHT, MAX_GRAPH_SQUARES, Leaper
from graphs.ranges import boards_in_range, square_boards_in_range
from graphs.text import tour_text
from solvers import BoardVerdicts, Budget, Problem, StartMap, Verdict, decide
from solvers.commands import command_line as cli
from solvers.commands.certifying import add_certificate, prepare_folder, write_certificates
from solvers.commands.check_answers import EXIT, collected, count_unknown, executor_for, exit_status, print_csv
from solvers.commands.check_atlas import atlas
from solvers.commands.check_graph import check_graph
from solvers.existence import views
from solvers.existence.maps import STOPPED, each_board, each_pair, each_start

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
    arguments = _parser().parse_args()
    question = _question(arguments)
    cli.check_together(arguments, question, BESIDE)
    cli.check_writable(arguments.svg)
    cli.check_writable(arguments.html)
    if arguments.certificate is not None:
        prepare_folder(arguments.certificate)
    if arguments.html is not None:
        from solvers.comparison.packages import check_packages

        check_packages("pages", ["jinja2"])
    budget = Budget(arguments.time_limit, arguments.node_limit)
    if arguments.boards is not None:
        arguments.boards = _read_boards(arguments)
        return (atlas if question == ATLAS else _boards)(arguments, budget)
    if arguments.board is None:
        raise FormatError("no BOARD is given: write rows x columns, such as 8x8, or --boards 3..8x3..10")
    if question == GRAPH:
        return check_graph(arguments, budget)
    return (_one if question == ONE else _map)(arguments, cli.read_problem(arguments), budget)


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
    parser.add_argument("--confirm", action="store_true", help="have every no by a solver confirmed by one of another kind")
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
    with cli.waiting(arguments.time_limit):
        verdict = decide(problem, budget, confirm=arguments.confirm)
    _show_one(arguments, problem, verdict)
    if arguments.certificate is not None:
        write_certificates(arguments.certificate, [(problem, verdict)], budget, started)
    return EXIT[verdict.exists]


def _show_one(arguments: argparse.Namespace, problem: Problem, verdict: Verdict) -> None:
    tour = verdict.tour
    if arguments.json:
        cli.print_json(_document(problem, verdict))
        return
    if arguments.svg is not None and tour is None:
        cli.say(f"there is no tour to draw, and {cli.named(arguments.svg)} is not written")
    if tour is not None and arguments.svg is not None:
        from graphs.svg import tour_svg

        cli.write_text(arguments.svg, tour_svg(tour, leaper=problem.leaper))
    elif tour is not None and cli.fits_terminal(problem.board):
        print(tour_text(tour))
    elif tour is not None:
        cli.say("the grid of the tour is wider than the terminal: --json and --svg FILE give it whole")
    words = f"{views.WORDS[verdict.exists]}: {'closed' if problem.closed else 'open'} tour: {verdict.reason}"
    quoted = "" if verdict.theorem is None else f"\nin print: {verdict.theorem}"
    print(words + quoted, file=sys.stderr if arguments.svg == "-" else sys.stdout)


def _document(problem: Problem, verdict: Verdict) -> dict[str, Any]:
    head = {"board": str(problem.board), "leaper": problem.leaper}
    answer = views.verdict_document(verdict)
    if problem.closed:
        return head | {"closed": answer}
    tour = None if verdict.tour is None else verdict.tour.squares
    return head | {"start": problem.start, "end": problem.end, **answer, "tour": tour}


def _map(arguments: argparse.Namespace, problem: Problem, budget: Budget) -> int:
    board = problem.board
    assert board is not None
    if board.size > MAX_GRAPH_SQUARES:
        raise BoardError(
            f"a map of {board.size:,} squares is too large: {MAX_GRAPH_SQUARES:,} at most; ask for one --start, or for --closed"
        )
    terms: dict[str, Any] = {"budget": budget, "confirm": arguments.confirm}
    answers: list[Any] = []
    pair_answers: list[Any] = []
    with cli.waiting(arguments.time_limit), executor_for(arguments) as executor:
        closed = decide(problem.with_ends(closed=True), budget, confirm=arguments.confirm)
        stopped = collected(each_start(problem, closed, executor=executor, **terms), answers)
        if arguments.pairs and not stopped:
            stopped = collected(each_pair(problem, executor=executor, starts=dict(answers), **terms), pair_answers)
    starts = StartMap(board, dict(answers), closed)
    pairs = dict.fromkeys(permutations(board, 2), STOPPED) | dict(pair_answers) if arguments.pairs else None
    _show_map(arguments, starts, pairs, problem.leaper or KNIGHT)
    if arguments.certificate is not None:
        write_certificates(arguments.certificate, _answers(problem, starts, pairs), budget)
    undecided = count_unknown([closed, *starts.values(), *(pairs or {}).values()])
    return exit_status(stopped, undecided, starts.exists)


def _show_map(arguments: argparse.Namespace, starts: StartMap, pairs: Mapping[Any, Verdict] | None, leaper: Leaper) -> None:
    if arguments.json:
        cli.print_json(views.start_map_document(starts, pairs, leaper=leaper))
    elif arguments.svg is not None:
        from solvers.existence.pictures import start_map_svg

        cli.write_text(arguments.svg, start_map_svg(starts, pairs))
    elif arguments.html is not None:
        from solvers.pages import start_map_page

        cli.write_text(arguments.html, start_map_page(starts, pairs, leaper=leaper))
    else:
        _print_coloured(views.start_map_text(starts, pairs))


def _answers(
    problem: Problem, starts: StartMap, pairs: Mapping[Any, Verdict] | None = None
) -> Iterator[tuple[Problem, Verdict]]:
    """Yield each question of a map, and its verdict."""
    yield problem.with_ends(closed=True), starts.closed
    for square, verdict in starts.items():
        yield problem.with_ends(start=square), verdict
    for (start, end), verdict in (pairs or {}).items():
        yield problem.with_ends(start=start, end=end), verdict


def _print_coloured(text: str) -> None:
    if not sys.stdout.isatty():
        print(text)
        return
    from rich.console import Console
    from rich.text import Text

    from graphs.svg import palette

    shown = Text(text)
    for exists, mark in views.MARKS.items():
        shown.highlight_words([mark], palette.TERMINAL[exists])
    console = Console(highlight=False)
    console.print(shown, soft_wrap=True)
    if len(text.partition("\n")[0]) > console.width:
        cli.say("the map is wider than the terminal, which breaks its lines: --svg FILE draws it")


def _boards(arguments: argparse.Namespace, budget: Budget) -> int:
    boards = arguments.boards
    answers: list[tuple[int, BoardVerdicts]] = []
    with cli.waiting(arguments.time_limit), executor_for(arguments) as executor:
        deciding = each_board(boards, leaper=arguments.leaper or KNIGHT, budget=budget, executor=executor)
        stopped = collected(deciding, answers)
    found = [verdicts for _, verdicts in sorted(answers, key=itemgetter(0))]
    _show_boards(arguments, found)
    if arguments.certificate is not None:
        _certify_boards(arguments, found, budget)
    if stopped:
        cli.say(f"{len(boards) - len(found)} boards are left open")
        return exit_status(stopped, 0, None)
    verdicts = [each.starts.closed for each in found]
    if not arguments.closed:
        verdicts += [verdict for each in found for verdict in each.starts.values()]
    return exit_status(None, count_unknown(verdicts), any(verdict.exists for verdict in verdicts))


def _certify_boards(arguments: argparse.Namespace, found: list[BoardVerdicts], budget: Budget) -> None:
    """Write the certificates of each board into a folder of its own; with --closed, those of closed tours."""
    for each in found:
        problem = Problem.on_board(each.board, arguments.leaper or KNIGHT)
        answers = _answers(problem, each.starts)
        folder = os.path.join(arguments.certificate, f"{each.board.rows}x{each.board.cols}")
        write_certificates(folder, islice(answers, 1) if arguments.closed else answers, budget)


def _show_boards(arguments: argparse.Namespace, found: list[BoardVerdicts]) -> None:
    rows = list(views.board_rows(found))
    if arguments.closed:
        rows = [{key: row[key] for key in ("board", "squares", "closed")} for row in rows]
    if arguments.json:
        cli.print_json({"leaper": arguments.leaper or KNIGHT, "boards": rows})
    elif arguments.svg is not None:
        from solvers.existence.pictures import board_table_svg

        cli.write_text(arguments.svg, board_table_svg(found, closed=arguments.closed))
    elif arguments.html is not None:
        from solvers.pages import board_table_page

        page = board_table_page(found, leaper=arguments.leaper or KNIGHT, closed=arguments.closed)
        cli.write_text(arguments.html, page)
    elif arguments.csv:
        print_csv(rows)
    else:
        for row in rows:
            answers = [f"{key} {views.WORDS[row[key]]:<8}" for key in ("open", "closed") if key in row]
            starts = ""
            if "starts" in row:
                starts = views.starts_in_words(row["starts"], row["starts_unknown"], row["squares"])
            print(f"{row['board']:<8} {' '.join(answers)}{starts}".rstrip())
        if not arguments.closed:
            noes, searched = (sum(row[key] for row in rows) for key in ("noes", "noes_by_search"))
            print(
                f"{noes} answers are no: {noes - searched} for a reason that can be checked by hand, {searched} by search alone"
            )

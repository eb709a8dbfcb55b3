"""Decide which boards, starts and ends have a knight's tour, with a tour or a reason for each answer."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from itertools import chain, islice, permutations, starmap
from shutil import get_terminal_size
from typing import Any, cast

from graphs.board import Board
from graphs.errors import BoardError, FormatError, KnightsTourError
from graphs.formats import is_graph_file
from graphs.leapers import KNIGHT
from graphs.loading import clock
from graphs.notation import boards_in_range, respell
from graphs.text import plural, tour_text
from solvers import BoardVerdicts, Budget, Problem, Result, StartMap, decide
from solvers.commands import command_line as cli
from solvers.commands import exits, parsing
from solvers.commands.certifying import Certificates, check_certificates, full_name_of, write_certificates
from solvers.commands.waiting import progress, waiting
from solvers.core.errors import check_packages
from solvers.core.outcome import ANSWERS
from solvers.existence import pages, views
from solvers.existence import views as table_views
from solvers.existence.certificates import name_of
from solvers.existence.holes import hole_map, hole_map_document, hole_map_text
from solvers.existence.maps import STOPPED, check_size, each_pair, each_start
from solvers.existence.pictures import start_map_svg
from solvers.existence.tables import connectable_leapers, each_cell, with_starts, with_tours
from solvers.solving.decide import with_shared_reasons

ONE, MAP, TABLE, ATLAS = "--closed, --start, --end or --step", "a map of all starts", "--boards", "--leapers"
HOLES = "--without-one"
STRIP_ENDS = "--pairs for all lengths at once (5xN)"
ONE_LESS = "--without-one for all boards (5xN, MxN)"
GRAPH, LENGTHS, BOARDS = "a graph file", "all lengths at once (5xN)", "all boards at once (MxN)"
EFFECTIVE = {
    ONE: "board squares start end step closed leaper wrap time_limit node_limit confirm json svg html certificate",
    MAP: "board squares pairs leaper wrap time_limit node_limit confirm jobs scheduler json svg html certificate",
    HOLES: "board squares without_one closed leaper wrap time_limit node_limit confirm json",
    TABLE: "boards square closed leaper wrap time_limit node_limit jobs scheduler json csv svg html certificate",
    LENGTHS: "board squares start closed leaper time_limit node_limit json svg html certificate",
    STRIP_ENDS: "board pairs leaper time_limit json certificate",
    ONE_LESS: "board without_one closed leaper time_limit json certificate",
    BOARDS: "board closed pairs leaper time_limit json certificate",
    GRAPH: "board start end step closed time_limit node_limit confirm json certificate",
    ATLAS: "boards square leapers closed time_limit node_limit jobs scheduler json csv svg html certificate",
}
"""For each kind of question, the names of the options that have an effect on it, separated by spaces."""


def main() -> int:
    """Decide the questions that the arguments ask about one board or many boards, and print the answers.

    Returns
    -------
    int
        The exit status.
    """
    arguments = _parser().parse_args()
    question = _question(arguments)
    parsing.check_effect(arguments, question, EFFECTIVE[question] + " squares" * (arguments.html is not None))
    check_certificates(arguments.certificate, [])
    if arguments.html is not None:
        check_packages("pages need", ["jinja2"])
    budget = Budget(arguments.time_limit, arguments.node_limit)
    if arguments.boards is not None:
        return _table(arguments, budget)
    if arguments.board is None:
        raise FormatError("BOARD is missing: write rows x columns, such as 8x8, or --boards 3..8x3..10")
    if cli.ENDLESS.fullmatch(arguments.board):
        from solvers.commands import all_lengths

        return all_lengths.answer(arguments, budget)
    problem = cli.read_problem(arguments)
    if problem.where and arguments.pairs:
        raise FormatError("--pairs cannot be combined with --start, --end or known steps: leave them out", "--pairs")
    if question == HOLES:
        return _without_one(arguments, problem, budget)
    return (_one if problem.closed or problem.where else _map)(arguments, problem, budget)


def _question(arguments: argparse.Namespace) -> str:
    if arguments.leapers is not None:
        if arguments.boards is None or not arguments.square:
            raise FormatError("--leapers needs square boards: write --boards 3..30 --square --leapers 9", "--leapers")
        return ATLAS
    if arguments.boards is not None:
        return TABLE
    if match := cli.ENDLESS.fullmatch(arguments.board or ""):
        if arguments.without_one:
            return ONE_LESS
        return (STRIP_ENDS if arguments.pairs else LENGTHS) if any(match.groups()) else BOARDS
    if arguments.without_one:
        return HOLES
    if arguments.board is not None and is_graph_file(arguments.board):
        return GRAPH
    return ONE if arguments.closed or arguments.step or not (arguments.start is arguments.end is None) else MAP


def _parser() -> parsing.Parser:
    parser = parsing.Parser(
        description=__doc__,
        epilog="Exit status: 0 a tour exists, 1 no tour exists, 2 bad input, 3 an answer is unknown within the limits.",
    )
    more = "; or, with the letter N, such as 5xN or Nx5, for all boards with a side of 5; or MxN for all boards"
    parsing.add(parser, "board", more=more, nargs="?")
    parsing.add(parser, "--leaper", "--wrap", "--start", "--end", "--step", "--closed", "--squares")
    parser.add_argument(
        "--pairs",
        action="store_true",
        help="decide for each pair of squares whether they are the ends of an open tour; BOARD must have at most 1,000 "
        "squares, or be written with the letter N: 4xN (few rows, any number of columns) or MxN (all boards)",
    )
    parser.add_argument(
        "--without-one",
        action="store_true",
        help="decide for each square whether the board without this square has a tour; BOARD must be a single board, such as "
        "5x7, or with --closed also 5xN (5 rows, any number of columns) or MxN (all boards)",
    )
    parsing.add(parser, "--boards", "--square")
    parser.add_argument(
        "--leapers",
        metavar="SUM",
        type=parsing.between(1, 99),
        help="with --boards and --square, decide each board for all leapers (a, b) with a + b <= SUM (an atlas)",
    )
    parsing.add(parser, "--certificate")
    parsing.add(parser, "--time-limit", "--node-limit", unset="no limit")
    parsing.add(parser, "--confirm")
    parsing.add_workers(parser, "1, because most questions are short")
    output = parser.add_mutually_exclusive_group()
    parsing.add(output, "--json", "--svg", "--html")
    output.add_argument("--csv", action="store_true", help="with --boards, print the table as CSV")
    return parser


def _one(arguments: argparse.Namespace, problem: Problem, budget: Budget) -> int:
    check_certificates(arguments.certificate, [problem])
    started = clock()
    with waiting(arguments.time_limit):
        verdict = decide(problem, budget=budget, confirm=arguments.confirm)
    _show_one(arguments, problem, verdict)
    write_certificates(arguments.certificate, [(problem, verdict)], budget, started)
    return exits.of_answers([verdict.exists])


def _show_one(arguments: argparse.Namespace, problem: Problem, verdict: Result) -> None:
    tour, board, head = verdict.tour, problem.board, cli.document_head(arguments.board, problem)
    spelled = replace(verdict, reason=respell(verdict.reason, cli.in_chess(arguments, board)))
    chess = cli.in_chess(arguments, board) is not None
    if cli.deliver(
        arguments, json=lambda: head | _answer(problem, spelled), html=lambda: pages.verdict_page(verdict, chess=chess)
    ):
        return
    if cli.deliver(arguments, svg=lambda: verdict.svg(chess=chess) or "") or tour is None:
        pass
    elif board is None:
        print(" ".join(map(str, tour)))
    elif cli.fits_terminal(board):
        print(tour_text(tour))
    else:
        cli.say("the grid of the tour is wider than the terminal: use --json or --svg FILE")
    words = f"{ANSWERS[verdict.exists]}: {'closed' if problem.closed else 'open'} tour: " + "\n".join(spelled.sentences)
    (cli.tell if arguments.svg == "-" else print)(words)


def _answer(problem: Problem, verdict: Result) -> dict[str, Any]:
    question, answer = problem.ends, views.verdict_document(verdict)
    if question.pop("closed"):
        return {name: question[name] for name in question if name == "steps"} | {"closed": answer}
    return question | answer | {"tour": None if verdict.tour is None else verdict.tour.squares}


def _without_one(arguments: argparse.Namespace, problem: Problem, budget: Budget) -> int:
    board = problem.board
    if board is None or problem.where:
        raise FormatError("--without-one needs a board without known steps; graph files are not supported", arguments.board)
    with waiting(arguments.time_limit):
        answers = hole_map(board, leaper=problem.leaper, closed=problem.closed, budget=budget, confirm=arguments.confirm)
    head = cli.document_head(arguments.board, problem) | {"closed": problem.closed}
    if not cli.deliver(arguments, json=lambda: head | hole_map_document(answers)):
        print(hole_map_text(board, answers, closed=problem.closed, chess=arguments.squares == "chess"))
    return exits.of_answers([verdict.exists for verdict in answers.values()])


def _map(arguments: argparse.Namespace, problem: Problem, budget: Budget) -> int:
    board = problem.board or problem.graph
    check_size(problem, pairs=arguments.pairs)
    problems = (problem.with_ends(start=square) for square in board)
    check_certificates(arguments.certificate, chain([problem.with_ends(closed=True)], problems))
    decide_one = partial(decide, budget=budget, confirm=arguments.confirm)
    answers = dict.fromkeys(board, STOPPED)
    pairs = dict.fromkeys(permutations(board, 2), STOPPED) if arguments.pairs else None
    with waiting(arguments.time_limit), _executor(arguments) as executor:
        closed = decide_one(problem.with_ends(closed=True))
        stopped = _collect(answers.update, each_start(problem, closed, decide_one, executor))
        answers = with_shared_reasons(problem, answers)
        if pairs is not None and not stopped:
            stopped = _collect(pairs.update, each_pair(problem, decide_one, executor, answers))
    starts = StartMap(board, answers, closed)
    _show_map(arguments, problem, starts, pairs)
    write_certificates(arguments.certificate, _each_answer(problem, starts, pairs), budget)
    return _exit_status(stopped, [closed, *starts.values(), *(pairs or {}).values()])


def _show_map(arguments: argparse.Namespace, problem: Problem, starts: StartMap, pairs: Mapping[Any, Result] | None) -> None:
    named = cli.in_chess(arguments, problem.board)
    chess, leaper, board = named is not None, problem.leaper, cast(Board, problem.board)  # a graph has neither picture nor page
    if not cli.deliver(
        arguments,
        json=lambda: cli.document_head(arguments.board, problem) | views.start_map_document(starts, pairs),
        svg=lambda: start_map_svg(board, starts, pairs, chess=chess),
        html=lambda: pages.start_map_page(starts, pairs, leaper=leaper, chess=chess),
    ):
        text = views.start_map_text(starts, pairs, named)
        print(text)
        if sys.stdout.isatty() and len(text.partition("\n")[0]) > get_terminal_size().columns:
            cli.say("the map is wider than the terminal: use --svg FILE")


def _table(arguments: argparse.Namespace, budget: Budget) -> int:
    """Decide the boards of `--boards`, print a table of all answers, and return the exit status."""
    closed, is_atlas = arguments.closed, arguments.leapers is not None
    leapers = connectable_leapers(arguments.leapers) if is_atlas else [arguments.leaper or KNIGHT]
    places = [(leaper, board) for board in _read_boards(arguments) for leaper in leapers]
    decide_cell = partial(with_tours, budget=budget, closed=closed) if is_atlas else partial(with_starts, budget=budget)
    certificates = Certificates(arguments.certificate, budget)
    results: list[BoardVerdicts] = []
    with _executor(arguments) as executor, progress("boards", len(places)) as advance:
        cells = each_cell(starmap(BoardVerdicts, places), decide_cell, executor)
        stopped = _collect(results.extend, _certified(cells, certificates, closed, advance))
    number_of = {place: number for number, place in enumerate(places)}
    results.sort(key=lambda cell: number_of[cell.leaper, cell.board])
    _show_table(arguments, results)
    certificates.report_missing()
    if len(results) < len(places):
        cli.say(f"{plural(len(places) - len(results), 'board is', 'boards are')} not decided")
    return _exit_status(stopped, (verdict for cell in results for _, _, verdict in _answers_of(cell, closed)))


def _read_boards(arguments: argparse.Namespace) -> list[Board]:
    read = partial(boards_in_range, wrap=arguments.wrap, square=arguments.square)
    try:
        return list(dict.fromkeys(chain.from_iterable(map(read, arguments.boards))))
    except BoardError as error:
        raise BoardError(f"argument --boards: {error}", arguments.boards) from None


def _certified(
    cells: Iterable[tuple[int, BoardVerdicts]], certificates: Certificates, closed: bool, advance: Callable[[str], None]
) -> Iterator[BoardVerdicts]:
    """Yield each cell (the results of one leaper on one board), and write its certificates afterwards.

    So the results are not lost if Ctrl-C is pressed during the search for the evidence of the certificates.
    """
    for _, cell in cells:
        yield cell
        for answer in _answers_of(cell, closed):
            certificates.add(*answer)
        advance(cell.answer(closed).replace("open-or-closed", "open"))


def _answers_of(cell: BoardVerdicts, closed: bool) -> Iterator[tuple[str, Problem, Result]]:
    """Yield the name of the certificate file, the problem and the result of each answer in a cell of a table."""
    problem, starts = Problem.on_board(cell.board, cell.leaper), cell.starts
    if starts is None:
        for name, verdict in cell.verdicts(closed).items():
            question = problem.with_ends(closed=name == "closed")
            yield full_name_of(question), question, verdict
    else:
        for question, verdict in islice(_each_answer(problem, starts), 1 if closed else None):
            yield f"{cell.board.rows}x{cell.board.cols}/{name_of(question)}", question, verdict


def _show_table(arguments: argparse.Namespace, cells: list[BoardVerdicts]) -> None:
    closed, is_atlas = arguments.closed, arguments.leapers is not None
    picture = table_views.atlas_svg if is_atlas else table_views.table_svg
    rows = partial(table_views.table_rows, cells, closed=closed)
    if arguments.csv:
        writer = csv.DictWriter(sys.stdout, list(rows()[0]) if cells else [])
        writer.writeheader()
        writer.writerows(rows())
    elif not cli.deliver(
        arguments,
        json=lambda: (
            table_views.atlas_document(cells, closed=closed)
            if is_atlas
            else {"leaper": arguments.leaper or KNIGHT, "boards": rows()}
        ),
        svg=lambda: picture(cells, closed=closed),
        html=lambda: pages.table_page(cells, closed=closed, chess=arguments.squares == "chess"),
    ):
        print(table_views.atlas_text(cells, closed=closed)) if is_atlas else _print_table(rows(), closed)


def _print_table(rows: Sequence[Mapping[str, Any]], closed: bool) -> None:
    for row in rows:
        answers = [f"{key} {ANSWERS[row[key]]:<8}" for key in ("open", "closed") if key in row]
        starts = "" if closed else views.in_words(row["starts"], row["starts_unknown"], row["squares"])
        print(f"{row['board']:<8} {' '.join(answers)}{starts}".rstrip())
    if not closed:
        no_tour, searched = (sum(row[key] for row in rows) for key in ("noes", "noes_by_search"))
        by_hand = f"{no_tour - searched} with a reason that can be checked by hand"
        print(f"{plural(no_tour, 'no-tour answer')}: {by_hand}, {searched} by search alone")


def _executor(arguments: argparse.Namespace) -> AbstractContextManager[Any]:
    """Return a context manager for an executor of worker processes.

    If only one process is needed (no `--scheduler`, and `--jobs` is 1 or missing), the value of the context manager is None.
    """
    if arguments.jobs in (None, 1) and arguments.scheduler is None:
        return nullcontext()
    from solvers.workers import process_executor

    return process_executor(arguments.jobs or 1, arguments.scheduler)


def _collect(add: Callable[[Iterable[Any]], None], answers: Iterable[Any]) -> KeyboardInterrupt | Exception | None:
    """Pass an iterator of answers to `add`. Return the error that ended the iterator early, or None if there is none."""
    try:
        add(answers)
    except (KeyboardInterrupt, KnightsTourError, OSError) as stopped:
        return stopped
    return None


def _each_answer(
    problem: Problem, starts: StartMap, pairs: Mapping[Any, Result] | None = None
) -> Iterator[tuple[Problem, Result]]:
    """Yield each problem that a map answers, with its result: closed tours, each start, and each pair of start and end."""
    yield problem.with_ends(closed=True), starts.closed
    for square, verdict in starts.items():
        yield problem.with_ends(start=square), verdict
    for (start, end), verdict in (pairs or {}).items():
        yield problem.with_ends(start=start, end=end), verdict


def _exit_status(stopped: KeyboardInterrupt | Exception | None, verdicts: Iterable[Result]) -> int:
    """Print how many answers are unknown, and return the exit status. Raise `stopped` if it is an error other than Ctrl-C."""
    answers = [verdict.exists for verdict in verdicts]
    if None in answers:
        cli.say(f"{plural(answers.count(None), 'answer is', 'answers are')} unknown")
    if isinstance(stopped, Exception):
        raise stopped
    return exits.INTERRUPTED if stopped else exits.of_answers(answers)

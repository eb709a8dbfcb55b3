"""Decide which boards and starts have knight's tours. Each answer has a tour, or a reason why there is none."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from itertools import chain
from shutil import get_terminal_size
from typing import Any, TypeAlias

from graphs.board import Board
from graphs.errors import BoardError, FormatError, KnightsTourError
from graphs.leapers import KNIGHT
from graphs.loading import clock
from graphs.notation import boards_in_range, respell
from graphs.text import plural, tour_text
from solvers import Budget, Problem, Result, StartMap, decide
from solvers.commands import exits, parsing
from solvers.commands import input_output as cli
from solvers.commands.certifying import Certificates, certificate_full_name, check_certificates, write_certificates
from solvers.commands.parsing import ParsedArguments
from solvers.commands.waiting import waiting, waiting_progress
from solvers.core.errors import check_packages
from solvers.core.outcome import ANSWERS
from solvers.existence import answer_texts, pages
from solvers.existence.answers import Answers, BoardTable, HoleMap, PairMap
from solvers.existence.certificates import certificate_name
from solvers.existence.maps import (
    check_map_size,
    connectable_leapers,
    each_map_answer,
    each_map_table,
    filled_map,
    start_map,
    tour_map,
)

EXAMPLES = """\
  check 3x8                         squares that start a tour, and why
  check 4x7 --start b3 --svg a.svg  one start, drawn with its reason
  check 8x8 --closed                closed tours
  check --boards 3..8x3..10         a table of boards
  check 5xN                         boards of every length
"""
Stopped: TypeAlias = KeyboardInterrupt | Exception | None


def main() -> int:
    arguments = _parser().read()
    if arguments.html is not None:
        check_packages("pages need", ["jinja2"])
    budget = Budget(arguments.time_limit, arguments.node_limit)
    if arguments.leapers is not None and (arguments.boards is None or not arguments.square):
        raise FormatError("--leapers needs square boards: write --boards 3..30 --square --leapers 9", "--leapers")
    if arguments.boards is not None:
        return _table(arguments, budget)
    if arguments.board is None:
        raise FormatError("BOARD is missing: write rows x columns, such as 8x8, or --boards 3..8x3..10")
    arguments.reject("with one BOARD", "square", csv="use --json, or --boards")
    if cli.ENDLESS.fullmatch(arguments.board):
        from solvers.commands import all_lengths

        return all_lengths.answer_all_lengths(arguments, budget)
    problem = cli.read_problem(arguments)
    if problem.board is None:
        arguments.reject("with a graph file, because it needs a board", "without_one")
        arguments.reject("with a graph file", "pairs", "squares", svg="use --json", html="use --json")
    if problem.where:
        arguments.reject("with --start, --end or known steps", "without_one")
    if problem.where or (problem.closed and not arguments.without_one):
        arguments.reject("with --closed, --start, --end or known steps", "pairs", "jobs")
        return _one(arguments, problem, budget)
    return _map(arguments, problem, budget)


def _parser() -> parsing.Parser:
    parser = parsing.Parser(
        __doc__,
        examples=EXAMPLES,
        epilog="Exit status: 0 a tour exists, 1 no tour exists, 2 bad input, 3 an answer is unknown within the limits.",
        moved={
            "--step": "numbers in the board text, or solve --step",
            "--out": "--certificate DIR, or redirect the output of --json",
            "--scheduler": "--jobs ADDRESS",
        },
    )
    parser.set_defaults(step=[])
    parsing.add(parser, "board", nargs="?", help="board such as 8x8, file, 5xN (for every N), or MxN (for every M and N)")
    parsing.add(parser, "--closed", "--start", "--end", "--leaper", "--wrap")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--pairs", action="store_true", help="decide which pairs of squares can be the ends of a tour")
    kinds.add_argument("--without-one", action="store_true", help="decide which squares a closed tour can leave out")
    parsing.add(parser, "--boards", "--square")
    parser.add_argument(
        "--leapers",
        metavar="SUM",
        type=parsing.parse_between(1, 99),
        help="print a table for all leapers (A, B) with A + B <= SUM",
    )
    output = parser.add_mutually_exclusive_group()
    parsing.add(output, "--json", "--svg", "--html")
    output.add_argument("--csv", action="store_true", help="print the table of --boards as CSV")
    parsing.add(parser, "--squares", "--certificate", "--confirm")
    parsing.add(parser, "--time-limit", "--node-limit", unset="no limit")
    words = "number of worker processes (default: 1), or address of a Dask scheduler"
    parsing.add(parser, "--jobs", metavar="WORKERS", type=_workers, help=words)
    return parser


def _workers(text: str) -> int | str:
    return text if "://" in text else parsing.parse_between(1, 1024)(text)


def _one(arguments: ParsedArguments, problem: Problem, budget: Budget) -> int:
    check_certificates(arguments.certificate, [problem])
    started = clock()
    with waiting(arguments.time_limit):
        verdict = decide(problem, budget=budget, confirm=arguments.confirm)
    _show_one(arguments, problem, verdict)
    write_certificates(arguments.certificate, [(problem, verdict)], budget, started)
    return exits.exit_of_answers([verdict.exists])


def _show_one(arguments: ParsedArguments, problem: Problem, verdict: Result) -> None:
    tour, board, named = verdict.tour, problem.board, cli.in_chess(arguments, problem.board)
    spelled, chess = replace(verdict, reason=respell(verdict.reason, named)), named is not None
    head = cli.output_document_head(arguments.board, problem)
    if cli.output_answer(
        arguments, json=lambda: head | _answer(problem, spelled), html=lambda: pages.verdict_page(verdict, chess=chess)
    ):
        return
    if cli.output_answer(arguments, svg=lambda: verdict.svg(chess=chess) or "") or tour is None:
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
    question, answer = problem.ends, answer_texts.verdict_document(verdict)
    if question.pop("closed"):
        return {name: question[name] for name in question if name == "steps"} | {"closed": answer}
    return question | answer | {"tour": answer_texts.answer_squares(verdict)}


def _map(arguments: ParsedArguments, problem: Problem, budget: Budget) -> int:
    """Decide all starts, all pairs of ends (`--pairs`), or all squares that are left out (`--without-one`)."""
    kinds: list[type[Answers]] = [HoleMap] if arguments.without_one else [StartMap, PairMap][: 1 + arguments.pairs]
    check_map_size(problem, kinds[-1])
    whole, starts = problem.with_ends(closed=True), (problem.with_ends(start=square) for square in problem.nodes)
    check_certificates(arguments.certificate, [] if arguments.without_one else chain([whole], starts))
    decide_one = partial(decide, budget=budget, confirm=arguments.confirm)
    tables, stopped = list[Answers](), None
    with waiting(arguments.time_limit), _executor(arguments) as executor:
        for kind in kinds:
            answers = dict[Any, Result]()
            if stopped is None:
                stopped = _collect(answers.update, each_map_answer(kind, problem, decide_one, executor, *tables))
            tables.append(filled_map(kind, problem, answers))
    _show_map(arguments, *tables)
    questions = chain.from_iterable(table.questions() for table in tables)
    write_certificates(arguments.certificate, questions, budget, name=partial(_file_name, problem))
    return _exit_status(stopped, chain.from_iterable(table.results() for table in tables))


def _file_name(whole: Problem, question: Problem) -> str:
    if whole.board is None or question.board is None:
        return certificate_name(question)
    return next((f"without_{row}_{col}" for row, col in question.board.holes - whole.board.holes), certificate_name(question))


def _show_map(arguments: ParsedArguments, answers: Answers, pairs: Answers | None = None) -> None:
    problem = answers.problem
    named = cli.in_chess(arguments, problem.board)
    chess, head = named is not None, cli.output_document_head(arguments.board, problem)
    if not cli.output_answer(
        arguments,
        json=lambda: head | answer_texts.answers_document(answers, pairs),
        svg=lambda: (answers if pairs is None else pairs).svg(chess=chess),
        html=lambda: pages.answers_page(answers, pairs, chess=chess),
    ):
        text = answer_texts.answers_text(answers, pairs, named)
        print(text)
        if sys.stdout.isatty() and len(text.partition("\n")[0]) > get_terminal_size().columns:
            cli.say("the map is wider than the terminal: use --svg FILE")


def _table(arguments: ParsedArguments, budget: Budget) -> int:
    """Decide all boards of `--boards`, and print a table of the answers."""
    arguments.reject("with --boards", "board", "start", "end", "pairs", "without_one")
    leapers, decide_cell, is_atlas = [arguments.leaper or KNIGHT], start_map, arguments.leapers is not None
    if is_atlas:
        arguments.reject("with --leapers", "leaper", "wrap")
        leapers = connectable_leapers(arguments.leapers)
    if arguments.closed or is_atlas:
        decide_cell = partial(tour_map, closed=arguments.closed)
    problems = [Problem.on_board(board, leaper) for board in _read_boards(arguments) for leaper in leapers]
    decided = partial(decide_cell, budget=budget, confirm=arguments.confirm)
    check_certificates(arguments.certificate, [])
    certificates, results = Certificates(arguments.certificate, budget), dict[int, StartMap]()
    with _executor(arguments) as executor, waiting_progress("boards", len(problems)) as advance:

        def certified() -> Iterator[tuple[int, StartMap]]:
            """Yield each answer before writing its certificates, so that Ctrl-C does not lose the answer."""
            for number, cell in each_map_table(problems, decided, executor):
                yield number, cell
                for question, verdict in cell.questions():
                    certificates.add(certificate_full_name(question, is_atlas), question, verdict)
                advance(cell.kind.replace("open-or-closed", "open"))

        stopped = _collect(results.update, certified())
    cells = [results[number] for number in sorted(results)]
    _show_table(arguments, BoardTable(cells, None if is_atlas else leapers[0]))
    certificates.report_missing()
    if len(cells) < len(problems):
        cli.say(f"{plural(len(problems) - len(cells), 'board is', 'boards are')} not decided")
    return _exit_status(stopped, chain.from_iterable(cell.results() for cell in cells))


def _read_boards(arguments: ParsedArguments) -> list[Board]:
    read = partial(boards_in_range, wrap=arguments.wrap, square=arguments.square)
    try:
        return list(dict.fromkeys(chain.from_iterable(map(read, arguments.boards))))
    except BoardError as error:
        raise BoardError(f"argument --boards: {error}", arguments.boards) from None


def _show_table(arguments: ParsedArguments, table: BoardTable) -> None:
    if arguments.csv:
        rows = answer_texts.answer_table_rows(table)
        writer = csv.DictWriter(sys.stdout, rows[0] if rows else [])
        writer.writeheader()
        writer.writerows(rows)
    elif not cli.output_answer(
        arguments,
        json=lambda: answer_texts.answer_table_document(table),
        svg=lambda: answer_texts.answer_table_svg(table),
        html=lambda: pages.table_page(table, chess=arguments.squares != "numbers"),
    ):
        print(answer_texts.answer_table_text(table))


def _executor(arguments: ParsedArguments) -> AbstractContextManager[Any]:
    """Open an executor of worker processes, or return None if one process is enough."""
    jobs = arguments.jobs
    if jobs in (None, 1):
        return nullcontext()
    from solvers.workers import process_executor

    return process_executor(1, jobs) if isinstance(jobs, str) else process_executor(jobs)


def _collect(add: Callable[[Iterable[Any]], None], answers: Iterable[Any]) -> Stopped:
    """Pass an iterable of answers to `add`, and return the error that interrupted it, or None."""
    try:
        add(answers)
    except (KeyboardInterrupt, KnightsTourError, OSError) as stopped:
        return stopped
    return None


def _exit_status(stopped: Stopped, verdicts: Iterable[Result]) -> int:
    """Print the number of unknown answers, and return the exit status or raise `stopped`."""
    answers = [verdict.exists for verdict in verdicts]
    if None in answers:
        cli.say(f"{plural(answers.count(None), 'answer is', 'answers are')} unknown")
    if isinstance(stopped, Exception):
        raise stopped
    return exits.INTERRUPTED if stopped else exits.exit_of_answers(answers)

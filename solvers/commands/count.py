"""Count the knight's tours of a board, or the Hamiltonian paths and cycles of a graph, exactly."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from graphs.errors import FormatError
from graphs.notation import respell
from graphs.text import plural
from solvers import Budget, BudgetSpent, Problem, TourCount, count_starts, count_symmetric_tours, count_tours
from solvers.commands import exits, parsing
from solvers.commands import input_output as cli
from solvers.commands.waiting import waiting

SYMMETRIES = {
    "half": "half turn",
    "quarter": "quarter turn",
    "left-right": "reflection left to right",
    "top-bottom": "reflection top to bottom",
}
"""The values of `--symmetric`, each with the name of its symmetry."""


class _Answer(NamedTuple):
    """The number of tours as text and JSON, and a function that confirms it."""

    number: int
    text: str
    numbers: dict[str, Any]
    check: Callable[[], str]


def main() -> int:
    arguments = _parser().read()
    problem, budget = cli.read_problem(arguments), Budget(arguments.time_limit)
    count, answer = (_all_tours if arguments.symmetric is None else _symmetric_tours), None
    started = time.perf_counter()
    try:
        with waiting(arguments.time_limit):
            answer = count(arguments, problem, budget)
    except BudgetSpent as obstacle:
        cli.say(f"unknown: {obstacle}")
    if arguments.json:
        question = cli.output_document_head(arguments.board, problem) | {"closed": problem.closed} | problem.ends
        numbers = {} if answer is None else answer.numbers
        cli.output_json(question | _unknown(arguments) | numbers | {"seconds": round(time.perf_counter() - started, 6)})
    elif answer is not None:
        print(answer.text)
    if answer is None:
        return exits.UNKNOWN
    if arguments.confirm:
        sys.stdout.flush()
        try:
            with waiting(arguments.time_limit):
                message = f"checked: {answer.check()}"
        except BudgetSpent as spent:
            message = f"not confirmed: {spent}"
        cli.say(message)
    return exits.FOUND if answer.number else exits.IMPOSSIBLE


def _parser() -> parsing.Parser:
    parser = parsing.Parser(
        f"{__doc__} {cli.NUMBERED}",
        examples="  count 6x6 --closed    9,862 closed tours\n",
        epilog="Exit status: 0 tours exist, 1 no tour exists, 2 bad input, 3 unknown within the limits.",
    )
    parsing.add(parser, "board", "--leaper", "--wrap", "--start", "--end", "--step", "--closed")
    parsing.add(parser, "--time-limit", unset="no limit")
    parsing.add(parser, "--memory-limit", unset="four fifths of free memory")
    parser.add_argument("--each-start", action="store_true", help="also count the open tours from each square")
    parser.add_argument("--symmetric", choices=SYMMETRIES, help="count only tours that this turn or reflection preserves")
    parsing.add(parser, "--confirm", "--json")
    parser.set_defaults(squares=None)  # the output names squares as the arguments do
    return parser


def _all_tours(arguments: parsing.ParsedArguments, problem: Problem, budget: Budget) -> _Answer:
    """Count all tours, and with `--each-start` also those from each square."""
    from solvers.counting.checks import check_count

    memory, lines, grid = arguments.memory_limit, list[str](), dict[str, Any]()
    if arguments.each_start:
        starts = count_starts(problem, budget=budget, memory=memory)
        total = sum(starts.values())
        count = TourCount.of(problem, total if problem.size == 1 or problem.end is not None else total // 2)
        lines, grid["starts"] = _by_start(problem, starts)
    else:
        count = count_tours(problem, budget=budget, memory=memory)
    ends = problem.where
    if count.directed is None:
        sentence = f"{plural(count.undirected or 0, 'closed tour')}{ends}"
    elif count.undirected is None:
        sentence = f"{plural(count.directed, 'open tour')}{ends}"
    else:
        as_one = f"{count.undirected:,} if a tour and its reverse count as one"
        sentence = f"{plural(count.directed, 'directed open tour')}, {as_one}"
    numbers = {"directed": count.directed, "undirected": count.undirected} | grid
    check = partial(check_count, problem, count, budget, memory)
    sentence = respell(sentence, cli.in_chess(arguments, problem.board))
    return _Answer(count.directed or count.undirected or 0, "\n".join([*lines, sentence]), numbers, check)


def _by_start(problem: Problem, starts: dict[Any, int]) -> tuple[list[str], object]:
    """Return the number of tours from each start, as lines of text and for JSON."""
    board = problem.board
    if board is None:
        return [f"{vertex}: {number:,}" for vertex, number in starts.items()], {str(v): n for v, n in starts.items()}
    grid = [[starts.get((row, col), "#") for col in range(board.cols)] for row in range(board.rows)]
    words = [[f"{entry:,}" if isinstance(entry, int) else entry for entry in row] for row in grid]
    width = max(len(word) for row in words for word in row)
    return [" ".join(word.rjust(width) for word in row) for row in words], grid


def _symmetric_tours(arguments: parsing.ParsedArguments, problem: Problem, budget: Budget) -> _Answer:
    """Count the tours that have the symmetry given by `--symmetric`."""
    from solvers.counting.quotients import check_quotient_count

    arguments.reject("with --symmetric", "each_start")
    if problem.board is None:
        raise FormatError(f"--symmetric needs a board, but {arguments.board} is a graph file", arguments.board)
    symmetry, memory = SYMMETRIES[arguments.symmetric], arguments.memory_limit
    count = count_symmetric_tours(problem, symmetry, budget=budget, memory=memory)
    kind = "closed" if problem.closed else "open"
    ways = f" ({count.shifted:,} in the same direction, {count.reversed:,} reversed)" if problem.closed else ""
    distinct = "" if count.distinct is None else f"; {count.distinct:,} if images under the board's symmetries count as one"
    tours, itself = plural(count.tours, f"{kind} tour"), "itself" if count.tours == 1 else "themselves"
    text = f"{tours} that the {symmetry} maps onto {itself}{ways}{distinct}"
    numbers = {"undirected": count.tours, "shifted": count.shifted, "reversed": count.reversed, "distinct": count.distinct}
    check = partial(check_quotient_count, problem, symmetry, count, budget, memory)
    return _Answer(count.tours, text, numbers, lambda: f"{check()} gives the same number")


def _unknown(arguments: parsing.ParsedArguments) -> dict[str, Any]:
    """Return the JSON entries of an unknown count, in which each number is None."""
    if arguments.symmetric is None:
        return dict.fromkeys(["directed", "undirected", *["starts"] * arguments.each_start])
    keys = ("directed", "undirected", "shifted", "reversed", "distinct")
    return {"symmetric": SYMMETRIES[arguments.symmetric]} | dict.fromkeys(keys)

"""Make puzzles: boards with some numbers of a tour, which determine all others."""

from __future__ import annotations

import argparse
import os
from typing import Any

from graphs.leapers import KNIGHT
from graphs.notation import parse_puzzle, respell
from graphs.svg.page import gallery
from graphs.text import plural
from solvers import Budget, BudgetSpent, NoTour, Problem, Status
from solvers.commands import exits, parsing
from solvers.commands import input_output as cli
from solvers.commands.waiting import waiting
from solvers.solving.puzzles import DIFFICULTIES, MOST_NODES, Puzzle, make_puzzle, puzzles_page


def main() -> int:
    arguments = _parser().read()
    board, steps = parse_puzzle(cli.input_board_text(arguments.board), arguments.wrap)
    problem = Problem.on_board(board, arguments.leaper or KNIGHT, closed=arguments.closed, steps=steps)
    first, puzzles = arguments.seed or 0, list[Puzzle]()
    chess = arguments.squares == "chess" or bool(arguments.html and arguments.squares is None)
    most_nodes, budget = arguments.node_limit or MOST_NODES, Budget(arguments.time_limit)
    solution = _solution_file(arguments)
    answer, reason, status = Status.FOUND, "", exits.FOUND
    try:
        for seed in range(first, first + (arguments.count or 1)):
            with waiting(arguments.time_limit):
                puzzle = make_puzzle(
                    problem,
                    seed,
                    clues=arguments.clues or 0,
                    difficulty=arguments.difficulty,
                    most_nodes=most_nodes,
                    budget=budget,
                )
            puzzles.append(puzzle)
            if not (arguments.json or arguments.svg or arguments.html):
                print(puzzle, end="\n\n" if arguments.count else "\n", flush=True)
            cli.say(f"seed {seed}: {plural(len(puzzle.steps), 'step')} given, {_quality(puzzle)}")
    except (NoTour, BudgetSpent) as obstacle:
        reason = respell(getattr(obstacle.value, "reason", str(obstacle)), problem.board if chess else None)
        cli.say(f"no puzzle: {reason}")
        answer = getattr(obstacle.value, "status", Status.UNKNOWN)
        status = exits.IMPOSSIBLE if answer is Status.IMPOSSIBLE else exits.UNKNOWN
    except KeyboardInterrupt:
        answer, reason, status = Status.UNKNOWN, f"stopped after {plural(len(puzzles), 'puzzle')}", exits.INTERRUPTED
        cli.say(reason)
    if arguments.json:
        head = cli.output_document_head(arguments.board, problem) | {"closed": problem.closed}
        answers = {"status": answer.value, "reason": reason, "puzzles": list(map(_entry, puzzles))}
        cli.output_json(head | answers)
    elif puzzles:
        cli.output_answer(
            arguments,
            svg=lambda: gallery(((puzzle.board_svg(chess=chess), "") for puzzle in puzzles), "Puzzles"),
            html=lambda: puzzles_page(puzzles, chess=chess),
        )
        if solution is not None:
            tours = ((puzzle.tour_svg(chess=chess), "") for puzzle in puzzles)
            cli.write_output_text(solution, gallery(tours, "Solutions"))
    return status


def _quality(puzzle: Puzzle) -> str:
    """Return the difficulty, or for a hard puzzle whether all its given steps are necessary."""
    if puzzle.difficulty != "hard":
        return puzzle.difficulty
    return "all but the first and last are necessary" if puzzle.is_minimal else "it is unknown whether all are necessary"


def _parser() -> parsing.Parser:
    parser = parsing.Parser(
        __doc__,
        examples="  puzzle 6x6 --seed 1    a board with some numbers of a tour\n",
        epilog="Exit status: 0 done, 1 proven that there is no tour, 2 bad input, 3 unknown within the limits.",
    )
    parsing.add(parser, "board", help="board or board file (- for standard input)")
    parsing.add(parser, "--closed", "--leaper", "--wrap", "--squares")
    add = parser.add_argument
    add("--seed", type=parsing.whole_number, metavar="N", help="seed of the random tour (default: 0)")
    add("--clues", type=parsing.parse_between(1), metavar="N", help="give at least N numbers of the tour (default: fewest)")
    add("--difficulty", choices=DIFFICULTIES, default="hard", help="difficulty of the puzzles (default: hard)")
    add("--count", type=parsing.parse_between(1), metavar="N", help="make N puzzles, with consecutive seeds (default: 1)")
    parsing.add(parser, "--time-limit", unset="no limit")
    parsing.add(parser, "--node-limit", help="search nodes per uniqueness proof", unset=f"{MOST_NODES:,}")
    output = parser.add_mutually_exclusive_group()
    parsing.add(output, "--json")
    parsing.add(output, "--svg", more=", and the solution as FILE-solution.svg")
    parsing.add(output, "--html")
    return parser


def _entry(puzzle: Puzzle) -> dict[str, Any]:
    return {"steps": puzzle.steps, "minimal": puzzle.is_minimal, "text": str(puzzle), "tour": puzzle.tour.squares}


def _solution_file(arguments: argparse.Namespace) -> str | None:
    """Return the name of the solution's file, if `--svg` names a file, and check that it is writable."""
    path = arguments.svg
    if path is None or path == "-" or (os.path.exists(path) and not os.path.isfile(path)):
        return None
    solution = "-solution".join(os.path.splitext(path))
    cli.check_output_writable(solution)
    cli.check_distinct_outputs(*cli.output_files(arguments), ("the solution", solution))
    return solution

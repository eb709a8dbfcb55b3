"""Make puzzles: the option `--puzzle` of the command `solve`, and the options that require `--puzzle`."""

from __future__ import annotations

import argparse
import os
from typing import Any

from graphs.notation import respell
from graphs.text import plural
from solvers import Budget, BudgetSpent, NoTour, Problem, Status
from solvers.commands import command_line as cli
from solvers.commands import exits, parsing
from solvers.commands.waiting import waiting
from solvers.solving.puzzles import MOST_NODES, Puzzle, make_puzzle, puzzles_page


def add_puzzles(parser: argparse.ArgumentParser) -> None:
    """Add `--puzzle`, `--seed`, `--clues` and `--count`.

    Parameters
    ----------
    parser : argparse.ArgumentParser
        The parser of `solve`.
    """
    group = parser.add_argument_group(
        "puzzles",
        "A puzzle is a board with known steps that exactly one tour has. --svg FILE.svg also writes "
        "the solution to FILE-solution.svg. --html writes a page that prints the solutions on separate sheets. "
        f"--node-limit limits each proof that only one tour agrees with the steps (default: {MOST_NODES:,}).",
    )
    group.add_argument(
        "--puzzle",
        action="store_true",
        help="make a puzzle: a board with some steps of a random tour, such that no other tour has these steps",
    )
    group.add_argument(
        "--seed", type=parsing.whole_number, metavar="N", help="seed of the random tour, an integer (default: 0)"
    )
    group.add_argument(
        "--clues", type=parsing.between(1), metavar="N", help="give at least N steps of the tour (default: as few as possible)"
    )
    group.add_argument(
        "--count", type=parsing.between(1), metavar="N", help="make N puzzles (default: 1); cannot be combined with --svg"
    )


def make_puzzles(arguments: argparse.Namespace, problem: Problem) -> int:
    """Make puzzles, and print them as text, as JSON, as pictures or as a page.

    Parameters
    ----------
    arguments : argparse.Namespace
        The arguments of `solve`.
    problem : Problem
        The problem: a board, and whether the tour is closed.

    Returns
    -------
    int
        The exit status.
    """
    first, puzzles, chess = arguments.seed or 0, list[Puzzle](), arguments.squares == "chess"
    most_nodes, budget = arguments.node_limit or MOST_NODES, Budget(arguments.time_limit)
    solution = _solution_file(arguments)
    answer, reason, status = Status.FOUND, "", exits.FOUND
    try:
        for seed in range(first, first + (arguments.count or 1)):
            with waiting(arguments.time_limit):
                puzzle = make_puzzle(problem, seed, clues=arguments.clues or 0, most_nodes=most_nodes, budget=budget)
            puzzles.append(puzzle)
            if not (arguments.json or arguments.svg or arguments.html):
                print(puzzle, end="\n\n" if arguments.count else "\n", flush=True)
            proof = "none can be left out" if puzzle.is_minimal else "it is unknown whether all are necessary"
            cli.say(f"seed {seed}: {plural(len(puzzle.steps), 'step')} given, {proof}")
    except (NoTour, BudgetSpent) as obstacle:
        reason = respell(getattr(obstacle.value, "reason", str(obstacle)), problem.board if chess else None)
        cli.say(f"no puzzle: {reason}")
        answer = getattr(obstacle.value, "status", Status.UNKNOWN)
        status = exits.IMPOSSIBLE if answer is Status.IMPOSSIBLE else exits.UNKNOWN
    except KeyboardInterrupt:
        answer, reason, status = Status.UNKNOWN, f"stopped after {plural(len(puzzles), 'puzzle')}", exits.INTERRUPTED
        cli.say(reason)
    if arguments.json:
        head = cli.document_head(arguments.board, problem) | {"closed": problem.closed}
        answers = {"status": answer.value, "reason": reason, "puzzles": list(map(_entry, puzzles))}
        cli.print_json(head | answers)
    elif puzzles:
        cli.deliver(
            arguments,
            svg=lambda: puzzles[0].board_svg(chess=chess),
            html=lambda: puzzles_page(puzzles, chess=chess),
        )
        if solution is not None:
            cli.write_text(solution, puzzles[0].tour_svg(chess=chess))
    return status


def _entry(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as an entry of the JSON document."""
    return {"steps": puzzle.steps, "minimal": puzzle.is_minimal, "text": str(puzzle), "tour": puzzle.tour.squares}


def _solution_file(arguments: argparse.Namespace) -> str | None:
    """Return the file of the solution, after a check that it can be written.

    Return None if `--svg` is not given, or if its value is standard output or a device.
    """
    path = arguments.svg
    if path is None or path == "-" or (os.path.exists(path) and not os.path.isfile(path)):
        return None
    solution = "-solution".join(os.path.splitext(path))
    cli.check_writable(solution)
    cli.check_distinct(*cli.output_files(arguments), ("the solution", solution))
    return solution

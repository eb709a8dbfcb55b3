"""Files for other programs: the options `--export` and `--cnf` of solve.py."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from graphs.errors import FormatError
from graphs.formats import GRAPH_FORMATS, format_tour
from graphs.formats.shared import vertices_in_order
from graphs.tour import Tour
from solvers.commands import command_line as cli
from solvers.commands import files
from solvers.problem import Problem

__all__ = ["add_exports", "check_exports", "export_problem", "export_tour"]

TOUR = ".tour"
ENDINGS = (TOUR, *GRAPH_FORMATS)


def add_exports(parser: argparse.ArgumentParser) -> None:
    """Add --export and --cnf."""
    parser.add_argument(
        "--export",
        action="append",
        default=[],
        metavar="FILE",
        help=f"write the tour ({TOUR}) or the graph ({', '.join(GRAPH_FORMATS)}), as FILE ends; may come several times",
    )
    parser.add_argument(
        "--cnf",
        metavar="FILE",
        help="write clauses for a SAT solver, in the format DIMACS; each model is a tour, and each tour a model",
    )


def check_exports(arguments: argparse.Namespace) -> None:
    """Refuse files that cannot be written; before the work begins.

    Raises
    ------
    FormatError : a name has another ending, is that of standard output, or cannot be written to.
    """
    for path in arguments.export:
        if _ending(path) not in ENDINGS:
            raise FormatError(f"argument --export: {path!r} must end in one of {', '.join(ENDINGS)}", path)
        files.check_writable(path)
    if arguments.cnf == "-":
        raise FormatError("argument --cnf: the answer goes to standard output, and the clauses need a file", arguments.cnf)
    files.check_writable(arguments.cnf)


def export_problem(arguments: argparse.Namespace, problem: Problem) -> None:
    """Write the graph and the clauses of a problem to the files that the user names for them.

    Raises
    ------
    BoardError : the board is too large for a graph.
    UnsupportedProblem : there are too many clauses.
    FormatError : a file cannot be written, or the graph is too large for its format.
    """
    if any(_ending(path) == TOUR for path in arguments.export) and problem.board is not None:
        vertices_in_order(problem.board)  # refuses a board that is too large before the search
    for path in arguments.export:
        if _ending(path) in GRAPH_FORMATS:
            files.write_text(path, GRAPH_FORMATS[_ending(path)].format(problem.graph))
    if arguments.cnf is not None:
        from solvers.existence.tour_formula import tour_formula

        files.write_text(arguments.cnf, tour_formula(problem))


def export_tour(paths: Sequence[str], problem: Problem, tour: Tour | None) -> None:
    """Write a tour to the files that the user names for it, or say that there is none."""
    for path in paths:
        if _ending(path) != TOUR:
            continue
        if tour is None:
            cli.say(f"there is no tour, and {path} is not written")
        else:
            files.write_text(path, format_tour(tour, problem.graph if problem.board is None else problem.board))


def _ending(path: str) -> str:
    return os.path.splitext(path)[1]

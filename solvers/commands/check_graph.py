"""What check.py says of a graph file: one question, or an open tour from each vertex and a closed one."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from typing import Any

from solvers import Budget, Problem, Verdict, decide
from solvers.commands import command_line as cli
from solvers.commands.certifying import write_certificates
from solvers.commands.check_answers import EXIT, collected, count_unknown, exit_status
from solvers.existence import views
from solvers.existence.maps import STOPPED, each_start

__all__ = ["check_graph"]


def check_graph(arguments: argparse.Namespace, budget: Budget) -> int:
    """Answer the question about a graph file, and return the exit status."""
    problem = cli.read_problem(arguments)
    is_one = problem.closed or not (problem.start is problem.end is None)
    return (_one if is_one else _starts)(arguments, problem, budget)


def _one(arguments: argparse.Namespace, problem: Problem, budget: Budget) -> int:
    started = time.perf_counter()
    with cli.waiting(arguments.time_limit):
        verdict = decide(problem, budget, confirm=arguments.confirm)
    if arguments.json:
        cli.print_json(_document(arguments, problem, verdict))
    else:
        if verdict.tour is not None:
            print(" ".join(map(str, verdict.tour)))
        print(f"{views.WORDS[verdict.exists]}: {'closed' if problem.closed else 'open'} tour: {verdict.reason}")
    if arguments.certificate is not None:
        write_certificates(arguments.certificate, [(problem, verdict)], budget, started)
    return EXIT[verdict.exists]


def _document(arguments: argparse.Namespace, problem: Problem, verdict: Verdict) -> dict[str, Any]:
    head = {"board": arguments.board, "leaper": None}
    answer = views.verdict_document(verdict)
    if problem.closed:
        return head | {"closed": answer}
    tour = None if verdict.tour is None else verdict.tour.squares
    return head | {"start": problem.start, "end": problem.end, **answer, "tour": tour}


def _starts(arguments: argparse.Namespace, problem: Problem, budget: Budget) -> int:
    answers: list[Any] = []
    with cli.waiting(arguments.time_limit):
        closed = decide(problem.with_ends(closed=True), budget, confirm=arguments.confirm)
        deciding = each_start(problem, closed, budget=budget, confirm=arguments.confirm)
        stopped = collected(deciding, answers)
    starts = dict.fromkeys(problem.graph, STOPPED) | dict(answers)
    if arguments.json:
        cli.print_json(
            {
                "board": arguments.board,
                "leaper": None,
                "closed": views.verdict_document(closed),
                "starts": {str(vertex): verdict.exists for vertex, verdict in starts.items()},
                "reasons": {str(vertex): verdict.reason for vertex, verdict in starts.items()},
            }
        )
    else:
        _print_starts(starts, closed)
    if arguments.certificate is not None:
        questions = [(problem.with_ends(closed=True), closed)]
        questions += ((problem.with_ends(start=vertex), verdict) for vertex, verdict in starts.items())
        write_certificates(arguments.certificate, questions, budget)
    exists = [verdict.exists for verdict in starts.values()]
    return exit_status(stopped, count_unknown([closed, *starts.values()]), any(exists))


def _print_starts(starts: Mapping[Any, Verdict], closed: Verdict) -> None:
    """Print how many vertices start an open tour, whether there is a closed one, and a line for each reason."""
    exists = [verdict.exists for verdict in starts.values()]
    unknown = f", {exists.count(None)} are unknown" if None in exists else ""
    print(f"{exists.count(True)} of {len(exists)} vertices start an open tour{unknown}")
    print(f"{views.WORDS[closed.exists]}: closed tour: {closed.reason}")
    print("\n".join(views.reason_lines(starts)))

"""Certificates of the answers that a script gives: the option `--certificate`, and the files in its folder."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable

import command_line as cli
from files import prepare_folder, write_bytes
from graphs.errors import BoardError
from solvers.budget import Budget, Meter
from solvers.errors import NoCertificate
from solvers.existence.certificates import certificate, name_of
from solvers.existence.verdict import Verdict
from solvers.problem import Problem

__all__ = ["add_certificate", "prepare_folder", "write_certificates"]

NAMES_SHOWN = 4


def add_certificate(parser: argparse.ArgumentParser) -> None:
    """Add --certificate."""
    what = "write the evidence of each answer into this folder, for scripts/check_certificate.py to check"
    parser.add_argument("--certificate", metavar="DIR", help=what)


def write_certificates(
    folder: str, answers: Iterable[tuple[Problem, Verdict]], budget: Budget, started: float | None = None
) -> None:
    """Write the certificates of answers, and say which have none.

    Parameters
    ----------
    folder : where to; it is made if it is missing.
    answers : questions and their verdicts.
    budget : for each refutation that has to be found.
    started : when the clock of the budget started, by `time.perf_counter`; None is with each answer.
    """
    prepare_folder(folder)
    missing: dict[str, list[str]] = {}
    with cli.waiting(budget.seconds):
        for problem, verdict in answers:
            name = name_of(problem)
            try:
                files = certificate(problem, verdict, name, Meter(budget, started))
            except (NoCertificate, BoardError) as obstacle:
                missing.setdefault(str(obstacle), []).append(name)
                continue
            for file, content in files.items():
                write_bytes(os.path.join(folder, file), content)
    for reason, names in missing.items():
        more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
        cli.say(f"no certificate {', '.join(names[:NAMES_SHOWN])}{more} in {folder}: {reason}")

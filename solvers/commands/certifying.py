"""Write certificates of a command's answers to the folder of `--certificate`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from graphs.errors import BoardError
from solvers.commands import input_output as cli
from solvers.commands.waiting import waiting
from solvers.core.budget import Budget, Meter
from solvers.core.errors import NoCertificate
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.existence.certificates import ProvenTheorem, certificate, certificate_name, check_certificate_support

NAMES_SHOWN = 4


def check_certificates(folder: str | None, problems: Iterable[Problem]) -> None:
    """Create the folder for certificates if all problems are supported, and check that they can be written."""
    if folder is not None:
        names = []
        for problem in problems:
            check_certificate_support(problem)
            names.append(f"{certificate_name(problem)}.json")
        cli.prepare_output_folder(folder)
        for name in names:
            cli.check_output_writable(os.path.join(folder, name))


def write_certificates(
    folder: str | None,
    answers: Iterable[tuple[Problem, Result]],
    budget: Budget,
    started: float | None = None,
    name: Callable[[Problem], str] = certificate_name,
) -> None:
    """Write the certificate of each answer to a folder. Each search for a certificate has the full budget."""
    if folder is None:
        return
    certificates = Certificates(folder, budget)
    with waiting(budget.seconds):
        for problem, verdict in answers:
            certificates.add(name(problem), problem, verdict, started)
    certificates.report_missing()


def write_theorem_certificate(folder: str, theorem: ProvenTheorem, budget: Budget) -> None:
    """Write the certificate of a theorem to `index.json`, and print which answers it does not contain."""
    certificates = Certificates(folder, budget)
    with waiting(budget.seconds):
        document = theorem.certificate(budget, lambda problem, error: certificates.add_missing(_case_name(problem), error))
    cli.write_output_text(os.path.join(folder, "index.json"), json.dumps(document))
    certificates.report_missing()


def _case_name(problem: Problem) -> str:
    """Return a file name for a problem on a board, such as `3x4_start_0_0_end_2_3`."""
    board = problem.require_board()
    parts = [f"{board.rows}x{board.cols}", *(f"without_{row}_{col}" for row, col in board.holes)]
    return "_".join(parts + [certificate_name(problem)] * (problem.start is not None))


def certificate_full_name(problem: Problem, with_leaper: bool = True) -> str:
    """Return a file name for a certificate, such as `1_4_11x11_open`, or `11x11/open` without the leaper."""
    (a, b), board = problem.leaper, problem.require_board()
    sides, name = f"{board.rows}x{board.cols}", certificate_name(problem)
    return f"{a}_{b}_{sides}_{name}" if with_leaper else f"{sides}/{name}"


@dataclass
class Certificates:
    """A writer of certificates, which collects the answers without a certificate."""

    folder: str | None
    budget: Budget
    missing: dict[str, list[str]] = field(default_factory=dict)

    def add(self, name: str, problem: Problem, verdict: Result, started: float | None = None) -> None:
        """Write the certificate of an answer to `name`.json."""
        if self.folder is None:
            return
        path = os.path.join(self.folder, f"{name}.json")
        try:
            content = certificate(problem, verdict, Meter(self.budget, started))
        except (NoCertificate, BoardError) as obstacle:
            self.add_missing(name, obstacle)
        else:
            cli.prepare_output_folder(os.path.dirname(path))
            cli.write_output_bytes(path, content)

    def add_missing(self, name: str, obstacle: Exception) -> None:
        self.missing.setdefault(str(obstacle), []).append(name)

    def report_missing(self) -> None:
        """Print the names of answers without a certificate, grouped by the reason."""
        for reason, names in self.missing.items():
            more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
            cli.say(f"no certificate for {', '.join(names[:NAMES_SHOWN])}{more} in {self.folder}: {reason}")

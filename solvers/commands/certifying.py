"""Certificates of the answers that a command gives: the files in the folder of `--certificate`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from graphs.errors import BoardError
from solvers.budget import Budget, Meter
from solvers.commands import command_line as cli
from solvers.commands.files import check_writable, prepare_folder, write_bytes
from solvers.commands.waiting import waiting
from solvers.errors import NoCertificate
from solvers.existence.certificates import certificate, name_of
from solvers.problem import Problem
from solvers.result import Result

if TYPE_CHECKING:
    from solvers.existence.heights import HeightVerdict

NAMES_SHOWN = 4


def check_certificates(folder: str | None, problems: Iterable[Problem]) -> None:
    """Make the folder of --certificate, and refuse what is in the way of the certificate of a problem, before the work."""
    if folder is not None:
        prepare_folder(folder)
        for problem in problems:
            if problem.steps:
                raise NoCertificate("--certificate has no effect with known steps: leave one of them out")
            check_writable(os.path.join(folder, f"{name_of(problem)}.json"))


def write_certificates(
    folder: str | None, answers: Iterable[tuple[Problem, Result]], budget: Budget, started: float | None = None
) -> None:
    """Write the certificates of answers, and say which have none.

    Parameters
    ----------
    folder : where to; it is made if it is missing. Without one, nothing is written.
    answers : questions and their verdicts.
    budget : for each search for evidence.
    started : when the clock of the budget started, by `graphs.loading.clock`; None is with each answer.
    """
    certificates = Certificates(folder, budget)
    with waiting(budget.seconds):
        for problem, verdict in answers:
            certificates.add(name_of(problem), problem, verdict, started)
    certificates.say_missing()


def write_height(folder: str, answer: HeightVerdict, budget: Budget) -> None:
    """Write the certificates of an answer for every length, and their index; it leaves open what has no certificate."""
    certificates, single, names = Certificates(folder, budget), {}, []
    with waiting(budget.seconds):
        for cols, verdict in answer.single.items():
            name = f"{answer.rows}x{cols}"
            if verdict.exists is not None and certificates.add(name, answer.problem(cols), verdict):
                single[cols] = verdict
                names.append(f"{name}.json")
    for name, proof in answer.proofs().items():
        names.append(f"{name}.json")
        write_bytes(os.path.join(folder, names[-1]), json.dumps(proof).encode())
    index = replace(answer, single=single).index(names)
    write_bytes(os.path.join(folder, "index.json"), json.dumps(index).encode())
    certificates.say_missing()


def full_name_of(problem: Problem) -> str:
    """Return a name for the files of a question that names the piece and the board, too: `1_4_11x11_open`."""
    assert problem.board is not None
    (a, b), board = problem.leaper, problem.board
    return f"{a}_{b}_{board.rows}x{board.cols}_{name_of(problem)}"


class Certificates:
    """The certificates in a folder, which is made if it is missing; `budget` is for evidence that has to be found.

    Without a folder, nothing is written.
    """

    def __init__(self, folder: str | None, budget: Budget) -> None:
        check_certificates(folder, [])
        self._folder = folder
        self._budget = budget
        self._missing: dict[str, list[str]] = {}

    def add(self, name: str, problem: Problem, verdict: Result, started: float | None = None) -> bool:
        """Write one certificate, and return whether there is one; `name` is the path of its file without an ending.

        The clock began at `started`, or now.
        """
        if self._folder is None:
            return False
        try:
            content = certificate(problem, verdict, Meter(self._budget, started))
        except (NoCertificate, BoardError) as obstacle:
            self._missing.setdefault(str(obstacle), []).append(name)
            return False
        path = os.path.join(self._folder, f"{name}.json")
        prepare_folder(os.path.dirname(path))
        write_bytes(path, content)
        return True

    def say_missing(self) -> None:
        """Say which answers have no certificate, and why."""
        for reason, names in self._missing.items():
            more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
            cli.say(f"no certificate {', '.join(names[:NAMES_SHOWN])}{more} in {self._folder}: {reason}")

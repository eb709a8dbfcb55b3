"""compare.py --tie-breaks: how often Warnsdorff's walk ends in a tour, by tie-break rule."""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from graphs.board import Board
from graphs.errors import FormatError
from solvers.commands import command_line as cli
from solvers.comparison.packages import check_packages
from solvers.comparison.problem_sets import Starts
from solvers.comparison.processes import process_executor
from solvers.comparison.report.tie_break_report import TABLE, rates_writer, tie_break_plot, tie_break_table
from solvers.comparison.tie_break_trials import (
    STANDARD_BOARDS,
    STANDARD_RULES,
    SuccessRate,
    Trial,
    success_rates,
    trials_for,
)
from solvers.errors import SolverError

ALONE = ("runs", "seed")
"""The options that have an effect on the trials alone."""
RUNS, SEED = 1000, 0
PLOTS = ("tie-breaks.svg", "tie-breaks.png")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that belong to the tie-break trials alone."""
    group = parser.add_argument_group("tie-break trials", 'their plot needs  pip install -e ".[lab]"')
    group.add_argument(
        "--tie-breaks",
        nargs="*",
        metavar="RULE",
        help="instead of comparing solvers, the success rate of each tie-break rule of Warnsdorff's walk by board and start: "
        f"default {' '.join(STANDARD_RULES)}. --starts: squares R,C or c3 (default 0,0) and orbits are a row each, all is one "
        f"row for walks from any square. --out: DIR/{TABLE} and a plot",
    )
    group.add_argument(
        "--runs", type=cli.whole_number, metavar="N", help=f"walks for each rule, board and start; default {RUNS}"
    )
    group.add_argument("--seed", type=cli.whole_number, metavar="N", help=f"the same seed, the same walks; default {SEED}")


def run(arguments: argparse.Namespace) -> int:
    """Make the walks, print the table, write the files of --out, and return the exit status."""
    if arguments.out is not None:
        check_packages("the plots of the tie-break trials", ["matplotlib"])
    boards = STANDARD_BOARDS if arguments.boards is None else map(cli.read_board, arguments.boards)
    trials = [
        trial
        for board in dict.fromkeys(boards)
        for trial in trials_for(
            [board],
            arguments.tie_breaks or STANDARD_RULES,
            starts=_starts(arguments.starts or ["0,0"], board),
            runs=RUNS if arguments.runs is None else arguments.runs,
            seed=SEED if arguments.seed is None else arguments.seed,
        )
    ]
    if not trials:
        raise FormatError("there is nothing to try: none of these boards has a square to start from")
    rates, stopped = _rates(trials, arguments)
    if rates:
        _report(rates, arguments.out)
    if isinstance(stopped, SolverError):
        raise stopped
    if stopped:
        cli.say(f"stopped after {len(rates)} of {len(trials)} trials")
    return cli.INTERRUPTED if stopped else cli.FOUND


def _starts(words: Sequence[str], board: Board) -> Starts:
    if words == ["all"]:
        return "all"
    if words == ["orbits"]:
        return "orbits"
    return [square for word in words if (square := cli.square(word, "--starts", board)) is not None]


def _rates(trials: list[Trial], arguments: argparse.Namespace) -> tuple[list[SuccessRate], BaseException | None]:
    """Return the rates of the finished trials, and what stopped the others: Ctrl-C, or a process that died."""
    rates: list[SuccessRate] = []
    with contextlib.ExitStack() as stack:
        keep = stack.enter_context(_writer(arguments.out)) if arguments.out is not None else None
        executor = stack.enter_context(process_executor(arguments.jobs, arguments.scheduler))
        advance = stack.enter_context(cli.progress("trials", len(trials)))
        try:
            for rate in success_rates(trials, executor):
                rates.append(rate)
                if keep is not None:
                    keep(rate)
                advance()
        except (KeyboardInterrupt, SolverError) as stopped:
            return rates, stopped
    return rates, None


def _writer(folder: str) -> contextlib.AbstractContextManager[Callable[[SuccessRate], None]]:
    """Return the writer of the table, unless a plot of earlier trials stands where the new one would go."""
    for path in (Path(folder) / name for name in PLOTS):
        if os.path.exists(path):
            raise FormatError(f"{path} is there already: name another folder, so that it is not lost", path)
    return rates_writer(folder)


def _report(rates: list[SuccessRate], folder: str | None) -> None:
    """Print the table and why rules were left out; draw the plots."""
    console = cli.console()
    console.print(tie_break_table(rates))
    for rule, refusal in {each.rule: each.refusal for each in reversed(rates) if each.refusal}.items():
        print(f"–, {rule}: {refusal}")
    if folder is not None:
        tie_break_plot(rates).write(folder)

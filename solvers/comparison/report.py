"""Tables of finished runs: who solves how many, how fast, up to which board; and whether the solvers agree.

`solved_by_kind`, `speed` and `par2` return numbers; `tables` lays them out for a terminal. PAR2, the penalised average
runtime of the SAT competitions, is the mean time of a solver's runs; an unsolved run counts as twice its time limit.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solvers.comparison.runs import Run

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["Disagreement", "disagreements", "failures", "par2", "solved_by_kind", "speed", "tables"]


@dataclass(frozen=True)
class Disagreement:
    """A problem for which one run found a tour and another proved that there is none."""

    question: str
    found: tuple[Run, ...]
    impossible: tuple[Run, ...]

    def __str__(self) -> str:
        lines = [f"{self.question}: the solvers disagree"]
        lines += [f"  {run.task.name}: {run.status}, {run.reason or 'tour verified'}" for run in self.found + self.impossible]
        return "\n".join(lines)


def disagreements(runs: Iterable[Run]) -> list[Disagreement]:
    """Return the problems for which some runs say yes and others no; there should be none."""
    found = []
    for question, group in _grouped(runs, lambda run: run.task.question):
        yes = tuple(run for run in group if run.status == "found")
        no = tuple(run for run in group if run.status == "impossible")
        if yes and no:
            found.append(Disagreement(question, yes, no))
    return found


def failures(runs: Iterable[Run]) -> list[Run]:
    """Return the runs in which the solver is at fault."""
    return [run for run in runs if run.status == "error"]


def par2(runs: Sequence[Run]) -> float | None:
    """Return the penalised average runtime in seconds; None without runs, or if an unsolved run had no time limit."""
    if not runs or any(not run.solved and run.task.budget.seconds is None for run in runs):
        return None
    return statistics.fmean(run.seconds if run.solved else 2 * (run.task.budget.seconds or 0) for run in runs)


def solved_by_kind(runs: Sequence[Run]) -> dict[str, dict[str, tuple[int, int]]]:
    """Return, for each solver and each kind of problem, how many of its runs are solved, and how many there are.

    The kinds are "open, with a tour", "closed, without" and so on; where no solver found out, "not settled".
    """
    settled = {run.task.question: run.status for run in runs if run.solved}
    truth = {"found": "with a tour", "impossible": "without", None: "not settled"}
    table: dict[str, dict[str, tuple[int, int]]] = {}
    for solver, group in _grouped(runs, lambda run: run.task.solver):
        count: dict[str, tuple[int, int]] = {}
        for run in group:
            kind = f"{'closed' if run.task.closed else 'open'}, {truth[settled.get(run.task.question)]}"
            solved, total = count.get(kind, (0, 0))
            count[kind] = (solved + run.solved, total + 1)
        table[solver] = count
    return table


def speed(runs: Sequence[Run]) -> dict[str, dict[str, float | None]]:
    """Return, for each solver, the medians of seconds and nodes of its solved runs (or None), and PAR2 over all its runs."""
    table: dict[str, dict[str, float | None]] = {}
    for solver, group in _grouped(runs, lambda run: run.task.solver):
        solved = [run for run in group if run.solved]
        table[solver] = {
            "seconds": statistics.median(run.seconds for run in solved) if solved else None,
            "nodes": statistics.median(run.nodes for run in solved) if solved else None,
            "PAR2": par2(group),
        }
    return table


def tables(runs: Sequence[Run]) -> Iterator[Table]:
    """Yield the three tables for a terminal."""
    kinds = solved_by_kind(runs)
    columns = sorted({kind for counts in kinds.values() for kind in counts}, reverse=True)
    yield _table(
        "Who solves how many? (solved / runs)",
        ["solver", *columns, "all"],
        [
            [solver, *(_ratio(counts.get(kind)) for kind in columns), _ratio(_sum(counts.values()))]
            for solver, counts in kinds.items()
        ],
    )
    yield _table(
        "How fast? (medians of the solved runs; PAR2 counts an unsolved run as twice its limit)",
        ["solver", "seconds", "nodes", "PAR2 seconds"],
        [[solver, _number(row["seconds"]), _whole(row["nodes"]), _number(row["PAR2"])] for solver, row in speed(runs).items()],
    )
    solvers = list(kinds)
    yield _table(
        "Up to which board? (PAR2 seconds where all runs are solved, else solved / runs)",
        ["board", *(solver.replace("-", "-\n") for solver in solvers)],
        [[board, *(_cell(group, solver) for solver in solvers)] for board, group in _grouped(runs, _board_name)],
    )


def _board_name(run: Run) -> str:
    return run.task.question.split(" from ")[0]


def _cell(group: list[Run], solver: str) -> str:
    runs = [run for run in group if run.task.solver == solver]
    solved = sum(run.solved for run in runs)
    return "–" if not runs else _number(par2(runs)) if solved == len(runs) else _ratio((solved, len(runs)))


def _table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=number == 0)
    for row in rows:
        table.add_row(*row)
    return table


def _grouped(runs: Iterable[Run], key: Any) -> Iterable[tuple[str, list[Run]]]:
    groups: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        groups[key(run)].append(run)
    return groups.items()


def _sum(counts: Iterable[tuple[int, int]]) -> tuple[int, int]:
    solved, total = zip(*counts, strict=True)
    return sum(solved), sum(total)


def _ratio(count: tuple[int, int] | None) -> str:
    return "–" if count is None else f"{count[0]}/{count[1]}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}" if value < 0.1 else f"{value:.2f}"


def _whole(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"

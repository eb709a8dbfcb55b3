"""The success rates of tie-break rules, from the runs of many walks that a store keeps: a table and a CSV file."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import TextIO

from graphs.board import Board, Square
from solvers.comparison.problems import NamedProblem, square_text
from solvers.comparison.report.figures import NO_VALUE
from solvers.comparison.report.layout import Sheet
from solvers.comparison.report.statistics import wilson_interval
from solvers.comparison.store import Store

__all__ = ["SuccessRate", "pooled", "question", "success_rates", "tie_break_sheet", "write_rates"]


@dataclass(frozen=True)
class SuccessRate:
    """How many walks by a rule on a board end in a tour.

    Attributes
    ----------
    rule : a value of the option `tie_break` of `warnsdorff`.
    board, start : where the walks begin; None means any square.
    walks, tours : how many walks were made, and how many of them ended in a verified tour.
    seed : of the walks; None where nothing is left to chance, and another seed gives the same rate.
    refusal : why there is no walk, where the rule does not fit the board.

    Examples
    --------
    >>> corner = SuccessRate("random", Board(50, 50), (0, 0), walks=1000, tours=840, seed=0)
    >>> corner.rate, [round(end, 3) for end in corner.interval]
    (0.84, [0.816, 0.861])
    """

    rule: str
    board: Board
    start: Square | None
    walks: int
    tours: int
    seed: int | None
    refusal: str = ""

    @property
    def rate(self) -> float | None:
        """The share of the walks that ended in a tour, 0 to 1; None without walks."""
        return self.tours / self.walks if self.walks else None

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """Wilson's interval of 95 % for the rate; twice the rate itself where nothing is left to chance, or without walks."""
        if self.rate is None or self.seed is None:
            return self.rate, self.rate
        return wilson_interval(self.tours, self.walks)


def success_rates(store: Store) -> Iterator[SuccessRate]:
    """Yield the rate of each rule on each board from each start, in the order of the plan.

    Examples
    --------
    >>> from solvers.comparison import run_all
    >>> from solvers.comparison.walks import walk_tasks
    >>> corners = [NamedProblem.on_board(Board(side, side), start=(0, 0)) for side in (7, 8)]
    >>> with Store.temporary(run_all(walk_tasks(corners, ["roth+random", "squirrel"], 100), 1)) as store:
    ...     [(str(each.board), each.rule, each.rate) for each in success_rates(store)]
    [('7x7', 'roth+random', 0.38), ('7x7', 'squirrel', 1.0), ('8x8', 'roth+random', 1.0), ('8x8', 'squirrel', 1.0)]
    """
    columns = ["document", "options", "seed", "repeat", "walks", "tours", "reason"]
    rows = store.each_row(columns, "runs.walks IS NOT NULL")
    for (document, options), group in groupby(rows, key=itemgetter(0, 1)):
        named, rule = NamedProblem.from_document(json.loads(document)), json.loads(options)["tie_break"]
        assert named.board is not None
        # of runs with the same seed and number, the longest has the walks of all others
        parts = {run[2:4]: run[4:] for run in sorted(group, key=itemgetter(4))}
        seed = None if any(seed is None for seed, _ in parts) else next(iter(parts))[0]
        chosen = [part for key, part in parts.items() if seed is not None or key[0] is None]
        walks, tours = sum(part[0] for part in chosen), sum(part[1] for part in chosen)
        yield SuccessRate(rule, named.board, named.problem.start, walks, tours, seed, "" if walks else chosen[0][2])


def pooled(rates: Iterable[SuccessRate]) -> list[SuccessRate]:
    """Return one rate for each rule and board, over all its starts from which there are walks.

    Examples
    --------
    >>> corner = SuccessRate("random", Board(8, 8), (0, 0), walks=100, tours=98, seed=0)
    >>> [(each.walks, each.tours) for each in pooled([corner, replace(corner, start=(3, 3), tours=92)])]
    [(200, 190)]
    """
    found: dict[tuple[str, Board], SuccessRate] = {}
    for each in filter(lambda each: each.walks, rates):
        before = found.get((each.rule, each.board))
        walks, tours = (before.walks, before.tours) if before else (0, 0)
        found[each.rule, each.board] = replace(each, walks=walks + each.walks, tours=tours + each.tours)
    return list(found.values())


def question(rates: Sequence[SuccessRate]) -> str:
    """Return the question that the rates answer, with the number of walks."""
    starts = {each.start for each in rates}
    origin, of_each = (f" from {_start_name(*starts)}", "") if len(starts) == 1 else ("", "from each start, ")
    walks = max((each.walks for each in rates if each.seed is not None), default=0)
    sample = f" ({walks:,} walks {of_each or 'each, '}with the interval of 95 %)" if walks else ""
    return f"How often does Warnsdorff's walk{origin} end in a tour?{sample}"


def tie_break_sheet(rates: Sequence[SuccessRate]) -> Sheet:
    """Return the table: a row for each board and start, and a column for each rule.

    A cell holds the success rate and its 95 % interval. For a rule without chance it says how its one walk ends, or the rate
    over all starts. "–" means that the rule does not fit the board, or was not tried there.
    """
    rules = list(dict.fromkeys(each.rule for each in rates))
    several = len({each.start for each in rates}) > 1
    rows: dict[str, dict[str, str]] = {}
    for each in rates:
        name = str(each.board).replace("\n", "/") + (f" from {_start_name(each.start)}" if several else "")
        rows.setdefault(name, {})[each.rule] = _cell(each)
    refusals = {each.rule: each.refusal for each in reversed(rates) if each.refusal}
    return Sheet(
        question(rates),
        ["board", *(rule.replace("+", "\n+ ") for rule in rules)],
        [[name, *(cells.get(rule, NO_VALUE) for rule in rules)] for name, cells in rows.items()],
        [(f"{NO_VALUE}, {rule}", refusal) for rule, refusal in refusals.items()],
    )


def write_rates(rates: Iterable[SuccessRate], file: TextIO) -> None:
    """Write the rates as CSV; a rate that does not exist is empty."""
    writer = csv.writer(file)
    names = "board wrap start tie_break seed runs successes rate low high sampled refusal"
    writer.writerow(names.split())
    for each in rates:
        ends = ["" if value is None else f"{value:.6f}" for value in (each.rate, *each.interval)]
        where = [str(each.board).replace("\n", "/"), each.board.wrap, "any" if each.start is None else square_text(each.start)]
        writer.writerow([*where, each.rule, each.seed, each.walks, each.tours, *ends, each.seed is not None, each.refusal])


def _start_name(start: Square | None) -> str:
    return "any square" if start is None else square_text(start)


def _cell(found: SuccessRate) -> str:
    if found.rate is None:
        return NO_VALUE
    if found.seed is not None:
        low, high = found.interval
        return f"{_percent(found.rate)} % ({_percent(low)}–{_percent(high)})"
    if found.walks > 1:
        return f"{_percent(found.rate)} % of {found.walks}"
    return "tour" if found.tours else "dead end"


def _percent(rate: float | None) -> str:
    """Return the rate in percent: a whole number from 10 to 90, else with decimals; 0 and 100 only if they are exact.

    >>> [_percent(rate) for rate in (0, 0.0178, 0.373, 0.995, 0.9998, 1)]
    ['0', '1.8', '37', '99.5', '99.98', '100']
    """
    percent = 100 * (rate or 0)
    digits = 0 if 10 <= percent <= 90 else 1
    while digits < 6 and percent not in (0, 100) and round(percent, digits) in (0, 100):
        digits += 1
    return f"{percent:.{digits}f}".removesuffix(".0")

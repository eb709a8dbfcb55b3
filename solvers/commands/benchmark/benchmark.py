"""Measure the speeds in scripts/README.md: each several times; the median counts, the least and the most are shown beside."""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

from graphs.errors import FormatError
from solvers.commands import command_line as cli
from solvers.commands import exits
from solvers.commands.benchmark.table import Benchmark, benchmarks


def main() -> int:
    """Measure the chosen benchmarks, print the table, and return the exit status."""
    arguments = _parser().parse_args()
    chosen = [each for each in benchmarks() if arguments.only in each.name]
    if not chosen:
        raise FormatError(f"no benchmark has {arguments.only!r} in its name: without --only, all are measured")
    rows = _rows(chosen, arguments.repeats)
    if arguments.json:
        cli.print_json({"machine": _machine(), "benchmarks": list(rows)})
    elif arguments.markdown:
        _print_markdown(rows)
    else:
        _print_table(rows)
    return exits.FOUND


def _parser() -> cli.Parser:
    parser = cli.Parser(description=__doc__)
    parser.add_argument("--only", metavar="WORD", default="", help="the benchmarks that have WORD in their name")
    parser.add_argument(
        "--repeats", type=_repeats, default=5, metavar="N", help="counted repeats of each, after one that is not; default 5"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON document, with every repeat")
    form.add_argument("--markdown", action="store_true", help="print the table of scripts/README.md")
    return parser


def _repeats(text: str) -> int:
    number = cli.whole_number(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of repeats, at least 1")
    return number


def _rows(chosen: Iterable[Benchmark], repeats: int) -> Iterator[dict[str, Any]]:
    for each in chosen:
        print(f"{each.name} …", file=sys.stderr)
        if not each.once:
            each.measure()
        measured = [each.measure() for _ in range(1 if each.once else repeats)]
        yield {"name": each.name, "unit": measured[-1][1], "repeats": [amount for amount, _ in measured]}


def _print_table(rows: Iterable[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table("what", "median", "least", "most", "unit", title=_machine(), title_justify="left")
    for row in rows:
        amounts = row["repeats"]
        numbers = [f"{amount:.3g}" for amount in (statistics.median(amounts), min(amounts), max(amounts))]
        table.add_row(row["name"], *numbers, row["unit"])
    cli.console().print(table)


def _print_markdown(rows: Iterable[dict[str, Any]]) -> None:
    print(f"{_machine()}\n\n| what | median |\n| --- | --- |")
    for row in rows:
        print(f"| {row['name']} | {statistics.median(row['repeats']):.3g} {row['unit']} |", flush=True)


def _machine() -> str:
    cpu = next((line.split(":")[1].strip() for line in _cpu_lines() if line.startswith("model name")), platform.processor())
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in ("networkx", "ortools", "numba"))
    return f"{cpu}, {platform.system()}, Python {platform.python_version()}, {versions}"


def _cpu_lines() -> list[str]:
    try:
        return Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return []

"""Measure the speeds that the README tells: each several times, the median told, with the least and the most."""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from rich.table import Table

import command_line as cli
from measurements import BENCHMARKS


def main() -> int:
    parser = cli.Parser(description=__doc__)
    parser.add_argument("--only", metavar="WORD", default="", help="the benchmarks whose name holds WORD")
    parser.add_argument(
        "--repeats", type=_repeats, default=5, metavar="N", help="counted repeats of each, after one that is not; default 5"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document, with every repeat")
    arguments = parser.parse_args()
    rows = list(_measured(arguments.only, arguments.repeats))
    if arguments.json:
        cli.print_json({"machine": _machine(), "benchmarks": rows})
        return cli.FOUND
    table = Table("what", "median", "least", "most", "unit", title=_machine(), title_justify="left")
    for row in rows:
        amounts = row["repeats"]
        told = [f"{value:.3g}" for value in (statistics.median(amounts), min(amounts), max(amounts))]
        table.add_row(row["name"], *told, row["unit"])
    cli.console().print(table)
    return cli.FOUND


def _repeats(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of repeats, at least 1")
    return int(text)


def _measured(word: str, repeats: int) -> Iterator[dict[str, object]]:
    for name, each in BENCHMARKS.items():
        if word in name:
            print(f"{name} …", file=sys.stderr)
            if not each.once:
                each.measure()
            measured = [each.measure() for _ in range(1 if each.once else repeats)]
            yield {"name": name, "unit": measured[-1][1], "repeats": [amount for amount, _ in measured]}


def _machine() -> str:
    cpu = next((line.split(":")[1].strip() for line in _cpu_lines() if line.startswith("model name")), platform.processor())
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in ("networkx", "ortools", "numba"))
    return f"{cpu}, {platform.system()}, Python {platform.python_version()}, {versions}"


def _cpu_lines() -> list[str]:
    try:
        return Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


if __name__ == "__main__":
    cli.run(main)

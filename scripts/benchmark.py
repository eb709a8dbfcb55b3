"""Measure the speeds in scripts/README.md: solvers, a C++ program with the same searches, and whole commands."""

import shutil
import statistics
import subprocess
import sys
import tempfile
import timeit
from collections.abc import Iterator
from functools import partial
from pathlib import Path

SUITE = "speed"
CPP = {
    ("8x8 open from 0,0", "backtracking"): "backtracking 8 0 0",
    ("5x5 open from 0,1", "backtracking"): "backtracking 5 0 1",
    ("200x200 open from 0,0", "warnsdorff"): "warnsdorff 200 0 0",
}
"""The calls of the C++ program that search as a solver does, by the problem and the solver without `-compiled`."""
COMMANDS = (
    "solve 8x8",
    "check 8x8",
    "check 4x16",
    "check 6x6 --pairs",
    "check --boards 3..8x3..10",
    "check MxN --pairs",
    "count 6x6",
    "count 7x8 --closed",
    "solve 6x6 --closed --all",
)


def main() -> int:
    """Print the tables in Markdown, and return the exit status."""
    from solvers.commands import parsing

    parser = parsing.Parser(__doc__)
    parsing.add(parser, "--repeats", unset="5")
    repeats = parser.parse_args().repeats or 5
    for rows in (_solvers(repeats), _commands(repeats)):
        print("\n".join(rows) + "\n", flush=True)
    return 0


def _solvers(repeats: int) -> Iterator[str]:
    """Yield the table of the solvers. The ratio to C++ compares search nodes per second."""
    from solvers.comparison import compare

    runs = compare(suite=SUITE, repeats=repeats, jobs=1).runs
    cpp = dict(_cpp(repeats)) if shutil.which("g++") else {}
    yield "| problem | solver | time | search nodes | to C++ |\n| --- | --- | --- | --- | --- |"
    for (problem, competitor), group in runs.groupby(["problem", "competitor"], observed=True, sort=False):
        seconds, first = group["seconds"].median(), group.iloc[0]
        nodes, rate = cpp.get((problem, first["solver"].removesuffix("-compiled")), (0, 0.0))
        ratio = f"{nodes / seconds / rate:.2g} x" if nodes == first["nodes"] else "other search" if nodes else ""
        what = f"{seconds:.3g} s" if group["answer"].astype(bool).all() else str(first["termination"])
        yield f"| {problem} | `{competitor}` | {what} | {first['nodes']:,} | {ratio} |"


def _cpp(repeats: int) -> Iterator[tuple[tuple[str, str], tuple[int, float]]]:
    """Yield the search nodes of the C++ program, and its search nodes per second, the median of several runs."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "classic")
        source = Path(__file__).with_name("classic.cpp")
        subprocess.run(["g++", "-O3", "-march=native", "-o", program, source], check=True)
        for key, words in CPP.items():
            outputs = [subprocess.check_output([program, *words.split()], text=True).split() for _ in range(repeats)]
            rate = statistics.median(int(nodes) / float(seconds) for _, nodes, seconds, *_ in outputs)
            yield key, (int(outputs[0][1]), rate)


def _commands(repeats: int) -> Iterator[str]:
    """Yield the table of whole commands, by elapsed time, after a first run that loads the compiled code."""
    yield "| command | time |\n| --- | --- |"
    for words in COMMANDS:
        call = partial(subprocess.run, [sys.executable, "-m", "solvers", *words.split()], check=True, capture_output=True)
        times = timeit.repeat(call, number=1, repeat=repeats + 1)
        yield f"| `knights-tour {words}` | {statistics.median(times[1:]):.2g} s |"


if __name__ == "__main__":
    try:
        from solvers.commands.exits import run
    except ModuleNotFoundError as missing:
        print(f"{missing}: run `pip install -e .` in the root of the repository", file=sys.stderr)
        raise SystemExit(2) from None
    run(__name__)

"""Measure the speeds in scripts/benchmarks/README.md, and print the median, the minimum and the maximum of several runs."""

import sys

try:
    from solvers.commands.exits import run
except KeyboardInterrupt:
    raise SystemExit(130) from None
except ModuleNotFoundError as missing:
    print(f"{missing}: run `pip install -e .` in the root of the repository", file=sys.stderr)
    raise SystemExit(2) from None

run("benchmarks.table")

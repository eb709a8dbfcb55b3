"""Measure the speeds in scripts/benchmarks/README.md, and print the median, the minimum and the maximum of several runs."""

try:
    from solvers.commands.exits import run
except KeyboardInterrupt:
    raise SystemExit(130) from None

run("benchmarks.table")

"""Measure the speeds in scripts/README.md: each several times; the median counts, the least and the most are shown beside."""

try:
    from solvers.commands.exits import run
except KeyboardInterrupt:
    raise SystemExit(130) from None

run("solvers.commands.benchmark")

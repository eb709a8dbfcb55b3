"""Measure the speeds in scripts/README.md: each several times; the median counts, the least and the most are shown beside."""

from solvers.commands.exits import run

run("solvers.commands.benchmark")

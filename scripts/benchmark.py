"""Measure the speeds in scripts/benchmarks/README.md, and print the median, the minimum and the maximum of several runs."""

from start import run

run("benchmarks.table")

"""Solve one problem: with one solver, with the strategy of `auto`, or completely, by listing all tours."""

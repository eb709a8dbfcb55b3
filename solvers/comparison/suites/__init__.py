"""Suites: named sets of problems, in TOML files beside this one, or in a file of the user.

`README.md` beside this file lists the suites and describes the format.
"""

from solvers.comparison.suites.reading import STANDARD, Fault, Suite, parse_suite, problem_sets, read_suite, suite_names

__all__ = ["STANDARD", "Fault", "Suite", "parse_suite", "problem_sets", "read_suite", "suite_names"]

"""Suites: named sets of problems, in TOML files beside this one, or in a file of the user.

`README.md` beside this file lists the suites and describes the format.
"""

from solvers.comparison.suites.lookup import STANDARD, read_suite, suite_names
from solvers.comparison.suites.reading import parse_suite
from solvers.comparison.suites.suite import Suite

__all__ = ["STANDARD", "Suite", "parse_suite", "read_suite", "suite_names"]

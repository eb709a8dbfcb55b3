"""Where suites come from: the TOML files beside this one, or a file of the user."""

from __future__ import annotations

import difflib
from importlib import resources
from pathlib import Path

from graphs.errors import FormatError
from graphs.formats import read_text
from solvers.comparison.suites.reading import parse_suite
from solvers.comparison.suites.suite import Suite

__all__ = ["STANDARD", "read_suite", "suite_names"]

STANDARD = "standard"
"""The suite of a comparison for which nobody names problems."""


def suite_names() -> list[str]:
    """Return the names of the suites of this package, the standard suite first.

    Examples
    --------
    >>> suite_names()
    ['standard', 'graphs', 'holes', 'infeasible', 'large', 'leapers', 'narrow']
    """
    files = resources.files(__package__).iterdir()
    names = [file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")]
    return sorted(names, key=lambda name: (name != STANDARD, name))


def read_suite(name: str) -> Suite:
    """Return the suite of a name, or that of a TOML file.

    Parameters
    ----------
    name : one of `suite_names`, or the path of a file that ends in `.toml`.

    Raises
    ------
    FormatError : there is no such suite; the file cannot be read; or, with the line and the key, what is wrong in it.

    Examples
    --------
    >>> suite = read_suite("standard")
    >>> suite.time_limit, next(iter(suite)).problem.name
    (1.0, '3x7 open from 0,0')
    """
    if name.endswith(".toml"):
        path = Path(name)
        return parse_suite(read_text(path), name=path.stem, origin=str(path), folder=path.parent)
    if name not in suite_names():
        close = difflib.get_close_matches(name, suite_names(), n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        names = ", ".join(suite_names())
        raise FormatError(f"there is no suite {name!r}: {hint}there are {names}, or the path of a file .toml", name)
    text = resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return parse_suite(text, name=name, origin=f"suite {name}")

"""A check whether optional packages are installed. The extras of this project (such as `[lab]`) install them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from solvers.errors import SolverUnavailable


def check_packages(purpose: str, packages: Sequence[str], extra: str = "lab") -> None:
    """Check that some optional packages are installed.

    Parameters
    ----------
    purpose : str
        The feature that needs the packages, in the plural, such as "the plots". It is the subject of the error message.
    packages : sequence of str
        The names of the packages as they are imported.
    extra : str, optional
        The extra of this project that installs the packages.

    Raises
    ------
    SolverUnavailable
        If a package is missing. The message contains the command that installs it.

    Examples
    --------
    >>> check_packages("the tests", ["json"])
    >>> check_packages("the plots", ["no_such_package"])
    Traceback (most recent call last):
        ...
    solvers.errors.SolverUnavailable: the plots need no_such_package, not installed here: pip install -e ".[lab]"
    """
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        needs = f"{purpose} need {' and '.join(missing)}, not installed here"
        raise SolverUnavailable(f'{needs}: pip install -e ".[{extra}]"', missing)

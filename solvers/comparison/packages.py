"""Optional packages: those of the extras, without which a comparison runs but is not drawn."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from solvers.errors import SolverUnavailable

__all__ = ["check_packages"]


def check_packages(purpose: str, packages: Sequence[str], extra: str = "lab") -> None:
    """Check that packages are installed.

    Parameters
    ----------
    purpose : what needs them, as the subject of a sentence in the plural.
    packages : their names as one imports them.
    extra : the extra of this project that installs them.

    Raises
    ------
    SolverUnavailable : a package is missing; the message says what to install.

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

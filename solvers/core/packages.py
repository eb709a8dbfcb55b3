"""A check whether optional packages are installed. The extras of this project (such as `[lab]`) install them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from solvers.core.errors import SolverUnavailable


def check_packages(purpose: str, packages: Sequence[str], extra: str | None = "lab") -> None:
    """Check that some optional packages are installed.

    Parameters
    ----------
    purpose : str
        The beginning of the error message: the feature and the verb, such as "the plots need".
    packages : sequence of str
        The names of the packages as they are imported.
    extra : str, optional
        The extra of this project that installs the packages. If None, no extra does.

    Raises
    ------
    SolverUnavailable
        If a package is missing. The message contains the command that installs it.

    Examples
    --------
    >>> check_packages("the tests need", ["json"])
    >>> check_packages("the plots need", ["no_such_package"])
    Traceback (most recent call last):
        ...
    solvers.core.errors.SolverUnavailable: the plots need no_such_package, not installed here: pip install 'knights-tour[lab]'
    """
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        how = " ".join(missing) if extra is None else f"'knights-tour[{extra}]'"
        raise SolverUnavailable(f"{purpose} {' and '.join(missing)}, not installed here: pip install {how}", missing)

"""Errors of the package `solvers`, and a check for optional packages."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from graphs.errors import KnightsTourError


class ProblemError(KnightsTourError, ValueError):
    """Raised if a problem or a budget is invalid."""


class UnknownSolver(KnightsTourError, LookupError):
    """Raised if a solver does not exist or cannot be loaded."""


class UnsupportedProblem(KnightsTourError):
    """Raised if a solver or a function does not support a problem.

    If `solve` raises it, the message lists the solvers that support the problem.
    """


class SolverUnavailable(KnightsTourError):
    """Raised if a package that a solver requires is not installed."""


class OptionError(KnightsTourError, ValueError):
    """Raised if an option does not exist or its value is invalid."""


class SolverError(KnightsTourError):
    """Raised if a solver crashes or gives a wrong answer.

    If one solver failed, `value` is the name of its module, or the path of its file.
    """


class WrongAnswer(SolverError):
    """Raised if a solver's answer is invalid, e.g. not a tour."""


class NoCertificate(KnightsTourError):
    """Raised if no certificate proves an answer, e.g. because it is unknown."""


class NoTour(KnightsTourError, LookupError):
    """Raised if a result has no tour."""


class BudgetSpent(KnightsTourError):
    """Raised if a limit is reached, or the run is cancelled.

    `solve` and `decide` catch it and return UNKNOWN. `enumerate_tours`, `list_tours` and `count_tours` raise it.

    Parameters
    ----------
    message : str
        The error message, such as "stopped at the time limit of 10 s".
    value : object, optional
        The budget, or another value that explains the error.
    limit : str, optional
        `"time limit"`, `"node limit"`, `"memory limit"`, `"cancelled"`, or an empty string if unknown.
    """

    def __init__(self, message: str, value: object = None, limit: str = "") -> None:
        super().__init__(message, value)
        self.limit = limit


def error_of_ctrl_c(error: BaseException | None, handled: BaseException | None) -> bool:
    """Return whether a KeyboardInterrupt caused an error.

    The search stops at the exception `handled`, which was already being handled before.
    """
    while error is not None and error is not handled:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


def check_packages(purpose: str, packages: Sequence[str], extra: str | None = "lab") -> None:
    """Raise SolverUnavailable if a package is missing.

    `purpose` begins the message, e.g. "the plots need". `extra` is the extra of this project that installs the packages.
    """
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        how = " ".join(missing) if extra is None else f"'knights-tour[{extra}]'"
        raise SolverUnavailable(f"{purpose} {' and '.join(missing)}, not installed here: pip install {how}", missing)

"""The errors of the package `solvers`, and a check whether optional packages are installed.

The base class of the errors is `graphs.errors.KnightsTourError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from graphs.errors import KnightsTourError


class ProblemError(KnightsTourError, ValueError):
    """Raised if a problem or a budget is invalid.

    For example, the start is not on the board, two squares are given for one step, or the time limit is negative.
    """


class UnknownSolver(KnightsTourError, LookupError):
    """Raised if no solver has the given name, or if the function that the name specifies cannot be loaded."""


class UnsupportedProblem(KnightsTourError):
    """Raised if a solver or a function does not support a problem.

    If `solve` raises it before the search, the message lists the solvers that support the problem.
    """


class SolverUnavailable(KnightsTourError):
    """Raised if a solver or a function needs a package that is not available. The message states the remedy."""


class OptionError(KnightsTourError, ValueError):
    """Raised if an option does not exist or its value is invalid."""


class SolverError(KnightsTourError):
    """Raised if a solver or one of its processes crashed, or if its answer is wrong or contradicts another result.

    If a single solver crashed or gave a wrong answer, the attribute `value` is the name of the module that contains the
    function of the solver. If the function was loaded from a file, `value` is the path of the file.
    """


class WrongAnswer(SolverError):
    """Raised if the answer of a solver is wrong.

    The answer is malformed, is not a tour of the problem, or states more than the solver can prove.
    """


class NoCertificate(KnightsTourError):
    """Raised if there is no certificate for an answer.

    A certificate proves the answer to an independent program. No certificate exists, for example, if the answer is unknown, or
    if it is known only by a theorem or by a search that an independent program cannot check.
    """


class NoTour(KnightsTourError, LookupError):
    """Raised if a result has no tour: none exists, or the solver stopped before it found one."""


class BudgetSpent(KnightsTourError):
    """Raised if a limit of a run is reached, or the run is cancelled.

    `solve` and `decide` catch it and return UNKNOWN. `enumerate_tours`, `list_tours` and `count_tours` raise it.

    Parameters
    ----------
    message : str
        The error message, such as "stopped at the time limit of 10 s".
    value : object, optional
        The budget, or another value that explains the error.
    limit : str, optional
        The limit that was reached: `"time limit"`, `"node limit"`, `"memory limit"` or `"cancelled"`. An empty string
        means that the limit is unknown.

    Attributes
    ----------
    limit : str
        The limit that was reached.
    """

    def __init__(self, message: str, value: object = None, limit: str = "") -> None:
        super().__init__(message, value)
        self.limit = limit


def comes_of_ctrl_c(error: BaseException | None, handled: BaseException | None) -> bool:
    """Return whether Ctrl-C caused an error.

    Parameters
    ----------
    error : BaseException or None
        The error. Its causes and contexts are searched for a `KeyboardInterrupt`.
    handled : BaseException or None
        The exception that `sys.exception()` returned before the code that raised the error was called. The search stops at it,
        because it did not cause the error.

    Returns
    -------
    bool
        True if the error, or one of its causes and contexts, is a `KeyboardInterrupt`.
    """
    while error is not None and error is not handled:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


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

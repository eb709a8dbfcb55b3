"""The errors of the solvers' side; the base is `graphs.errors.KnightsTourError`."""

from __future__ import annotations

from graphs.errors import KnightsTourError

__all__ = [
    "BudgetSpent",
    "NoCertificate",
    "NoTour",
    "OptionError",
    "ProblemError",
    "SolverError",
    "SolverUnavailable",
    "UnknownSolver",
    "UnsupportedProblem",
    "WrongAnswer",
]


class ProblemError(KnightsTourError, ValueError):
    """The problem or the budget is impossible: a start off the board, an end equal to the start, a directed graph."""


class UnknownSolver(KnightsTourError, LookupError):
    """No solver has this name."""


class UnsupportedProblem(KnightsTourError):
    """The solver cannot take this kind of problem; the sentence says which solvers can."""


class SolverUnavailable(KnightsTourError):
    """The solver needs a package that is not installed; the sentence says what to install."""


class OptionError(KnightsTourError, ValueError):
    """An option that the solver does not have, or a value that the option cannot take."""


class SolverError(KnightsTourError):
    """Raised if the solver is at fault: it crashed, gave a wrong tour, or claimed more than it can know.

    The attribute `value` is then the module of its function, or the path of its file if it was loaded from a file.
    """


class WrongAnswer(SolverError):
    """The solver ended, and its answer is wrong: no tour, or a claim that it cannot prove."""


class NoCertificate(KnightsTourError):
    """An answer has no certificate: it is unknown, it rests on a theorem, or on a search that nobody else can check."""


class NoTour(KnightsTourError, LookupError):
    """A result has no tour: there is none, or the solver stopped before it found one."""


class BudgetSpent(KnightsTourError):
    """The budget ran out. `solve` turns it into UNKNOWN; `enumerate_tours` lets it through.

    The attribute `limit` names the limit that was reached, `"time limit"` or `"node limit"`, or is `"cancelled"`; it is
    empty if no limit is known.
    """

    def __init__(self, message: str, value: object = None, limit: str = "") -> None:
        super().__init__(message, value)
        self.limit = limit


def comes_of_ctrl_c(error: BaseException | None, handled: BaseException | None) -> bool:
    """Return whether code that Ctrl-C stopped raised this error in place of KeyboardInterrupt.

    Parameters
    ----------
    error : the error.
    handled : what was being handled when the code was called; it is no cause of the error. See `sys.exception`.
    """
    while error is not None and error is not handled:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False

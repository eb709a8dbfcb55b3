"""The hint of CP-SAT: squares of a tour, or of a part of one, that the search tries first."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from graphs.tour import as_squares
from solvers.budget import Budget, Meter
from solvers.errors import OptionError
from solvers.methods.warnsdorff import warnsdorff_walk
from solvers.problem import Problem

__all__ = ["Hint", "hinted_numbers"]

Hint = Sequence[Hashable] | str | None
WARNSDORFF = "warnsdorff"


def hinted_numbers(hint: Any, problem: Problem, squares: Sequence[Hashable], meter: Meter) -> list[int]:
    """Return the numbers of the hinted squares; none for no hint.

    Parameters
    ----------
    hint : a list of squares; or `"warnsdorff"` for a walk by Warnsdorff's rule, from the start or the first square on up to
        where it is stuck; or None.
    squares : all squares; the number of each is its place.

    Raises
    ------
    OptionError : the hint is another word, or no list of squares of the board.
    BudgetSpent : the time is over.
    """
    if hint is None:
        return []
    if isinstance(hint, str):
        if hint != WARNSDORFF:
            raise OptionError(f"hint={hint!r} is no hint: give {WARNSDORFF}, or a list of squares such as [[0,0],[1,2]]", hint)
        hint = warnsdorff_walk(problem, Meter(Budget(meter.budget.seconds), meter.started))  # whose squares are no conflicts
    number = {square: index for index, square in enumerate(squares)}
    try:
        wanted = as_squares(hint)
        missing = [square for square in wanted if square not in number]
    except TypeError:
        raise OptionError(f"hint={hint!r} is no list of squares, such as [[0,0],[1,2]]", hint) from None
    if missing:
        raise OptionError(f"the hint holds {missing[0]!r}, which is not on the board", missing[0])
    if not problem.closed and wanted[-1:] == (problem.start,):  # solvers see a problem with an end alone from its end
        wanted = wanted[::-1]
    return [number[square] for square in wanted]

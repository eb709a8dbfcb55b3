"""Suite: a named set of problems, with their answers where they are known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solvers.comparison.problem_sets import ProblemSet, SuiteProblem, each_once

__all__ = ["Suite"]


@dataclass(frozen=True)
class Suite:
    """A named set of problems.

    Attributes
    ----------
    name : the name of the suite, or of its file without the ending.
    description : what is in it, in a sentence or two.
    sets : the problems.
    time_limit : the seconds that a run may take unless the user says otherwise; None where the suite does not say.
    """

    name: str
    description: str
    sets: tuple[ProblemSet, ...]
    time_limit: float | None = None

    def __iter__(self) -> Iterator[SuiteProblem]:
        """Yield each problem once."""
        return each_once(self.sets)

"""Budget: the seconds and nodes that a solver may spend; Meter: the running count of what it has spent."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

from solvers.errors import BudgetSpent, ProblemError

__all__ = ["Budget", "Meter"]

NODES_BETWEEN_LOOKS = 2048
"""Nodes that a search may place between two looks at the clock: a few milliseconds of the slowest search."""


@dataclass(frozen=True)
class Budget:
    """What a solver may spend; None is no limit.

    Parameters
    ----------
    seconds : wall time, more than 0.
    nodes : squares placed by the search, the start included, at least 1. The machine-independent limit.

    Raises
    ------
    ProblemError : a limit that is not a number, or too small.

    Examples
    --------
    >>> Budget(seconds=10, nodes=1_000_000)
    Budget(seconds=10, nodes=1000000)
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        seconds, nodes = self.seconds, self.nodes
        if seconds is not None and not (_is_number(seconds) and 0 < seconds < math.inf):
            raise ProblemError(f"the time limit is {self.seconds}: it must be a number of seconds above 0", self.seconds)
        if nodes is not None and not (_is_number(nodes) and isinstance(nodes, int) and nodes >= 1):
            raise ProblemError(f"the node limit is {self.nodes}: it must be a whole number of at least 1", self.nodes)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@dataclass
class Meter:
    """Counts the nodes of one run and says when the budget is spent. The clock starts when the meter is made.

    A search keeps its own count in a local variable and compares it with the last answer of `more`, which costs next
    to nothing, so that it stops at exactly the node limit:

        pause = meter.more(0)
        while ...:
            if nodes == pause:
                pause = meter.more(nodes)
            nodes += 1
    """

    budget: Budget = field(default_factory=Budget)
    nodes: int = 0

    def __post_init__(self) -> None:
        self.started = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Wall time since the start."""
        return time.perf_counter() - self.started

    @property
    def seconds_left(self) -> float:
        """Wall time left, at least 0; infinite without a limit."""
        return math.inf if self.budget.seconds is None else max(0.0, self.budget.seconds - self.seconds)

    def check(self) -> None:
        """Look at the clock and at the count of nodes.

        Raises
        ------
        BudgetSpent : no further node may be placed.
        """
        self.more(self.nodes)

    def require(self, nodes: int) -> None:
        """See that so many more nodes may be placed; for a method that places them all or none.

        Raises
        ------
        BudgetSpent : they may not, or the time is over.
        """
        limit = self.budget.nodes
        if limit is not None and self.nodes + nodes > limit:
            raise BudgetSpent(f"stopped at the node limit of {limit:,}", self.budget)
        self.check()

    def more(self, nodes: int, between: int = NODES_BETWEEN_LOOKS) -> int:
        """Note the count so far, and return the count at which to ask again, `between` nodes on at most.

        Raises
        ------
        BudgetSpent : no further node may be placed.
        """
        self.nodes = nodes
        if self.budget.nodes is not None and nodes >= self.budget.nodes:
            raise BudgetSpent(f"stopped at the node limit of {self.budget.nodes:,}", self.budget)
        if self.seconds_left == 0:
            raise BudgetSpent(f"stopped at the time limit of {self.budget.seconds:g} s", self.budget)
        pause = nodes + between
        return pause if self.budget.nodes is None else min(pause, self.budget.nodes)

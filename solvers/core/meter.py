"""The class `Meter`, which measures how much of its budget a run has used, and stops the run at a limit."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, TypeVar

from graphs.loading import clock
from solvers.core.budget import Budget
from solvers.core.errors import BudgetSpent, ProblemError

T = TypeVar("T")

NODES_BETWEEN_LOOKS = 2048
"""Maximum number of search nodes between two checks of the clock. Even the slowest search needs only a few milliseconds
for this number.
"""
ITEMS_BETWEEN_LOOKS = 512
"""Number of items that are read between two checks of the clock while a graph or a model is built. Reading them
takes a few milliseconds.
"""
SECONDS_BETWEEN_LOOKS = 0.02
"""Seconds between two checks of the clock while a call of a third-party package runs in a thread."""


class Meter:
    """A counter of the search nodes of one run. It raises `BudgetSpent` if a limit of the budget is reached.

    A search counts its search nodes in a local variable. When this number reaches the value that the last call of `more`
    returned, the search calls `more` again. This takes almost no time, and the search stops exactly at the node limit:

        pause = meter.more(0)
        while ...:
            if nodes == pause:
                pause = meter.more(nodes)
            nodes += 1

    Parameters
    ----------
    budget : Budget, optional
        The limits of the run. If None, there is no limit.
    started : float, optional
        The time at which the run started, as `graphs.loading.clock` returned it. That clock stops while code is loaded. If
        None, the run starts now.

    Attributes
    ----------
    budget : Budget
        The limits of the run.
    started : float
        The time at which the run started, by `graphs.loading.clock`.
    nodes : int
        The number of search nodes that the run has reported so far, for example by the last call of `more`.
    path : list
        The squares on the current path of the search, in order. If the search is recorded, the list is a
        `solvers.core.recording.Recording`.
    is_cancelled : callable
        A function without parameters that returns whether the event of the budget is set.

    Raises
    ------
    ProblemError
        If `budget` is neither a `Budget` nor None.
    """

    def __init__(self, budget: Budget | None = None, started: float | None = None) -> None:
        if not isinstance(budget, Budget | None):
            raise ProblemError(f"{budget!r} is not a budget: write Budget(seconds=10) or Budget(nodes=1000)", budget)
        self.budget = budget or Budget()
        self.is_cancelled = bool if self.budget.cancel is None else self.budget.cancel.is_set
        self.nodes = 0
        self.path: list[Any] = []
        self.started = clock(self.budget.clock) if started is None else started

    @property
    def seconds(self) -> float:
        """The time since the start in seconds, by the clock of the budget. Time for loading code is not counted."""
        return clock(self.budget.clock) - self.started

    @property
    def seconds_left(self) -> float:
        """The time left in seconds.

        It is 0 if the run is cancelled or the time limit is exceeded. It is infinite if there is no time limit.
        """
        if self.is_cancelled():
            return 0.0
        return math.inf if self.budget.seconds is None else max(0.0, self.budget.seconds - self.seconds)

    def check(self) -> None:
        """Check the clock and the number of search nodes.

        Raises
        ------
        BudgetSpent
            If a limit is reached, or the run is cancelled.
        """
        self.more(self.nodes)

    def require(self, nodes: int) -> None:
        """Check that the node limit allows a number of further search nodes.

        A solver that produces a whole tour in one step calls this method before that step.

        Parameters
        ----------
        nodes : int
            The number of further search nodes.

        Raises
        ------
        BudgetSpent
            If the further search nodes would exceed the node limit, if a limit is already reached, or if the run is cancelled.
        """
        limit = self.budget.nodes
        if limit is not None and self.nodes + nodes > limit:
            raise BudgetSpent(
                f"stopped before the node limit of {limit:,}: {nodes:,} search nodes are needed at once",
                self.budget,
                "node limit",
            )
        self.check()

    def require_seconds(self, seconds: float, work: str) -> None:
        """Check that enough time is left for work that cannot check the clock.

        Parameters
        ----------
        seconds : float
            The estimated duration of the work, in seconds.
        work : str
            The name of the work, for the error message.

        Raises
        ------
        BudgetSpent
            If less time than `seconds` is left.
        """
        if seconds > self.seconds_left:
            self.check()
            shortage = f"too little of the time limit of {self.budget.seconds:g} s is left"
            raise BudgetSpent(f"{shortage}: {work} takes about {seconds:.2g} s", self.budget, "time limit")

    def spent(self, limit: str) -> BudgetSpent:
        """Return the error for a limit that is reached, without raising it.

        Parameters
        ----------
        limit : {"time limit", "node limit", "cancelled"}
            The limit that is reached.

        Returns
        -------
        BudgetSpent
            The error. If `limit` is "time limit" but the run is cancelled, the attribute `limit` of the error is "cancelled".
        """
        if limit == "cancelled" or (limit == "time limit" and (self.is_cancelled() or self.budget.seconds is None)):
            return BudgetSpent("cancelled", self.budget, "cancelled")
        most = f"{self.budget.seconds:g} s" if limit == "time limit" else f"{self.budget.nodes:,}"
        return BudgetSpent(f"stopped at the {limit} of {most}", self.budget, limit)

    def more(self, nodes: int, between: int = NODES_BETWEEN_LOOKS) -> int:
        """Store the number of search nodes, check the budget, and return the number at which to call this method again.

        Parameters
        ----------
        nodes : int
            The number of search nodes so far.
        between : int, optional
            The maximum number of search nodes until the next call.

        Returns
        -------
        int
            `nodes + between`, or the node limit if that is lower.

        Raises
        ------
        BudgetSpent
            If a limit is reached, or the run is cancelled.
        """
        self.nodes = nodes
        limit = self.budget.nodes
        if limit is not None and nodes >= limit:
            raise self.spent("node limit")
        if self.seconds_left == 0:
            raise self.spent("time limit")
        return nodes + between if limit is None else min(nodes + between, limit)

    def reach(self, nodes: int) -> None:
        """Store the number of search nodes that a third-party solver reports, which may slightly exceed the node limit.

        Parameters
        ----------
        nodes : int
            The number of search nodes so far. Search nodes beyond the node limit are not counted.

        Raises
        ------
        BudgetSpent
            If the number exceeds the node limit.
        """
        self.nodes = min(nodes, self.budget.nodes or nodes)
        if self.nodes < nodes:
            self.check()

    def watched(self, items: Iterable[T]) -> Iterable[T]:
        """Return the given items, and check the clock while they are read.

        Use it for work before a search, such as the building of a graph.

        Parameters
        ----------
        items : iterable
            The items over which the work iterates.

        Returns
        -------
        iterable
            The same items. Their iterator raises `BudgetSpent` if the budget is exceeded. If there is neither a time limit nor
            an event, the object `items` itself is returned.

        Examples
        --------
        >>> meter = Meter(Budget(seconds=60))
        >>> sum(meter.watched(range(1000)))
        499500
        """
        return items if self.budget.seconds is None and self.budget.cancel is None else self._watched(items)

    def _watched(self, items: Iterable[T]) -> Iterator[T]:
        rest = iter(items)
        while some := list(islice(rest, ITEMS_BETWEEN_LOOKS)):
            self.check()
            yield from some

    def wait_for(self, call: Callable[[], T]) -> T:
        """Run a call of a third-party package that cannot be stopped, in a thread, and check the budget until it ends.

        Parameters
        ----------
        call : callable
            A function without parameters.

        Returns
        -------
        object
            The value that the function returns.

        Raises
        ------
        BudgetSpent
            If the budget is exceeded before the call ends. The call then ends in the background. The same holds for Ctrl-C.

        Examples
        --------
        >>> Meter().wait_for(lambda: 1)
        1
        """
        from concurrent.futures import ThreadPoolExecutor, wait

        pool = ThreadPoolExecutor(1)
        run = pool.submit(call)
        pool.shutdown(wait=False)
        while wait([run], SECONDS_BETWEEN_LOOKS).not_done:
            self.check()
        # The thread must end first: a comparison replaces worker processes that have running threads.
        pool.shutdown()
        return run.result()

    def rest(self, most_nodes: int | None = None) -> Budget:
        """Return the remaining budget, for a function that creates a meter of its own.

        Parameters
        ----------
        most_nodes : int, optional
            The maximum number of search nodes, as in `step`.

        Returns
        -------
        Budget
            A budget with the remaining seconds and search nodes, and with the same event and clock.

        Raises
        ------
        BudgetSpent
            If no time or no search node is left, or if the run is cancelled.

        Examples
        --------
        >>> meter = Meter(Budget(nodes=100))
        >>> meter.nodes = 30
        >>> meter.rest()
        Budget(seconds=None, nodes=70)
        """
        seconds = None if self.budget.seconds is None else max(self.seconds_left, sys.float_info.min)
        return replace(self.step(most_nodes).budget, seconds=seconds)

    def reason(self, spent: BudgetSpent) -> str:
        """Return the reason why a function that was called with the budget `rest()` stopped.

        Parameters
        ----------
        spent : BudgetSpent
            The error that the function raised.

        Returns
        -------
        str
            The message of `spent`. If the time limit was exceeded, the message contains the time limit of this meter, instead
            of the seconds that remained when `rest` was called.
        """
        is_late = spent.limit == "time limit" and self.budget.seconds is not None
        return str(self.spent("time limit") if is_late else spent)

    def step(self, most_nodes: int | None = None) -> Meter:
        """Return a meter for one step of this run.

        The new meter has the same start time and time limit as this one. Its node limit is at most the number of search nodes
        that are left. After the step, the caller must add the search nodes of the step to the attribute `nodes` of this meter.

        Parameters
        ----------
        most_nodes : int, optional
            The maximum number of search nodes of the step. If None, or if fewer are left, the step may use all that are left.

        Returns
        -------
        Meter
            The meter of the step. Its attribute `nodes` is 0.

        Raises
        ------
        BudgetSpent
            If no time or no search node is left, or if the run is cancelled.

        Examples
        --------
        >>> meter = Meter(Budget(nodes=100))
        >>> meter.nodes = 30
        >>> meter.step().budget.nodes, meter.step(most_nodes=50).budget.nodes
        (70, 50)
        """
        self.check()
        nodes_left = None if self.budget.nodes is None else self.budget.nodes - self.nodes
        limits = [limit for limit in (nodes_left, most_nodes) if limit is not None]
        return Meter(replace(self.budget, nodes=min(limits, default=None)), self.started)

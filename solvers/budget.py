"""Budget: the seconds and nodes that a solver may spend. Meter: what it has spent so far."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from threading import Event
from typing import Any, Protocol, TypeVar

from graphs.errors import expect
from graphs.loading import clock
from solvers.errors import BudgetSpent, ProblemError

__all__ = ["Budget", "Cancel", "Meter"]

T = TypeVar("T")

CLOCKS = ("wall", "cpu")
NODES_BETWEEN_LOOKS = 2048
"""Nodes that a search may place between two looks at the clock: a few milliseconds of the slowest search."""
ITEMS_BETWEEN_LOOKS = 512
"""Items that pass between two looks at the clock while a graph or a model is built: a few milliseconds of work."""


class Cancel(Protocol):
    """What can stop a run: an Event of threading, asyncio or multiprocessing is one."""

    def is_set(self) -> bool: ...


@dataclass(frozen=True)
class Budget:
    """The limits of a run.

    Parameters
    ----------
    seconds : float, optional
        Time limit in seconds, greater than 0. If None, there is no time limit.
    nodes : int, optional
        Maximum number of search nodes, at least 1; the same on every machine. If None, there is no node limit.
    cancel : object with a method `is_set`, optional
        Event that stops the run, such as a `threading.Event`.
    clock : {"wall", "cpu"}, optional
        Clock of `seconds` (default: "wall"). "cpu" is the processor time of this process and its finished child processes.

    Raises
    ------
    ProblemError
        If a limit is not a number or is too small, or if `clock` is unknown.
    WrongType
        If `cancel` has no method `is_set`.

    Notes
    -----
    The time limit covers the building of graphs, arrays and models. It does not cover the loading and compiling of code, or the
    verification of the tour. Work that cannot check the clock, such as a model that another package reads, begins only if
    enough time seems to be left. So a solver stops a few tenths of a second late at most.

    Once `cancel` is set, the next check of the clock stops the run, after the loading or compiling of code in progress. The
    answer is UNKNOWN; its reason and its `limit` are "cancelled". Budgets are equal only if they have the same event. A budget
    with a `threading.Event` stays in its process; one with a `multiprocessing.Manager().Event()` can be sent to others.

    NumPy numbers are converted to int and float.

    Examples
    --------
    >>> Budget(seconds=10, nodes=1_000_000)
    Budget(seconds=10, nodes=1000000)

    With asyncio, a thread does the work, and the event ends it when nobody waits for it any more:

    >>> import asyncio, threading
    >>> from graphs import Board
    >>> from solvers import solve
    >>> async def solved_within(seconds, board, solver):
    ...     cancel = threading.Event()
    ...     try:
    ...         run = asyncio.to_thread(solve, board, solver, closed=True, budget=Budget(cancel=cancel))
    ...         return await asyncio.wait_for(run, seconds)
    ...     finally:
    ...         cancel.set()
    >>> asyncio.run(solved_within(60, Board(6, 6), "auto")).status.value
    'found'
    >>> asyncio.run(solved_within(0.1, Board(5, 5), "backtracking"))
    Traceback (most recent call last):
        ...
    TimeoutError
    """

    seconds: float | None = None
    nodes: int | None = None
    cancel: Cancel | None = field(default=None, kw_only=True, repr=False, hash=False)
    clock: str = field(default="wall", kw_only=True, repr=False)

    def __post_init__(self) -> None:
        limits: tuple[Any, Any] = (self.seconds, self.nodes)
        seconds, nodes = (limit.item() if getattr(limit, "size", 0) == 1 else limit for limit in limits)
        if seconds is not None and not (type(seconds) in (int, float) and 0 < seconds <= sys.float_info.max):
            raise ProblemError(f"the time limit is {seconds}: it must be a finite number of seconds above 0, or None", seconds)
        if nodes is not None and not (type(nodes) is int and nodes >= 1):
            raise ProblemError(f"the node limit is {nodes}: it must be a whole number of at least 1", nodes)
        if self.clock not in CLOCKS:
            raise ProblemError(f"unknown clock {self.clock!r}: available are {' and '.join(CLOCKS)}", self.clock)
        if self.cancel is not None:
            expect("is_set", self.cancel, "cancel")
        vars(self).update(seconds=seconds, nodes=nodes)

    def __getstate__(self) -> dict[str, Any]:
        if isinstance(self.cancel, Event):
            told = "a budget with a threading.Event stays in its process: multiprocessing.Manager().Event() reaches another one"
            raise ProblemError(told, self)
        return vars(self)


class Meter:
    """Count the search nodes of one run, and raise `BudgetSpent` when the budget is spent.

    A search counts in a local variable, and compares it with the return value of the last call of `more`. This takes almost no
    time, and the search stops exactly at the node limit:

        pause = meter.more(0)
        while ...:
            if nodes == pause:
                pause = meter.more(nodes)
            nodes += 1

    Parameters
    ----------
    budget : Budget, optional
        The limits. If None, there is no limit.
    started : float, optional
        Time at which the clock of the budget started, by `graphs.loading.clock`, which stops while code is loaded. If None, it
        starts now.

    Raises
    ------
    ProblemError
        If the budget is not a `Budget`.

    Attributes
    ----------
    nodes : int
        Number of search nodes at the last call of `more`.
    path : list
        Squares of the search in order; a `solvers.recording.Recording` if the search is recorded.
    depths : list of int
        Length of the path of a depth-first search at each call of `more`.
    is_cancelled : callable
        Returns whether the event of the budget is set.
    """

    def __init__(self, budget: Budget | None = None, started: float | None = None) -> None:
        if not isinstance(budget, Budget | None):
            raise ProblemError(f"{budget!r} is no budget: give Budget(seconds=10), or Budget(nodes=1000)", budget)
        self.budget = budget or Budget()
        self.is_cancelled = bool if self.budget.cancel is None else self.budget.cancel.is_set
        self.nodes = 0
        self.path: list[Any] = []
        self.depths: list[int] = []
        self.started = clock(self.budget.clock) if started is None else started

    @property
    def seconds(self) -> float:
        """Time since the start by the budget's clock, without the loading of code."""
        return clock(self.budget.clock) - self.started

    @property
    def seconds_left(self) -> float:
        """Time left by the budget's clock, at least 0, which it is once the run is cancelled; infinite without a limit."""
        if self.is_cancelled():
            return 0.0
        return math.inf if self.budget.seconds is None else max(0.0, self.budget.seconds - self.seconds)

    def check(self) -> None:
        """Look at the clock and at the count of nodes.

        Raises
        ------
        BudgetSpent : no further node may be placed.
        """
        self.more(self.nodes)

    def require(self, nodes: int) -> None:
        """Check that `nodes` more nodes may be placed, for a method that places all of them at once.

        Raises
        ------
        BudgetSpent : the node limit is lower, or the time is over.
        """
        limit = self.budget.nodes
        if limit is not None and self.nodes + nodes > limit:
            raise BudgetSpent(
                f"stopped before the node limit of {limit:,}: {nodes:,} nodes are needed at once", self.budget, "node limit"
            )
        self.check()

    def require_seconds(self, seconds: float, work: str) -> None:
        """Check that enough time is left for work that cannot look at the clock.

        Parameters
        ----------
        work : what takes about this number of seconds, for the message.

        Raises
        ------
        BudgetSpent : it is not.
        """
        if seconds > self.seconds_left:
            self.check()
            left = f"too little of the time limit of {self.budget.seconds:g} s is left"
            raise BudgetSpent(f"{left}: {work} takes about {seconds:.2g} s", self.budget, "time limit")

    def spent(self, limit: str) -> BudgetSpent:
        """Return the error for a limit that is reached.

        Parameters
        ----------
        limit : {"time limit", "node limit", "cancelled"}
            The limit.

        Returns
        -------
        BudgetSpent
            The error, not raised.
        """
        if limit == "cancelled" or (limit == "time limit" and (self.is_cancelled() or self.budget.seconds is None)):
            return BudgetSpent("cancelled", self.budget, "cancelled")
        most = f"{self.budget.seconds:g} s" if limit == "time limit" else f"{self.budget.nodes:,}"
        return BudgetSpent(f"stopped at the {limit} of {most}", self.budget, limit)

    def more(self, nodes: int, between: int = NODES_BETWEEN_LOOKS, depth: int = 0) -> int:
        """Note the count so far, and return the count at which to call again, `between` nodes on at most.

        Where a depth-first search gives the length of its path, people are told on what it spent its nodes.

        Raises
        ------
        BudgetSpent : no further node may be placed.
        """
        self.nodes = nodes
        if depth:
            self.depths.append(depth)
        limit = self.budget.nodes
        if limit is not None and nodes >= limit:
            raise self.spent("node limit")
        if self.seconds_left == 0:
            raise self.spent("time limit")
        return nodes + between if limit is None else min(nodes + between, limit)

    def reach(self, nodes: int) -> None:
        """Note the count so far of a package that may count a little past the limit; what is past it does not count.

        Raises
        ------
        BudgetSpent : the count is past the limit.
        """
        self.nodes = min(nodes, self.budget.nodes or nodes)
        if self.nodes < nodes:
            self.check()

    def watched(self, items: Iterable[T]) -> Iterable[T]:
        """Return the same items, with looks at the clock while they pass, if there is a time limit or an event.

        This is for work before a search, such as the building of a graph. Where the time is over, the loop that reads the
        items gets `BudgetSpent`.

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

    def rest(self) -> Budget:
        """Return the budget that is left, for a call that starts another clock.

        Raises
        ------
        BudgetSpent : nothing is left.

        Examples
        --------
        >>> meter = Meter(Budget(nodes=100))
        >>> meter.nodes = 30
        >>> meter.rest()
        Budget(seconds=None, nodes=70)
        """
        seconds = None if self.budget.seconds is None else max(self.seconds_left, sys.float_info.min)
        return replace(self.step().budget, seconds=seconds)

    def reason(self, spent: BudgetSpent) -> str:
        """Return why a call that had `rest` as its budget stopped; its time limit was only what was left of this one."""
        is_late = spent.limit == "time limit" and self.budget.seconds is not None
        return str(self.spent("time limit") if is_late else spent)

    def step(self, most_nodes: int | None = None) -> Meter:
        """Return a meter for one step of this run: the same clock and time limit, and what is left of the nodes.

        The caller adds the nodes that the step took to `nodes`.

        Parameters
        ----------
        most_nodes : the limit of the step, where it is lower than what is left.

        Raises
        ------
        BudgetSpent : nothing is left.

        Examples
        --------
        >>> meter = Meter(Budget(nodes=100))
        >>> meter.nodes = 30
        >>> meter.step().budget.nodes, meter.step(most_nodes=50).budget.nodes
        (70, 50)
        """
        self.check()
        left = None if self.budget.nodes is None else self.budget.nodes - self.nodes
        limits = [limit for limit in (left, most_nodes) if limit is not None]
        return Meter(replace(self.budget, nodes=min(limits, default=None)), self.started)

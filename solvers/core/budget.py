"""Limits on the time and the search nodes of a solver.

A *search node* is one square placed by a search, including the start.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from threading import Event
from typing import Any, Protocol, TypeVar

from graphs.errors import expect
from graphs.loading import clock
from solvers.core.errors import BudgetSpent, ProblemError

T = TypeVar("T")


NODES_BETWEEN_LOOKS = 2048  # number of search nodes between two checks of the clock (a few milliseconds)


ITEMS_BETWEEN_LOOKS = 512  # number of items between two checks of the clock in `Meter.watched` (a few milliseconds)


SECONDS_BETWEEN_LOOKS = 0.02  # seconds between two checks of the clock in `Meter.wait_for`


NO_LIMIT = 2**62
"""Node limit that no search reaches."""


CLOCKS = ("wall", "cpu")


class Cancel(Protocol):
    """Type of events, e.g. `threading.Event`, that can stop a run."""

    def is_set(self) -> bool: ...


@dataclass(frozen=True)
class Budget:
    """Limits on the time and the search nodes of a solver.

    Attributes
    ----------
    seconds : float, optional
        Time limit in seconds. If None, there is no limit.
    nodes : int, optional
        Maximum number of search nodes. If None, there is no limit.
    cancel : object with a method `is_set`, optional
        An event, such as a `threading.Event`, that stops the run.
    clock : {"wall", "cpu"}, optional
        The clock of `seconds`: elapsed time, or processor time of this process and its ended children. By default, `compare`
        measures processor time, and all other functions measure elapsed time.

    Raises
    ------
    ProblemError
        If a limit is not a positive number, or if `clock` is unknown.
    WrongType
        If `cancel` has no method `is_set`.

    Notes
    -----
    The time limit includes the building of graphs and models, but not the loading of code and the verification of the tour. A
    solver exceeds it by a few tenths of a second at most. A cancelled run has the status UNKNOWN.

    A budget with a `threading.Event` cannot be sent to another process; use `multiprocessing.Manager().Event()`.

    Examples
    --------
    >>> Budget(seconds=10, nodes=1_000_000)
    Budget(seconds=10, nodes=1000000)

    With asyncio, run a solver in a thread, and set the event when the result is no longer awaited:

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
    clock: str | None = field(default=None, kw_only=True, repr=False)

    def __post_init__(self) -> None:
        limits: tuple[Any, Any] = (self.seconds, self.nodes)
        seconds, nodes = (limit.item() if getattr(limit, "size", 0) == 1 else limit for limit in limits)
        if seconds is not None and not (type(seconds) in (int, float) and 0 < seconds <= sys.float_info.max):
            raise ProblemError(f"the time limit is {seconds}: it must be a finite number of seconds above 0", seconds)
        if nodes is not None and not (type(nodes) is int and nodes >= 1):
            raise ProblemError(f"the node limit is {nodes}: it must be a whole number of at least 1", nodes)
        if self.clock not in (None, *CLOCKS):
            raise ProblemError(f"unknown clock {self.clock!r}: available are {' and '.join(CLOCKS)}", self.clock)
        if self.cancel is not None:
            expect("is_set", self.cancel, "cancel")
        vars(self).update(seconds=seconds, nodes=nodes)

    def __getstate__(self) -> dict[str, Any]:
        if isinstance(self.cancel, Event):
            message = "a budget with a threading.Event cannot be sent to another process: use multiprocessing.Manager().Event()"
            raise ProblemError(message, self)
        return vars(self)


class Meter:
    """Counter of search nodes that stops a solver at its limits.

    A search counts its search nodes in a local variable, and calls `more` at the number that the last call returned. This takes
    almost no time, and the search stops exactly at the node limit:

        pause = meter.more(0)
        while ...:
            if nodes == pause:
                pause = meter.more(nodes)
            nodes += 1

    Methods that check the budget raise `BudgetSpent` if a limit is reached or the run is cancelled.

    Parameters
    ----------
    budget : Budget, optional
        The limits of the run. If None, there is no limit.
    started : float, optional
        The start time by `graphs.loading.clock` (default: now).

    Attributes
    ----------
    nodes : int
        Search nodes reported so far.
    path : list
        The current path of the search, or a `Recorder` of it.
    is_cancelled : callable
        Function that returns whether the event of the budget is set.
    """

    def __init__(self, budget: Budget | None = None, started: float | None = None) -> None:
        self.budget = expect(Budget | None, budget, "budget") or Budget()
        self.is_cancelled = bool if self.budget.cancel is None else self.budget.cancel.is_set
        self.nodes = 0
        self.path: list[Any] = []
        self.started = clock(self.budget.clock) if started is None else started

    @property
    def seconds(self) -> float:
        """Seconds since the run started, without the time for loading code."""
        return clock(self.budget.clock) - self.started

    @property
    def seconds_left(self) -> float:
        """Seconds until the time limit: 0 if cancelled, infinite without a limit."""
        if self.is_cancelled():
            return 0.0
        return math.inf if self.budget.seconds is None else max(0.0, self.budget.seconds - self.seconds)

    def check(self) -> None:
        """Raise BudgetSpent if a limit is reached or the run is cancelled."""
        self.more(self.nodes)

    def require(self, nodes: int) -> None:
        """Raise BudgetSpent if `nodes` more search nodes would exceed the limit.

        Parameters
        ----------
        nodes : int
            Number of further search nodes, such as those of a tour that is built in one step.
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
        """Raise BudgetSpent if less than `seconds` are left until the time limit.

        Parameters
        ----------
        seconds : float
            Estimated duration of work that cannot be interrupted.
        work : str
            Name of the work, for the error message.
        """
        if seconds > self.seconds_left:
            self.check()
            shortage = f"too little of the time limit of {self.budget.seconds:g} s is left"
            raise BudgetSpent(f"{shortage}: {work} takes about {seconds:.2g} s", self.budget, "time limit")

    def spent(self, limit: str) -> BudgetSpent:
        """Return the BudgetSpent exception for a reached limit.

        Parameters
        ----------
        limit : {"time limit", "node limit", "cancelled"}
            The reached limit.

        Returns
        -------
        BudgetSpent
            The exception, not raised yet. Its limit is "cancelled" if the run is cancelled.
        """
        if limit == "cancelled" or (limit == "time limit" and (self.is_cancelled() or self.budget.seconds is None)):
            return BudgetSpent("cancelled", self.budget, "cancelled")
        most = f"{self.budget.seconds:g} s" if limit == "time limit" else f"{self.budget.nodes:,}"
        return BudgetSpent(f"stopped at the {limit} of {most}", self.budget, limit)

    def more(self, nodes: int, between: int = NODES_BETWEEN_LOOKS) -> int:
        """Set the number of search nodes so far, and check the budget.

        Parameters
        ----------
        nodes : int
            Number of search nodes so far.
        between : int, optional
            Maximum number of search nodes until the next call.

        Returns
        -------
        int
            Number of search nodes at which to call this method again.
        """
        self.nodes = nodes
        limit = self.budget.nodes
        if limit is not None and nodes >= limit:
            raise self.spent("node limit")
        if self.seconds_left == 0:
            raise self.spent("time limit")
        return nodes + between if limit is None else min(nodes + between, limit)

    def reach(self, nodes: int) -> None:
        """Set the number of search nodes reported by a third-party solver.

        Parameters
        ----------
        nodes : int
            Number of search nodes so far. Those beyond the node limit are not counted.
        """
        self.nodes = min(nodes, self.budget.nodes or nodes)
        if self.nodes < nodes:
            self.check()

    def watched(self, items: Iterable[T]) -> Iterable[T]:
        """Iterate over items, and check the budget from time to time.

        Parameters
        ----------
        items : iterable
            Items of work before a search, such as the building of a graph.

        Returns
        -------
        iterable
            The same items.
        """
        return items if self.budget.seconds is None and self.budget.cancel is None else self._watched(items)

    def _watched(self, items: Iterable[T]) -> Iterator[T]:
        rest = iter(items)
        while some := list(islice(rest, ITEMS_BETWEEN_LOOKS)):
            self.check()
            yield from some

    def wait_for(self, call: Callable[[], T]) -> T:
        """Call a function in a thread, checking the budget meanwhile.

        Parameters
        ----------
        call : callable
            Function without parameters. If the run must stop, it ends in the background.

        Returns
        -------
        object
            Its return value.
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
        """Return the budget that is left for this run.

        Parameters
        ----------
        most_nodes : int, optional
            Maximum number of search nodes, as in `step`.

        Returns
        -------
        Budget
            The remaining seconds and search nodes, with the same event and clock.
        """
        seconds = None if self.budget.seconds is None else max(self.seconds_left, sys.float_info.min)
        return replace(self.step(most_nodes).budget, seconds=seconds)

    def reason(self, spent: BudgetSpent) -> str:
        """Return why a search stopped, as text, with the time limit of this meter.

        Parameters
        ----------
        spent : BudgetSpent
            Raised by a function that ran with the budget `rest()`.

        Returns
        -------
        str
            Its message, with the time limit of this meter instead of that of `rest()`.
        """
        is_late = spent.limit == "time limit" and self.budget.seconds is not None
        return str(self.spent("time limit") if is_late else spent)

    def step(self, most_nodes: int | None = None) -> Meter:
        """Return a meter with smaller limits, for one step of this run.

        Afterwards, the caller adds the search nodes of the part to `nodes` of this meter.

        Parameters
        ----------
        most_nodes : int, optional
            Maximum number of search nodes of the part (default: all that are left).

        Returns
        -------
        Meter
            The new meter, with no search nodes yet.
        """
        self.check()
        nodes_left = None if self.budget.nodes is None else self.budget.nodes - self.nodes
        limits = [limit for limit in (nodes_left, most_nodes) if limit is not None]
        return Meter(replace(self.budget, nodes=min(limits, default=None)), self.started)

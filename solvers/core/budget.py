"""The limits of a run (`Budget`), and the counter that stops the run at a limit (`Meter`).

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


NO_LIMIT = 2**62
"""Node limit of a search whose budget has none: a number that no search reaches."""


CLOCKS = ("wall", "cpu")


class Cancel(Protocol):
    """An object with a method `is_set`, such as a `threading.Event`. A run stops when the method returns True."""

    def is_set(self) -> bool: ...


@dataclass(frozen=True)
class Budget:
    """Limits on the time and on the search nodes of a run.

    Attributes
    ----------
    seconds : float, optional
        The time limit in seconds, greater than 0. If None, there is no time limit.
    nodes : int, optional
        The maximum number of search nodes, at least 1. This limit has the same effect on every machine. If None, there is no
        limit on search nodes.
    cancel : object with a method `is_set`, optional
        An event, such as a `threading.Event`. If the event is set, the run stops.
    clock : {"wall", "cpu"}, optional
        The clock that measures `seconds` (default: "wall"). "wall" is elapsed time. "cpu" is the processor time of this process
        and of its child processes that have ended.

    Raises
    ------
    ProblemError
        If `seconds` is not a positive finite number, if `nodes` is not a positive integer, or if `clock` is unknown.
    WrongType
        If `cancel` has no method `is_set`.

    Notes
    -----
    The time limit includes the building of graphs, arrays and models. It includes neither the loading and compiling of code nor
    the verification of the tour. Work that cannot check the clock, such as the reading of a model by another package, starts
    only if enough time seems to be left. So a solver exceeds the time limit by a few tenths of a second at most.

    Once `cancel` is set, the next check of the clock stops the run. If code is being loaded or compiled at that moment, this is
    completed first. The status of the result is UNKNOWN, its `limit` is "cancelled", and its reason contains "cancelled".

    Budgets with different events are not equal. A budget with a `threading.Event` cannot be sent to another process, but a
    budget with a `multiprocessing.Manager().Event()` can.

    NumPy numbers are converted to int and float.

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
    clock: str = field(default="wall", kw_only=True, repr=False)

    def __post_init__(self) -> None:
        limits: tuple[Any, Any] = (self.seconds, self.nodes)
        seconds, nodes = (limit.item() if getattr(limit, "size", 0) == 1 else limit for limit in limits)
        if seconds is not None and not (type(seconds) in (int, float) and 0 < seconds <= sys.float_info.max):
            raise ProblemError(f"the time limit is {seconds}: it must be a finite number of seconds above 0, or None", seconds)
        if nodes is not None and not (type(nodes) is int and nodes >= 1):
            raise ProblemError(f"the node limit is {nodes}: it must be a whole number of at least 1, or None", nodes)
        if self.clock not in CLOCKS:
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

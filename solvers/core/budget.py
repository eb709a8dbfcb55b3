"""The class `Budget`: the limits of a run on time and search nodes.

A *search node* is one square placed by a search, including the start. The module `solvers.core.meter` measures how much of its
budget a run has used.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Protocol

from graphs.errors import expect
from solvers.core.errors import ProblemError

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

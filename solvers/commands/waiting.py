"""Show progress on standard error, and redirect other output there."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Event, Thread

from graphs.loading import watch_loading
from solvers.core.budget import Budget
from solvers.core.progress import watch_steps

DELAY = 3.0
"""Seconds before the progress line appears."""
REFRESH = 0.25
"""Seconds between two updates of the progress line."""


@dataclass
class _Search:
    """A progress line for a search."""

    limit: str
    step: str = "searching"
    is_loading: bool = False
    started: float = field(default_factory=time.monotonic)

    def __str__(self) -> str:
        step = "loading code, the first time only" if self.is_loading else self.step
        return f"{time.monotonic() - self.started:.0f} s: {step} ({self.limit}, Ctrl-C stops)"


@contextmanager
def waiting(seconds: float | None) -> Iterator[None]:
    """Within a `with` block, show a progress line after `DELAY` seconds."""
    limit = "--time-limit S sets a limit" if seconds is None else f"the limit is --time-limit {seconds:g}"
    with _output_aside(), _show_line(_Search(limit)):
        yield


@contextmanager
def waiting_progress(what: str, total: int) -> Iterator[Callable[..., None]]:
    """Within a `with` block, show a progress bar on a terminal.

    The block gets a function that advances the bar by one item; it counts the items of each status, such as `found`.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    counts: Counter[str] = Counter()
    console = Console(stderr=True)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(elapsed_when_finished=True))
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with _output_aside(), bar:
        task = bar.add_task(what, total=total)

        def advance(status: str = "") -> None:
            counts.update([status] * bool(status))
            described = ", ".join(f"{number:,} {status}" for status, number in counts.items())
            bar.update(task, advance=1, description=f"{what}: {described}" if described else what)

        yield advance


@contextmanager
def cancelled_by_ctrl_c(budget: Budget) -> Iterator[Budget]:
    """Within a `with` block, let the first Ctrl-C stop the search, but not the command."""
    stop = Event()

    def cancel(*_: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, cancel)
    try:
        yield replace(budget, cancel=stop)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _output_aside() -> Iterator[None]:
    """Within a `with` block, redirect standard output to standard error, also that of C code."""
    try:
        output, messages = sys.stdout.fileno(), sys.stderr.fileno()
        sys.stdout.flush()
        saved_output = os.dup(output)
    except (AttributeError, OSError, ValueError):  # a stream is closed, or is not a file
        yield
        return
    os.dup2(messages, output)
    try:
        yield
    finally:
        with suppress(OSError):
            sys.stdout.flush()
        os.dup2(saved_output, output)
        os.close(saved_output)


@contextmanager
def _show_line(search: _Search) -> Iterator[None]:
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    answered = Event()
    thread = Thread(target=_show, args=(search, answered), daemon=True)
    thread.start()
    try:
        with watch_steps(partial(setattr, search, "step")), watch_loading(partial(setattr, search, "is_loading")):
            yield
    finally:
        answered.set()
        thread.join()


def _show(search: _Search, answered: Event) -> None:
    if answered.wait(DELAY):
        return
    from rich.console import Console

    with Console(stderr=True).status(str(search), spinner="line") as line:
        while not answered.wait(REFRESH):
            line.update(str(search))

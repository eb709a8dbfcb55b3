"""While solvers work: a line on standard error about a search that takes long; what they print is kept out of the answer."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread

from solvers.progress import watch_steps

__all__ = ["waiting"]

PATIENCE = 3.0
"""Seconds before the line appears."""
REFRESH = 0.25
"""Seconds between two looks at the clock."""


@dataclass
class _Search:
    """What the line says."""

    time_limit: float | None
    step: str = "searching"
    started: float = field(default_factory=time.monotonic)

    def begin(self, step: str) -> None:
        self.step = step

    def __str__(self) -> str:
        limit = "--time-limit S sets a limit"
        if self.time_limit is not None:
            limit = f"the limit is {self.time_limit:g} s for each answer"
        jit = sys.modules.get("solvers.jit")  # loads numba, so that only a search that needs it imports it
        step = "compiling, the first time only" if jit and jit.compiling else self.step
        return f"{time.monotonic() - self.started:.0f} s: {step} ({limit}, Ctrl-C stops)"


@contextmanager
def waiting(time_limit: float | None) -> Iterator[None]:
    """Show the line while the block takes long, if standard error is a terminal; it disappears at the end of the block.

    What a solver of another package prints meanwhile goes to standard error.
    """
    with _output_aside(), _shown(time_limit):
        yield


@contextmanager
def _output_aside() -> Iterator[None]:
    """Send to standard error what the block writes to standard output, by C code too."""
    try:
        output, messages = sys.stdout.fileno(), sys.stderr.fileno()
        sys.stdout.flush()
        kept = os.dup(output)
    except (AttributeError, OSError, ValueError):  # a stream that is closed, or no file
        yield
        return
    os.dup2(messages, output)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        os.dup2(kept, output)
        os.close(kept)


@contextmanager
def _shown(time_limit: float | None) -> Iterator[None]:
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    search, answered = _Search(time_limit), Event()
    thread = Thread(target=_show, args=(search, answered), daemon=True)
    thread.start()
    try:
        with watch_steps(search.begin):
            yield
    finally:
        answered.set()
        thread.join()


def _show(search: _Search, answered: Event) -> None:
    if answered.wait(PATIENCE):
        return
    from rich.console import Console

    with Console(stderr=True).status(str(search), spinner="line") as line:
        while not answered.wait(REFRESH):
            line.update(str(search))

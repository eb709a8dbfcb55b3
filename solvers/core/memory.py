"""How much memory this process may use, within the limits of a container."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from graphs.loading import load

SHARE_OF_FREE = 0.8
"""Share of the free memory that the states of a search may fill."""
CGROUPS = Path("/sys/fs/cgroup")
LIMITS = (("memory.max", "memory.current"), ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"))
"""Files of the memory limit of a container and of the memory that it uses, in cgroups of version 2 and version 1."""


def total_memory() -> int:
    """Return the number of bytes of the machine or, in a container, of its memory limit."""
    load("psutil")
    import psutil

    total = int(psutil.virtual_memory().total)
    for name, _ in LIMITS:
        with suppress(OSError, ValueError):  # ValueError: the limit of version 2 may be "max"
            total = min(total, int((CGROUPS / name).read_text()))
    return total


def free_memory() -> int:
    """Return the number of bytes that are free on the machine and, in a container, within its memory limit.

    The file cache of a container counts as used memory, but the system can reclaim its inactive part. So that part is free.
    """
    load("psutil")
    import psutil

    free = int(psutil.virtual_memory().available)
    for names in LIMITS:
        limit, used = (CGROUPS / name for name in names)
        with suppress(OSError, ValueError, KeyError):  # ValueError: the limit of version 2 may be "max"
            left = int(limit.read_text()) - int(used.read_text())
            cached = dict(line.split() for line in (used.parent / "memory.stat").read_text().splitlines())["inactive_file"]
            free = min(free, left + int(cached))
    return max(0, free)


def usable_memory() -> int:
    """Return the number of bytes that the states of a search may fill: four fifths of the free memory."""
    return int(free_memory() * SHARE_OF_FREE)

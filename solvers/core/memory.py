"""Memory and cores of this machine or container."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from graphs.loading import load

SHARE_OF_FREE = 0.8  # share of the free memory that the states of a search may fill
CGROUPS = Path("/sys/fs/cgroup")
# files with the memory limit and use of a container, in cgroups of versions 2 and 1
LIMITS = (("memory.max", "memory.current"), ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"))


def total_memory() -> int:
    """Return the memory of the machine or container, in bytes."""
    load("psutil")
    import psutil

    total = int(psutil.virtual_memory().total)
    for name, _ in LIMITS:
        with suppress(OSError, ValueError):  # ValueError: the limit of version 2 may be "max"
            total = min(total, int((CGROUPS / name).read_text()))
    return total


def free_memory() -> int:
    """Return the free memory of the machine or container, in bytes."""
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
    """Return the memory that a search may use, in bytes."""
    return int(free_memory() * SHARE_OF_FREE)


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

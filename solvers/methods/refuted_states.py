"""The table of refuted states of the pruned search: its size, and the hashes that determine the slots.

The module `solvers.methods.pruned` explains states and how the search uses the table. The search and its compiled version use
the same hashes, so that they skip the same branches.
"""

from __future__ import annotations

from solvers.core.meter import Meter
from solvers.core.splitmix import SplitMix64

LEAST_NODES = 4
"""Minimum number of search nodes. A state that was refuted with fewer is not stored in the table."""
SLOTS, WORDS = 2**18, 2**23
"""Limits of the size of the table of refuted states: maximum number of states, and maximum number of 64-bit words (64 MB)."""


def table_slots(vertices: int) -> int:
    """Return the size of the table of refuted states: the states that are known to lead to no tour.

    Parameters
    ----------
    vertices : int
        Number of vertices, including the apex of an open tour (see `solvers.methods.pruned`).
    meter : Meter
        The budget. Only its time limit is used.

    Returns
    -------
    int
        The maximum number of states in the table. It is a power of two and at most `SLOTS`.

    Examples
    --------
    >>> table_slots(65), table_slots(10_001)  # open tours of 8x8 and 100x100
    (262144, 32768)
    """
    return min(SLOTS, 1 << (WORDS // (vertices // 64 + 2)).bit_length() - 1)


def zobrist_keys(vertices: int, meter: Meter) -> list[int]:
    """Return the random numbers from which the hash of a state is computed, two per vertex.

    The state of a path is the set of its vertices together with its last vertex. The hash of a state is the exclusive or of
    these numbers: for each vertex of the path, its number in the first half of the list; and for the last vertex, also its
    number in the second half. So a step changes the hash in constant time.

    Parameters
    ----------
    vertices : int
        Number of vertices, including the apex of an open tour (see `solvers.methods.pruned`).

    Returns
    -------
    list of int
        Numbers below 2**32.
    """
    random = SplitMix64(0)
    return [random.below(2**32) for _ in meter.watched(range(2 * vertices))]

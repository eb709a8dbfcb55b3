"""Where a depth-first search spends its nodes, measured when it looks at the clock, so that the search itself pays nothing."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.text import Words

__all__ = ["effort"]

BETTER = ("warnsdorff-backtracking", "pruned")
"""The exact searches that choose or prune, and come on where others hang."""
FEWEST_LOOKS = 8
"""Looks from which on they say where the nodes are spent."""


def effort(depths: Sequence[int], size: int, words: Words, solver: str) -> str:
    """Return where a search stopped and what it spent its nodes on, as the end of a sentence; empty without a look.

    Parameters
    ----------
    depths : the length of the path at each look.
    size, words : the number of squares of what was searched, and what they are called.
    solver : the name of the solver that stopped.

    Examples
    --------
    >>> from graphs.text import WORDS
    >>> effort([60, 58, 59, 61, 59, 58, 60, 62], 64, WORDS["board"], "warnsdorff-backtracking")
    ' with 62 of 64 squares on the path: half of the nodes were spent on levels 59 to 61; pruned may answer sooner'
    """
    if not depths:
        return ""
    said = f" with {depths[-1]:,} of {words.some(size)} on the path"
    if (looks := len(depths)) >= FEWEST_LOOKS:
        levels = sorted(depths)
        said += f": half of the nodes were spent on levels {levels[looks // 4]:,} to {levels[3 * looks // 4]:,}"
    return f"{said}; {' or '.join(BETTER[solver.startswith(BETTER[0]) :])} may answer sooner"

"""Report on which levels a depth-first search spends its search nodes.

The level of a search node is the length of the path at this node. A search records its level each time it checks the time
limit, so that the records take almost no time.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphs.text import Words

BETTER = ("warnsdorff-backtracking", "pruned")
"""Exact solvers that order or prune their choices. They often solve problems on which other searches make no progress."""
FEWEST_LOOKS = 8
"""Minimum number of recorded levels for which `effort` reports levels."""


def effort(depths: Sequence[int], size: int, words: Words, solver: str) -> str:
    """Return a phrase about a stopped search: its path length, and the path lengths at which half of the search took place.

    Parameters
    ----------
    depths : sequence of int
        Lengths of the path of the search at regular checks, in order of time.
    size : int
        The number of squares of the graph that was searched.
    words : Words
        The nouns for the squares of this graph, such as "squares" or "vertices".
    solver : str
        The name of the solver that stopped. The phrase recommends the two solvers in `BETTER`, or only the second one if the
        first one or its compiled version has stopped.

    Returns
    -------
    str
        The phrase, to be appended to a message such as "stopped at the node limit", or an empty string if `depths` is empty.

    Examples
    --------
    >>> from graphs.text import WORDS
    >>> effort([60, 58, 59, 61, 59, 58, 60, 62], 64, WORDS["board"], "warnsdorff-backtracking")
    ' with 62 of 64 squares on the path: half of the search was at path lengths 59 to 61; pruned may answer sooner'
    """
    if not depths:
        return ""
    message = f" with {depths[-1]:,} of {words.some(size)} on the path"
    if (looks := len(depths)) >= FEWEST_LOOKS:
        levels = sorted(depths)
        message += f": half of the search was at path lengths {levels[looks // 4]:,} to {levels[3 * looks // 4]:,}"
    return f"{message}; {' or '.join(BETTER[solver.startswith(BETTER[0]) :])} may answer sooner"

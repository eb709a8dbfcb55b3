"""How long work goes on between two looks at the clock, as a share of the whole: the same on a machine that is busy."""

import gc
from itertools import pairwise
from time import thread_time

ROUNDS = 12


def longest_share_without_a_look(work, enough):
    """Return the longest stretch of some work without a look, as a share of its processor time; the best of a few rounds.

    `work` gets a function, which it calls at each look. No round follows one whose share is less than `enough`.
    """
    best = 1.0
    for _ in range(ROUNDS):
        best = min(best, _longest_share(work))
        if best < enough:
            break
    return best


def _longest_share(work):
    gc.collect()
    gc.disable()  # a collection falls on any stretch
    try:
        looks = [thread_time()]
        work(lambda: looks.append(thread_time()))
        looks.append(thread_time())
    finally:
        gc.enable()
    return max(later - before for before, later in pairwise(looks)) / (looks[-1] - looks[0])

"""Frames of runs that nobody has carried out."""

import math

import pandas as pd

from solvers.comparison.report.published import PUBLISHED, PublishedTime, with_published

UNSOLVED = {
    "answer": "",
    "closed": False,
    "graph": None,
    "leaper": "1,2",
    "nodes": 10,
    "seconds": 10.0,
    "size": 25,
    "solved": False,
    "subject": "5x5",
    "suite": "",
    "termination": "time limit",
    "time_limit": 10.0,
}


def frame(*runs):
    """Return runs such as `("a", "5x5", 1.5)` as `runs_frame` does: None is an unsolved run, a fourth entry other columns.

    The truth of a problem follows from its answers.
    """
    frame = pd.DataFrame(map(_row, runs), columns=[*UNSOLVED, "problem", "competitor"])
    answers = frame.groupby("problem", sort=False)["answer"].agg(set)
    truths = {
        each: "tour" if "found" in said else "none" if "impossible" in said else "undecided" for each, said in answers.items()
    }
    frame["truth"] = frame["problem"].map(truths)
    frame["status"] = frame["answer"].where(frame["solved"].astype(bool), "unknown")
    frame["weight"] = 1 / frame.groupby(["problem", "competitor"])["seconds"].transform("size")
    for name in ("answer", "competitor", "problem", "subject", "termination", "truth"):
        frame[name] = pd.Categorical(frame[name], categories=list(frame[name].unique()))
    return frame.astype({"solved": bool, "closed": bool, "time_limit": float})


def with_times(runs, *times):
    """Return runs with published times such as `("asp", "5x5", 1.5)`: None is unsolved; a fourth entry is the limit (100 s)."""
    published = [
        PublishedTime(problem, competitor + PUBLISHED, math.inf if seconds is None else seconds, *(other or [100.0]), "a paper")
        for competitor, problem, seconds, *other in times
    ]
    return with_published(runs, published)


def _row(run):
    competitor, problem, seconds, *other = run
    row = UNSOLVED | {"competitor": competitor, "problem": problem}
    if seconds is not None:
        row |= {"solved": True, "seconds": seconds, "answer": "found", "termination": "found"}
    return row | (other[0] if other else {})

"""Frames of runs that nobody has carried out."""

import pandas as pd

from solvers.comparison.report.summary import summaries_of

UNSOLVED = {
    "answer": "",
    "checked": "",
    "closed": False,
    "conditions": "",
    "graph": None,
    "leaper": "1,2",
    "nodes": 10,
    "refuted": False,
    "seconds": 10.0,
    "seed": None,
    "size": 25,
    "solved": False,
    "subject": None,
    "suite": "",
    "termination": "time limit",
    "time_limit": 10.0,
    "unconfirmed": False,
}


def times(of=None, /, **rows):
    """Runs of each competitor on the problems 1, 2, 3, …, such as `a=[1.5, None]`, which share other columns."""
    return [(name, str(number), seconds, of or {}) for name, row in rows.items() for number, seconds in enumerate(row, 1)]


def summary_of(*runs, **rows):
    (summary,) = summaries_of(frame(*runs, **rows))
    return summary


def frame(*runs, **rows):
    """Return runs such as `("a", "5x5", 1.5)` as `runs_frame` does: None is an unsolved run, a fourth entry other columns.

    The truth of a problem follows from its confirmed answers. Its board has its name, unless `subject` is given.
    """
    frame = pd.DataFrame(map(_row, [*runs, *times(**rows)]), columns=[*UNSOLVED, "problem", "competitor"])
    frame["subject"] = frame["subject"].fillna(frame["problem"])
    answers = frame[~frame["unconfirmed"].astype(bool)].groupby("problem", sort=False)["answer"].agg(set)
    truths = {
        each: "tour" if "found" in said else "none" if "impossible" in said else "undecided" for each, said in answers.items()
    }
    frame["truth"] = frame["problem"].map(lambda name: truths.get(name, "undecided"))
    frame["problem_id"] = frame["problem"]
    frame["status"] = frame["answer"].replace("", "unknown").mask(frame["refuted"].astype(bool), "error")
    frame["weight"] = 1 / frame.groupby(["conditions", "problem", "competitor"])["seconds"].transform("size")
    for name in ("answer", "competitor", "conditions", "problem", "subject", "termination", "truth"):
        frame[name] = pd.Categorical(frame[name], categories=list(frame[name].unique()))
    return frame.astype({"solved": bool, "closed": bool, "refuted": bool, "unconfirmed": bool, "time_limit": float})


def _row(run):
    competitor, problem, seconds, *other = run
    row = UNSOLVED | {"competitor": competitor, "problem": problem}
    if seconds is not None:
        row |= {"solved": True, "seconds": seconds, "answer": "found", "termination": "found"}
    return row | (other[0] if other else {})

from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

from solvers.comparison import Store
from solvers.comparison.report.frame import runs_frame

USUAL = {
    "answer": "",
    "closed": False,
    "leaper": "1,2",
    "nodes": 10,
    "seconds": 1.0,
    "size": 25,
    "subject": "5x5",
    "suite": "",
    "termination": "time limit",
    "time_limit": 10.0,
}


def frame_of(*runs: dict[str, Any]) -> pd.DataFrame:
    """Return runs as `runs_frame` does; the truth of a problem follows from its answers."""
    frame = pd.DataFrame([USUAL | run for run in runs], columns=[*USUAL, "problem", "competitor", "solved"])
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


def run(competitor: str, problem: str, seconds: float | None, **other: Any) -> dict[str, Any]:
    """Describe a run: solved in so many seconds, or unsolved if they are None."""
    if seconds is None:
        return {"competitor": competitor, "problem": problem, "solved": False, "seconds": 10.0} | other
    ended = {"solved": True, "seconds": seconds, "answer": "found", "termination": "found"}
    return {"competitor": competitor, "problem": problem} | ended | other


@pytest.fixture
def frame() -> Callable[..., pd.DataFrame]:
    """A function that makes a frame as `runs_frame` does, of runs such as `("a", "5x5", 1.5)`; None is an unsolved run.

    A fourth entry holds other columns.
    """
    return lambda *runs: frame_of(*(run(*each[:3], **(each[3] if len(each) > 3 else {})) for each in runs))


@pytest.fixture
def table() -> Callable[[Store], pd.DataFrame]:
    """The table of the runs of a store."""
    return runs_frame

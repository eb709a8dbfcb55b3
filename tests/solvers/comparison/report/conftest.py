from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

USUAL = {
    "answer": "",
    "closed": False,
    "nodes": 10,
    "seconds": 1.0,
    "size": 25,
    "subject": "5x5",
    "termination": "time limit",
    "time_limit": 10.0,
}


def frame_of(*runs: dict[str, Any]) -> pd.DataFrame:
    frame = pd.DataFrame([USUAL | run for run in runs], columns=[*USUAL, "problem", "competitor", "solved"])
    for name in ("answer", "competitor", "problem", "subject", "termination"):
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

"""Check the promises of a solver: right answers, limits that hold, and equal results of equal runs.

The solver runs on the small problems of the suite `promises`, each in a process of its own, together with `auto`, whose answers
are verified or confirmed. Then it runs on the same problems with a limit on search nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pandas as pd

from graphs.text import plural
from solvers.comparison.comparison import compare
from solvers.comparison.tasks import competitors_for
from solvers.core.budget import Budget

SUITE, NODE_LIMIT = "promises", 3
LIMITS = ("time limit", "node limit", "memory limit", "interrupted")
"""Terminations that do not break a promise."""


class BrokenPromise(NamedTuple):
    """A promise that a solver broke on a problem, such as to respect the time limit."""

    promise: str
    problem: str
    what: str

    def __str__(self) -> str:
        return f"{self.promise}: {self.problem}: {self.what}"


def check_solver(solver: Any, *, jobs: int | None = None) -> tuple[int, list[BrokenPromise]]:
    """Check the answers and limits of a solver on about fifty small problems.

    Parameters
    ----------
    solver : str, Competitor or callable
        The solver, as in `compare`.
    jobs : int, optional
        Number of runs at the same time.

    Returns
    -------
    problems : int
        The number of problems that the solver supports.
    broken : list of BrokenPromise
        The broken promises, such as an exceeded limit, each with the problem.

    Raises
    ------
    KnightsTourError
        If the solver does not exist, or supports none of the problems.

    Examples
    --------
    >>> check_solver("warnsdorff")
    (54, [])
    """
    (competitor,) = competitors_for([solver])
    is_exact = competitor.checked_solver().exact
    runs = compare(suite=SUITE, solvers=[competitor, "auto"], repeats=2, jobs=jobs).runs
    own = runs[runs["competitor"] == competitor.name]
    limited = compare(suite=SUITE, solvers=[competitor], budget=Budget(nodes=NODE_LIMIT, seconds=5), jobs=jobs).runs
    return int(own["problem_id"].nunique()), list(dict.fromkeys(_broken(own, limited, is_exact)))


def _broken(runs: pd.DataFrame, limited: pd.DataFrame, is_exact: bool) -> Iterator[BrokenPromise]:
    for run in runs.itertuples():
        problem, reason = str(run.problem), str(run.reason)
        if run.refuted:
            yield BrokenPromise("IMPOSSIBLE is proven", problem, "the solver answers that there is no tour, but there is one")
        elif run.status == "error":
            yield BrokenPromise("tours are valid, and nothing is raised", problem, f"{run.termination}: {reason}")
        elif is_exact and run.status == "unknown" and run.termination not in LIMITS:
            yield BrokenPromise("an exact solver decides each problem", problem, f"{run.termination}: {reason}")
        if reason.startswith("killed"):
            yield BrokenPromise("the time limit holds", problem, reason)
    for name, group in runs[~runs["termination"].isin(LIMITS)].groupby("problem", observed=True):
        if len(found := group[["status", "nodes"]].drop_duplicates()) > 1:
            texts = " and ".join(f"{status} after {plural(nodes, 'node')}" for status, nodes in found.to_numpy())
            yield BrokenPromise("equal runs have equal results", str(name), texts)
    for run in limited[(limited["nodes"] > NODE_LIMIT) & (limited["status"] != "error")].itertuples():
        yield BrokenPromise("the node limit holds", str(run.problem), f"{run.nodes} nodes, the limit is {NODE_LIMIT}")

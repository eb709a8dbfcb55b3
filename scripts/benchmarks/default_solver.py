"""The benchmarks that compare `auto`, the default solver, with the faster one of `warnsdorff-repair` and `construct`."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import Any

from benchmarks.measurements import Measured, require_answer, seconds_of, square
from benchmarks.processes import run_command

from solvers import Status, solve
from solvers.errors import UnsupportedProblem

SIDES = (5, 8, 20, 50, 100, 192, 300, 1000, 10_000)
"""Sides of the boards. On the largest board, each solver runs once, and no problem has a given end."""
LARGEST_FOR_REPAIR = 1000
"""Largest side of the boards on which `warnsdorff-repair` is compared with `auto`."""


def questions(side: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the problems on a square board for which `auto` is compared with other solvers.

    Parameters
    ----------
    side : int
        Number of rows and of columns.

    Yields
    ------
    tuple of (str, dict)
        The name of a problem, and its start, end and `closed` as keyword arguments.
    """
    yield "open", {}
    yield "from 0,0", {"start": (0, 0)}
    if side % 2 == 0:
        yield "closed", {"closed": True}
    if side < SIDES[-1]:
        col = side - 1 if side % 2 else 0
        yield f"from 0,0 to {side - 1},{col}", {"start": (0, 0), "end": (side - 1, col)}


def against_auto(side: int, terms: dict[str, Any], is_warm: bool) -> Measured:
    """Measure the time of `auto` relative to that of the faster one of `warnsdorff-repair` and `construct`.

    Parameters
    ----------
    side : int
        Number of rows and of columns.
    terms : dict
        Start, end and `closed` of the problem.
    is_warm : bool
        Whether the runs are made in this process, which has already loaded the code of the solver. If False, each run is the
        command `solve` in a new process, and its time includes the start of the process.

    Returns
    -------
    tuple of (float, str)
        The ratio, and its unit, which includes the medians.

    Raises
    ------
    RuntimeError
        If a solver does not find a tour in this process.

    Notes
    -----
    The runs of the solvers alternate, and their medians are compared.
    """
    seconds = _warm_seconds if is_warm else _process_seconds
    solvers = [solver for solver in ("auto", "warnsdorff-repair", "construct") if _finds(solver, side, terms)]
    times = 1 if side == SIDES[-1] else 11 if is_warm else 5
    runs = [[seconds(solver, side, terms) for solver in solvers] for _ in range(times)]
    medians = dict(zip(solvers, map(statistics.median, zip(*runs, strict=True)), strict=True))
    auto = medians.pop("auto")
    best = min(medians, key=lambda solver: medians[solver])
    return auto / medians[best], f"x (auto {auto:.3g} s, {best} {medians[best]:.3g} s)"


def _finds(solver: str, side: int, terms: dict[str, Any]) -> bool:
    """Return whether a solver finds a tour of a square board. The run also loads the code of the solver."""
    if solver == "warnsdorff-repair" and side > LARGEST_FOR_REPAIR:
        return False
    try:
        return solve(square(side, **terms), solver).status is Status.FOUND
    except UnsupportedProblem:
        return False


def _warm_seconds(solver: str, side: int, terms: dict[str, Any]) -> float:
    return seconds_of(lambda: require_answer(square(side, **terms), solver))[0]


def _process_seconds(solver: str, side: int, terms: dict[str, Any]) -> float:
    words = [f"--{key}" if value is True else f"--{key}={value[0]},{value[1]}" for key, value in terms.items()]
    return seconds_of(run_command, " ".join([f"solve.py {side}x{side}", *words, "--format summary --solver", solver]))[0]

"""Compiled twins of the classic solvers: the same searches on arrays of integers, compiled by numba when first used.

They are registered here. Numba and the kernels are imported only when one of them runs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any

from solvers.budget import Meter
from solvers.methods.backtracking import backtracking, warnsdorff_backtracking
from solvers.methods.pruned import pruned
from solvers.methods.warnsdorff import warnsdorff
from solvers.problem import Problem
from solvers.registry import Run, solver
from solvers.result import first_found

__all__: list[str] = []


def _twin(textbook: Any, function: str, **how: Any) -> Callable[..., Any]:
    """Return a function of the compiled module with the textbook's name; the options and their defaults are the textbook's."""

    @wraps(textbook, assigned=["__doc__"])
    def twin(problem: Problem, meter: Meter, **options: Any) -> Any:
        module = import_module(textbook.__module__.replace("methods", "methods.compiled"))
        return getattr(module, function)(problem, meter, **textbook.__kwdefaults__ | how | options)

    return twin


def _register(textbook: Any, run: Run, what: str = "search", how: str = "node for node", **abilities: Any) -> None:
    name = textbook.__name__.replace("_", "-")
    solver(
        f"{name}-compiled",
        summary=f"the {what} of {name}, {how}, on integer arrays",
        closed=True,
        fixed_end=True,
        loads_from=0,
        reads_graph=False,
        packages=("numba",),
        reference=f"the twin of {name}, compiled by numba (S. K. Lam, A. Pitrou and S. Seibert, 2015)",
        **abilities,
    )(run)


_pruned_tours = _twin(pruned, "tours")


@wraps(pruned, assigned=["__doc__"])
def _pruned(problem: Problem, meter: Meter, **options: Any) -> Any:
    return first_found(_pruned_tours(problem, meter, **options), meter)


_register(backtracking, _twin(backtracking, "run", fewest_first=False), exact=True)
_register(warnsdorff, _twin(warnsdorff, "run_walk"), "walk", "square for square", exact=False)
_register(warnsdorff_backtracking, _twin(warnsdorff_backtracking, "run", fewest_first=True), exact=True)
_register(pruned, _pruned, exact=True, tours=_pruned_tours)

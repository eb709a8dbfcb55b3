"""Compiled twins of the classic solvers: the same searches on arrays of integers, compiled by numba when first used.

They are registered here. Numba and the kernels are imported only when one of them runs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

from graphs.loading import load
from solvers.budget import Meter
from solvers.methods.backtracking import backtracking as depth_first  # other names than those of the modules in this package
from solvers.methods.backtracking import warnsdorff_backtracking
from solvers.methods.pruned import pruned as pruned_search
from solvers.methods.warnsdorff import warnsdorff as greedy_walk
from solvers.problem import Problem
from solvers.registry import solver

__all__: list[str] = []


def _twin(textbook: Any, function: str, **how: Any) -> Callable[..., Any]:
    """Return a function of the compiled module with the textbook's name; the options and their defaults are the textbook's."""

    @wraps(textbook, assigned=["__doc__"])
    def twin(problem: Problem, meter: Meter, **options: Any) -> Any:
        load(name := textbook.__module__.replace("methods", "methods.compiled"))
        return getattr(sys.modules[name], function)(problem, meter, **textbook.__kwdefaults__ | how | options)

    return twin


def _register(textbook: Any, how: str, question: dict[str, Any], **abilities: Any) -> None:
    name = textbook.__name__.replace("_", "-")
    solver(
        f"{name}-compiled",
        summary=f"the {how.format(name)}, on integer arrays",
        closed=True,
        fixed_end=True,
        reads_graph=False,
        packages=("numba",),
        reference=f"the twin of {name}, compiled by numba (S. K. Lam, A. Pitrou and S. Seibert, 2015)",
        **abilities,
    )(_twin(textbook, "run", **question))


_register(depth_first, "search of {}, node for node", {"fewest_first": False}, exact=True)
_register(greedy_walk, "walk of {}, square for square", {}, exact=False)
_register(warnsdorff_backtracking, "search of {}, node for node", {"fewest_first": True}, exact=True)
_register(pruned_search, "search of {}, node for node", {}, exact=True, tours=_twin(pruned_search, "tours"), steps=True)

"""Register the compiled versions of the classic solvers.

Numba and the module that contains a compiled solver are imported only when this solver is first called.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

from graphs.loading import load
from solvers.core.budget import Meter
from solvers.core.problem import Problem
from solvers.core.registry import solver
from solvers.methods.backtracking import backtracking as depth_first  # renamed: this package has modules with these names
from solvers.methods.backtracking import warnsdorff_backtracking
from solvers.methods.pruned import pruned as pruned_search
from solvers.methods.tie_breaks import uses_chance
from solvers.methods.warnsdorff import warnsdorff as greedy_walk

__all__: list[str] = []


def _compiled_version(reference: Any, function: str, **arguments: Any) -> Callable[..., Any]:
    """Return the compiled version of a solver, which has the same options.

    It calls `function` of the module whose name is that of the reference's module plus "_kernels", with `arguments` in addition
    to the options.
    """

    @wraps(reference, assigned=["__doc__"])
    def run_compiled(problem: Problem, meter: Meter, **options: Any) -> Any:
        load(name := f"{reference.__module__}_kernels")
        return getattr(sys.modules[name], function)(problem, meter, **reference.__kwdefaults__ | arguments | options)

    return run_compiled


def _register(reference: Any, visits: str, arguments: dict[str, Any], **abilities: Any) -> None:
    name = reference.__name__.replace("_", "-")
    solver(
        f"{name}-compiled",
        summary=f"compiled version of {name}, with the same {visits}",
        closed=True,
        fixed_end=True,
        reads_graph=False,
        packages=("numba",),
        reference=f"{name}, compiled by numba (S. K. Lam, A. Pitrou and S. Seibert, 2015)",
        **abilities,
    )(_compiled_version(reference, "run", **arguments))


_register(depth_first, "search nodes", {"fewest_first": False}, exact=True)
_register(greedy_walk, "walk", {}, exact=False, uses_seed=uses_chance)
_register(warnsdorff_backtracking, "search nodes", {"fewest_first": True}, exact=True)
_register(pruned_search, "search nodes", {}, exact=True, tours=_compiled_version(pruned_search, "tours"), steps=True)

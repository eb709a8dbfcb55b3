"""Solvers in other processes: a process that receives a task imports the module that registers its solver."""

from __future__ import annotations

import contextlib
from importlib import import_module

from solvers.errors import SolverError, UnknownSolver
from solvers.registry import get_solver

__all__ = ["import_solver", "module_of"]


def module_of(solver: str) -> str:
    """Return the module that registers a solver.

    Raises
    ------
    UnknownSolver : there is no such solver.
    SolverError : the module is the script that runs, which no other process can import.

    Examples
    --------
    >>> module_of("warnsdorff")
    'solvers.methods.warnsdorff'
    """
    module = get_solver(solver).run.__module__
    if module == "__main__":
        raise SolverError(
            f"solver {solver!r} is registered in the script that runs: move it to a module, which worker processes can import",
            solver,
        )
    return module


def import_solver(solver: str, module: str) -> None:
    """Import the module that registers a solver, if the solver is unknown in this process.

    Raises
    ------
    SolverError : the module cannot be imported, or does not register the solver when it is.
    """
    with contextlib.suppress(UnknownSolver):
        get_solver(solver)
        return
    with contextlib.suppress(ImportError):
        import_module(module)
    try:
        get_solver(solver)
    except UnknownSolver:
        raise SolverError(
            f"solver {solver!r} is unknown to the worker processes: register it at the top level of a module that they can "
            f"import, not in {module}",
            solver,
        ) from None

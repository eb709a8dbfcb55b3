"""Compile kernels with numba: every compiled function of the project goes through `jit` or `inlined`.

References
----------
S. K. Lam, A. Pitrou and S. Seibert, Numba: a LLVM-based Python JIT compiler, LLVM-HPC 2015.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

__all__ = ["inlined", "jit"]


Function = TypeVar("Function", bound=Callable[..., Any])


def jit(function: Function) -> Function:
    """Return a kernel, compiled when it is first called, which lets other threads run.

    Numba keeps the machine code in a folder, so that the next process need not compile it again. Where no folder can be
    written to, as in a read-only container, each process compiles it. The same happens to a function defined inside another
    one that refers to compiled helpers through it: define kernels at the top level of a module.
    """
    try:
        return cast(Function, njit(cache=True, nogil=True)(function))
    except RuntimeError:  # numba finds no folder for its cache
        return cast(Function, njit(nogil=True)(function))


def inlined(function: Function) -> Function:
    """Return a helper that is copied into each kernel that calls it.

    Numba does not notice that a helper in another file has changed: touch the kernel's file too, or its cache is out of date.
    """
    return cast(Function, njit(inline="always")(function))

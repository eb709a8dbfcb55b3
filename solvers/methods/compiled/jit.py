"""Compile kernels with numba: every compiled function of the project goes through `jit` or `inlined`.

References
----------
S. K. Lam, A. Pitrou and S. Seibert, Numba: a LLVM-based Python JIT compiler, LLVM-HPC 2015.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

__all__ = ["inlined", "jit", "jit_in_place"]


Function = TypeVar("Function", bound=Callable[..., Any])


def jit(function: Function) -> Function:
    """Return a kernel, compiled when it is first called, which lets other threads run.

    Numba keeps the machine code in a folder, so that the next process need not compile it again. Where no folder can be
    written to, as in a read-only container, each process compiles it. The same happens to a function defined inside another
    one that refers to compiled helpers through it: define kernels at the top level of a module.
    """
    return _compiled(function)


def jit_in_place(function: Function) -> Function:
    """Return a kernel as `jit` does, for a function that makes no arrays and only changes those that it gets.

    Numba then counts no references to arrays. In kernels that pass on tuples of many arrays, counting can take nine tenths of
    the time.
    """
    return _compiled(function, _nrt=False)


def _compiled(function: Function, **options: Any) -> Function:
    try:
        return cast(Function, njit(cache=True, nogil=True, **options)(function))
    except RuntimeError:  # numba finds no folder for its cache
        return cast(Function, njit(nogil=True, **options)(function))


def inlined(function: Function) -> Function:
    """Return a helper that is copied into each kernel that calls it.

    Numba does not notice that a helper in another file has changed: touch the kernel's file too, or its cache is out of date.
    """
    return cast(Function, njit(inline="always")(function))

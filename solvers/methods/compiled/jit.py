"""Translating Python to machine code by numba, and where the result is kept.

Reference: S. K. Lam, A. Pitrou and S. Seibert, Numba: a LLVM-based Python JIT compiler, 2015.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

__all__ = ["jit"]


Function = TypeVar("Function", bound=Callable[..., Any])


def jit(function: Function) -> Function:
    """The function in machine code, kept for the next process where a folder can be written to; it lets other threads run."""
    try:
        return cast(Function, njit(cache=True, nogil=True)(function))
    except RuntimeError:  # there is no such folder, as in a container that may only be read
        return cast(Function, njit(nogil=True)(function))

"""Compile kernels with numba: every compiled function of the project goes through `jit` or `inlined`.

Numba stores machine code in a folder, so that the next process does not compile it again. But numba does not notice a change of
a helper or a constant in another file. So the names of the stored files contain a digest of all source files of this project.
In a zip file, numba itself compares the digest of the whole file.

References
----------
S. K. Lam, A. Pitrou and S. Seibert, Numba: a LLVM-based Python JIT compiler, LLVM-HPC 2015.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature

from graphs.loading import loader
from solvers.errors import SolverUnavailable, comes_of_ctrl_c

__all__ = ["inlined", "jit", "jit_in_place", "jit_inner", "jit_merged", "record_of"]

Function = TypeVar("Function", bound=Callable[..., Any])

if getattr(numba.config, "DISABLE_JIT", False):
    raise SolverUnavailable("NUMBA_DISABLE_JIT forbids to compile, and this needs a compiler: unset the variable")


def jit(function: Function) -> Function:
    """Return a kernel, compiled when it is first called, which lets other threads run.

    Where no folder can be written to, as in a read-only container, each process compiles it. The same happens to a function
    defined inside another one that refers to compiled helpers through it: define kernels at the top level of a module.
    """
    return _compiled(function)


def jit_in_place(function: Function) -> Function:
    """Return a kernel as `jit` does, for a function that makes no arrays and only changes those that it gets.

    Numba then counts no references to arrays. In kernels that pass on tuples of many arrays, counting can take nine tenths of
    the time.
    """
    return _compiled(function, _nrt=False)


def jit_inner(function: Function) -> Function:
    """Return a kernel as `jit_in_place` does, for kernels to call: it lacks the entry from Python, which is slow to compile."""
    return _compiled(function, _nrt=False, no_cpython_wrapper=True)


def jit_merged(function: Function) -> Function:
    """Return a kernel as `jit_inner` does, whose machine code is copied into that of each kernel that calls it."""
    return _compiled(function, _nrt=False, no_cpython_wrapper=True, forceinline=True)


def inlined(function: Function) -> Function:
    """Return a helper that is copied into each kernel that calls it."""
    _note(function)
    return cast(Function, numba.njit(inline="always")(function))


def record_of(*names: str, kind: type = np.int64) -> np.dtype[np.void]:
    """Return the type of records of whole numbers with these names, for kernels.

    With numbers of the kind `np.uint32` as indices, kernels need no check for negative ones.
    """
    return np.dtype([(name, kind) for name in names])


def _compiled(function: Function, **options: Any) -> Function:
    _note(function)
    kernel = numba.njit(nogil=True, **options)(function)
    with suppress(RuntimeError):  # numba finds no folder for its cache
        kernel._cache = _KernelCache(function)
    kernel.__class__ = _Kernel
    return cast(Function, kernel)


class _Kernel(CPUDispatcher):
    """A kernel where Ctrl-C always raises KeyboardInterrupt."""

    _cache: Any

    def __call__(self, *arguments: Any) -> Any:
        """Call the kernel. Numba calls Python to hand over an array; if Ctrl-C stops it there, it raises a SystemError."""
        handled = sys.exception()
        try:
            return super().__call__(*arguments)
        except SystemError as error:
            if comes_of_ctrl_c(error, handled):
                raise KeyboardInterrupt from error
            raise

    @loader
    def compile(self, signature: Any) -> Any:
        """Compile the kernel for a signature, or load it from its file.

        LLVM calls Python; if Ctrl-C stops it there, it only prints that it went on.
        """
        with global_compiler_lock, _no_ctrl_c_lost():
            return super().compile(signature)


@contextmanager
def _no_ctrl_c_lost() -> Iterator[None]:
    """Raise KeyboardInterrupt at the end if C code called Python meanwhile and could not pass it on."""
    lost: list[bool] = []
    hook = sys.unraisablehook
    sys.unraisablehook = lambda each: lost.append(True) if isinstance(each.exc_value, KeyboardInterrupt) else hook(each)
    try:
        yield
    finally:
        sys.unraisablehook = hook
        if lost:
            raise KeyboardInterrupt


def _note(function: Callable[..., Any]) -> None:
    """Compute the digest before a source file changes, and again after a module was reloaded."""
    if function.__globals__.get(function.__name__, function) is not function:
        _digest.cache_clear()
    _digest()


@cache
def _digest() -> str:
    """Return a digest of all source files of the project, and of the versions of numba and numpy."""
    root = Path(__file__).parents[1]
    files = sorted([*root.glob("graphs/**/*.py"), *root.glob("solvers/**/*.py")])
    sources = (file.read_bytes() for file in files if file.is_file())  # a lock of an editor is a link to nothing
    versions = f"{numba.__version__} {np.__version__}".encode()
    return sha256(b"".join([versions, *sources])).hexdigest()[:16]


class _KernelFiles(CompileResultCacheImpl):
    """The files of a kernel's machine code, named by the digest."""

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        return f"{super().get_filename_base(fullname, abiflags)}-{_digest()}"


class _KernelCache(FunctionCache):
    """The machine code of a kernel, kept in files."""

    _impl_class = _KernelFiles

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code for a signature; None where it must be compiled."""
        found = super().load_overload(sig, target_context)
        wanted, _ = normalize_signature(sig)
        # two processes may have given one name to the codes of two signatures
        return found if found is not None and tuple(found.signature.args) == tuple(wanted) else None

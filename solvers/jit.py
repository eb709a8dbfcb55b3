"""Compile functions with numba: every compiled function of the project is created by `inlined` or one of the `jit` functions.

A *kernel* is a function that numba compiles to machine code. Numba stores this code in a folder, so that the next process does
not compile it again. But numba does not notice if a helper or a constant changes in another file. So the names of the stored
files contain a digest of all source files of this project. If the project is imported from a zip file, numba itself compares a
digest of the whole zip file.

References
----------
S. K. Lam, A. Pitrou and S. Seibert, Numba: a LLVM-based Python JIT compiler, LLVM-HPC 2015.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
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

Function = TypeVar("Function", bound=Callable[..., Any])

if getattr(numba.config, "DISABLE_JIT", False):
    raise SolverUnavailable("NUMBA_DISABLE_JIT is set, but compiled functions are needed here: unset the variable")


def jit(function: Function) -> Function:
    """Decorate a function as a kernel, which numba compiles to machine code.

    The kernel is compiled when it is first called. While the kernel runs, other Python threads can run.

    Parameters
    ----------
    function : callable
        A function that numba can compile.

    Returns
    -------
    callable
        The kernel.

    Notes
    -----
    If no folder is writable, as in a read-only container, each process compiles the kernel again. The same happens if a kernel
    is defined inside another function, and the compiled helpers that it calls are local variables of that function. So define
    kernels at the top level of a module.
    """
    return _compiled(function)


def jit_in_place(function: Function) -> Function:
    """Decorate a function as a kernel that creates no arrays.

    Parameters
    ----------
    function : callable
        A function that numba can compile. It creates no arrays, and modifies only those that it receives.

    Returns
    -------
    callable
        The kernel. It differs from a kernel of `jit` in one way: numba does not count references to arrays.

    Notes
    -----
    In kernels that pass tuples of many arrays to other functions, counting references can take nine tenths of the time.
    """
    return _compiled(function, _nrt=False)


def jit_inner(function: Function) -> Function:
    """Decorate a function as a kernel that only other kernels can call.

    Parameters
    ----------
    function : callable
        A function that creates no arrays, and modifies only those that it receives.

    Returns
    -------
    callable
        The kernel. It is like a kernel of `jit_in_place`, but Python code cannot call it. So numba does not compile a wrapper
        for calls from Python, which would take time.
    """
    return _compiled(function, _nrt=False, no_cpython_wrapper=True)


def jit_merged(function: Function) -> Function:
    """Decorate a function as a kernel whose machine code is copied into each kernel that calls it.

    Parameters
    ----------
    function : callable
        A function that creates no arrays, and modifies only those that it receives.

    Returns
    -------
    callable
        The kernel. In all other respects it is like a kernel of `jit_inner`: only other kernels can call it.
    """
    return _compiled(function, _nrt=False, no_cpython_wrapper=True, forceinline=True)


def inlined(function: Function) -> Function:
    """Decorate a function as a helper whose code is copied into each kernel that calls it, before that kernel is compiled.

    Parameters
    ----------
    function : callable
        A function that numba can compile.

    Returns
    -------
    callable
        The helper.
    """
    _note(function)
    return cast(Function, numba.njit(inline="always")(function))


def record_of(*names: str, kind: type = np.int64) -> np.dtype[np.void]:
    """Return a numpy type of records that kernels can use, with the given field names.

    Parameters
    ----------
    *names : str
        The names of the fields.
    kind : type, optional
        The integer type of every field. If values of type `np.uint32` are used as indices, kernels need no check for negative
        indices.

    Returns
    -------
    numpy.dtype
        The type of the records.
    """
    return np.dtype([(name, kind) for name in names])


def _compiled(function: Function, **options: Any) -> Function:
    _note(function)
    kernel = numba.njit(nogil=True, **options)(function)
    with suppress(RuntimeError):  # numba found no folder for its cache
        kernel._cache = _KernelCache(function)
    kernel.__class__ = _Kernel
    return cast(Function, kernel)


class _Kernel(CPUDispatcher):
    """A kernel that raises KeyboardInterrupt after Ctrl-C, even if numba or LLVM alone would hide this exception."""

    _cache: Any

    def __call__(self, *arguments: Any) -> Any:
        """Call the kernel.

        To receive an array, numba calls Python code. If Ctrl-C interrupts this code, numba raises a SystemError. This
        method raises KeyboardInterrupt instead.
        """
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

        LLVM calls Python code while it compiles or loads the kernel. If Ctrl-C interrupts this Python code, LLVM only prints a
        message and continues. In this case, KeyboardInterrupt is raised afterwards.
        """
        with global_compiler_lock, _no_ctrl_c_lost():
            code = super().compile(signature)
        if self.py_func.__module__.startswith("solvers."):
            with suppress(Exception):  # a type cannot be pickled
                _loaded.append((self.py_func.__module__, self.py_func.__qualname__, pickle.dumps(signature)))
        return code


_loaded: list[tuple[str, str, bytes]] = []


def loaded_kernels() -> Sequence[tuple[str, str, bytes]]:
    """Return the kernels of this project that are compiled or loaded in this process: module, name and pickled signature.

    Returns
    -------
    sequence of tuple
        The kernels, in the order of time.
    """
    return _loaded


def load_kernels(kernels: Iterable[tuple[str, str, bytes]]) -> None:
    """Load or compile kernels that `loaded_kernels` has returned in another process. Those that fail are skipped.

    Parameters
    ----------
    kernels : iterable of tuple
        The kernels.
    """
    for module, name, signature in kernels:
        with suppress(Exception):
            getattr(import_module(module), name).compile(pickle.loads(signature))


@contextmanager
def _no_ctrl_c_lost() -> Iterator[None]:
    """Raise KeyboardInterrupt at the end of a `with` block if Ctrl-C raised it in the block, but C code discarded it."""
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
    """Compute the digest of all source files when a kernel is defined, because the files may change before it is compiled.

    If a module is reloaded, the digest is computed again.
    """
    if function.__globals__.get(function.__name__, function) is not function:
        _digest.cache_clear()
    _digest()


@cache
def _digest() -> str:
    """Return a digest of all source files of the project, and of the versions of numba and numpy."""
    root = Path(__file__).parents[1]
    files = sorted([*root.glob("graphs/**/*.py"), *root.glob("solvers/**/*.py")])
    sources = (file.read_bytes() for file in files if file.is_file())  # an editor's lock file may be a broken link
    versions = f"{numba.__version__} {np.__version__}".encode()
    return sha256(b"".join([versions, *sources])).hexdigest()[:16]


class _KernelFiles(CompileResultCacheImpl):
    """The files that contain the machine code of a kernel. Their names contain the digest of the source files."""

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        return f"{super().get_filename_base(fullname, abiflags)}-{_digest()}"


class _KernelCache(FunctionCache):
    """The stored machine code of a kernel."""

    _impl_class = _KernelFiles

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the stored code for a signature, or None if the kernel must be compiled."""
        code = super().load_overload(sig, target_context)
        types, _ = normalize_signature(sig)
        # two processes may have stored the code of two signatures under one name
        return code if code is not None and tuple(code.signature.args) == tuple(types) else None

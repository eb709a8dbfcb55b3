"""Compile functions with numba: every compiled function of the project is created by a decorator of this module.

A *kernel* is a function that numba compiles to machine code. Numba stores this code in a folder, so that the next process does
not compile it again. But numba does not notice if a helper or a constant changes in another file. So the names of the stored
files contain a digest of all source files of this project. If the project is imported from a zip file, numba itself compares a
digest of the whole zip file.

Only this module relies on undocumented parts of numba: the option `_nrt`, and the rule that the name of a stored file contains
the qualified name of the function. It also replaces the method `compile` of numba's dispatchers.

References
----------
S. K. Lam, A. Pitrou and S. Seibert, Numba: a LLVM-based Python JIT compiler, LLVM-HPC 2015.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, wraps
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from pickle import UnpicklingError
from threading import RLock
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import binding
from numba.extending import register_jitable

from graphs.loading import loader
from solvers.core.errors import SolverUnavailable, comes_of_ctrl_c

Function = TypeVar("Function", bound=Callable[..., Any])

IN_PLACE = {"_nrt": False}
"""Numba's private option not to count references to arrays (see `jit_in_place`)."""
COMPILING = RLock()
"""Held while a kernel is compiled, because its name and `sys.unraisablehook` are changed meanwhile."""

compilable = register_jitable(**IN_PLACE)
"""Decorate a Python function that kernels of `jit_in_place` can also call."""


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
    return _helper(function, inline="always")


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
    return _helper(function, **IN_PLACE, no_cpython_wrapper=True)


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
    return _helper(function, **IN_PLACE, no_cpython_wrapper=True, forceinline=True)


def _helper(function: Function, **options: Any) -> Function:
    _version(function)
    return cast(Function, numba.njit(**options)(function))


def jit(function: Function, **options: Any) -> Function:
    """Decorate a function as a kernel, which numba compiles to machine code.

    The kernel is compiled when it is first called. While the kernel runs, other Python threads can run.

    Parameters
    ----------
    function : callable
        A function that numba can compile.
    **options : object
        Options of numba.

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
    version = _version(function)
    kernels: list[Any] = []  # a kernel frees its machine code with itself
    dispatcher = numba.njit(**options)(function)

    def compile_for(types: tuple[Any, ...]) -> Any:
        if kernel := _compiled(dispatcher, function, types, version, options):
            kernels.append(kernel)
            with suppress(pickle.PicklingError, AttributeError, TypeError):  # a type that only this process has
                _loaded.append((function.__module__, function.__qualname__, pickle.dumps(types)))
        return dispatcher.overloads[types].entry_point

    dispatcher.compile = compile_for  # numba calls it for arguments of new types

    @wraps(function)
    def kernel(*arguments: Any) -> Any:
        if getattr(numba.config, "DISABLE_JIT", False):
            raise SolverUnavailable("NUMBA_DISABLE_JIT is set, but compiled functions are needed here: unset the variable")
        handled = sys.exception()
        try:
            return dispatcher(*arguments)
        except SystemError as error:  # numba hides exceptions of the Python code that it calls to receive an array
            if comes_of_ctrl_c(error, handled):
                raise KeyboardInterrupt from error
            raise

    kernel.__dict__["load"] = compile_for
    return cast(Function, kernel)


_loaded: list[tuple[str, str, bytes]] = []


def loaded_kernels() -> Sequence[tuple[str, str, bytes]]:
    """Return the kernels that are compiled or loaded in this process, in the order of time: module, name and pickled types."""
    return _loaded


def load_kernels(kernels: Iterable[tuple[str, str, bytes]]) -> None:
    """Load or compile kernels that `loaded_kernels` has returned in another process. Those that fail are skipped."""
    for module, name, types in kernels:
        with suppress(Exception):
            getattr(import_module(module), name).load(pickle.loads(types))


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
    In kernels that pass tuples of many arrays to other functions, counting references can take a large part of the time.
    """
    return jit(function, **IN_PLACE)


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


@loader
def _compiled(dispatcher: Any, function: Any, types: tuple[Any, ...], version: str, options: Mapping[str, Any]) -> Any:
    """Add a function for arguments of the given types, compiled by numba or loaded from its file, to a dispatcher.

    The function is returned, or None if another thread has added it meanwhile. Numba compiles a kernel that is added twice at
    every call.

    Each combination of types has its own file, because two processes that add to one file may exchange the code in it. LLVM
    calls Python code meanwhile. If Ctrl-C interrupts this code, LLVM continues, so KeyboardInterrupt is raised afterwards.
    """
    compiler = numba.njit(nogil=True, **options)
    with COMPILING, _no_ctrl_c_lost():
        if types in dispatcher.overloads:
            return None
        name = function.__qualname__
        kernel = compiler(function)
        try:
            function.__qualname__ = f"{name}-{sha256(f'{version} {types}'.encode()).hexdigest()[:16]}"
            kernel.enable_caching()  # this reads the name
        except RuntimeError:  # numba found no folder that it can write to
            kernel = compiler(function)
        finally:
            function.__qualname__ = name
        try:
            kernel.compile(types)
        except (OSError, EOFError, UnpicklingError):  # the file cannot be read or written
            kernel = compiler(function)
            kernel.compile(types)
        dispatcher.add_overload(kernel.overloads[types])
        return kernel


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


def _version(function: Callable[..., Any]) -> str:
    """Return a digest of the source files as they were when the first function was decorated, because they may change later.

    If the module of a function is reloaded, the digest is computed again.
    """
    if function.__globals__.get(function.__name__, function) is not function:
        _digest.cache_clear()
    return _digest()


@cache
def _digest() -> str:
    """Return a digest of all source files of the project, the versions of numba and numpy, and the processor."""
    root = Path(__file__).parents[2]
    files = sorted([*root.glob("graphs/**/*.py"), *root.glob("solvers/**/*.py")])
    sources = (file.read_bytes() for file in files if file.is_file())  # an editor's lock file may be a broken link
    machine = f"{numba.__version__} {np.__version__} {binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"
    return sha256(b"".join([machine.encode(), *sources])).hexdigest()

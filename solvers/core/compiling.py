"""Decorators that compile functions with numba.

A *kernel* is a function that numba compiles to machine code, and stores in a folder for the next process. But numba does not
notice if a helper or a constant changes in another file. So the names of the stored files contain a digest of all source files
of this project.

Only this module relies on undocumented parts of numba: the option `_nrt`, the method `compile` of dispatchers, and the rule
that the name of a stored file contains the qualified name of the function.

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
from solvers.core.errors import SolverUnavailable, error_of_ctrl_c

Function = TypeVar("Function", bound=Callable[..., Any])

IN_PLACE = {"_nrt": False}
"""Numba's private option not to count references to arrays."""
COMPILING = RLock()
"""Lock for the functions that change global state while they compile."""

compilable = register_jitable(**IN_PLACE)
"""Decorator: make a Python function callable from compiled functions."""


def _decorator(**options: Any) -> Callable[[Function], Function]:
    def compile_later(function: Function) -> Function:
        _version(function)
        return cast(Function, numba.njit(**options)(function))

    return compile_later


inlined = _decorator(inline="always")
"""Decorator: inline a function into the compiled functions that call it."""
jit_inner = _decorator(**IN_PLACE, no_cpython_wrapper=True)
"""Decorator: compile a function that is called only from compiled functions.

Without a wrapper for calls from Python, it compiles faster.
"""
jit_merged = _decorator(**IN_PLACE, no_cpython_wrapper=True, forceinline=True)
"""Decorator: compile a function, and inline its machine code into its callers."""


def jit(function: Function, **options: Any) -> Function:
    """Compile a function with numba at its first call.

    The compiled function releases the GIL. Its machine code is stored for other processes if the function is defined at the top
    level of a module, and if a folder is writable.
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
            if error_of_ctrl_c(error, handled):
                raise KeyboardInterrupt from error
            raise

    kernel.__dict__["load"] = compile_for
    return cast(Function, kernel)


_loaded: list[tuple[str, str, bytes]] = []


def loaded_kernels() -> Sequence[tuple[str, str, bytes]]:
    """Return module, name and pickled argument types of each compiled function."""
    return _loaded


def load_kernels(kernels: Iterable[tuple[str, str, bytes]]) -> None:
    """Load functions that another process has compiled, as far as possible."""
    for module, name, types in kernels:
        with suppress(Exception):
            getattr(import_module(module), name).load(pickle.loads(types))


def jit_in_place(function: Function) -> Function:
    """Compile a function that creates no arrays, without reference counting.

    This can save much time if tuples of arrays are passed on.
    """
    return jit(function, **IN_PLACE)


def compiled_record_type(*names: str, kind: type = np.int64) -> np.dtype[np.void]:
    """Return a numpy record type whose fields have the same integer type.

    With `np.uint32`, kernels need no check for negative indices.
    """
    return np.dtype([(name, kind) for name in names])


@loader
def _compiled(dispatcher: Any, function: Any, types: tuple[Any, ...], version: str, options: Mapping[str, Any]) -> Any:
    """Compile a function for argument types, and register the result with numba.

    Return None if another thread has added it, because numba compiles a kernel that is added twice at every call. Each
    combination of types has its own file, because two processes that add to one file may exchange its code.
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
    """Raise KeyboardInterrupt if C code ignored a Ctrl-C in the `with` block."""
    lost: list[bool] = []
    hook = sys.unraisablehook

    def note(each: sys.UnraisableHookArgs) -> None:
        if isinstance(each.exc_value, KeyboardInterrupt):
            lost.append(True)
        elif not isinstance(each.exc_value, ReferenceError):  # LLVM asks for the library of an interrupted compilation
            hook(each)

    sys.unraisablehook = note
    try:
        yield
    finally:
        sys.unraisablehook = hook
        if lost:
            raise KeyboardInterrupt


def _version(function: Callable[..., Any]) -> str:
    """Return the digest of all source files, also after a reload."""
    if function.__globals__.get(function.__name__, function) is not function:
        _digest.cache_clear()
    return _digest()


@cache
def _digest() -> str:
    """Return a digest of all source files and of the machine."""
    root = Path(__file__).parents[2]
    files = sorted([*root.glob("graphs/**/*.py"), *root.glob("solvers/**/*.py")])
    sources = (file.read_bytes() for file in files if file.is_file())  # an editor's lock file may be a broken link
    machine = f"{numba.__version__} {np.__version__} {binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"
    return sha256(b"".join([machine.encode(), *sources])).hexdigest()

"""Digest of a solver's code, and versions of its packages."""

from __future__ import annotations

import ast
import hashlib
import inspect
import json
import platform
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib import metadata
from importlib.util import resolve_name
from pathlib import Path
from typing import Any

from solvers.core.registry import Solver, packages_distributions

DIGITS = 12
ALWAYS = ("networkx", "numpy", "numba", "scipy")
"""Packages that every solver may call."""
OTHERS = ("commands", "comparison", "counting", "existence", "pages", "workers")
"""Subpackages that no solver uses."""
STDLIB = sysconfig.get_path("stdlib")


def _digest(*parts: bytes) -> str:
    hashes = (hashlib.sha256(part).digest() for part in parts)
    return hashlib.sha256(b"".join(hashes)).hexdigest()[:DIGITS]


@cache
def base_code() -> str:
    """Return a digest of the code that all solvers may use."""
    root = Path(__file__).parents[2]
    if root.is_file():  # a zip file
        return _digest(root.read_bytes())
    files = {path.relative_to(root): path for name in ("graphs", "solvers") for path in (root / name).rglob("*.py")}
    used = sorted(name for name in files if name.parts[1] not in OTHERS)
    return _digest(*(part for name in used for part in (name.as_posix().encode(), files[name].read_bytes())))


def code_identity(solver: Solver) -> str:
    """Return a digest of all code that a solver uses.

    For a third-party solver, it covers its module and all imported modules that are not installed packages. For a function in a
    notebook, it covers the text of the function, and of the functions and classes that it names.
    """
    if solver.is_built_in:
        return base_code()
    run = inspect.unwrap(solver.run)
    if is_importable(run):
        return _digest(base_code().encode(), *_files(run.__module__, {}).values())
    return _digest(base_code().encode(), *_texts(run, {}).values())


def is_importable(function: Callable[..., Any]) -> bool:
    """Return whether another process can import a function by module and name."""
    found: Any = sys.modules.get(function.__module__)
    for name in function.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is function and function.__module__ != "__main__"


def _files(name: str, contents: dict[str, bytes]) -> dict[str, bytes]:
    """Add the sources of a module and its imports to `contents`."""
    file = Path(getattr(sys.modules.get(name), "__file__", None) or "")
    top = name.partition(".")[0]
    is_own = not contents or any(top == each.partition(".")[0] for each in contents)
    is_installed = file.is_relative_to(STDLIB) or any(part in ("site-packages", "dist-packages") for part in file.parts)
    if name in contents or not file.is_file() or top in ("graphs", "solvers") or (is_installed and not is_own):
        return contents
    contents[name] = file.read_bytes()
    with suppress(SyntaxError, ValueError, ImportError):  # the module is not written in Python, or an import is invalid
        for each in _imports(ast.parse(contents[name]), name if file.stem == "__init__" else name.rpartition(".")[0]):
            _files(each, contents)
    return contents


def _imports(tree: ast.AST, package: str) -> Iterator[str]:
    """Yield the modules and objects that a syntax tree imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = resolve_name("." * node.level + (node.module or ""), package)
            yield from (source, *(f"{source}.{each.name}" for each in node.names))


def _texts(part: Any, texts: dict[str, bytes]) -> dict[str, bytes]:
    """Add the source of a function or class to `texts`.

    The functions and classes that it names are also added.
    """
    code = getattr(part, "__code__", None)
    try:
        text = inspect.getsource(part).encode()
    except (OSError, TypeError):
        text = code.co_code + repr(code.co_consts).encode() if code else b""
    texts[part.__qualname__] = text
    for name in code.co_names if code else ():
        other = part.__globals__.get(name)
        is_own = inspect.isfunction(other) or inspect.isclass(other)
        if is_own and other.__module__ == part.__module__ and other.__qualname__ not in texts:
            _texts(other, texts)
    return texts


def packages_for(solver: Solver) -> tuple[str, ...]:
    """Return the import names of the packages that a solver may call."""
    return (*ALWAYS, *solver.packages, *solver.also_calls)


def packages_identity(solver: Solver) -> str:
    """Return the versions of Python and of a solver's packages, as JSON."""
    versions = {"python": platform.python_version()}
    for package in packages_for(solver):
        versions |= _version(package)
    return json.dumps(versions, sort_keys=True)


@cache
def _version(package: str) -> dict[str, str]:
    """Return name and version of the distribution that provides a package."""
    return {name.lower(): metadata.version(name) for name in packages_distributions().get(package, ())[:1]}

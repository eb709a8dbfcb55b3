"""Versions of packages, by the names of their modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import metadata

__all__ = ["version_of"]


@cache
def version_of(module: str) -> str:
    """Return the package to which a module belongs, with its version; the module alone where no package owns it.

    Examples
    --------
    >>> version_of("json.decoder")
    'json'
    """
    top = module.partition(".")[0]
    if top == "solvers":
        import solvers

        return f"knights-tour {solvers.__version__}"
    package = next(iter(_packages().get(top, [])), None)
    return top if package is None else f"{package} {metadata.version(package)}"


@cache
def _packages() -> Mapping[str, Sequence[str]]:
    return metadata.packages_distributions()

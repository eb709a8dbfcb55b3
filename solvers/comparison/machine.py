"""The description of a machine that is stored with its runs: processor, operating system and packages, but no host name.

The selection of properties follows the package pyperf by V. Stinner.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import re
from functools import cache
from importlib import metadata
from pathlib import Path

from solvers.workers.slots import available_cores

PACKAGES = ("networkx", "numpy", "numba", "ortools", "scipy", "pandas")
FILES = {
    "governor": "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
    "turbo_off": "/sys/devices/system/cpu/intel_pstate/no_turbo",
    "randomized_addresses": "/proc/sys/kernel/randomize_va_space",
}


@cache
def machine_document() -> str:
    """Return the description of this machine and its packages."""
    import psutil

    import solvers

    versions = {"knights-tour": solvers.__version__}
    for package in PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            versions[package] = metadata.version(package)
    files = {name: _text_of(path) for name, path in FILES.items()}
    document = files | {
        "system": platform.system(),
        "release": platform.release(),
        "architecture": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "cores_for_us": available_cores(),
        "memory": psutil.virtual_memory().total,
        "python": f"{platform.python_implementation()} {platform.python_version()}, {platform.python_compiler()}",
        "hash_seed": os.environ.get("PYTHONHASHSEED", ""),
        "packages": versions,
    }
    return json.dumps(document, sort_keys=True)


def machine_id(document: str = "") -> str:
    """Return a short name of a machine that does not contain its host name."""
    properties = json.loads(document or machine_document())
    known = [properties.get(name) for name in ("processor", "system", "architecture", "cores", "cores_for_us")]
    return hashlib.sha256(json.dumps([*known, properties.get("memory", 0) // 10**9]).encode()).hexdigest()[:8]


def _processor() -> str:
    match = re.search(r"^model name\s*:\s*(.+)$", _text_of("/proc/cpuinfo"), re.MULTILINE)
    return match[1] if match else platform.processor() or platform.machine()


def _text_of(path: str) -> str:
    """Return the text of a system file, or an empty string if it cannot be read."""
    with contextlib.suppress(OSError):
        return Path(path).read_text().strip()
    return ""

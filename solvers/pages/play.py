"""Build the page on which a tour is played, and the file with the Python code that answers questions there.

The page itself loads no other files. If the reader asks a question, it loads Pyodide, which is Python for browsers, and the
file `core.js`. This file contains this project and the Python packages that it needs, as a ZIP archive in base64, because a
page that is opened from a disk can load scripts, but not read files.
"""

from __future__ import annotations

import base64
import io
from importlib import import_module, metadata
from pathlib import Path
from urllib.parse import urlsplit
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from graphs.leapers import NAMES
from solvers.pages.rendering import NO_BOARDS, read_assets, render_page

PYODIDE = "https://cdn.jsdelivr.net/npm/pyodide@314.0.7/"
"""Default address of Pyodide's folder."""
PACKAGES = ("graphs", "solvers", "networkx", "lazy_loader", "immutabledict")
"""The packages in `core.js`. Those of other projects are included with their licences."""
LEFT_OUT = {"tests", "comparison", "counting", "commands", "existence", "workers"}
"""Folders of packages that answers do not need."""


def play_page(pyodide: str = PYODIDE) -> str:
    """Return the page on which a tour is played. `pyodide` is the address of a folder, relative to the page or absolute."""
    address = f"{pyodide.rstrip('/')}/"
    parts = urlsplit(address)
    data = {"explorer": NO_BOARDS["explorer"] | {"chess": True}, "pyodide": address, "worker": read_assets(("play_worker.js",))}
    return render_page(
        "play.html",
        data,
        styles=("play.css",),
        scripts=("data.js", "grid.js", "stage.js", "player.js", "play.js", "ask.js"),
        leapers=NAMES,
        pyodide=address,
        origin=f"{parts.scheme}://{parts.netloc}" if parts.netloc else "",
    )


def core_script() -> str:
    """Return the script `core.js`, which defines the variable `core`."""
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for package in PACKAGES:
            folder = Path(str(import_module(package).__file__)).parent
            for file in sorted(each for each in folder.rglob("*.py*") if each.suffix in (".py", ".pyi")):
                name = file.relative_to(folder.parent)
                if LEFT_OUT.isdisjoint(name.parts):
                    _add(archive, name.as_posix(), file.read_bytes())
        for package in PACKAGES[2:]:
            for file in metadata.files(package) or ():
                if file.name.startswith("LICENSE"):
                    _add(archive, file.as_posix(), file.read_binary())
    return f'globalThis.core = "{base64.b64encode(buffer.getvalue()).decode()}";\n'


def _add(archive: ZipFile, name: str, content: bytes) -> None:
    """Add a file without its date, so that equal files give equal archives."""
    archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)

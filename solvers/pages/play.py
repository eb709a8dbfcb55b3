"""Build the page on which the reader plays tours, and the file with the Python code that answers questions there.

The page itself loads no other files. If the reader asks a question, it loads Pyodide, which is Python for browsers, and the
file `core.js`. This file contains this project and the Python packages that it needs, as a ZIP archive in base64, because a
page that is opened from a disk can load scripts, but not read files.
"""

from __future__ import annotations

import base64
import io
import re
from importlib import metadata
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from graphs.leapers import NAMES
from solvers.pages.rendering import NO_BOARDS, read_assets, render_page

PYODIDE = "https://cdn.jsdelivr.net/npm/pyodide@314.0.7/"
"""Default address of the folder of Pyodide."""
PACKAGES = ("networkx", "lazy_loader", "immutabledict")
"""Packages of other projects that `core.js` contains."""
# the files in `core.js`
INCLUDED = re.compile(r"(?!.*/tests/)(?!solvers/(comparison|counting|commands|existence|workers)/).*(\.pyi?|/LICENSE[^/]*)")


def play_page(pyodide: str = PYODIDE) -> str:
    """Return an HTML page on which the reader plays a tour.

    `pyodide` is the address of the folder of Pyodide.
    """
    address = f"{pyodide.rstrip('/')}/"
    origin = re.match(r"https?://[^/]+", address)
    data = {"explorer": NO_BOARDS["explorer"] | {"chess": True}, "pyodide": address, "worker": read_assets(("play_worker.js",))}
    return render_page(
        "play.html",
        data,
        styles=("play.css",),
        scripts=("data.js", "grid.js", "stage.js", "player.js", "play.js", "ask.js"),
        leapers=NAMES,
        pyodide=address,
        origin=origin[0] if origin else "",
    )


def core_script() -> str:
    """Return the script `core.js`, which contains this project as a ZIP archive."""
    root = Path(__file__).parents[2]
    files = {each.relative_to(root).as_posix(): each for name in ("graphs", "solvers") for each in (root / name).rglob("*.py*")}
    files |= {each.as_posix(): Path(str(each.locate())) for name in PACKAGES for each in metadata.files(name) or ()}
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, file in sorted(files.items()):
            if INCLUDED.fullmatch(name):  # without its date, so that equal files give equal archives
                archive.writestr(ZipInfo(name), file.read_bytes(), ZIP_DEFLATED)
    return f'globalThis.core = "{base64.b64encode(buffer.getvalue()).decode()}";\n'

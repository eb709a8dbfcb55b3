"""Run the independent checker, which imports no code of this project."""

from __future__ import annotations

import runpy
from pathlib import Path

FILE = "check_certificate.py"
FOLDERS = Path(__file__).with_name("checker"), Path(__file__).parents[2] / "scripts"
"""The folders that may contain the checker: one in an installed wheel, and one in a copy of the source code."""


def main() -> int:
    folder = next(folder for folder in FOLDERS if (folder / FILE).exists())
    status: int = runpy.run_path(str(folder / FILE))["main"]()
    return status

"""Check a certificate or an archive of a comparison with the independent checker, which imports no code of this project."""

from __future__ import annotations

import runpy
from pathlib import Path

FILE = "check_certificate.py"
FOLDERS = Path(__file__).with_name("checker"), Path(__file__).parents[2] / "scripts"
"""The folders in which the checker may be: in a wheel, and in a checkout."""


def main() -> int:
    """Check the file that the arguments name, and print the answer.

    Returns
    -------
    int
        The exit status.
    """
    folder = next(folder for folder in FOLDERS if (folder / FILE).exists())
    status: int = runpy.run_path(str(folder / FILE))["main"]()
    return status

"""Keeping the runs: one row a run in a CSV file, written as each run ends, so that nothing finished is lost."""

from __future__ import annotations

import contextlib
import csv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from graphs.errors import FormatError
from solvers.comparison.runs import Run

__all__ = ["csv_writer"]


@contextmanager
def csv_writer(folder: str | Path) -> Iterator[Callable[[Run], None]]:
    """A function that appends a run to `folder/runs.csv`; the folder is made where it is missing.

    Raises
    ------
    FormatError : the file is there already, or cannot be written.
    """
    path = Path(folder) / "runs.csv"
    if path.exists():
        raise FormatError(f"{path} is there already: name another folder, so that its runs are not lost", path)
    with contextlib.ExitStack() as stack:
        writer: csv.DictWriter[str] | None = None
        file: TextIO

        def write(run: Run) -> None:
            nonlocal writer, file
            row = run.row()
            if writer is None:  # only now, so that a comparison which is stopped at once leaves nothing behind
                file = stack.enter_context(path.open("x", newline="", encoding="utf-8"))
                writer = csv.DictWriter(file, list(row))
                writer.writeheader()
            writer.writerow(row)
            file.flush()

        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            yield write
        except OSError as error:
            raise FormatError(f"{path} cannot be written: {error.strerror}", path) from None

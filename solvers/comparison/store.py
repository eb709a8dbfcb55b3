"""Keeping the runs: one row a run in a CSV file, written as each run ends, so that nothing finished is lost."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

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
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("x", newline="", encoding="utf-8")
    except FileExistsError:
        raise FormatError(f"{path} is there already: name another folder, so that its runs are not lost", path) from None
    except OSError as error:
        raise FormatError(f"{path} cannot be written: {error.strerror}", path) from None
    with file:
        writer: csv.DictWriter[str] | None = None

        def write(run: Run) -> None:
            nonlocal writer
            row = run.row()
            if writer is None:
                writer = csv.DictWriter(file, list(row))
                writer.writeheader()
            writer.writerow(row)
            file.flush()

        yield write

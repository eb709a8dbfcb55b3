"""Keep results in a CSV file; each row is written as soon as its result is there, so that a stop loses none."""

from __future__ import annotations

import contextlib
import csv
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TextIO

from graphs.errors import FormatError

__all__ = ["Result", "csv_writer"]


class Result(Protocol):
    """What can be written as a row of a table, such as a `Run` or a `SuccessRate`."""

    def row(self) -> dict[str, Any]:
        """Return the values by column name."""
        ...


@contextmanager
def csv_writer(folder: str | Path, name: str = "runs.csv") -> Iterator[Callable[[Result], None]]:
    """Yield a function that appends a result to a file in this folder; a missing folder is made.

    Raises
    ------
    FormatError : the file is there already, or cannot be written.
    """
    path = Path(folder) / name
    if os.path.exists(path):
        raise FormatError(f"{path} is there already: name another folder, so that what it holds is not lost", path)
    with contextlib.ExitStack() as stack:
        writer: csv.DictWriter[str] | None = None
        file: TextIO

        def write(result: Result) -> None:
            nonlocal writer, file
            row = result.row()
            if writer is None:  # not earlier: a comparison that is stopped at once leaves no file
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

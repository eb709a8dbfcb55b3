"""Keeping what is finished: one row each in a CSV file, written as it ends, so that nothing finished is lost."""

from __future__ import annotations

import contextlib
import csv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TextIO

from graphs.errors import FormatError

__all__ = ["Kept", "csv_writer"]


class Kept(Protocol):
    """A run, or whatever else has a row of values, all with the same names."""

    def row(self) -> dict[str, Any]:
        """The values by their names."""
        ...


@contextmanager
def csv_writer(folder: str | Path, name: str = "runs.csv") -> Iterator[Callable[[Kept], None]]:
    """A function that appends a row to this file in the folder, which is made where it is missing.

    Raises
    ------
    FormatError : the file is there already, or cannot be written.
    """
    path = Path(folder) / name
    if path.exists():
        raise FormatError(f"{path} is there already: name another folder, so that what it holds is not lost", path)
    with contextlib.ExitStack() as stack:
        writer: csv.DictWriter[str] | None = None
        file: TextIO

        def write(finished: Kept) -> None:
            nonlocal writer, file
            row = finished.row()
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

"""The runs of a store as files for other programs: CSV, JSON lines, Parquet. Tours stay in the store."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphs.errors import FormatError
from solvers.comparison.packages import check_packages
from solvers.comparison.problems import square_text
from solvers.comparison.store import Store

__all__ = ["EXPORTS", "check_export", "each_record", "write_runs"]

EXPORTS = (".csv", ".jsonl", ".parquet")
"""The endings of the files that `write_runs` writes."""
WHOLE = ("seed", "node_limit", "memory_limit", "walks", "tours")
OF_RUN = (
    *("id", "solver", "options", "competitor", "version", "seed", "repeat", "time_limit", "node_limit", "memory_limit"),
    *("status", "termination", "reason", "answer", "nodes"),
    *("seconds", "cpu_seconds", "build_seconds", "warm_up_seconds", "peak_memory", "walks", "tours", "started", "machine"),
)


def check_export(path: str | Path) -> None:
    """Refuse a file that `write_runs` cannot write.

    Raises
    ------
    FormatError : the ending is none of `EXPORTS`.
    SolverUnavailable : pyarrow, which writes Parquet, is not installed.
    """
    ending = Path(path).suffix
    if ending not in EXPORTS:
        raise FormatError(f"{path} must end in one of {', '.join(EXPORTS)}", path)
    if ending == ".parquet":
        check_packages("files of Parquet", ["pyarrow"], extra="parquet")


def write_runs(store: Store, path: str | Path) -> None:
    """Write all runs to a file, one row a run; the ending of its name says how.

    Raises
    ------
    FormatError, SolverUnavailable : as in `check_export`; or the file cannot be written.
    """
    import pandas as pd

    check_export(path)
    path = Path(path)
    try:
        if path.suffix == ".jsonl":
            with path.open("w", encoding="utf-8") as file:
                for each in each_record(store):
                    file.write(json.dumps(each | {"options": json.loads(each["options"])}) + "\n")
            return
        frame = pd.DataFrame.from_records(list(each_record(store)))
        frame = frame.astype({name: "Int64" for name in WHOLE if name in frame})
        if path.suffix == ".csv":
            frame.to_csv(path, index=False)
            return
        frame.to_parquet(path, index=False)
    except OSError as error:
        raise FormatError(f"{path} cannot be written: {error.strerror or error}", path) from error


def each_record(store: Store) -> Iterator[dict[str, Any]]:
    """Yield each run as a record: the problem first, then the run; None where a column does not apply.

    A square is `R,C`. Seconds are wall time, except `cpu_seconds`; memory is in bytes.
    """
    for suite, document, *values in store.each_row(["suite", "document", *OF_RUN]):
        yield _of_problem(json.loads(document)) | {"suite": suite} | dict(zip(OF_RUN, values, strict=True))


def _of_problem(document: dict[str, Any]) -> dict[str, Any]:
    """Return what names a problem, as values of one line."""
    return {
        "board": document.get("board", "").replace("\n", "/") or None,
        **{name: document.get(name) for name in ("graph", "wrap")},
        **{name: _text(document.get(name)) for name in ("leaper", "start", "end")},
        "closed": document["closed"],
    }


def _text(value: Any) -> str | None:
    return None if value is None else square_text(value)

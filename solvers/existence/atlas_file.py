"""An atlas on disk: one JSON document a line for each cell, so that a process that is killed loses only the cells in flight.

`Result.from_document` checks each tour and each reason when it is read. Cost: linear in the squares of the boards.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from graphs.board import Board
from graphs.errors import FormatError
from graphs.formats.shared import reading_json
from solvers.existence.tables import BoardVerdicts, Place
from solvers.locks import locked, path_in, usable
from solvers.problem import Problem
from solvers.result import Result

__all__ = ["NAME", "AtlasFile"]

NAME = "atlas.jsonl"
START = b'{"leaper":['
"""How every line begins."""


class AtlasFile:
    """The cells of an atlas in the file `atlas.jsonl` of a folder. It is a context manager.

    Parameters
    ----------
    folder : the folder; it is made if it is missing.

    Raises
    ------
    FormatError : the file cannot be read or written, another process writes to it, or a line is no page of an atlas or holds a
        tour or an obstruction that is wrong. Every method may raise it.

    Attributes
    ----------
    cells : the cells in the order in which they were added. An answer that is unknown is not kept.

    Examples
    --------
    >>> import tempfile
    >>> from solvers.existence.tables import with_tours
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with AtlasFile(folder) as kept:
    ...         kept.add(with_tours(BoardVerdicts((1, 2), Board(5, 5))))
    ...     with AtlasFile(folder) as kept:
    ...         [(str(cell.board), cell.open, cell.closed) for cell in kept.cells.values()]
    [('5x5', True, False)]
    """

    def __init__(self, folder: str | Path) -> None:
        self.cells: dict[Place, BoardVerdicts] = {}
        self._path = path_in(folder, NAME)
        self._trouble = f"{self._path} cannot be written"
        with usable(self._trouble):
            self._lock = locked(self._path)
            self._path.touch()
            if not self._path.is_file():
                raise FormatError(f"{self._path} is no plain file: name another folder", self._path)
            self._read()

    def __enter__(self) -> AtlasFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def _read(self) -> None:
        """Read the cells. A last line that is only the beginning of a cell is cut off: a process was killed while it wrote."""
        whole = 0
        for number, line in enumerate(self._path.read_bytes().splitlines(keepends=True), 1):
            written = line.rstrip(b"\0")  # a file system may fill up what was not written
            if START.startswith(written[: len(START)]) and not line.endswith(b"\n"):
                break
            fault = f"take a line out, or name another folder: {self._path}, line {number}, is no page of an atlas"
            with reading_json(line, fault) as document:
                cell = _cell(document)
            self.cells[cell.leaper, cell.board] = cell
            whole += len(line)
        os.truncate(self._path, whole)

    def add(self, cell: BoardVerdicts) -> None:
        """Keep a cell at once; an answer that is unknown is left out, so that the next run tries again."""
        place, document = (cell.leaper, cell.board), _document(cell)
        if document.keys() == _document(self.cells.get(place, BoardVerdicts(*place))).keys():  # no answer is new
            return
        with usable(self._trouble), self._path.open("ab") as file:
            file.write(json.dumps(document, separators=(",", ":")).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self.cells[place] = cell


def _document(cell: BoardVerdicts) -> dict[str, Any]:
    document = cell.head
    for name, verdict in cell.verdicts().items():
        if verdict.exists is not None:
            document[name] = verdict.document()
    return document


def _cell(document: dict[str, Any]) -> BoardVerdicts:
    problem = Problem.on_board(board := Board.parse(document["board"]), document["leaper"])
    found: dict[str, Any] = {
        f"{name}_tour": Result.from_document(document[name], problem.with_ends(closed=name == "closed"))
        for name in ("open", "closed")
        if name in document
    }
    cell = BoardVerdicts(problem.leaper, board, seconds=float(document["seconds"]), **found)
    if cell.closed and cell.open is False:
        raise FormatError("it has a closed tour, and no open one", document)
    return cell

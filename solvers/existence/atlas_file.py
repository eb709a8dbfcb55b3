"""Store an atlas in a file, with one line per cell.

An atlas is a table of leapers and boards. A cell contains the results of one leaper on one board: whether it has an open tour
and whether it has a closed one (`solvers.existence.tables.BoardVerdicts`). Its line in the file is a JSON document.

If a process is killed, only the cells that it is deciding are lost. When the file is read, `Result.from_document`
checks each tour and each obstruction, in time linear in the number of squares.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from graphs.board import Board
from graphs.errors import FormatError
from graphs.formats.texts import reading_json
from solvers.core.problem import Problem
from solvers.core.result import Result
from solvers.existence.tables import BoardVerdicts, Place
from solvers.workers.locks import locked, path_in, usable

NAME = "atlas.jsonl"
START = b'{"leaper":['
"""The bytes with which each line of the file begins."""


class AtlasFile:
    """The file `atlas.jsonl`, which stores the cells of an atlas (a table of leapers and boards).

    This is a context manager, which keeps the file locked.

    Parameters
    ----------
    folder : str or pathlib.Path
        The folder, which is created if it does not exist.

    Attributes
    ----------
    cells : dict of tuple to BoardVerdicts
        The cells, by leaper and board, in the order in which they were added. Unknown answers are not written to the file.

    Raises
    ------
    FormatError
        If the file cannot be read or written; if another process has locked it; if a line is not a cell of an atlas; or if a
        line contains an invalid tour or obstruction. The method `add` may also raise it.

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
                raise FormatError(f"{self._path} is not a regular file: use another folder for the atlas", self._path)
            self._read()

    def __enter__(self) -> AtlasFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def _read(self) -> None:
        """Read the cells, and remove an incomplete last line, which a process leaves if it is killed while it writes."""
        whole = 0
        for number, line in enumerate(self._path.read_bytes().splitlines(keepends=True), 1):
            content = line.rstrip(b"\0")  # a file system may fill unwritten bytes with zeros
            if START.startswith(content[: len(START)]) and not line.endswith(b"\n"):
                break
            fault = f"delete the line, or choose another folder: {self._path}, line {number}, is not a cell of an atlas"
            with reading_json(line, fault) as document:
                cell = _cell(document)
            self.cells[cell.leaper, cell.board] = cell
            whole += len(line)
        os.truncate(self._path, whole)

    def add(self, cell: BoardVerdicts) -> None:
        """Add a cell (the results of one leaper on one board), and write it to the file at once.

        If no answer in the cell is new, nothing is added or written. Unknown answers are left out of the file, so that a rerun
        decides them again.

        Parameters
        ----------
        cell : BoardVerdicts
            The cell.

        Raises
        ------
        FormatError
            If the file cannot be written.
        """
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
    results: dict[str, Any] = {
        f"{name}_tour": Result.from_document(document[name], problem.with_ends(closed=name == "closed"))
        for name in ("open", "closed")
        if name in document
    }
    cell = BoardVerdicts(problem.leaper, board, seconds=float(document["seconds"]), **results)
    if cell.closed and cell.open is False:
        raise FormatError("its answers contradict each other: a closed tour exists, but no open tour", document)
    return cell

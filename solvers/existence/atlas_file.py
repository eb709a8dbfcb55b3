"""An atlas on disk: one JSON document a line for each cell, so that a process that is killed loses only the cells in flight.

Nothing in the file is taken for granted when it is read: each tour is verified and each obstruction is checked from scratch.
Only what rests on an exact solver's search is taken as it is, for to check it would be to repeat the search. Cost: linear in
the squares of the boards.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from graphs.board import Board
from graphs.errors import FormatError, KnightsTourError
from graphs.obstructions import Obstruction, forced_moves
from solvers.existence.decision import SearchProof, Verdict, held_against_theorems
from solvers.existence.tables import BoardVerdicts, Place
from solvers.locks import locked
from solvers.problem import Problem

__all__ = ["NAME", "AtlasFile"]

NAME = "atlas.jsonl"
START = b'{"leaper":['
"""How every line begins."""
PARTS = (forced_moves.Link, forced_moves.Step, forced_moves.Case, forced_moves.Derivation)
KINDS: dict[str, Any] = {kind.__name__: kind for kind in (*Obstruction.__subclasses__(), *PARTS, SearchProof)}


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
        self._path = Path(folder) / NAME
        with self._usable():
            self._lock = locked(self._path)
            self._path.touch()
            if not self._path.is_file():
                raise FormatError(f"{self._path} is no plain file: name another folder", self._path)
            self._read()

    @contextmanager
    def _usable(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise FormatError(f"{self._path} cannot be written: {error.strerror}", self._path) from error

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
            try:
                cell = _cell(json.loads(line))
            except (KnightsTourError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
                why = error if isinstance(error, KnightsTourError) else "its fields are not those of a page"
                name = f"{self._path}, line {number},"
                raise FormatError(f"{name} is no page of an atlas: {why}; take the line out, or name another folder") from None
            self.cells[cell.leaper, cell.board] = cell
            whole += len(line)
        os.truncate(self._path, whole)

    def add(self, cell: BoardVerdicts) -> None:
        """Keep a cell at once; an answer that is unknown is left out, so that the next run tries again."""
        place, document = (cell.leaper, cell.board), _document(cell)
        if document.keys() == _document(self.cells.get(place, BoardVerdicts(*place))).keys():  # no answer is new
            return
        with self._usable(), self._path.open("ab") as file:
            file.write(json.dumps(document, separators=(",", ":")).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self.cells[place] = cell


def _document(cell: BoardVerdicts) -> dict[str, Any]:
    document: dict[str, Any] = {"leaper": cell.leaper, "board": str(cell.board), "seconds": round(cell.seconds, 3)}
    for name, verdict in cell.verdicts().items():
        if verdict.exists is not None:
            kept = {"witness": _packed(verdict.evidence)} if verdict.tour is None else {"tour": verdict.tour.squares}
            document[name] = {"reason": verdict.reason, **kept}
    return document


def _packed(value: Any) -> Any:
    """Return a witness, or a part of one, as JSON holds it; a set, and a value of one of our classes, has its name."""
    if isinstance(value, frozenset):
        return {"set": sorted(map(_packed, value), key=repr)}
    if is_dataclass(value):
        kept = (field.name for field in fields(value) if field.compare)  # the words of a sentence are those for boards
        return {type(value).__name__: {name: _packed(getattr(value, name)) for name in kept}}
    return list(map(_packed, value)) if isinstance(value, tuple) else value


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_unpacked, value))
    if not isinstance(value, dict):
        return value
    ((kind, parts),) = value.items()
    if kind == "set":
        return frozenset(map(_unpacked, parts))
    return KINDS[kind](**{name: _unpacked(part) for name, part in parts.items()})


def _cell(document: dict[str, Any]) -> BoardVerdicts:
    problem = Problem.on_board(board := Board.parse(document["board"]), document["leaper"])
    found: dict[str, Any] = {
        f"{name}_tour": _verdict(problem.with_ends(closed=name == "closed"), **document[name])
        for name in ("open", "closed")
        if name in document
    }
    cell = BoardVerdicts(problem.leaper, board, seconds=float(document["seconds"]), **found)
    if cell.closed and cell.open is False:
        raise FormatError("it has a closed tour, and no open one", document)
    return cell


def _verdict(problem: Problem, reason: str, tour: Any = None, witness: Any = None) -> Verdict:
    """Return a verdict, after its tour or its witness is checked."""
    evidence: Any = _unpacked(witness) if tour is None else problem.verify(_unpacked(tour))
    if tour is None and not isinstance(evidence, SearchProof) and not evidence.holds(problem.graph, problem):
        raise FormatError(f"the reason does not hold: {reason}", evidence)
    return held_against_theorems(problem, Verdict(tour is not None, evidence, reason))

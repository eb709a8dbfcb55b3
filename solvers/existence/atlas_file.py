"""An atlas on disk: one JSON document a line for each page, so that a process that is killed loses only the pages in flight.

Nothing in the file is taken for granted when it is read: each tour is verified and each obstruction is checked from scratch.
Only what rests on an exact solver's search is taken as it stands, for to check it would be to repeat the search. Cost: linear
in the squares of the boards.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import IO, Any

from graphs.board import Board
from graphs.errors import FormatError, KnightsTourError
from graphs.leapers import as_leaper
from graphs.obstructions import Obstruction, forced_moves
from graphs.tour import Tour
from solvers.existence.atlas import AtlasPage, Place
from solvers.existence.decision import held_against_theorems
from solvers.existence.verdict import SearchProof, Verdict
from solvers.problem import Problem

__all__ = ["NAME", "AtlasFile"]

NAME = "atlas.jsonl"
PARTS = (forced_moves.Link, forced_moves.Step, forced_moves.Case, forced_moves.Derivation)
KINDS: dict[str, Any] = {kind.__name__: kind for kind in (*Obstruction.__subclasses__(), *PARTS, SearchProof)}


class AtlasFile:
    """The pages of an atlas in the file `atlas.jsonl` of a folder. It is a context manager.

    Parameters
    ----------
    folder : the folder; it is made if it is missing.

    Raises
    ------
    FormatError : the file cannot be read or written, another process writes to it, or a line is no page of an atlas or holds a
        tour or an obstruction that is wrong.

    Attributes
    ----------
    pages : the pages in the order in which they were added. Pages with an unknown answer are not kept.

    Examples
    --------
    >>> import tempfile
    >>> from solvers.existence.atlas import each_page
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with AtlasFile(folder) as kept:
    ...         for page in each_page([((1, 2), Board(5, 5)), ((1, 2), Board(4, 4))]):
    ...             kept.add(page)
    ...     with AtlasFile(folder) as kept:
    ...         [(str(page.board), page.open.exists, page.closed.exists) for page in kept.pages.values()]
    [('5x5', True, False), ('4x4', False, False)]
    """

    pages: dict[Place, AtlasPage]

    def __init__(self, folder: str | Path) -> None:
        from filelock import FileLock, Timeout

        self._path = Path(folder) / NAME
        self._lock = FileLock(self._path.with_suffix(".lock"))
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(blocking=False)
            self._file: IO[bytes] = self._path.open("a+b")
        except Timeout:
            raise FormatError(f"another process writes to {self._path}: wait for its end, or name another folder") from None
        except OSError as error:
            raise FormatError(f"{self._path} cannot be written: {error.strerror}", str(self._path)) from error
        try:
            self.pages = {(page.leaper, page.board): page for page in self._read()}
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> AtlasFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, and let others write to it."""
        self._file.close()
        self._lock.release()

    def add(self, page: AtlasPage) -> None:
        """Keep a page at once; one with an unknown answer is left out, so that the next run tries again."""
        if None not in (page.open.exists, page.closed.exists):
            self._file.write(json.dumps(_document(page), separators=(",", ":")).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
            self.pages[page.leaper, page.board] = page

    def _read(self) -> Iterator[AtlasPage]:
        self._file.seek(0)
        whole = 0
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):  # the process was killed while it wrote
                self._file.truncate(whole)
                return
            whole += len(line)
            try:
                yield _page(json.loads(line))
            except (ValueError, TypeError, KeyError, AttributeError, KnightsTourError) as error:
                raise FormatError(f"{self._path}, line {number}, is no page of an atlas: {error}", number) from error


def _document(page: AtlasPage) -> dict[str, Any]:
    answers = {name: _verdict_document(verdict) for name, verdict in (("open", page.open), ("closed", page.closed))}
    return {"leaper": page.leaper, "board": str(page.board), "seconds": round(page.seconds, 3), **answers}


def _verdict_document(verdict: Verdict) -> dict[str, Any]:
    evidence = verdict.evidence
    if isinstance(evidence, Tour):
        return {"reason": verdict.reason, "tour": evidence.squares}
    return {"reason": verdict.reason, "witness": _packed(evidence)}


def _packed(value: Any) -> Any:
    """Return a witness, or a part of one, as JSON holds it; a set, and a value of a class of ours, has its name."""
    if isinstance(value, frozenset):
        return {"set": sorted(map(_packed, value), key=repr)}
    if is_dataclass(value):
        return {type(value).__name__: {field.name: _packed(getattr(value, field.name)) for field in fields(value)}}
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


def _page(document: dict[str, Any]) -> AtlasPage:
    problem = Problem.on_board(Board.parse(document["board"]), as_leaper(document["leaper"]))
    assert problem.board is not None
    assert problem.leaper is not None
    anywhere = _verdict(problem, document["open"])
    closed = _verdict(problem.with_ends(closed=True), document["closed"])
    return AtlasPage(problem.leaper, problem.board, anywhere, closed, float(document["seconds"]))


def _verdict(problem: Problem, document: dict[str, Any]) -> Verdict:
    reason = str(document["reason"])
    if "tour" in document:
        tour = problem.verify([tuple(square) for square in document["tour"]])
        return held_against_theorems(problem, Verdict(True, tour, reason))
    evidence = _unpacked(document["witness"])
    if not isinstance(evidence, SearchProof) and not evidence.holds(problem.graph, problem):
        raise ValueError(f"the reason does not hold: {reason}")
    return held_against_theorems(problem, Verdict(False, evidence, reason))

"""An atlas on disk: one JSON document a line for each page, so that a process that is killed loses only the pages in flight.

Nothing in the file is taken for granted when it is read: each tour is verified and each obstruction is checked from scratch.
Only what rests on an exact solver's search is taken as it stands, for to check it would be to repeat the search. Cost: linear
in the squares of the boards.
"""

from __future__ import annotations

import json
import os
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from graphs.board import Board
from graphs.errors import FormatError, KnightsTourError
from graphs.leapers import as_leaper
from graphs.obstructions import Obstruction, forced_moves
from graphs.tour import Tour
from solvers.existence.atlas import NOT_DECIDED, AtlasPage, Place
from solvers.existence.decision import held_against_theorems
from solvers.existence.verdict import SearchProof, Verdict
from solvers.problem import Problem

__all__ = ["NAME", "AtlasFile"]

NAME = "atlas.jsonl"
START = b'{"leaper":['
"""How every line begins."""
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
        tour or an obstruction that is wrong. Every method may raise it; no half of a line is left behind.

    Attributes
    ----------
    pages : the pages in the order in which they were added. An answer that is unknown is not kept.

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

        if not str(folder):
            raise FormatError("the name of the folder is empty: write a path", folder)
        self._path = Path(folder) / NAME
        self._lock = FileLock(self._path.with_suffix(".lock"))
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(blocking=False)
        except Timeout:
            raise FormatError(f"another process writes to {self._path}: wait for its end, or name another folder") from None
        except OSError as error:
            raise self._unusable(error) from error
        try:
            self._open()
        except BaseException:
            self._lock.release()
            raise

    def _open(self) -> None:
        try:
            if self._path.exists() and not self._path.is_file():
                raise FormatError(f"{self._path} is no plain file: name another folder", self._path)
            self._file = self._path.open("ab", buffering=0)
            try:
                self.pages, self._whole = _read(self._path)
                self._file.truncate(self._whole)
            except BaseException:
                self._file.close()
                raise
        except OSError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: OSError) -> FormatError:
        return FormatError(f"{self._path} cannot be written: {error.strerror}", self._path)

    def __enter__(self) -> AtlasFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, and let others write to it."""
        self._file.close()
        self._lock.release()

    def add(self, page: AtlasPage) -> None:
        """Keep a page at once; an answer that is unknown is left out, so that the next run tries again."""
        place = page.leaper, page.board
        known = replace(page, open=_if_known(page.open), closed=_if_known(page.closed))
        if known != self.pages.get(place, AtlasPage(*place, NOT_DECIDED, NOT_DECIDED, 0.0)):
            self._write(json.dumps(_document(known), separators=(",", ":")).encode() + b"\n")
            self.pages[place] = known

    def _write(self, line: bytes) -> None:
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except BaseException as stopped:  # a full disk, or Ctrl-C
            self._file.truncate(self._whole)
            if isinstance(stopped, OSError):
                raise self._unusable(stopped) from stopped
            raise
        self._whole += len(line)


def _read(path: Path) -> tuple[dict[Place, AtlasPage], int]:
    """Return the pages, and how many bytes of the file they fill: a last line that was cut off does not count."""
    pages: dict[Place, AtlasPage] = {}
    whole = 0
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if _is_cut_off(line):
                break
            page = _checked_page(line, f"{path}, line {number},")
            pages[page.leaper, page.board] = page
            whole += len(line)
    return pages, whole


def _checked_page(line: bytes, name: str) -> AtlasPage:
    try:
        return _page(json.loads(line))
    except MemoryError:
        raise
    except (json.JSONDecodeError, UnicodeError):
        why = "it is no JSON"
    except KnightsTourError as error:
        why = str(error)
    except Exception:  # a line that someone edited may cause any
        why = "its fields are not those of a page"
    raise FormatError(f"{name} is no page of an atlas: {why}; take the line out, or name another folder", name)


def _is_cut_off(line: bytes) -> bool:
    """Return whether a line is the beginning of a page: the process was killed while it wrote, or the machine stopped."""
    written = line.rstrip(b"\0")  # a file system may fill up what was not written
    return not line.endswith(b"\n") and START.startswith(written[: len(START)])


def _if_known(verdict: Verdict) -> Verdict:
    return NOT_DECIDED if verdict.exists is None else verdict


def _document(page: AtlasPage) -> dict[str, Any]:
    verdicts = {"open": page.open, "closed": page.closed}
    answers = {name: _verdict_document(verdict) for name, verdict in verdicts.items() if verdict.exists is not None}
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
        kept = (field.name for field in fields(value) if field.compare)  # the words of a sentence are those for boards
        return {type(value).__name__: {name: _packed(getattr(value, name)) for name in kept}}
    return list(map(_packed, value)) if isinstance(value, tuple) else value


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_unpacked, value))
    if isinstance(value, float):
        raise FormatError(f"{value} is no whole number", value)
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
    anywhere = _verdict(problem, document.get("open"))
    closed = _verdict(problem.with_ends(closed=True), document.get("closed"))
    if closed.exists and anywhere.exists is False:
        raise FormatError("it has a closed tour, and no open one", document)
    return AtlasPage(problem.leaper, problem.board, anywhere, closed, float(document["seconds"]))


def _verdict(problem: Problem, document: dict[str, Any] | None) -> Verdict:
    if document is None:
        return NOT_DECIDED
    reason = str(document["reason"])
    if "tour" in document:
        tour = problem.verify(_unpacked(document["tour"]))
        return held_against_theorems(problem, Verdict(True, tour, reason))
    evidence = _unpacked(document["witness"])
    if not isinstance(evidence, SearchProof) and not evidence.holds(problem.graph, problem):
        raise FormatError(f"the reason does not hold: {reason}", evidence)
    return held_against_theorems(problem, Verdict(False, evidence, reason))

"""Checkpoints of a count: the states after a treatment, in a file, so that a count that is killed goes on from there.

A checkpoint is written to a new file, which then takes the place of the last one in one step: whenever the process is killed,
there is a whole checkpoint. The file begins with a line of JSON: the question, a fingerprint of its plan, and how far the count
is. Then come the rows (`rows`), and a checksum of all that stands before it. The answer of a count is a checkpoint without
states. Cost: linear in the states; at most a tenth of the time goes into writing.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from hashlib import blake2b, sha256
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

from graphs.errors import FormatError
from solvers.counting.running.memory import Room
from solvers.counting.running.rows import Level, RowsInMemory, RowsOnDisk, bytes_of, no_rows, usable
from solvers.frontier.plan import Plan
from solvers.locks import locked

__all__ = ["ANSWER", "NAME", "Checkpoint", "CheckpointFolder", "fingerprint"]

SUFFIX = ".checkpoint"
NAME, ANSWER = f"count{SUFFIX}", f"answer{SUFFIX}"
KIND = "knight's tour count"
VERSION = 2
"""Of the file, of what a packed state means, and of how a plan orders the vertices."""
SECONDS_BETWEEN = 3.0
SHARE = 0.1
"""Of the time, for writing."""
BLOCK = 2**20
"""Rows that are written, and bytes that are read, at a time."""
CHECKSUM = 16
"""Bytes of the checksum."""


class CheckpointFolder:
    """The checkpoints of one count in a folder. It is a context manager.

    Parameters
    ----------
    folder : the folder; it is made if it is missing.
    question : what is counted, in words.

    Raises
    ------
    FormatError : the folder cannot be written to, another process counts there, or it holds a checkpoint of another question.
    """

    def __init__(self, folder: str | Path, question: str) -> None:
        if not str(folder):
            raise FormatError("the name of the folder is empty: write a path", folder)
        self._folder, self._question = Path(folder), question
        with usable(f"the checkpoint {self._folder / NAME} cannot be written"):
            self._lock = locked(self._folder / NAME)

    def __enter__(self) -> CheckpointFolder:
        try:
            for path in sorted(self._folder.glob(f"*{SUFFIX}")):
                Checkpoint(path, self._question).check_question()
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def checkpoint(self, part: str, plan: str) -> Checkpoint:
        """Return the checkpoint of a part of the count.

        Parameters
        ----------
        part : its name.
        plan : the fingerprint of how it is counted.
        """
        return Checkpoint(self._folder / f"{part}{SUFFIX}", self._question, plan)

    def keep_answer(self, number: int, peak: int, plan: str) -> None:
        """Write the number of tours, and remove the states of all parts."""
        self.checkpoint("answer", plan).keep(Level(0, no_rows(), number, peak))
        for path in self._folder.glob(f"*{SUFFIX}"):
            if path.name != ANSWER:
                path.unlink(missing_ok=True)

    def answer(self, plan: str) -> tuple[int, int] | None:
        """Return the number of tours and the largest number of states, if the count is finished."""
        level = self.checkpoint("answer", plan).read(Room(None))
        return None if level is None else (level.complete, level.peak)


class Checkpoint:
    """A level that is kept in a file.

    Parameters
    ----------
    path : the file.
    question : what is counted, in words.
    plan : the fingerprint of how it is counted.

    Raises
    ------
    FormatError : every method may raise it, if the file cannot be read or written.
    """

    def __init__(self, path: Path, question: str, plan: str = "") -> None:
        self._path = path
        self._head = {"kind": KIND, "version": VERSION, "question": question, "plan": plan}
        self._written, self._pause = time.monotonic(), SECONDS_BETWEEN
        self._unreadable = f"the checkpoint {path} cannot be read"

    def check_question(self) -> None:
        """Check that the file is a checkpoint of this question.

        Raises
        ------
        FormatError : it is not. It stays as it is.
        """
        with usable(self._unreadable), self._path.open("rb", buffering=0) as file:
            self._checked_head(file)

    def read(self, room: Room) -> Level | None:
        """Return the level that was kept, or None; rows that would fill more than half of the memory stay in the file.

        Raises
        ------
        FormatError : the checkpoint belongs to another question, or is damaged. It stays as it is.
        """
        if not self._path.exists():
            return None
        with usable(self._unreadable):
            file = self._path.open("rb", buffering=0)
            head = self._checked_head(file)
            if head["plan"] != self._head["plan"]:
                why = "is a checkpoint of another count: the graph, or the order in which its vertices are treated, has changed"
                raise self._refused(why)
            size = head["states"] * 8 * (head["words"] + head["limbs"])
            rows = RowsOnDisk(file, head["words"], head["limbs"], self._unreadable, head["states"])
            end = file.tell() + size
            if end + CHECKSUM != os.fstat(file.fileno()).st_size or not _is_whole(file, end):
                raise FormatError(f"{self._path} is damaged: remove it to count anew, or name another folder", self._path)
            kept = rows if 2 * size > room.bytes else RowsInMemory(*rows.read(0, len(rows)))
            return Level(head["treated"], kept, head["complete"], head["peak"])

    def _checked_head(self, file: BinaryIO) -> dict[str, Any]:
        """Return the first line of the file, if it is that of a checkpoint of this question."""
        try:
            head: dict[str, Any] = json.loads(file.readline(2**16))
            numbers = [head[name] for name in ("version", "treated", "states", "words", "limbs", "complete", "peak")]
            whole = {*map(type, numbers)} == {int} and min(numbers) >= 0 and (head["kind"], type(head["plan"])) == (KIND, str)
        except (ValueError, TypeError, LookupError, RecursionError):
            whole = False
        if not whole:
            raise self._refused("is no checkpoint")
        if head["version"] != VERSION:
            raise self._refused(f"is a checkpoint of another version ({head['version']}, not {VERSION})")
        if head["question"] != self._head["question"]:
            raise self._refused(f"is a checkpoint of another question, {head['question']}, not {self._head['question']}")
        return head

    def _refused(self, why: str) -> FormatError:
        return FormatError(f"{self._path} {why}: name another folder, or remove the file", self._path)

    def is_due(self) -> bool:
        """Return whether enough time has passed since the last checkpoint."""
        return time.monotonic() - self._written >= self._pause

    def keep(self, level: Level) -> None:
        """Write a level in place of the last checkpoint.

        Raises
        ------
        FormatError : it cannot be written; `__cause__` is the system's error, such as a full disk. The last one stays.
        """
        started = time.monotonic()
        new = self._path.with_suffix(".new")
        widths = dict(zip(("words", "limbs"), level.rows.widths, strict=True))
        numbers = {"treated": level.treated, "states": len(level.rows), "complete": level.complete, "peak": level.peak}
        try:
            with usable(f"the checkpoint {self._path} cannot be written"):
                with new.open("wb") as file:
                    _write(file, self._head | widths | numbers, level)
                    file.flush()
                    os.fsync(file.fileno())
                new.replace(self._path)
                _sync_folder(self._path.parent)
        except BaseException:  # a full disk, or Ctrl-C
            with suppress(OSError):
                new.unlink(missing_ok=True)
            raise
        self._written = time.monotonic()
        self._pause = max(SECONDS_BETWEEN, (self._written - started) / SHARE)


def fingerprint(plan: Plan, limbs: int, steps: int | None = None) -> str:
    """Return a checksum of all that the states of a count depend on: edges, their order and weights, ends, mirrors.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import Problem
    >>> from solvers.counting.plan import best_plan
    >>> one, two = (best_plan(Problem.on_board(Board(5, 6), closed=closed)) for closed in (False, True))
    >>> fingerprint(one, 1) == fingerprint(one, 1), fingerprint(one, 1) == fingerprint(two, 1)
    (True, False)
    """
    treatments = [(each.before, each.after, each.later, each.mirror) for each in plan.treatments]
    weights = sorted((*sorted(edge), weight) for edge, weight in plan.weights.items())
    return sha256(json.dumps([treatments, plan.given, plan.closed, weights, limbs, steps]).encode()).hexdigest()


def _write(file: BinaryIO, head: dict[str, Any], level: Level) -> None:
    checksum = blake2b(digest_size=CHECKSUM)
    blocks = (bytes_of(*level.rows.read(first, BLOCK)) for first in range(0, len(level.rows), BLOCK))
    for part in chain([json.dumps(head).encode() + b"\n"], blocks):
        checksum.update(part)
        file.write(part)
    file.write(checksum.digest())


def _is_whole(file: BinaryIO, end: int) -> bool:
    """Return whether the checksum after the end is that of what stands before it."""
    checksum = blake2b(digest_size=CHECKSUM)
    file.seek(0)
    while (left := end - file.tell()) > 0 and (part := file.read(min(left, BLOCK))):
        checksum.update(part)
    return file.read(CHECKSUM) == checksum.digest()


def _sync_folder(folder: Path) -> None:
    """Have the system write the new name of a file; where folders cannot be opened, that is up to the system."""
    with suppress(PermissionError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

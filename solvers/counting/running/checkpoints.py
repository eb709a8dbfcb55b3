"""Checkpoints of a count: the states after a treatment, in a file, so that a count that is killed goes on from there.

A checkpoint is written to a new file, which then takes the place of the last one in one step: whenever the process is killed,
there is a whole checkpoint. The file begins with a line of JSON: the question, a fingerprint of its plan, and how far the count
is. Then come the states with their counts in blocks, and a checksum of all that stands before it. The last checkpoint of a
count has no states, only the number of tours. Cost: linear in the states; at most a tenth of the time goes into writing.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b, sha256
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from graphs.errors import FormatError
from solvers.counting.compiled.frontier import Level
from solvers.counting.running.memory import Room
from solvers.counting.running.rows import Rows, RowsInMemory, RowsOnDisk, Words
from solvers.frontier.plan import Plan

__all__ = ["NAME", "Checkpoint", "CheckpointFolder", "fingerprint", "no_rows"]

SUFFIX = ".checkpoint"
NAME = f"count{SUFFIX}"
ALL = -1
"""Stands for the number of treated vertices when the count is finished."""
KIND = "knight's tour count"
VERSION = 1
"""Of the file, of what a packed state means, and of how a plan orders the vertices."""
SECONDS_BETWEEN = 3.0
SHARE = 0.1
"""Of the time, for writing."""
BLOCK = 2**20
"""States in a block of the file."""
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
        from filelock import FileLock, Timeout

        if not str(folder):
            raise FormatError("the name of the folder is empty: write a path", folder)
        self._folder, self._question = Path(folder), question
        self._lock = FileLock(self._folder / "count.lock")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(blocking=False)
        except Timeout:
            raise FormatError(f"another process counts in {folder}: wait for its end, or name another folder") from None
        except OSError as error:
            raise _unusable(self._folder / NAME, error, "written") from error
        try:
            for path in sorted(self._folder.glob(f"*{SUFFIX}")):
                Checkpoint(path, question).check_question()
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> CheckpointFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let other processes count in the folder."""
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
        checkpoint = self.checkpoint("count", plan)
        checkpoint.keep(Level(ALL, no_rows(), number), peak)
        for path in self._folder.glob(f"*{SUFFIX}"):
            if path.name != NAME:
                path.unlink(missing_ok=True)

    def answer(self, plan: str) -> tuple[int, int] | None:
        """Return the number of tours and the largest number of states, if the count is finished."""
        checkpoint = self.checkpoint("count", plan)
        if checkpoint.treated() != ALL:
            return None
        level, peak = checkpoint.read(Room(None))
        return None if level is None else (level.complete, peak)


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

    def check_question(self) -> None:
        """Check that the file is a checkpoint of this question.

        Raises
        ------
        FormatError : it is not. It stays as it is.
        """
        with self._opened() as file:
            self._check(_Reader(file, self._path).head())

    def treated(self) -> int | None:
        """Return how many vertices were treated in the level that was kept; None without a checkpoint."""
        if not self._path.exists():
            return None
        with self._opened() as file:
            return int(_Reader(file, self._path).head()["treated"])

    def read(self, room: Room) -> tuple[Level | None, int]:
        """Return the level that was kept, and the largest number of states up to it; None and 0 without a checkpoint.

        Raises
        ------
        FormatError : the checkpoint belongs to another question, or is damaged. It stays as it is.
        """
        if not self._path.exists():
            return None, 0
        with self._opened() as file:
            reader = _Reader(file, self._path)
            head = reader.head()
            self._check(head)
            if head["plan"] != self._head["plan"]:
                why = "is a checkpoint of another count: the graph, or the order in which its vertices are treated, has changed"
                raise self._refused(why)
            return Level(head["treated"], reader.rows(head, room), int(head["complete"])), head["peak"]

    @contextmanager
    def _opened(self) -> Iterator[BufferedReader]:
        try:
            with self._path.open("rb") as file:
                yield file
        except OSError as error:
            raise _unusable(self._path, error, "read") from error

    def _check(self, head: dict[str, Any]) -> None:
        if head["version"] != VERSION:
            raise self._refused(f"is a checkpoint of another version ({head['version']}, not {VERSION})")
        if head["question"] != self._head["question"]:
            question = self._head["question"]
            raise self._refused(f"is a checkpoint of another question, {head['question']}, not {question}")

    def _refused(self, why: str) -> FormatError:
        return FormatError(f"{self._path} {why}: name another folder, or remove the file", self._path)

    def is_due(self) -> bool:
        """Return whether enough time has passed since the last checkpoint."""
        return time.monotonic() - self._written >= self._pause

    def keep(self, level: Level, peak: int) -> None:
        """Write a level in place of the last checkpoint.

        Parameters
        ----------
        level : the level.
        peak : the largest number of states up to it.

        Raises
        ------
        FormatError : it cannot be written; `__cause__` is the system's error, such as a full disk. The last one stays.
        """
        started = time.monotonic()
        new = self._path.with_suffix(".new")
        widths = dict(zip(("words", "limbs"), level.rows.widths, strict=True))
        numbers = {"treated": level.treated, "states": len(level.rows), **widths, "complete": str(level.complete), "peak": peak}
        try:
            with new.open("wb") as file:
                _write(file, self._head | numbers, level.rows)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)
            _sync_folder(self._path.parent)
        except BaseException as stopped:  # a full disk, or Ctrl-C
            with suppress(OSError):
                new.unlink(missing_ok=True)
            if isinstance(stopped, OSError):
                raise _unusable(self._path, stopped, "written") from stopped
            raise
        self._written = time.monotonic()
        self._pause = max(SECONDS_BETWEEN, (self._written - started) / SHARE)


def _unusable(path: Path, error: OSError, what: str) -> FormatError:
    return FormatError(f"the checkpoint {path} cannot be {what}: {error.strerror or error}", path)


def no_rows() -> Rows:
    """Return no states, for a checkpoint that needs none."""
    return RowsInMemory(np.empty((0, 1), np.uint64), np.empty((0, 1), np.uint64))


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


def _write(file: BinaryIO, head: dict[str, Any], rows: Rows) -> None:
    checksum = blake2b(digest_size=CHECKSUM)

    def write(part: bytes | memoryview) -> None:
        checksum.update(part)
        file.write(part)

    write(json.dumps(head).encode() + b"\n")
    for states, counts in rows.blocks(BLOCK):
        for first in range(0, len(states), BLOCK):
            for array in (states, counts):
                write(np.ascontiguousarray(array[first : first + BLOCK]).data.cast("B"))
    file.write(checksum.digest())


def _sync_folder(folder: Path) -> None:
    """Have the system write the new name of a file; where folders cannot be opened, that is up to the system."""
    with suppress(PermissionError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class _Reader:
    """A reader of a checkpoint that computes the checksum."""

    def __init__(self, file: BufferedReader, path: Path) -> None:
        self._file, self._path = file, path
        self._checksum = blake2b(digest_size=CHECKSUM)

    def head(self) -> dict[str, Any]:
        """Return the first line."""
        line = self._file.readline(2**16)
        self._checksum.update(line)
        try:
            head = json.loads(line)
            numbers = all(isinstance(head[name], int) for name in ("version", "treated", "states", "words", "limbs", "peak"))
            whole = numbers and head["kind"] == KIND and all(isinstance(head[name], str) for name in ("question", "plan"))
            int(head["complete"])
        except (ValueError, TypeError, LookupError, RecursionError):
            whole = False
        if not whole:
            raise FormatError(f"{self._path} is no checkpoint: name another folder, or remove the file", self._path)
        return dict(head)

    def rows(self, head: dict[str, Any], room: Room) -> Rows:
        """Return the states, in memory if they fit into the half of it, and else on disk.

        Raises
        ------
        FormatError : the file is damaged.
        """
        words, limbs = head["words"], head["limbs"]
        size = head["states"] * 8 * (words + limbs)
        left = os.fstat(self._file.fileno()).st_size - self._file.tell() - CHECKSUM
        if size != left or min(words, limbs) < 1:
            raise self._damaged()
        blocks = self._blocks(head["states"], words, limbs)
        rows: Rows
        if 2 * size > room.bytes:
            room.announce_disk(4 * size)
            rows = RowsOnDisk(room.folder, words, limbs)
            for states, counts in blocks:
                rows.append(states, counts)
        else:
            rows = RowsInMemory(*(np.empty((head["states"], width), np.uint64) for width in (words, limbs)))
            row = 0
            for states, counts in blocks:
                rows.states[row : row + len(states)], rows.counts[row : row + len(states)] = states, counts
                row += len(states)
        if self._file.read() != self._checksum.digest():
            raise self._damaged()
        return rows

    def _blocks(self, number: int, words: int, limbs: int) -> Iterator[tuple[Words, Words]]:
        for first in range(0, number, BLOCK):
            rows = min(BLOCK, number - first)
            states, counts = (np.empty((rows, width), np.uint64) for width in (words, limbs))
            for array in (states, counts):
                view = array.data.cast("B")
                if self._file.readinto(view) != len(view):
                    raise self._damaged()
                self._checksum.update(view)
            yield states, counts

    def _damaged(self) -> FormatError:
        return FormatError(f"{self._path} is damaged: remove it to count anew, or name another folder", self._path)

"""Checkpoints of a count: the states after a treatment, in a file, so that a count that is killed goes on from there.

A checkpoint is written to a new file, which then takes the place of the last one in one step: whenever the process is killed,
there is a whole checkpoint. The file begins with a line of JSON: the question, a fingerprint of its plan, and how far the count
is. Then come the rows (`rows`), and a checksum of all bytes before it. The answer of a count is a checkpoint without
states. Cost: linear in the states; at most a tenth of the time goes into writing.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b, sha256
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from graphs.errors import FormatError
from solvers.counting.plan import limbs_of
from solvers.counting.rows import Level, Room, RowsInMemory, RowsOnDisk
from solvers.frontier.plan import Plan
from solvers.locks import locked, path_in, usable

__all__ = ["ANSWER", "NAME", "Checkpoints", "checkpoints_in", "fingerprint"]

SUFFIX = ".checkpoint"
NAME, ANSWER = f"count{SUFFIX}", f"answer{SUFFIX}"
KIND = "knight's tour count"
VERSION = 3
"""Of the file, of the words of a question, of what a packed state means, and of how a plan orders the vertices."""
SECONDS_BETWEEN = 3.0
SHARE = 0.1
"""Of the time, for writing."""
BLOCK = 2**20
"""Rows that are written, and bytes that are read, at a time."""
CHECKSUM = 16
"""Bytes of the checksum."""


@contextmanager
def checkpoints_in(folder: str | Path | None, question: str) -> Iterator[Checkpoints]:
    """Hold the checkpoints of a count, and its folder, which no other process may use meanwhile.

    Parameters
    ----------
    folder : it is made if it is missing; None keeps nothing.
    question : what is counted, in words.

    Raises
    ------
    FormatError : the folder cannot be written to, another process counts there, or it holds a checkpoint of another question.
    """
    if folder is None:
        yield Checkpoints()
        return
    path = path_in(folder, NAME)
    kept = Checkpoints(path.parent, question)
    with usable(f"the checkpoint {path} cannot be written"):
        lock = locked(path)
    try:
        for each in sorted(path.parent.glob(f"*{SUFFIX}")):
            kept.head_of(each)
        yield kept
    finally:
        lock.release()


class Checkpoints:
    """The checkpoints of one count: for each part of it, such as a half, a level in a file.

    Parameters
    ----------
    folder : where the files are; None keeps nothing.
    question : what is counted, in words.

    Raises
    ------
    FormatError : every method may raise it, if a file cannot be read or written.
    """

    def __init__(self, folder: Path | None = None, question: str = "") -> None:
        self._folder, self._question = folder, question
        self._written, self._pause = time.monotonic(), SECONDS_BETWEEN

    def read(self, part: str, plan: str, room: Room) -> Level | None:
        """Return the level that was kept of a part, or None.

        Parameters
        ----------
        part, plan : the name of the part, and the fingerprint of how it is counted.
        room : rows that would fill more than half of it stay in the file.

        Raises
        ------
        FormatError : the checkpoint belongs to another question, or is damaged. It stays as it is.
        """
        if self._folder is None or not (path := self._folder / f"{part}{SUFFIX}").exists():
            return None
        head = self.head_of(path)
        if head.get("plan") != plan:
            why = "is a checkpoint of another count: the graph, or the order in which its vertices are treated, has changed"
            raise _refused(path, why)
        with usable(trouble := f"the checkpoint {path} cannot be read"):
            file = path.open("rb")
            file.readline()
            on_disk = RowsOnDisk(file, head["words"], head["limbs"], trouble, head["states"])
            if not _is_whole(file):
                raise FormatError(f"{path} is damaged: remove it to count anew, or name another folder", path)
        fits = 16 * len(on_disk) * sum(on_disk.widths) <= room.bytes
        kept = RowsInMemory(*on_disk.read(0, len(on_disk))) if fits else on_disk
        return Level(head["treated"], head["complete"], head["peak"], kept)

    def head_of(self, path: Path) -> dict[str, Any]:
        """Return what the first line of a checkpoint says; the checkpoint must be of this question."""
        if not path.is_file():  # a pipe would be read for ever
            raise _refused(path, "is no checkpoint")
        with usable(f"the checkpoint {path} cannot be read"), path.open("rb") as file:
            line = file.readline(2**16)
        try:
            head: dict[str, Any] = json.loads(line)
            kind, version, question = head["kind"], head["version"], head["question"]
        except (ValueError, TypeError, LookupError, RecursionError):
            kind = None
        if kind != KIND:
            raise _refused(path, "is no checkpoint")
        if version != VERSION:
            raise _refused(path, f"is a checkpoint of another version ({version}, not {VERSION})")
        if question != self._question:
            raise _refused(path, f"is a checkpoint of another question, {question}, not {self._question}")
        return head

    def keep(self, part: str, plan: str, level: Level, *, now: bool) -> None:
        """Write a level in place of the last checkpoint of its part, if enough time has passed since then, or now.

        Raises
        ------
        FormatError : it cannot be written; `__cause__` is the system's error, such as a full disk. The last one stays.
        """
        started = time.monotonic()
        if self._folder is None or not (now or started - self._written >= self._pause):
            return
        path, new = (self._folder / f"{part}{suffix}" for suffix in (SUFFIX, ".new"))
        words, limbs = level.rows.widths
        head = {"kind": KIND, "version": VERSION, "question": self._question, "plan": plan, "words": words, "limbs": limbs}
        head |= {"treated": level.treated, "states": len(level.rows), "complete": level.complete, "peak": level.peak}
        try:
            with usable(f"the checkpoint {path} cannot be written"):
                with new.open("wb") as file:
                    _write(file, head, level)
                    file.flush()
                    os.fsync(file.fileno())
                new.replace(path)
                _sync_folder(self._folder)
        except BaseException:  # a full disk, or Ctrl-C
            with suppress(OSError):
                new.unlink(missing_ok=True)
            raise
        self._written = time.monotonic()
        self._pause = max(SECONDS_BETWEEN, (self._written - started) / SHARE)

    def finish(self, plan: str, answer: Level) -> None:
        """Keep the number of tours, and remove the states of all parts."""
        self.keep("answer", plan, answer, now=True)
        for path in self._folder.glob(f"*{SUFFIX}") if self._folder else ():
            if path.name != ANSWER:
                path.unlink(missing_ok=True)


def fingerprint(plan: Plan, steps: int | None = None) -> str:
    """Return a checksum of all that the states of a count depend on: edges, their order and weights, ends, mirrors.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import Problem
    >>> from solvers.counting.plan import best_plan
    >>> one, two = (best_plan(Problem.on_board(Board(5, 6), closed=closed)) for closed in (False, True))
    >>> fingerprint(one) == fingerprint(one), fingerprint(one) == fingerprint(two)
    (True, False)
    """
    treatments = [(each.before, each.after, each.later, each.mirror) for each in plan.treatments]
    weights = sorted((*sorted(edge), weight) for edge, weight in plan.weights.items())
    form = [treatments, plan.given, plan.closed, weights, limbs_of(plan, steps), steps]
    return sha256(json.dumps(form).encode()).hexdigest()


def _refused(path: Path, why: str) -> FormatError:
    return FormatError(f"{path} {why}: name another folder, or remove the file", path)


def _write(file: BinaryIO, head: dict[str, Any], level: Level) -> None:
    checksum = blake2b(digest_size=CHECKSUM)
    blocks = (np.hstack(level.rows.read(first, BLOCK)) for first in range(0, len(level.rows), BLOCK))
    part: Any
    for part in chain([json.dumps(head).encode() + b"\n"], blocks):
        checksum.update(part)
        file.write(part)
    file.write(checksum.digest())


def _is_whole(file: BinaryIO) -> bool:
    """Return whether a file ends in the checksum of all bytes before it. The position in the file is kept."""
    checksum, begin = blake2b(digest_size=CHECKSUM), file.tell()
    left = os.fstat(file.fileno()).st_size - CHECKSUM
    file.seek(0)
    while part := file.read(max(0, min(left, BLOCK))):
        checksum.update(part)
        left -= len(part)
    whole = file.read(CHECKSUM) == checksum.digest()
    file.seek(begin)
    return whole


def _sync_folder(folder: Path) -> None:
    """Have the system write the new name of a file; where folders cannot be opened, that is up to the system."""
    with suppress(PermissionError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

"""Checkpoints of a count: files of states, from which a count resumes after a crash.

A state describes where the paths of a partial tour end (see `solvers.methods.frontier.plan`). A *level* consists of all states
after some steps of the count (see `rows.Level`). A count has one or more *parts*, each with its own checkpoint file:

- `count`, if all vertices are processed in one sweep;
- `first-half`, `second-half` and `join`, if the states of two halves of the graph are counted and then combined;
- `answer`, the number of tours, which is saved when the count is complete.

A checkpoint is written to a new file, which then replaces the previous one in a single step. So whenever the process is killed,
the last checkpoint is complete. The file consists of

1. the *head*: a line of JSON with the counted problem as text (the *question*), a fingerprint of the plan, and the number of
   processed vertices;
2. the states and their counts (see `rows`);
3. a checksum of all bytes before it.

The result of a count is stored as a checkpoint without states.

Notes
-----
Each checkpoint takes time linear in the number of states. Writing checkpoints takes at most about a tenth of the whole time.
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

from graphs.errors import FormatError
from solvers.counting.plan import limbs_of
from solvers.counting.rows import Level, Room, Rows, RowsOnDisk
from solvers.methods.frontier.plan import Plan
from solvers.workers.locks import locked, path_in, usable

SUFFIX = ".checkpoint"
NAME, ANSWER = f"count{SUFFIX}", f"answer{SUFFIX}"
KIND = "knight's tour count"
VERSION = 3
"""Version number that each checkpoint contains.

It is increased if the file format, the texts of problems, the form of packed states or the orders of the vertices change.
"""
SECONDS_BETWEEN = 3.0
"""Minimum time between two checkpoints, in seconds."""
SHARE = 0.1
"""Maximum share of the whole time for writing checkpoints."""
BLOCK = 2**20
"""Size of the blocks in which a file is written and read: 2^20 rows when it is written, 2^20 bytes when it is read."""
CHECKSUM = 16
"""Size of the checksum, in bytes."""


@contextmanager
def checkpoints_in(folder: str | Path | None, question: str) -> Iterator[Checkpoints]:
    """Lock a folder, and yield the checkpoints of a count in this folder.

    Parameters
    ----------
    folder : str, Path or None
        The folder; it is created if it is missing. If None, nothing is saved.
    question : str
        Text of the counted problem.

    Yields
    ------
    Checkpoints
        The checkpoints. No other process can use the folder for checkpoints until the `with` block ends.

    Raises
    ------
    FormatError
        If the folder cannot be written to, if another process uses it, or if it contains a checkpoint of another problem.
    """
    if folder is None:
        yield Checkpoints()
        return
    path = path_in(folder, NAME)
    checkpoints = Checkpoints(path.parent, question)
    with usable(f"the checkpoint {path} cannot be written"):
        lock = locked(path)
    try:
        for each in sorted(path.parent.glob(f"*{SUFFIX}")):
            checkpoints.head_of(each)
        yield checkpoints
    finally:
        lock.release()


class Checkpoints:
    """Checkpoints of one count. Each part of the count, such as "first-half", has its own file (see the module docstring).

    Parameters
    ----------
    folder : Path, optional
        Folder of the files. If None, nothing is saved.
    question : str, optional
        Text of the counted problem (default: "").

    Raises
    ------
    FormatError
        If a file cannot be read or written. All methods may raise it.
    """

    def __init__(self, folder: Path | None = None, question: str = "") -> None:
        self._folder, self._question = folder, question
        self._written, self._pause = time.monotonic(), SECONDS_BETWEEN

    def read(self, part: str, plan: str, room: Room) -> Level | None:
        """Return the saved states of a part of the count (see the module docstring).

        Parameters
        ----------
        part : str
            Name of the part, such as "count" or "first-half".
        plan : str
            Fingerprint of the plan of the part (see `fingerprint`).
        room : Room
            Memory for states. If the saved states and counts would fill more than half of this memory, they are not loaded:
            the returned level reads them from the file when they are needed.

        Returns
        -------
        Level or None
            The states and their counts, or None if nothing is saved for this part.

        Raises
        ------
        FormatError
            If the checkpoint belongs to another problem or plan, or is damaged. The file is not changed.
        """
        if self._folder is None or not (path := self._folder / f"{part}{SUFFIX}").exists():
            return None
        head = self.head_of(path)
        if head.get("plan") != plan:
            why = "is a checkpoint of another count: the graph, or the order in which its vertices are processed, has changed"
            raise _refused(path, why)
        with usable(trouble := f"the checkpoint {path} cannot be read"):
            file = path.open("rb")
            file.readline()
            rows: Rows = RowsOnDisk(file, head["words"] + head["limbs"], trouble, head["states"])
            if not _is_whole(file):
                raise FormatError(f"{path} is damaged: remove it to restart the count, or name another folder", path)
        if 16 * rows.shape[0] * rows.shape[1] <= room.bytes:
            rows = rows[:]
        return Level(head["treated"], head["complete"], head["peak"], rows, head["words"])

    def head_of(self, path: Path) -> dict[str, Any]:
        """Return the head of a checkpoint, after checking that the checkpoint belongs to the counted problem.

        Parameters
        ----------
        path : Path
            The file of the checkpoint.

        Returns
        -------
        dict of str to object
            The entries of the head, the first line of the file.

        Raises
        ------
        FormatError
            If the file is not a checkpoint, or is a checkpoint of another version or problem.
        """
        if not path.is_file():  # reading a pipe would never end
            raise _refused(path, "is not a checkpoint")
        with usable(f"the checkpoint {path} cannot be read"), path.open("rb") as file:
            line = file.readline(2**16)
        try:
            head: dict[str, Any] = json.loads(line)
            kind, version, question = head["kind"], head["version"], head["question"]
        except (ValueError, TypeError, LookupError, RecursionError):
            kind = None
        if kind != KIND:
            raise _refused(path, "is not a checkpoint")
        if version != VERSION:
            raise _refused(path, f"is a checkpoint of another version ({version}, not {VERSION})")
        if question != self._question:
            raise _refused(path, f"is a checkpoint of another problem ({question}), not of {self._question}")
        return head

    def keep(self, part: str, plan: str, level: Level, *, now: bool) -> None:
        """Save the states of a part of the count, unless a checkpoint was written recently and `now` is false.

        The new checkpoint replaces the previous one of the same part.

        Parameters
        ----------
        part : str
            Name of the part, such as "count" or "first-half".
        plan : str
            Fingerprint of the plan of the part (see `fingerprint`).
        level : Level
            The states and their counts.
        now : bool
            Whether to save the states even if a checkpoint of any part was written recently.

        Raises
        ------
        FormatError
            If the file cannot be written. The previous checkpoint remains. The `__cause__` of the error is the error of the
            operating system, for example for a full disk.
        """
        started = time.monotonic()
        if self._folder is None or not (now or started - self._written >= self._pause):
            return
        path, new = (self._folder / f"{part}{suffix}" for suffix in (SUFFIX, ".new"))
        limbs = level.rows.shape[1] - level.words
        head = {
            "kind": KIND,
            "version": VERSION,
            "question": self._question,
            "plan": plan,
            "words": level.words,
            "limbs": limbs,
        }
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
        """Save the number of tours as a checkpoint, and delete all other checkpoints in the folder.

        Parameters
        ----------
        plan : str
            Fingerprint of the plan of the whole problem.
        answer : Level
            The number of tours, as a level without states.
        """
        self.keep("answer", plan, answer, now=True)
        for path in self._folder.glob(f"*{SUFFIX}") if self._folder else ():
            if path.name != ANSWER:
                path.unlink(missing_ok=True)


def fingerprint(plan: Plan, steps: int | None = None) -> str:
    """Return a checksum of everything that determines the states of a count.

    This includes the edges and their weights, the order of the vertices, the given ends of the tour, and the symmetries for
    which a state and its mirror image are counted together.

    Parameters
    ----------
    plan : Plan
        The plan.
    steps : int, optional
        Number of vertices that the part of the count processes. If None, it processes all vertices.

    Returns
    -------
    str
        The checksum in hexadecimal.

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
    blocks = (level.rows[first : first + BLOCK] for first in range(0, len(level.rows), BLOCK))
    part: Any
    for part in chain([json.dumps(head).encode() + b"\n"], blocks):
        checksum.update(part)
        file.write(part)
    file.write(checksum.digest())


def _is_whole(file: BinaryIO) -> bool:
    """Return whether a file ends with the checksum of all bytes before it. The current position in the file is preserved."""
    checksum, begin = blake2b(digest_size=CHECKSUM), file.tell()
    bytes_left = os.fstat(file.fileno()).st_size - CHECKSUM
    file.seek(0)
    while part := file.read(max(0, min(bytes_left, BLOCK))):
        checksum.update(part)
        bytes_left -= len(part)
    whole = file.read(CHECKSUM) == checksum.digest()
    file.seek(begin)
    return whole


def _sync_folder(folder: Path) -> None:
    """Write the names of the files in a folder to disk, to survive a power failure, if the system can open folders."""
    with suppress(PermissionError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

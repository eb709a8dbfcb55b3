"""The store: one SQLite file that keeps runs as they finish, with the problems, solvers, machines and commands behind them.

Each run is its own transaction in a write-ahead log: a process that is killed loses only the runs in flight, and never spoils
the file. One process writes at a time, which a lock beside the file ensures; others may read meanwhile.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from graphs.errors import FormatError, KnightsTourError
from solvers.comparison.machine import load_of_machine, machine_document
from solvers.comparison.problem_sets import SuiteProblem
from solvers.comparison.problems import NamedProblem, digest
from solvers.comparison.runs import INTERRUPTED, Run
from solvers.comparison.tasks import Task
from solvers.registry import get_solver

__all__ = ["NAME", "KeptTour", "Store"]

NAME = "runs.sqlite"
VERSION = 1
SCHEMA = """
CREATE TABLE IF NOT EXISTS problems (
    number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, name TEXT NOT NULL, subject TEXT NOT NULL, size INTEGER NOT NULL,
    closed INTEGER NOT NULL, suite TEXT NOT NULL, known TEXT NOT NULL, source TEXT NOT NULL, document TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS solvers (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL, exact INTEGER NOT NULL, UNIQUE (name, version));
CREATE TABLE IF NOT EXISTS machines (id TEXT PRIMARY KEY, document TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sessions (
    number INTEGER PRIMARY KEY, started TEXT NOT NULL, command TEXT NOT NULL, machine TEXT NOT NULL REFERENCES machines,
    load REAL);
CREATE TABLE IF NOT EXISTS runs (
    id TEXT PRIMARY KEY, problem INTEGER NOT NULL REFERENCES problems, solver INTEGER NOT NULL REFERENCES solvers,
    options TEXT NOT NULL, competitor TEXT NOT NULL, seed INTEGER, repeat INTEGER NOT NULL,
    time_limit REAL, node_limit INTEGER, memory_limit INTEGER,
    status TEXT NOT NULL, termination TEXT NOT NULL, reason TEXT NOT NULL, answer TEXT NOT NULL, nodes INTEGER NOT NULL,
    seconds REAL NOT NULL, cpu_seconds REAL NOT NULL, build_seconds REAL NOT NULL, warm_up_seconds REAL NOT NULL,
    peak_memory INTEGER NOT NULL, started TEXT NOT NULL, session INTEGER REFERENCES sessions,
    machine TEXT NOT NULL REFERENCES machines, tour BLOB);
"""


REFUTED = (
    "(runs.answer = 'impossible' AND (problems.known = 'found' "
    "OR runs.problem IN (SELECT problem FROM runs WHERE answer = 'found')))"
)
"""Whether a run denies a tour that is there, for another run has found it or the suite knows of one."""
GIVES_WAY = f"(runs.termination = '{INTERRUPTED}' OR runs.termination LIKE 'crashed%')"
"""Whether a run is replaced when it is made again."""


@dataclass(frozen=True)
class KeptTour:
    """A tour as the store keeps it: the id and the name of its run, its problem, and the packed tour (None if it is lost)."""

    run: str
    name: str
    problem: NamedProblem
    packed: bytes | None


class Store:
    """The runs of comparisons.

    `Store.opened(folder)` reads and writes a folder's file, `Store.read(folder)` only reads, and `Store.temporary()` keeps
    runs in a file without a name that is gone at the end. Each is a context manager.

    Raises
    ------
    FormatError : the file cannot be read or written, is no store, or another process writes to it. Every method may raise it.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, run_all
    >>> task = Task(NamedProblem.on_board(Board(5, 5), start=(0, 0)), Competitor("warnsdorff"))
    >>> with Store.temporary() as store:
    ...     for run in run_all([task], 1):
    ...         store.add(run)
    ...     task in store, len(store), store.rows(["problem", "competitor", "status", "nodes"])
    (True, 1, [('5x5 open from 0,0', 'warnsdorff', 'found', 25)])
    """

    def __init__(self, connection: sqlite3.Connection, name: str, lock: Any = None) -> None:
        self._connection = connection
        self._name = name
        self._lock = lock
        self._session: int | None = None
        self._known: dict[Any, int] = {}

    @classmethod
    def opened(cls, folder: str | Path) -> Store:
        """Open the store of a folder to read and write; a folder or a file that is missing is made."""
        from filelock import FileLock, Timeout

        path = _path(folder)
        lock = FileLock(path.with_suffix(".lock"))
        with _named(str(path)):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                lock.acquire(blocking=False)
            except Timeout:
                message = f"{path} is being written by another comparison: wait for its end, or name another folder"
                raise FormatError(message, path) from None
        return cls._begun(path, lock)

    @classmethod
    def _begun(cls, path: Path, lock: Any) -> Store:
        try:
            with _named(str(path)):
                store = cls(sqlite3.connect(path, isolation_level=None), str(path), lock)
                store._prepare()
        except BaseException:
            lock.release()
            raise
        return store

    @classmethod
    def read(cls, folder: str | Path) -> Store:
        """Open the store of a folder to read."""
        path = _path(folder)
        if not path.is_file():
            raise FormatError(f"there is no {path}: compare.py --out {folder} makes it", path)
        with _named(str(path)):
            # SQLite makes files beside one that it reads, unless they are there or it is said that nobody writes
            is_whole = not path.with_name(f"{NAME}-wal").exists()
            mode = "ro&immutable=1" if is_whole and not os.access(path.parent, os.W_OK) else "ro"
            store = cls(sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True), str(path))
            store._check_version()
        return store

    @classmethod
    def temporary(cls, runs: Iterable[Run] = ()) -> Store:
        """Return a store of some runs that nobody else sees."""
        store = cls(sqlite3.connect("", isolation_level=None), "the temporary store")
        store._prepare()
        for run in runs:
            store.add(run)
        return store

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, and let others write to it. The write-ahead log goes into it first, so that it is one file again."""
        if self._lock is not None:
            with contextlib.suppress(sqlite3.Error):  # a full disk, or a reader: the next writer will do it
                self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def _prepare(self) -> None:
        self._check_version()
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.executescript(SCHEMA)
        self._connection.execute(f"PRAGMA user_version = {VERSION}")

    def _check_version(self) -> None:
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        tables = {name for (name,) in self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if version not in (0, VERSION) or (version == 0 and tables):
            raise FormatError(f"{self._name} is no store of this version: name another folder", self._name)

    def begin_session(self, command: str) -> None:
        """Note the command, the machine and its load; the runs that are added next belong to it."""
        with _named(self._name):
            started = datetime.now(UTC).isoformat(timespec="seconds")
            machine = self._machine(machine_document())
            values = (started, command, machine, load_of_machine())
            insert = "INSERT INTO sessions (started, command, machine, load) VALUES (?, ?, ?, ?)"
            self._session = self._connection.execute(insert, values).lastrowid

    def plan(self, task: Task, suite: str = "", known: SuiteProblem | None = None) -> None:
        """Note the problem and the solver of a task, the suite, and what is known of the problem.

        The order of these notes is the order in all reports. Where two suites say what is known of a problem, the later counts.
        """
        with _named(self._name):
            is_new = ("problem", task.problem.id) not in self._known
            number = self._problem(task, suite, known)
            if is_new and known is not None:
                said = (suite, known.answer, known.source, number)
                self._connection.execute("UPDATE problems SET suite = ?, known = ?, source = ? WHERE number = ?", said)
            self._solver(task)

    def __contains__(self, task: Task) -> bool:
        """Return whether the run of a task is kept, and was not interrupted."""
        return self.termination(task) not in ("", INTERRUPTED)

    def termination(self, task: Task) -> str:
        """Return how the kept run of a task ended; an empty string if none is kept."""
        with _named(self._name):
            found = self._connection.execute("SELECT termination FROM runs WHERE id = ?", (task.id,)).fetchone()
        return "" if found is None else str(found[0])

    def __len__(self) -> int:
        with _named(self._name):
            return int(self._connection.execute("SELECT count(*) FROM runs").fetchone()[0])

    def add(self, run: Run) -> None:
        """Keep a run. One that is there already stays, unless it was interrupted or crashed: this one then takes its place."""
        with _named(self._name):
            values = self._values(run)
            update = f"({', '.join(values)}) = ({', '.join(f'excluded.{name}' for name in values)})"
            self._insert("runs", values, f"(id) DO UPDATE SET {update} WHERE {GIVES_WAY}")

    def _values(self, run: Run) -> dict[str, Any]:
        """Return the row of a run."""
        task, measured = run.task, run.measurement
        return {
            "id": task.id,
            "problem": self._problem(task),
            "solver": self._solver(task),
            "options": json.dumps(dict(task.competitor.options), sort_keys=True),
            "competitor": task.competitor.name,
            "seed": task.seed,
            "repeat": task.repeat,
            "time_limit": task.limits.seconds,
            "node_limit": task.limits.nodes,
            "memory_limit": task.limits.memory,
            "status": run.status,
            "termination": measured.termination,
            "reason": measured.reason,
            "answer": measured.answer,
            "nodes": int(measured.nodes),
            "seconds": measured.seconds,
            "cpu_seconds": measured.cpu_seconds,
            "build_seconds": measured.build_seconds,
            "warm_up_seconds": measured.warm_up_seconds,
            "peak_memory": measured.peak_memory,
            "started": run.started,
            "session": self._session,
            "machine": self._machine(run.machine),
            "tour": measured.packed,
        }

    def _insert(self, table: str, values: dict[str, Any], on_conflict: str = "DO NOTHING") -> None:
        """Add a row; `on_conflict` says what to do where there is one of the same key."""
        places = ", ".join(f":{name}" for name in values)
        insert = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({places}) ON CONFLICT {on_conflict}"
        self._connection.execute(insert, values)

    def _problem(self, task: Task, suite: str = "", known: SuiteProblem | None = None) -> int:
        key = ("problem", task.problem.id)
        if key not in self._known:
            problem = task.problem
            values = {
                "id": problem.id,
                "name": problem.name,
                "subject": problem.subject,
                "size": problem.problem.size,
                "closed": problem.problem.closed,
                "suite": suite,
                "known": "" if known is None else known.answer or "",
                "source": "" if known is None else known.source,
                "document": json.dumps(problem.document),
            }
            self._insert("problems", values)
            self._note(key, "SELECT number FROM problems WHERE id = ?", (problem.id,))
        return self._known[key]

    def _solver(self, task: Task) -> int:
        key = ("solver", task.competitor.solver)
        if key not in self._known:
            entry = get_solver(task.competitor.solver)
            self._insert("solvers", {"name": entry.name, "version": entry.version, "exact": entry.exact})
            find = "SELECT number FROM solvers WHERE name = ? AND version = ?"
            self._note(key, find, (entry.name, entry.version))
        return self._known[key]

    def _note(self, key: Any, find: str, values: Sequence[Any]) -> None:
        if len(self._known) > 10_000:
            self._known.clear()
        self._known[key] = self._connection.execute(find, values).fetchone()[0]

    def _machine(self, document: str) -> str:
        key = digest(document)
        if ("machine", key) not in self._known:
            self._insert("machines", {"id": key, "document": document})
            self._known["machine", key] = 1
        return key

    def rows(self, columns: Sequence[str], where: str = "", values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return columns of all runs, in the order of the plan: by problem, solver, options, seed and repetition.

        Parameters
        ----------
        columns : names of columns of the table `runs`; `problem` and `solver` are names; `problem_id`, `subject`, `size`,
            `closed`, `suite`, `known`, `source` and `document` belong to the problem, `version` and `exact` to the solver.
            Where a run denies a tour that another run found, or of which the suite knows, its `status` is `error` and its
            `termination` `wrong answer`; `answer` is what it said.
        where, values : a condition of SQL, and what stands for its question marks.
        """
        return list(self.each_row(columns, where, values))

    def each_row(self, columns: Sequence[str], where: str = "", values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """Yield the rows one by one, as `rows` returns them."""
        chosen = ", ".join(COLUMNS.get(name, f"runs.{name}") for name in columns)
        query = (
            f"SELECT {chosen} FROM runs JOIN problems ON runs.problem = problems.number "
            f"JOIN solvers ON runs.solver = solvers.number {f'WHERE {where}' if where else ''} "
            "ORDER BY problems.number, solvers.number, runs.options, runs.seed, runs.repeat, runs.time_limit"
        )
        with _named(self._name):
            yield from self._connection.execute(query, values)

    def tours(self) -> Iterator[KeptTour]:
        """Yield the tour of every run that found one, by problem."""
        columns = ["id", "problem", "competitor", "document", "tour"]
        for document, rows in groupby(self.each_row(columns, "runs.answer = 'found'"), key=itemgetter(3)):
            problem = self._problem_of(document)
            for run, name, competitor, _, packed in rows:
                yield KeptTour(run, f"{name} | {competitor}", problem, packed)

    def _problem_of(self, document: str) -> NamedProblem:
        try:
            return NamedProblem.from_document(json.loads(document))
        except (ValueError, LookupError, TypeError, KnightsTourError) as error:
            raise FormatError(f"{self._name} cannot be used: {document[:80]!r} describes no problem", document) from error

    def check_file(self) -> None:
        """Check that no part of the file is damaged.

        Raises
        ------
        FormatError : a part is.
        """
        with _named(self._name):
            found = self._connection.execute("PRAGMA integrity_check").fetchall()
        if found != [("ok",)]:
            raise FormatError(f"{self._name} is damaged: {found[0][0]}", self._name)

    def sessions(self) -> list[dict[str, Any]]:
        """Return the commands that have written to the store, with their machines and loads."""
        query = "SELECT started, command, document, load FROM sessions JOIN machines ON machine = id ORDER BY number"
        with _named(self._name):
            found = self._connection.execute(query).fetchall()
        return [
            {"started": started, "command": command, "machine": json.loads(machine), "load": load}
            for started, command, machine, load in found
        ]


COLUMNS = {
    "status": f"CASE WHEN {REFUTED} THEN 'error' ELSE runs.status END",
    "termination": f"CASE WHEN {REFUTED} THEN 'wrong answer' ELSE runs.termination END",
    "problem": "problems.name",
    "problem_id": "problems.id",
    "subject": "problems.subject",
    "size": "problems.size",
    "closed": "problems.closed",
    "suite": "problems.suite",
    "known": "problems.known",
    "source": "problems.source",
    "document": "problems.document",
    "solver": "solvers.name",
    "version": "solvers.version",
    "exact": "solvers.exact",
}


def _path(folder: str | Path) -> Path:
    if not str(folder):
        raise FormatError("the name of the folder is empty: write a path", folder)
    return Path(folder) / NAME


@contextlib.contextmanager
def _named(name: str) -> Iterator[None]:
    """Turn an error of the file system or of SQLite into one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise FormatError(f"{name} cannot be used: {error}", name) from error
    except OSError as error:
        raise FormatError(f"{name} cannot be written: {error.strerror}", name) from error

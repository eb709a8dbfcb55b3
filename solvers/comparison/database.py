"""The SQLite file of a store of runs: its tables, its lock, and errors that name the file.

A separate lock file ensures that only one process writes at a time; other processes can read meanwhile. Each row of the table
`runs` refers to one row of `problems`, `competitors` and `sessions`, by the number of that row.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any, Self

from graphs.errors import FormatError
from graphs.text import printable
from solvers.comparison.columns import STORED
from solvers.locks import locked, path_in, usable

NAME = "runs.sqlite"
VERSION = 5
"""Version of the tables. A file with another version is rejected."""
SCHEMA = f"""
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA user_version = {VERSION};
CREATE TABLE IF NOT EXISTS problems (
    number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, name TEXT NOT NULL, subject TEXT NOT NULL, size INTEGER NOT NULL,
    closed INTEGER NOT NULL, suite TEXT NOT NULL, known TEXT NOT NULL, source TEXT NOT NULL, document TEXT NOT NULL,
    verdict TEXT NOT NULL DEFAULT 'null');
CREATE TABLE IF NOT EXISTS competitors (
    number INTEGER PRIMARY KEY, competitor TEXT NOT NULL, solver TEXT NOT NULL, version TEXT NOT NULL, options TEXT NOT NULL,
    UNIQUE (competitor, version));
CREATE TABLE IF NOT EXISTS sessions (
    number INTEGER PRIMARY KEY, started TEXT NOT NULL, command TEXT NOT NULL, load REAL, machine TEXT NOT NULL,
    UNIQUE (started, command, machine));
CREATE TABLE IF NOT EXISTS runs ({", ".join(map(" ".join, STORED.items()))});
"""
KEYS = {"problems": ["id"], "competitors": ["solver", "options", "version"], "sessions": ["started", "command", "machine"]}
"""For each table, the columns whose values together identify a row."""
MOST_NUMBERS = 10_000
"""Maximum number of row numbers that a `Store` caches, so that its memory does not grow with the number of problems."""


class Database:
    """The file of a store of runs; a context manager that closes the file.

    Parameters
    ----------
    connection : sqlite3.Connection
        The connection to the file.
    name : str
        The name of the file in messages.
    lock : filelock.BaseFileLock, optional
        A lock that is released when the file is closed.

    Raises
    ------
    FormatError
        If the file cannot be read or written, is not a store, or another process writes to it. All methods may raise it.
    """

    def __init__(self, connection: sqlite3.Connection, name: str, lock: Any = None) -> None:
        self._connection = connection
        self._name = name
        self._lock = lock
        self._numbers: dict[Hashable, int] = {}

    @classmethod
    def opened(cls, folder: str | Path) -> Self:
        """Open the store of a folder for reading and writing.

        Parameters
        ----------
        folder : str or Path
            The folder. If the folder or its store does not exist, it is created.

        Returns
        -------
        Database
            The store.
        """
        path = path_in(folder, NAME)
        with named_errors(str(path)), contextlib.ExitStack() as on_error:
            lock = locked(path)
            on_error.callback(lock.release)
            store = cls(sqlite3.connect(path, isolation_level=None), str(path), lock)
            store._prepare()
            on_error.pop_all()
        return store

    @classmethod
    def read(cls, folder: str | Path) -> Self:
        """Open the store of a folder for reading only.

        Parameters
        ----------
        folder : str or Path
            The folder.

        Returns
        -------
        Database
            The store.
        """
        path = path_in(folder, NAME)
        if not os.path.isfile(path):
            raise FormatError(f"there is no store {path}: use knights-tour compare --out {folder} to create it", path)
        with named_errors(str(path)):
            # SQLite creates auxiliary files in the folder of a file that it reads, unless they exist or the file is immutable
            is_merged = not path.with_name(f"{NAME}-wal").exists()
            mode = "ro&immutable=1" if is_merged and not os.access(path.parent, os.W_OK) else "ro"
            store = cls(sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True), str(path))
            store._check_version()
        return store

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Merge the write-ahead log into the file, close the file, and release the lock."""
        if self._lock is not None:
            with contextlib.suppress(sqlite3.Error):  # if the disk is full or a reader is active, the next writer merges
                self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def _prepare(self) -> None:
        self._check_version()
        self._connection.executescript(SCHEMA)

    def _check_version(self) -> None:
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        tables = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if version != VERSION and (version or tables):
            if not version:
                raise FormatError(f"{self._name} is not a store of runs: name another folder", self._name)
            rebuild = "to make its runs again, name another folder and rerun its command"
            with contextlib.suppress(sqlite3.Error):
                rebuild += f", {self._connection.execute('SELECT command FROM sessions ORDER BY number').fetchone()[0]}"
            raise FormatError(f"{self._name} was written by another version of this program: {rebuild}", self._name)

    def _execute(self, statement: str, values: Any = ()) -> list[Any]:
        """Execute a statement, and return its rows. If `values` is a dict, its texts are made printable."""
        if isinstance(values, dict):
            values = {name: printable(value) if isinstance(value, str) else value for name, value in values.items()}
        with named_errors(self._name):
            return self._connection.execute(statement, values).fetchall()

    def _insert(self, table: str, values: dict[str, Any], on_conflict: str = "DO NOTHING") -> None:
        """Add a row to a table. If the table already has a row with the same key, apply the SQL clause `on_conflict`."""
        places = ", ".join(f":{name}" for name in values)
        self._execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({places}) ON CONFLICT {on_conflict}", values)

    def _number(self, what: Hashable, table: str, values: dict[str, Any]) -> int:
        """Return the number of the row that has the given values in its key columns (see `KEYS`). If there is none, add it.

        The number is cached under the key `what`.
        """
        if what not in self._numbers:
            self._insert(table, values)
            if len(self._numbers) > MOST_NUMBERS:
                self._numbers.clear()
            same = " AND ".join(f"{name} = :{name}" for name in KEYS[table])
            self._numbers[what] = self._execute(f"SELECT number FROM {table} WHERE {same}", values)[0][0]
        return self._numbers[what]

    def check_file(self) -> None:
        """Check that the file is not damaged.

        Raises
        ------
        FormatError
            If a part of the file is damaged.
        """
        rows = self._execute("PRAGMA integrity_check")
        if rows != [("ok",)]:
            raise FormatError(f"{self._name} is damaged: {rows[0][0]}", self._name)


@contextlib.contextmanager
def named_errors(name: str) -> Iterator[None]:
    """Within a `with` block, replace an error of the file system or of SQLite by a `FormatError` that names the file.

    Parameters
    ----------
    name : str
        The name of the file.

    Raises
    ------
    FormatError
        If the `with` block raises such an error.
    """
    try:
        with usable(f"{name} cannot be written"):
            yield
    except sqlite3.Error as error:
        raise FormatError(f"{name} cannot be used: {error}") from error

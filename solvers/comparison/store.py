"""The store: one SQLite file with all finished runs, and with their problems, competitors and sessions.

Each run is a separate transaction in a write-ahead log. If a process is killed, only its unfinished runs are lost, and the file
stays valid. A separate lock file ensures that only one process writes at a time; other processes can read meanwhile.

A row of the table `sessions` describes one call of `fill` on one machine. The *plan* of a comparison is the sequence of its
tasks; problems and competitors are numbered in the order of the plan. A *verdict* is the result of the check of a no-tour
answer (see `noes`). The id of a run names its task and its machine. So after a change of the source code, of a package, a limit
or the machine, a task has a new run, and the old one stays in the store.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, Self

import psutil

from graphs.errors import FormatError, KnightsTourError
from graphs.text import printable
from solvers.comparison.columns import COLUMNS, HIDDEN, STORED
from solvers.comparison.competitors import Competitor
from solvers.comparison.machine import machine_document, machine_id
from solvers.comparison.problem_sets import SUITES
from solvers.comparison.problems import NamedProblem, problem_of
from solvers.comparison.runs import INTERRUPTED, Run, run_id
from solvers.comparison.tasks import Task
from solvers.errors import OptionError
from solvers.identity import base_code
from solvers.registry import get_solver
from solvers.workers.locks import locked, path_in, usable

NAME = "runs.sqlite"
VERSION = 6
"""Version of the tables. A file with another version is rejected."""
SCHEMA = f"""
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA user_version = {VERSION};
CREATE TABLE IF NOT EXISTS problems (
    number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, name TEXT NOT NULL, subject TEXT NOT NULL, size INTEGER NOT NULL,
    closed INTEGER NOT NULL, suite TEXT NOT NULL, known TEXT NOT NULL, source TEXT NOT NULL, document TEXT NOT NULL,
    verdict TEXT NOT NULL DEFAULT 'null', checked TEXT NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS competitors (
    number INTEGER PRIMARY KEY, competitor TEXT NOT NULL, solver TEXT NOT NULL, version TEXT NOT NULL, options TEXT NOT NULL,
    code TEXT NOT NULL, base_code TEXT NOT NULL, packages TEXT NOT NULL, UNIQUE (solver, options, code, packages));
CREATE TABLE IF NOT EXISTS sessions (
    number INTEGER PRIMARY KEY, started TEXT NOT NULL, command TEXT NOT NULL, shuffle INTEGER NOT NULL, load REAL,
    machine_id TEXT NOT NULL, machine TEXT NOT NULL, UNIQUE (started, command, machine));
CREATE TABLE IF NOT EXISTS runs ({", ".join(map(" ".join, STORED.items()))});
"""
KEYS = {
    "problems": ["id"],
    "competitors": ["solver", "options", "code", "packages"],
    "sessions": ["started", "command", "machine"],
}
"""For each table, the columns whose values together identify a row."""
MOST_NUMBERS = 10_000
"""Maximum number of row numbers that a `Store` caches, so that its memory does not grow with the number of problems."""
TABLES = (
    "runs JOIN problems ON runs.problem = problems.number JOIN competitors ON runs.competitor = competitors.number "
    "JOIN sessions ON runs.session = sessions.number"
)
"""SQL: the joined tables. Each row has a run with its problem, competitor and session."""
GIVES_WAY = f"(runs.termination = '{INTERRUPTED}' OR runs.termination LIKE 'crashed%')"
"""SQL condition for the stored runs that a new run of the same task replaces: those that were interrupted or crashed."""


class KeptTour(NamedTuple):
    """A tour in a store, with its problem and the run that found it.

    Attributes
    ----------
    run : str
        The id of the run that found it.
    name : str
        The problem and the competitor of the run, as text.
    problem : NamedProblem
        The problem.
    packed : bytes or None
        The tour as packed by `NamedProblem.pack`, or None if the file is damaged and lacks the tour.
    """

    run: str
    name: str
    problem: NamedProblem
    packed: bytes | None

    @property
    def fault(self) -> str:
        """The fault that the independent checker finds, or an empty string if the tour is valid."""
        return self.problem.fault_of(self.packed)


class No(NamedTuple):
    """A problem that at least one run answers with `impossible`.

    Attributes
    ----------
    named : NamedProblem
        The problem.
    deniers : frozenset of str
        The names of the solvers that gave this answer.
    verdict : str
        The stored verdict as JSON, or `null` if there is none.
    truth : str
        The value of the column `truth` in the table of runs.
    """

    named: NamedProblem
    deniers: frozenset[str]
    verdict: str = "null"
    truth: str = "undecided"


class Store:
    """The stored runs of comparisons; a context manager that closes the file.

    Use these class methods to create a store: `Store.opened(folder)` reads and writes the file of a folder, and
    `Store.read(folder)` only reads it. `Store.temporary()` uses a temporary file that is deleted when the store is closed. The
    function `fill` executes tasks and stores their runs.

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

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, fill
    >>> task = Task(NamedProblem.on_board(Board(5, 5), start=(0, 0)), Competitor("warnsdorff"))
    >>> with Store.temporary() as store:
    ...     fill(store, [task], jobs=1)
    ...     store.progress([task]), list(store.rows(["problem", "competitor", "status", "nodes"]))
    ((1, 1), [('5x5 open from 0,0', 'warnsdorff', 'found', 25)])
    """

    def __init__(self, connection: sqlite3.Connection, name: str, lock: Any = None) -> None:
        self._connection, self._name, self._lock = connection, name, lock
        self._numbers: dict[Hashable, int] = {}
        self._session: dict[str, Any] = {"started": "", "command": "", "shuffle": 0, "load": None}

    @classmethod
    def opened(cls, folder: str | Path) -> Self:
        """Open the store of a folder for reading and writing.

        Parameters
        ----------
        folder : str or Path
            The folder. If the folder or its store does not exist, it is created.

        Returns
        -------
        Store
            The store.
        """
        path = path_in(folder, NAME)
        with _named_errors(str(path)), contextlib.ExitStack() as on_error:
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
        Store
            The store.
        """
        path = path_in(folder, NAME)
        if not os.path.isfile(path):
            raise FormatError(f"there is no store {path}: use knights-tour compare --out {folder} to create it", path)
        with _named_errors(str(path)):
            # SQLite creates auxiliary files in the folder of a file that it reads, unless they exist or the file is immutable
            is_merged = not path.with_name(f"{NAME}-wal").exists()
            mode = "ro&immutable=1" if is_merged and not os.access(path.parent, os.W_OK) else "ro"
            store = cls(sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True), str(path))
            store._check_version()
        return store

    @classmethod
    def temporary(cls, runs: Iterable[Run] = ()) -> Self:
        """Return a temporary store, which no other process can read.

        Parameters
        ----------
        runs : iterable of Run
            Runs that are added to the store.

        Returns
        -------
        Store
            The store.
        """
        store = cls(sqlite3.connect("", isolation_level=None), "the temporary store")
        store._prepare()
        for run in runs:
            store.add(run)
        return store

    @classmethod
    def merged(cls, folders: Iterable[str | Path]) -> Self:
        """Return a temporary store with the runs of several folders. A run that several of them contain is added once.

        Parameters
        ----------
        folders : iterable of str or Path
            The folders.

        Returns
        -------
        Store
            The store.
        """
        store = cls.temporary()
        for folder in folders:
            with cls.read(folder) as other:
                store._add_all(other)
        return store

    def _add_all(self, other: Store) -> None:
        """Add all rows of another store, with new numbers of their problems, competitors and sessions."""
        numbers: dict[tuple[str, int], int] = {}
        for table, keys in KEYS.items():
            for values in other._table(table):
                number = values.pop("number")
                new = self._number((table, *(values[key] for key in keys)), table, values)
                numbers[f"{table[:-1]}", number] = new
                if values.get("known") or values.get("checked"):
                    known = {name: values[name] for name in ("known", "source", "verdict", "checked") if values[name]}
                    changes = ", ".join(f"{name} = :{name}" for name in known)
                    self._execute(f"UPDATE problems SET {changes} WHERE number = {new}", known)
        for values in other._table("runs"):
            values |= {name: numbers[name, values[name]] for name in ("problem", "competitor", "session")}
            self._insert("runs", values)

    def _table(self, name: str) -> Iterator[dict[str, Any]]:
        cursor = self._connection.execute(f"SELECT * FROM {name}")
        return (dict(zip([each[0] for each in cursor.description], row, strict=True)) for row in cursor)

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
        with _named_errors(self._name):
            return self._connection.execute(statement, values).fetchall()

    def _insert(self, table: str, values: dict[str, Any], on_conflict: str = "DO NOTHING") -> None:
        """Add a row to a table. If the table already has a row with the same key, apply the SQL clause `on_conflict`."""
        places = ", ".join(f":{name}" for name in values)
        self._execute(f"INSERT INTO {table} ({_quoted(values)}) VALUES ({places}) ON CONFLICT {on_conflict}", values)

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

    def begin_session(self, command: str = "", shuffle: int = 0) -> None:
        """Begin a session. Runs that are added later belong to it.

        Parameters
        ----------
        command : str, optional
            The command line, which no archive contains.
        shuffle : int, optional
            The seed of the order of the runs.
        """
        started = datetime.now(UTC).isoformat(timespec="seconds")
        self._session = {"started": started, "command": command, "shuffle": shuffle, "load": psutil.getloadavg()[0]}
        self._session_on(machine_document())

    def plan(self, task: Task) -> None:
        """Store the problem and the competitor of a task, with the suite of the problem and the answer that the suite states.

        Parameters
        ----------
        task : Task
            The task.

        Notes
        -----
        Reports list problems and competitors in the order in which they were first stored. If several tasks state an answer to
        a problem, the answer of the last task is stored.
        """
        problem, number = task.problem, self._problem(task.problem)
        if (note := (problem, problem.suite, problem.known)) not in self._numbers:
            self._numbers[note] = number
            ((stored,),) = self._execute("SELECT suite FROM problems WHERE number = ?", (number,))
            suites = dict.fromkeys(filter(None, f"{stored}{SUITES}{problem.suite}".split(SUITES)))
            values = {"suite": SUITES.join(suites)}
            if problem.known:
                values |= {"known": problem.known, "source": problem.source}
            changes = ", ".join(f"{name} = :{name}" for name in values)
            self._execute(f"UPDATE problems SET {changes} WHERE number = {number}", values)
        self._competitor(task.competitor)

    def missing(
        self, plan: Iterable[Task], retry: bool = False, machines: Collection[str] = (), stored: Callable[[], object] = bool
    ) -> Iterator[Task]:
        """Yield the tasks of a plan whose runs are not stored or were interrupted.

        Parameters
        ----------
        plan : iterable of Task
            The tasks. The problems and competitors of all of them are stored.
        retry : bool, optional
            Whether tasks whose runs crashed are also yielded.
        machines : collection of str, optional
            The machines whose runs count, as named by `machine_id`. By default, only this machine.
        stored : callable, optional
            A function that is called for each task that is not yielded, for example to show progress.

        Yields
        ------
        Task
            A task.
        """
        for task in plan:
            self.plan(task)
            termination = self.termination(task, machines)
            if termination in ("", INTERRUPTED) or (retry and termination.startswith("crashed")):
                yield task
            else:
                stored()

    def progress(self, plan: Iterable[Task]) -> tuple[int, int]:
        """Count the tasks of a plan whose runs on this machine are stored.

        Parameters
        ----------
        plan : iterable of Task
            The tasks.

        Returns
        -------
        tuple of int
            The number of stored runs that were not interrupted, and the number of tasks.
        """
        are_stored = [task in self for task in plan]
        return sum(are_stored), len(are_stored)

    def __contains__(self, task: Task) -> bool:
        """Return whether the store has a run of the task on this machine that was not interrupted."""
        return self.termination(task) not in ("", INTERRUPTED)

    def termination(self, task: Task, machines: Collection[str] = ()) -> str:
        """Return the termination of the stored run of a task.

        Parameters
        ----------
        task : Task
            The task.
        machines : collection of str, optional
            The machines whose runs count, as in `missing`.

        Returns
        -------
        str
            The termination, or an empty string if no run of the task on these machines is stored.
        """
        ids = [run_id(task, machine) for machine in machines or (machine_id(),)]
        rows = self._execute(f"SELECT termination FROM runs WHERE id IN ({', '.join('?' * len(ids))})", ids)
        return str(rows[0][0]) if rows else ""

    def __len__(self) -> int:
        return int(self._execute("SELECT count(*) FROM runs")[0][0])

    def add(self, run: Run) -> None:
        """Add a run to the store.

        Parameters
        ----------
        run : Run
            The run. It replaces a stored run of its task that was interrupted or crashed. If any other run of the task is
            stored, `run` is ignored.
        """
        task, limits, measured = run.task, run.task.limits, dict(vars(run.measurement))
        values: dict[str, Any] = {
            "id": run.id,
            "problem": self._problem(task.problem),
            "competitor": self._competitor(task.competitor),
            "session": self._session_on(run.machine),
            "seed": task.seed,
            "repeat": task.repeat,
            "clock": limits.clock,
            "time_limit": limits.seconds,
            "node_limit": limits.nodes,
            "memory_limit": limits.memory,
            "status": run.status,
            "started": run.started,
            "order": run.order,
            "tour": measured.pop("packed"),
            **measured,
        }
        # If a run of the task is stored, `excluded` holds the values of the new run, which replace all stored values.
        new_values = ", ".join(f'excluded."{name}"' for name in values)
        update = f"({_quoted(values)}) = ({new_values})"
        with _named_errors(self._name), self._connection:  # one transaction
            self._execute("BEGIN")
            if values["answer"] == "impossible":  # delete the verdict, so that the no-tour answer is checked again
                self._execute("UPDATE problems SET verdict = 'null', checked = '' WHERE number = ?", (values["problem"],))
            self._insert("runs", values, f"(id) DO UPDATE SET {update} WHERE {GIVES_WAY}")

    def _problem(self, named: NamedProblem) -> int:
        if named in self._numbers:
            return self._numbers[named]
        values = {
            "id": named.id,
            "name": named.name,
            "subject": named.subject,
            "size": named.problem.size,
            "closed": named.problem.closed,
            "suite": named.suite,
            "known": "",
            "source": "",
            "document": json.dumps(named.document),
        }
        return self._number(named, "problems", values)

    def enter(self, competitors: Iterable[Competitor]) -> None:
        """Store competitors. If a competitor is stored under another name, its name is replaced.

        Parameters
        ----------
        competitors : iterable of Competitor
            The competitors. If one cannot be stored, none is stored.

        Raises
        ------
        OptionError
            If the store already uses a name for a competitor with a different solver or different options.
        """
        with _named_errors(self._name), self._connection:  # one transaction
            self._execute("BEGIN")
            for each in competitors:
                self._competitor(each)

    def _competitor(self, competitor: Competitor) -> int:
        entry = get_solver(competitor.solver)
        values = {"competitor": competitor.name, "solver": competitor.solver, "version": entry.version}
        values |= {"options": json.dumps(dict(competitor.options), sort_keys=True)}
        values |= {"code": competitor.code, "base_code": base_code(), "packages": competitor.packages}
        if competitor not in self._numbers:
            same = "(solver, options) = (:solver, :options)"  # all versions of the competitor, whatever their names
            for other in self._execute(f"SELECT * FROM competitors WHERE competitor = :competitor AND NOT {same}", values):
                conflict = f"{competitor.name!r} is the name of {other[2]} with the options {other[4]}"
                raise OptionError(f"{conflict}: give {competitor.call} another name", competitor)
            self._execute(f"UPDATE competitors SET competitor = :competitor WHERE {same}", values)
        return self._number(competitor, "competitors", values)

    def _session_on(self, machine: str) -> int:
        """Return the number of the row of `sessions` for the current session on a machine. If there is no such row, add it."""
        values = {**self._session, "machine_id": machine_id(machine), "machine": machine}
        return self._number(tuple(values.values()), "sessions", values)

    def rows(self, columns: Sequence[str], where: str = "TRUE", values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """Yield columns of all selected runs, ordered by problem, competitor, seed, repetition and time limit.

        Parameters
        ----------
        columns : sequence of str
            Names in `columns.COLUMNS` or `columns.HIDDEN`.
        where : str, optional
            SQL condition that the runs must satisfy. By default, all runs are selected.
        values : sequence, optional
            The values that replace the question marks in `where`.

        Yields
        ------
        tuple
            The values of one run, in the order of `columns`.
        """
        sources = {name: name for name in HIDDEN} | {name: each.source or f"runs.{name}" for name, each in COLUMNS.items()}
        query = (
            f"SELECT {', '.join(map(sources.__getitem__, columns))} FROM {TABLES} WHERE {where} "
            "ORDER BY problems.number, competitors.number, runs.seed, runs.repeat, runs.time_limit, runs.id"
        )
        with _named_errors(self._name):
            yield from self._connection.execute(query, values)

    def tours(self) -> Iterator[KeptTour]:
        """Yield the tour of every run that found one, grouped by problem.

        Yields
        ------
        KeptTour
            A tour.
        """
        columns = ["id", "problem", "competitor", "document", "tour"]
        for run, name, competitor, document, packed in self.rows(columns, "runs.answer = 'found'"):
            yield KeptTour(run, f"{name} | {competitor}", self._problem_of(document), packed)

    def noes(self) -> Iterator[No]:
        """Yield each problem that at least one run answers with `impossible`.

        Yields
        ------
        No
            The problem, with the solvers that gave this answer and the stored verdict.
        """
        rows = list(self.rows(["document", "verdict", "truth", "solver"], "runs.answer = 'impossible'"))
        for (document, verdict, truth), group in groupby(rows, key=itemgetter(0, 1, 2)):
            yield No(self._problem_of(document), frozenset(solver for *_, solver in group), verdict, truth)

    def keep_verdict(self, no: No, verdict: str, checked: str) -> None:
        """Store the verdict on a problem, that is, the result of the check of the answer `impossible`.

        Parameters
        ----------
        no : No
            The problem.
        verdict : str
            The verdict as JSON.
        checked : str
            How the answer is confirmed, as returned by `noes.how_checked`.
        """
        self._execute("UPDATE problems SET verdict = ?, checked = ? WHERE id = ?", (verdict, checked, no.named.id))

    def problems(self) -> dict[str, NamedProblem]:
        """Return the problems that have runs, by their ids.

        Returns
        -------
        dict of str to NamedProblem
            The problems.
        """
        return {number: self._problem_of(document) for number, document in dict(self.rows(["problem_id", "document"])).items()}

    def _problem_of(self, document: str) -> NamedProblem:
        try:
            return problem_of(document)
        except (ValueError, LookupError, TypeError, KnightsTourError) as error:
            raise FormatError(
                f"{self._name} cannot be used: {document[:80]!r} does not describe a problem", document
            ) from error

    def sessions(self) -> list[dict[str, Any]]:
        """Return the sessions in which runs were added to the store, with their machines and loads.

        Returns
        -------
        list of dict
            The sessions, oldest first, with these keys: `started` (ISO 8601, UTC), `command`, `shuffle` (the seed of the order
            of the runs), `load` (average load of the last minute, or None if unknown), `machine_id` (the column `machine` of
            the table of runs), and `machine` (the document of `machine_document`).
        """
        names = ("started", "command", "shuffle", "load", "machine_id", "machine")
        rows = self._execute(f"SELECT {', '.join(names)} FROM sessions ORDER BY number")
        return [dict(zip(names, row, strict=True)) | {"machine": json.loads(row[-1])} for row in rows]


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


@contextlib.contextmanager
def _named_errors(name: str) -> Iterator[None]:
    """Within a `with` block, replace an error of the file system or of SQLite by a `FormatError` that names the file."""
    try:
        with usable(f"{name} cannot be written"):
            yield
    except sqlite3.Error as error:
        raise FormatError(f"{name} cannot be used: {error}") from error

"""Store finished runs, with their problems and solvers, in one SQLite file.

Each run is a separate transaction in a write-ahead log. If a process is killed, only its unfinished runs are lost, and the file
stays valid. A separate lock file ensures that only one process writes at a time; other processes can read meanwhile.

A row of the table `sessions` describes one call of `fill` on one machine. Problems and competitors are stored in the order of
their first tasks. The id of a run names its task and its machine. So after a change of the source code, of a package, a limit
or the machine, a task has a new run, and the old one stays in the store.
"""

from __future__ import annotations

import json
import os
import sqlite3
import weakref
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, Self

import psutil

from graphs.errors import FormatError, KnightsTourError, expect
from graphs.text import printable
from solvers.comparison.problems import NamedProblem, join_suites, named_problem_of, problem_digest
from solvers.comparison.run_columns import COLUMNS, STORED
from solvers.comparison.runs import INTERRUPTED, Run, machine_id, run_id, run_machine_document
from solvers.comparison.tasks import Competitor, Task
from solvers.core.errors import OptionError
from solvers.core.identity import base_code
from solvers.core.registry import get_solver

NAME = "runs.sqlite"
VERSION = 7
"""Version of the tables. A file with another version is rejected."""
SCHEMA = f"""
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA user_version = {VERSION};
CREATE TABLE IF NOT EXISTS problems (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, subject TEXT NOT NULL, size INTEGER NOT NULL, closed INTEGER NOT NULL,
    suite TEXT NOT NULL, known TEXT NOT NULL, source TEXT NOT NULL, document TEXT NOT NULL,
    verdict TEXT NOT NULL DEFAULT 'null', checked TEXT NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS competitors (
    id TEXT PRIMARY KEY, competitor TEXT NOT NULL, solver TEXT NOT NULL, version TEXT NOT NULL, options TEXT NOT NULL,
    code TEXT NOT NULL, base_code TEXT NOT NULL, packages TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY, started TEXT NOT NULL, command TEXT NOT NULL, shuffle INTEGER NOT NULL, load REAL,
    machine_id TEXT NOT NULL, machine TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS runs ({", ".join(map(" ".join, STORED.items()))});
"""
"""The tables. The ids are hashes of the identifying columns. The rows are in the order in which they were first added."""
MORE_KNOWN = """DO UPDATE SET
    suite = join_suites(suite, excluded.suite),
    known = coalesce(nullif(excluded.known, ''), known),
    source = coalesce(nullif(excluded.source, ''), source),
    verdict = coalesce(nullif(excluded.verdict, 'null'), verdict),
    checked = coalesce(nullif(excluded.checked, ''), checked)"""
"""SQL: how a row of `problems` updates a row with the same id."""
MERGE = f"""
BEGIN;
INSERT INTO problems SELECT * FROM other.problems WHERE TRUE ON CONFLICT (id) {MORE_KNOWN};
INSERT INTO competitors SELECT * FROM other.competitors WHERE TRUE ON CONFLICT (id) DO NOTHING;
INSERT INTO sessions SELECT * FROM other.sessions WHERE TRUE ON CONFLICT (id) DO NOTHING;
DELETE FROM runs WHERE termination = '{INTERRUPTED}' AND id IN (SELECT id FROM other.runs);
INSERT INTO runs SELECT * FROM other.runs WHERE TRUE ON CONFLICT (id) DO NOTHING;
COMMIT;
DETACH other;
"""
"""SQL: add all rows of the attached database `other`, and detach it. SQLite needs `WHERE TRUE` before `ON CONFLICT`."""
TAKEN_TWICE = "SELECT competitor FROM competitors GROUP BY competitor HAVING count(DISTINCT json_array(solver, options)) > 1"
"""SQL: the names of competitors with different solvers or options."""
MOST_CACHED = 10_000
"""Number of recent problems and competitors in memory, which are not added again."""
TABLES = (
    "runs JOIN problems ON runs.problem = problems.id JOIN competitors ON runs.competitor = competitors.id "
    "JOIN sessions ON runs.session = sessions.id"
)
"""SQL: the joined tables. Each row has a run with its problem, competitor and session."""


SESSION = (
    "json_object('started', started, 'command', command, 'shuffle', shuffle, 'load', load, 'machine_id', machine_id, "
    "'machine', json(machine))"
)
"""SQL: a session as JSON."""


class No(NamedTuple):
    """A problem that at least one solver answers with `impossible`."""

    named: NamedProblem
    deniers: frozenset[str]
    verdict: str = "null"
    truth: str = "undecided"


class Store:
    """The runs of comparisons in an SQLite file, as a context manager.

    `Store.opened(folder)` reads and writes the file of a folder. `Store.temporary()` uses a temporary file, and
    `Store.read(folder)` copies a folder's runs to it. All methods raise `FormatError` if the file cannot be used.

    Parameters
    ----------
    connection : sqlite3.Connection
        The connection to the file.
    name : str
        The name of the file in messages.
    lock : filelock.BaseFileLock, optional
        A lock that is released when the file is closed.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, fill
    >>> task = Task(NamedProblem.on_board(Board(5, 5), start=(0, 0)), Competitor("warnsdorff"))
    >>> with Store.temporary() as store:
    ...     fill(store, [task], jobs=1)
    ...     list(store.missing([task])), list(store.rows(["problem", "competitor", "status", "nodes"]))
    ([], [('5x5 open from 0,0', 'warnsdorff', 'found', 25)])
    """

    def __init__(self, connection: sqlite3.Connection, name: str, lock: Any = None) -> None:
        self._connection, self._name, self._lock = connection, name, lock
        weakref.finalize(self, connection.close)
        connection.create_function("join_suites", 2, join_suites, deterministic=True)
        self._added = lru_cache(MOST_CACHED)(self._add_problem)
        self._id_of = lru_cache(MOST_CACHED)(self._add_competitor)
        self._session: dict[str, Any] = {"started": "", "command": "", "shuffle": 0}

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
        path = _path_in(folder)
        with usable(path), ExitStack() as on_error:
            lock = _locked(path)
            on_error.callback(lock.release)
            store = cls(sqlite3.connect(path, isolation_level=None, check_same_thread=False), str(path), lock)
            store._check_version(path)
            store._connection.executescript(SCHEMA)
            on_error.pop_all()
        return store

    @classmethod
    def temporary(cls) -> Self:
        """Return a temporary store, which no other process can read.

        Returns
        -------
        Store
            The store.
        """
        store = cls(sqlite3.connect("", isolation_level=None, uri=True, check_same_thread=False), "the temporary store")
        store._connection.executescript(SCHEMA)
        return store

    @classmethod
    def read(cls, *folders: str | Path) -> Self:
        """Return a temporary store with the runs of one or more folders.

        Parameters
        ----------
        *folders : str or Path
            The folders. Their files are only read.

        Returns
        -------
        Store
            The store.

        Raises
        ------
        FormatError
            If a file cannot be used, or competitors with different solvers or options have the same name.
        """
        store = cls.temporary()
        for folder in folders:
            path = _path_in(folder)
            if not os.path.isfile(path):
                raise FormatError(f"there is no store {path}: use knights-tour compare --out {folder} to create it", path)
            with usable(path):
                store._connection.execute("ATTACH ? AS other", (f"{path.absolute().as_uri()}?mode=ro",))
                store._check_version(path, "other")
                store._connection.executescript(MERGE)
        for (name,) in store._execute(TAKEN_TWICE):
            raise FormatError(f"{name!r} is the name of different competitors in these folders: name fewer folders", name)
        return store

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Merge the write-ahead log, close the file, and release the lock."""
        with suppress(sqlite3.Error):  # if the disk is full or a reader is active, the next writer merges
            self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def _check_version(self, path: Path, schema: str = "main") -> None:
        (version,) = self._connection.execute(f"PRAGMA {schema}.user_version").fetchone()
        (tables,) = self._connection.execute(f"SELECT count(*) FROM {schema}.sqlite_master").fetchone()
        if version != VERSION and (version or tables or schema != "main"):
            fault = "was written by another version of this program" if version else "is not a store of runs"
            raise FormatError(f"{path} {fault}: name another folder", path)

    def _execute(self, statement: str, values: Any = ()) -> list[Any]:
        """Execute an SQL statement, and return its rows. Unprintable characters in `values` are escaped."""
        if isinstance(values, dict):
            values = {name: printable(value) if isinstance(value, str) else value for name, value in values.items()}
        with usable(self._name):
            return self._connection.execute(statement, values).fetchall()

    def _insert(self, table: str, values: dict[str, Any], on_conflict: str = "DO NOTHING") -> None:
        """Add a row to a table. If its id exists, execute the SQL clause `on_conflict`."""
        names, places = (", ".join(map(form.format, values)) for form in ('"{}"', ":{}"))
        self._execute(f"INSERT INTO {table} ({names}) VALUES ({places}) ON CONFLICT (id) {on_conflict}", values)

    def begin_session(self, command: str = "", shuffle: int = 0) -> None:
        """Begin a session, which groups the runs of one command.

        Parameters
        ----------
        command : str, optional
            The command line, which no archive contains.
        shuffle : int, optional
            The seed of the order of the runs.
        """
        started = datetime.now(UTC).isoformat(timespec="seconds")
        self._session = {"started": started, "command": command, "shuffle": shuffle, "load": psutil.getloadavg()[0]}
        self._session_on(run_machine_document())

    def plan(self, task: Task) -> None:
        """Store a task's problem, competitor and known answer.

        Parameters
        ----------
        task : Task
            The task. Its answer replaces the answer of an earlier task.
        """
        self._added(task.problem, task.problem.suite, task.problem.known)
        self._id_of(task.competitor)

    def missing(self, plan: Iterable[Task], machines: Collection[str] = (), stored: Callable[[], object] = bool) -> list[Task]:
        """Return the tasks whose runs are not stored or were interrupted.

        Parameters
        ----------
        plan : iterable of Task
            The tasks. The problems and competitors of all of them are stored, or none if one cannot be stored.
        machines : collection of str, optional
            The machines whose runs count, as named by `machine_id`. By default, only this machine.
        stored : callable, optional
            A function that is called for each task that is not returned.

        Returns
        -------
        list of Task
            The tasks.

        Raises
        ------
        OptionError
            If the store already uses a name for a competitor with a different solver or different options.
        """
        missing, machines = [], machines or [machine_id()]
        ids = {number for (number,) in self._execute(f"SELECT id FROM runs WHERE termination <> '{INTERRUPTED}'")}
        with self._transaction():
            for task in plan:
                self.plan(task)
                if ids.isdisjoint(run_id(task, machine) for machine in machines):
                    missing.append(task)
                else:
                    stored()
        return missing

    def __len__(self) -> int:
        return int(self._execute("SELECT count(*) FROM runs")[0][0])

    def add(self, run: Run) -> None:
        """Add a run to the store.

        Parameters
        ----------
        run : Run
            The run. It replaces an interrupted run of its task. If the task has any other run, `run` is ignored.
        """
        task, limits, measured = run.task, run.task.limits, dict(vars(run.measurement))
        self._added(task.problem, "", "")
        values: dict[str, Any] = {
            "id": run.id,
            "problem": task.problem.id,
            "competitor": self._id_of(task.competitor),
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
        with self._transaction():
            self._execute(f"DELETE FROM runs WHERE id = ? AND termination = '{INTERRUPTED}'", (run.id,))
            if values["answer"] == "impossible":  # delete the verdict, so that the no-tour answer is checked again
                self._execute("UPDATE problems SET verdict = 'null', checked = '' WHERE id = ?", (task.problem.id,))
            self._insert("runs", values)

    def _add_problem(self, named: NamedProblem, suite: str, known: str) -> None:
        values = {"id": named.id, "name": named.name, "subject": named.subject, "document": json.dumps(named.document)}
        values |= {"suite": suite, "known": known, "source": named.source if known else ""}
        self._insert("problems", values | {"size": named.problem.size, "closed": named.problem.closed}, MORE_KNOWN)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with usable(self._name), self._connection:
            self._execute("BEGIN")
            yield

    def _add_competitor(self, competitor: Competitor) -> str:
        """Add a competitor with its name, and return its id."""
        options = json.dumps(dict(competitor.options), sort_keys=True)
        number = problem_digest([competitor.solver, options, competitor.code, competitor.packages])
        values = {"id": number, "competitor": competitor.name, "solver": competitor.solver, "options": options}
        values |= {"version": get_solver(competitor.solver).version, "packages": competitor.packages}
        values |= {"code": competitor.code, "base_code": base_code()}
        same = "(solver, options) = (:solver, :options)"
        taken = f"SELECT solver, options FROM competitors WHERE competitor = :competitor AND NOT {same}"
        for solver, others in self._execute(taken, values):
            conflict = f"{competitor.name!r} is the name of {solver} with the options {others}"
            raise OptionError(f"{conflict}: give {competitor.call} another name", competitor)
        self._execute(f"UPDATE competitors SET competitor = :competitor WHERE {same}", values)
        self._insert("competitors", values)
        return number

    def _session_on(self, machine: str) -> str:
        """Return the id of this session on a machine, and add it if it is new."""
        number = problem_digest([*self._session.values(), machine])
        self._insert("sessions", {"id": number, **self._session, "machine_id": machine_id(machine), "machine": machine})
        return number

    def rows(self, columns: Sequence[str], where: str = "TRUE") -> Iterator[tuple[Any, ...]]:
        """Yield the given columns of each run, ordered by problem and competitor.

        Parameters
        ----------
        columns : sequence of str
            Names in `COLUMNS`, or `document`, `verdict` or `tour`, whose values are too large for the table of runs.
        where : str, optional
            SQL condition that the runs must satisfy. By default, all runs are selected.

        Yields
        ------
        tuple
            The values of one run, in the order of `columns`.
        """
        sources = {name: each.source or f"runs.{name}" for name, each in COLUMNS.items()}
        query = (
            f"SELECT {', '.join(sources.get(name, name) for name in columns)} FROM {TABLES} WHERE {where} "
            "ORDER BY problems.rowid, competitors.rowid, runs.seed, runs.repeat, runs.time_limit, runs.id"
        )
        with usable(self._name):
            yield from self._connection.execute(query)

    def noes(self) -> Iterator[No]:
        """Yield each problem that at least one run answers with `impossible`.

        Yields
        ------
        No
            The problem, with the solvers that gave this answer, and the stored result of its check.
        """
        rows = list(self.rows(["document", "verdict", "truth", "solver"], "runs.answer = 'impossible'"))
        for (document, verdict, truth), group in groupby(rows, key=itemgetter(0, 1, 2)):
            yield No(named_problem_of(document), frozenset(solver for *_, solver in group), verdict, truth)

    def keep_verdict(self, no: No, verdict: str, checked: str) -> None:
        """Store the result of checking an `impossible` answer.

        Parameters
        ----------
        no : No
            The problem.
        verdict : str
            The result as JSON.
        checked : str
            How the answer is confirmed, as returned by `no_tour_answers.verdict_on_no_tour`.
        """
        self._execute("UPDATE problems SET verdict = ?, checked = ? WHERE id = ?", (verdict, checked, no.named.id))

    def documents(self) -> dict[str, str]:
        """Return the JSON documents of all problems with runs, by problem id.

        Returns
        -------
        dict of str to str
            The documents; `named_problem_of` returns the problem of a document.
        """
        return dict(self.rows(["problem_id", "document"]))

    def sessions(self) -> list[dict[str, Any]]:
        """Return the sessions that added runs, with their commands and machines.

        Returns
        -------
        list of dict
            The sessions, oldest first, with the keys `started`, `command`, `shuffle` (the seed of the order of the runs),
            `load` (average of the last minute, or None), `machine_id`, and `machine` (the document of `run_machine_document`).
        """
        return [json.loads(document) for (document,) in self._execute(f"SELECT {SESSION} FROM sessions ORDER BY rowid")]


def _path_in(folder: str | Path) -> Path:
    """Return the path of the SQLite file in a folder."""
    if not str(expect(str | os.PathLike, folder, "folder")):
        raise FormatError("the name of the folder is empty: give a path", folder)
    return Path(folder) / NAME


def _locked(path: Path) -> Any:
    """Lock a file, so that no other process writes to it."""
    from filelock import FileLock, Timeout

    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path.with_suffix(".lock"))
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise FormatError(f"another process writes to {path}: wait until it ends, or use another folder", path) from None
    return lock


@contextmanager
def usable(name: object) -> Iterator[None]:
    """Within a `with` block, convert errors of a file or of SQLite to FormatError."""
    try:
        yield
    except KnightsTourError:
        raise
    except sqlite3.Error as error:
        raise FormatError(f"{name} cannot be used: {error}") from error
    except (OSError, ValueError) as error:
        raise FormatError(f"{name} cannot be written: {getattr(error, 'strerror', None) or error}") from error

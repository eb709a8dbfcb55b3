"""The store: one SQLite file with all finished runs, and with their problems, competitors and commands.

Each run is a separate transaction in a write-ahead log. If a process is killed, only its unfinished runs are lost, and the file
stays valid. The module `database` opens the file and defines its tables.

A row of the table `sessions` describes one command that wrote to the store, on one machine. The *plan* of a comparison is the
sequence of its tasks; problems and competitors are numbered in the order of the plan. A *verdict* is the result of the check of
a no-tour answer (see `noes`).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import psutil

from graphs.errors import FormatError, KnightsTourError
from solvers.comparison.columns import COLUMNS, HIDDEN
from solvers.comparison.competitors import Competitor
from solvers.comparison.database import Database, named_errors
from solvers.comparison.machine import machine_document
from solvers.comparison.problem_sets import SUITES
from solvers.comparison.problems import NamedProblem, problem_of
from solvers.comparison.runs import INTERRUPTED, Run
from solvers.comparison.tasks import Task, TaskPlan
from solvers.errors import OptionError
from solvers.registry import get_solver

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
    truth: str = "none"


class Store(Database):
    """The stored runs of comparisons; a context manager that closes the file.

    Use these class methods to create a store: `Store.opened(folder)` reads and writes the file of a folder, and
    `Store.read(folder)` only reads it. `Store.temporary()` uses a temporary file that is deleted when the store is closed.

    Raises
    ------
    FormatError
        If the file cannot be read or written, is not a store, or another process writes to it. All methods may raise it.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, run_all
    >>> task = Task(NamedProblem.on_board(Board(5, 5), start=(0, 0)), Competitor("warnsdorff"))
    >>> with Store.temporary() as store:
    ...     for run in run_all([task], 1):
    ...         store.add(run)
    ...     task in store, len(store), list(store.rows(["problem", "competitor", "status", "nodes"]))
    (True, 1, [('5x5 open from 0,0', 'warnsdorff', 'found', 25)])
    """

    _session: Mapping[str, Any] = {"started": "", "command": "", "load": None}

    @classmethod
    def temporary(cls, runs: Iterable[Run] = ()) -> Store:
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

    def begin_session(self, command: str) -> None:
        """Begin a session: store a command, the machine and its load. Runs that are added later belong to this session.

        Parameters
        ----------
        command : str
            The command line.
        """
        started = datetime.now(UTC).isoformat(timespec="seconds")
        self._session = {"started": started, "command": command, "load": psutil.getloadavg()[0]}
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

    def missing(self, plan: TaskPlan, retry: bool, kept: Callable[[str], object]) -> Iterator[Task]:
        """Yield the tasks of a plan whose runs are not stored or were interrupted.

        Parameters
        ----------
        plan : TaskPlan
            The plan. The problems and competitors of all its tasks are stored.
        retry : bool
            Whether tasks whose runs crashed are also yielded.
        kept : callable
            A function that is called with the text `"kept"` for each task that is not yielded, for example to show progress.

        Yields
        ------
        Task
            A task.
        """
        for task in plan:
            self.plan(task)
            if task in self and not (retry and self.termination(task).startswith("crashed")):
                kept("kept")
            else:
                yield task

    def __contains__(self, task: Task) -> bool:
        """Return whether the store has a run of the task that was not interrupted."""
        return self.termination(task) not in ("", INTERRUPTED)

    def termination(self, task: Task) -> str:
        """Return the termination of the stored run of a task.

        Parameters
        ----------
        task : Task
            The task.

        Returns
        -------
        str
            The termination, or an empty string if no run of the task is stored.
        """
        rows = self._execute("SELECT termination FROM runs WHERE id = ?", (task.id,))
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
            "id": task.id,
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
            "tour": measured.pop("packed"),
            **measured,
        }
        if task.walks is None:
            values |= {"walks": None, "tours": None}
        if values["answer"] == "impossible":  # delete the verdict, so that the no-tour answer is checked again
            self._execute("UPDATE problems SET verdict = 'null' WHERE number = :problem", values)
        # If a run of the task is stored, `excluded` holds the values of the new run, which replace all stored values.
        update = f"({', '.join(values)}) = ({', '.join(f'excluded.{name}' for name in values)})"
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
        with named_errors(self._name), self._connection:  # one transaction
            self._execute("BEGIN")
            for each in competitors:
                self._competitor(each)

    def _competitor(self, competitor: Competitor) -> int:
        values = {"competitor": competitor.name, "solver": competitor.solver, "version": get_solver(competitor.solver).version}
        values |= {"options": json.dumps(dict(competitor.options), sort_keys=True)}
        if competitor not in self._numbers:
            same = "(solver, options) = (:solver, :options)"  # all versions of the competitor, whatever their names
            for other in self._execute(f"SELECT * FROM competitors WHERE competitor = :competitor AND NOT {same}", values):
                conflict = f"{competitor.name!r} is the name of {other[2]} with the options {other[4]}"
                raise OptionError(f"{conflict}: give {competitor.call} another name", competitor)
            self._execute(f"UPDATE competitors SET competitor = :competitor WHERE {same}", values)
        return self._number(competitor, "competitors", values)

    def _session_on(self, machine: str) -> int:
        """Return the number of the row of `sessions` for the current command on a machine. If there is no such row, add it."""
        values = {**self._session, "machine": machine}
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
        with named_errors(self._name):
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

    def keep_verdict(self, no: No, verdict: str) -> None:
        """Store the verdict on a problem, that is, the result of the check of the answer `impossible`.

        Parameters
        ----------
        no : No
            The problem.
        verdict : str
            The verdict as JSON.
        """
        self._execute("UPDATE problems SET verdict = ? WHERE id = ?", (verdict, no.named.id))

    def _problem_of(self, document: str) -> NamedProblem:
        try:
            return problem_of(document)
        except (ValueError, LookupError, TypeError, KnightsTourError) as error:
            raise FormatError(
                f"{self._name} cannot be used: {document[:80]!r} does not describe a problem", document
            ) from error

    def sessions(self) -> list[dict[str, Any]]:
        """Return the commands that have written to the store, with their machines and loads.

        Returns
        -------
        list of dict
            The sessions, oldest first, with these keys: `started` (ISO 8601, UTC), `command`, `load` (average load of the last
            minute, or None if unknown), and `machine` (the document of `machine_document`).
        """
        return [
            {"started": started, "command": command, "load": load, "machine": json.loads(machine)}
            for _, started, command, load, machine in self._execute("SELECT * FROM sessions ORDER BY number")
        ]

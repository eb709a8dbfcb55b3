"""Compare solvers: `compare` runs them, and a `Comparison` contains the results, with tables, plots and exports."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, nullcontext
from functools import cached_property
from itertools import chain, product
from pathlib import Path
from textwrap import fill as fill_lines
from typing import Any, Literal, TypeAlias

import networkx as nx
import pandas as pd

from graphs.board import Board, Wrap
from graphs.edge_list import EdgeList
from graphs.errors import FormatError, expect
from graphs.leapers import KNIGHT, Leaper
from solvers.comparison.exports import export_scenario
from solvers.comparison.no_tour_answers import confirm_no_tour_answers
from solvers.comparison.problems import NamedProblem, each_once
from solvers.comparison.report import plots
from solvers.comparison.report.frame import runs_frame
from solvers.comparison.report.plots import Plot
from solvers.comparison.report.summary import Summary, best_of_all, differences, summaries_of, summary_table
from solvers.comparison.report.texts import WIDTH, CrossCheck, conditions_text, report_text
from solvers.comparison.runs import machine_id, run_all
from solvers.comparison.store import Store, usable
from solvers.comparison.suites import OF_PROBLEMS, STANDARD, Suite, check_suite_keys, read_suite, suite_sets
from solvers.comparison.tasks import Limits, Task, competitors_for, plan_tasks
from solvers.core.budget import Budget
from solvers.core.errors import OptionError
from solvers.core.problem import Problem
from solvers.workers import thread_executor

By: TypeAlias = Literal["leaper", "board", "suite"]
TABLES = {"main": summary_table, "differences": differences}


class Comparison:
    """Results of a comparison of solvers, with tables, plots and exports.

    `compare` returns a comparison, and `Comparison.read` reads a stored one. A notebook shows its main table.

    Examples
    --------
    >>> from solvers import compare
    >>> comparison = compare(boards=["5x5"], starts=["0,0"], solvers=["warnsdorff", "pruned"], jobs=1)
    >>> sorted(comparison.table()["solved"].items())
    [('best of all', 1.0), ('pruned', 1.0), ('warnsdorff', 1.0)]
    """

    def __init__(self, store: Store, not_run: str = "") -> None:
        self.store, self.not_run = store, not_run and f"{not_run[0].upper()}{not_run[1:]}."

    @classmethod
    def read(cls, *folders: str | Path) -> Comparison:
        """Read the runs of one or more stored comparisons.

        Parameters
        ----------
        *folders : str or Path
            Folders of comparisons. The runs of several folders are merged, without duplicates.

        Returns
        -------
        Comparison
            A comparison with all these runs.

        Raises
        ------
        FormatError
            If a folder contains no runs, or a file cannot be read.
        """
        return cls(Store.read(*folders))

    @cached_property
    def runs(self) -> pd.DataFrame:
        """The runs as a data frame, one row per run."""
        return runs_frame(self.store)

    def summaries(self, by: By | None = None) -> list[Summary]:
        """Return statistics and tests for each group of comparable runs.

        Parameters
        ----------
        by : {"leaper", "board", "suite"}, optional
            A property by which the runs are divided further into groups.

        Returns
        -------
        list of Summary
            One summary per group.
        """
        return summaries_of(self.runs, by)

    def table(self, kind: Literal["main", "differences"] = "main", *, by: By | None = None) -> pd.DataFrame:
        """Return the main table, or the table of pairwise tests.

        Parameters
        ----------
        kind : {"main", "differences"}, optional
            The main table, with one row per competitor; or the tests, with one row per pair of competitors.
        by : {"leaper", "board", "suite"}, optional
            A property by which the runs are divided.

        Returns
        -------
        pandas.DataFrame
            The table. Times are in seconds.
        """
        if kind not in TABLES:
            raise FormatError(f"unknown table {kind!r}; available: {', '.join(TABLES)}", kind)
        return TABLES[kind](self.summaries(by))

    def best_of_all(self) -> pd.DataFrame:
        """Return the scores of the virtual best solver, and the contribution of each competitor.

        Returns
        -------
        pandas.DataFrame
            One row for the virtual best solver, and one per competitor, with the number of problems that only this competitor
            solves, and the loss of the virtual best solver without it.
        """
        return best_of_all(self.summaries())

    def cactus(self) -> Plot:
        """Return the cactus plot: problems solved within each time.

        Returns
        -------
        Plot
            The plot.

        Raises
        ------
        FormatError
            If the runs have different limits, clocks, machines or sources.
        """
        return plots.cactus_plot(self.runs)

    def run_lengths(self) -> Plot:
        """Return the run-length plot: share of runs solved within each time.

        Returns
        -------
        Plot
            The plot.

        Raises
        ------
        FormatError
            If the runs have different limits, clocks, machines or sources.
        """
        return plots.run_length_plot(self.runs)

    def scatter(self, first: str, second: str) -> Plot:
        """Return a scatter plot of the times of two competitors, one point per problem.

        Parameters
        ----------
        first, second : str
            The names of the competitors.

        Returns
        -------
        Plot
            The plot.

        Raises
        ------
        FormatError
            If a competitor has no runs, or the runs have different limits, clocks, machines or sources.
        """
        return plots.scatter(self.runs, first, second)

    @cached_property
    def cross_check(self) -> CrossCheck:
        """Contradictions between answers, and failed runs."""
        return CrossCheck(self.runs)

    def to_aslib(self, folder: str | Path) -> Path:
        """Write a scenario of ASlib, the benchmark library of algorithm selection.

        Parameters
        ----------
        folder : str or Path
            The folder, which is created. Its name is the name of the scenario.

        Returns
        -------
        Path
            The folder.

        Raises
        ------
        FormatError
            If the runs have different conditions or no time limit, or a file cannot be written.
        """
        path = Path(folder)
        for name, text in export_scenario(path.name, self.store, self.runs).items():
            _write(path / name, text)
        return path

    def report(self, path: str | Path) -> Path:
        """Write an HTML page with the tables, plots and runs.

        Parameters
        ----------
        path : str or Path
            The file.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        SolverUnavailable
            If Jinja2 or Matplotlib is not installed.
        FormatError
            If the file cannot be written.
        """
        _write(Path(path), self.page)
        return Path(path)

    @cached_property
    def page(self) -> str:
        """The HTML page of the comparison."""
        from solvers.comparison.report.comparison_page import comparison_page

        return comparison_page(self.store, self.runs, self.summaries(), self.cross_check, self.not_run)

    def text(self, by: By | None = None, width: int = WIDTH) -> str:
        """Return the whole report as text.

        Parameters
        ----------
        by : {"leaper", "board", "suite"}, optional
            A property by which the runs are divided.
        width : int, optional
            Maximum length of a line, except lines with commands.

        Returns
        -------
        str
            The report, with a line break at its end.
        """
        width = min(width, WIDTH)
        conditions = conditions_text(self.runs, self.store.sessions())
        notes = [fill_lines(text, width) for text in (self.not_run, conditions)]
        return "\n".join(filter(None, [report_text(self.summaries(by), self.cross_check, width), *notes])) + "\n"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Comparison of {self.runs['competitor'].nunique()} competitors, {len(self.runs):,} runs>"

    def _repr_html_(self) -> str:
        return f"{self.table().to_html(float_format='{:.4g}'.format, na_rep='–')}<p>{self.cross_check.summary}</p>"


def _write(path: Path, text: str) -> None:
    with usable(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def compare(
    *,
    boards: Iterable[str | Board] = (),
    graphs: Iterable[str | nx.Graph[Any] | EdgeList] = (),
    problems: Iterable[Problem] = (),
    suite: str | None = None,
    starts: Any = None,
    end: Any = None,
    closed: bool | Literal["both"] = False,
    leaper: Leaper | Sequence[Leaper] = KNIGHT,
    wrap: Wrap | None = None,
    solvers: Iterable[Any] | None = None,
    budget: Budget | None = None,
    clock: Literal["cpu", "wall"] | None = None,
    memory: int | None = None,
    seeds: int | None = None,
    repeats: int | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    out: str | Path | None = None,
    advance: Callable[[str], object] | None = None,
) -> Comparison:
    """Run solvers on the same problems, with each run in its own process.

    Parameters
    ----------
    boards : iterable of str or Board, optional
        Boards, ranges of sizes such as `"3..8x3..10"`, board texts, or files that contain one.
    graphs : iterable of str, networkx.Graph or EdgeList, optional
        Graphs, graph files, folders of graph files, patterns of file names, or names of known graphs such as `"GP(11,2)"`.
    problems : iterable of Problem, optional
        Problems.
    suite : str, optional
        The name of a suite, or the path of its TOML file. By default it is `"standard"` if nothing else is given.
    starts : {"all", "orbits", "any"} or sequence, optional
        The starts of open tours: every square, one square per orbit, no given start, or these squares. By default, one square
        per orbit for boards, and no given start for graphs.
    end : tuple of int, str or Hashable, optional
        The last square or vertex of open tours.
    closed : bool or "both", optional
        Whether the tours are closed.
    leaper : tuple of int, or sequence of these, optional
        The leaper, e.g. (1, 2), or several leapers.
    wrap : {"rows", "cols", "both"}, optional
        Which opposite edges of the boards are joined.
    solvers : iterable, optional
        Competitors: texts such as `"cp-sat"` or `"lazy: cp-sat model=lazy-cuts"`, functions `(problem, meter, *, options)`,
        or dicts such as `{"lazy": ("cp-sat", {"model": "lazy-cuts"})}`. The text `"all"` means all solvers whose packages are
        installed. By default, those of the suite, or all.
    budget : Budget, optional
        Limits of each run, without `cancel`. By default, the limit of the suite, or one second.
    clock : {"cpu", "wall"}, optional
        The clock of limits and times: processor time or elapsed time. By default, the clock of `budget`, if given there, or
        processor time.
    memory : int, optional
        Limit on the resident memory of each run, in bytes. By default, the memory of the machine divided by its cores.
    seeds : int, optional
        Number of seeds 0, 1, … of each solver with random choices. By default, that of the suite, or one default seed.
    repeats : int, optional
        Number of runs with the same seed. By default, that of the suite, or one.
    jobs : int, optional
        Number of runs at the same time. By default, the number of cores.
    scheduler : str, optional
        Address of a Dask scheduler whose workers execute the runs.
    out : str or Path, optional
        Folder that stores the runs. If it contains runs of the same tasks, they are not repeated.
    advance : callable, optional
        Function that is called with `"stored"` or the status of a run after each task, and with `"checked"` for each no-tour
        answer that is checked, for example to show progress. If None, nothing is called.

    Returns
    -------
    Comparison
        The results.

    Raises
    ------
    KnightsTourError
        If an argument is invalid, a solver does not exist or lacks an option, or the folder cannot be used.

    Examples
    --------
    >>> comparison = compare(boards=["5x5"], starts=["0,0"], solvers=["warnsdorff", "pruned"], jobs=1)
    >>> comparison.runs[["competitor", "status", "nodes"]].values.tolist()
    [['warnsdorff', 'found', 25], ['pruned', 'found', 25]]
    """
    plan, not_run = comparison_plan(
        boards=boards, graphs=graphs, problems=problems, suite=suite, starts=starts, end=end, closed=closed, leaper=leaper,
        wrap=wrap, solvers=solvers, budget=budget, clock=clock, memory=memory, seeds=seeds, repeats=repeats,
    )  # fmt: skip
    with nullcontext(Store.temporary()) if out is None else Store.opened(out) as store:
        fill(store, plan, jobs=jobs, scheduler=scheduler, advance=advance)
    return Comparison(store if out is None else Store.read(out), not_run)  # without a lock, so that others can write


def fill(
    store: Store,
    plan: Iterable[Task],
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    shuffle: int = 0,
    command: str = "",
    advance: Callable[[str], object] | None = None,
) -> None:
    """Execute the tasks that have no stored run, and check answers that no tour exists.

    One run of each competitor comes first, because it loads the code of the competitor. The other runs are in random order.

    Parameters
    ----------
    store : Store
        The store.
    plan : iterable of Task
        The tasks, which are iterated once.
    jobs : int, optional
        The number of processes, as in `run_all`.
    scheduler : str, optional
        Address of a Dask scheduler, as in `compare`.
    shuffle : int, optional
        The seed of the order of the runs, which is also stored.
    command : str, optional
        The command line, which is stored for messages.
    advance : callable, optional
        A function that is called with `"stored"` for each task whose run is stored, with the status of each new run, and with
        `"checked"` for each no-tour answer that is checked. If None, nothing is called.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import Competitor, NamedProblem, Store
    >>> tasks = [Task(NamedProblem.on_board(Board(3, 3)), Competitor("pruned"))]
    >>> with Store.temporary() as store:
    ...     fill(store, tasks, jobs=1)
    ...     list(store.rows(["status", "truth", "checked", "unconfirmed"]))
    [('impossible', 'none', 'by a reason', 0)]
    """
    advance = bool if advance is None else expect("__call__", advance, "advance")
    with thread_executor(jobs, scheduler) as executor:
        on_workers = getattr(executor, "run_on_workers", None)
        machines = set(on_workers(machine_id)) if on_workers else ()
        store.begin_session(command, shuffle)
        missing = store.missing(plan, machines, lambda: advance("stored"))
        random.Random(shuffle).shuffle(missing)
        first = {task.competitor: task for task in missing}.values()
        with closing(run_all(dict.fromkeys([*first, *missing]), executor=executor)) as runs:
            for run in runs:
                store.add(run)
                advance(run.status)
    confirm_no_tour_answers(store, lambda: advance("checked"))


def comparison_plan(
    *,
    boards: Iterable[Any],
    problems: Iterable[Problem] = (),
    suite: str | None,
    leaper: Any,
    solvers: Iterable[Any] | None,
    budget: Budget | None,
    clock: str | None,
    memory: int | None,
    seeds: int | None,
    repeats: int | None,
    **table: Any,
) -> tuple[list[Task], str]:
    """Return one task per run that the arguments of `compare` specify, and a sentence on competitors without tasks."""
    if table["starts"] is None:
        table["starts"] = "orbits"  # graphs have no orbits, so any start
    lists = {"boards": boards, "graphs": table["graphs"], "problems": problems, "leaper": leaper}
    for name, value in (lists | ({} if solvers is None else {"solvers": solvers})).items():
        expect(Iterable, value, name)
    starts, closed, wrap = table["starts"], table["closed"], {} if table["wrap"] is None else {"wrap": table["wrap"]}
    check_suite_keys({"starts": starts if isinstance(starts, str) else [], "closed": closed} | wrap, OF_PROBLEMS)
    if closed is True and table["end"] is not None:
        raise FormatError("end applies only to open tours: leave it out", table["end"])
    leapers = [leaper] if all(isinstance(each, int) for each in leaper) else leaper
    tables = [table | {"boards": [board], "graphs": (), "leaper": each} for board, each in product(boards, leapers)]
    sets = [*chain.from_iterable(map(suite_sets, [*tables, table]))]
    sets += ([NamedProblem.of(Problem.of(each), f"problem {number}")] for number, each in enumerate(problems))
    suite = STANDARD if suite is None and not sets else suite
    named = Suite(()) if suite is None else read_suite(expect(str, suite, "suite"))
    competitors = competitors_for(named.solvers if solvers is None else solvers)
    budget = named.budget if budget is None else expect(Budget, budget, "budget")
    if budget.cancel is not None:
        raise OptionError("a comparison cannot be cancelled by an event: leave out cancel", budget)
    if clock and budget.clock not in (None, clock):
        raise OptionError(f"clock={clock!r} differs from the clock of the budget, {budget.clock!r}: leave one out", clock)
    limits = Limits(budget.seconds, budget.nodes, memory=memory, clock=clock or budget.clock or "cpu")
    seeds, repeats = named.seeds if seeds is None else seeds, named.repeats if repeats is None else repeats
    different = each_once([*sets, named.problems])
    plan = plan_tasks(different, competitors, limits, seeds, repeats)
    if not plan:
        why = "none of the solvers supports the problems" if competitors else "the list of solvers is empty"
        raise FormatError(f"nothing to compare: {why}; choose other solvers")
    running = {task.competitor for task in plan}
    idle = [each.name for each in competitors if each not in running]
    all_problems = f"any of the {len(different):,} problems" if len(different) > 1 else "the problem"
    do_not = "does not" if len(idle) == 1 else "do not"
    return plan, f"not run: {', '.join(idle)} {do_not} support {all_problems}" * bool(idle)

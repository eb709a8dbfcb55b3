"""Compare solvers: `compare` selects problems and competitors, executes the runs, and returns a `Comparison`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain, islice, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from graphs.board import Board, Wrap
from graphs.errors import BoardError, FormatError
from graphs.leapers import KNIGHT, MAX_GRAPH_SQUARES, Leaper
from solvers.comparison.comparison import Comparison
from solvers.comparison.machine import machine_id
from solvers.comparison.noes import check_noes
from solvers.comparison.problems import NamedProblem, ProblemSet
from solvers.comparison.runs import check_option_values, run_all
from solvers.comparison.store import Store
from solvers.comparison.suites import STANDARD, Suite, problem_sets, read_suite
from solvers.comparison.tasks import Competitor, Limits, Task, TaskPlan, competitors_for, tasks_for
from solvers.core.budget import Budget
from solvers.core.problem import Problem
from solvers.core.registry import get_solver
from solvers.workers import thread_executor

if TYPE_CHECKING:
    import networkx as nx

    from graphs.edge_list import EdgeList

TIME_LIMIT = 1.0
"""Default time limit per run, in seconds."""
SHUFFLED = 10_000
"""Number of tasks that are shuffled at a time, so that a million tasks are not in memory."""
MOST_SQUARES = 100_000_000
"""Maximum number of squares of a board. A larger tour would need more than a gigabyte."""


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
    clock: Literal["cpu", "wall"] = "cpu",
    memory: int | None = None,
    seeds: int | None = None,
    repeats: int | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    out: str | Path | None = None,
    advance: Callable[[str], object] = bool,
) -> Comparison:
    """Run solvers on the same problems, each run in a process of its own.

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
        or dicts such as `{"lazy": ("cp-sat", {"model": "lazy-cuts"})}`. The text `"all"` stands for all solvers whose packages
        are installed. By default, those of the suite, or all.
    budget : Budget, optional
        Limits of each run. By default, the limit of the suite, or one second.
    clock : {"cpu", "wall"}, optional
        The clock of limits and times: processor time or elapsed time.
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
        Function that is called with `"stored"` or the status of a run after each task, for example to show progress.

    Returns
    -------
    Comparison
        The runs, and everything that is computed from them.

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
    plan = plan_of(
        boards=boards, graphs=graphs, problems=problems, suite=suite, starts=starts, end=end, closed=closed, leaper=leaper,
        wrap=wrap, solvers=solvers, budget=budget, clock=clock, memory=memory, seeds=seeds, repeats=repeats,
    )  # fmt: skip
    check_option_values(plan.competitors.values())
    store = Store.temporary() if out is None else Store.opened(out)
    with ExitStack() as on_return:
        on_return.push(store)
        store.enter(plan.competitors)
        fill(store, plan, jobs=jobs, scheduler=scheduler, advance=advance)
        if out is None:
            on_return.pop_all()
            return Comparison(store)
    return Comparison.read(out)  # without a lock, so that the next comparison can write to the folder


def fill(
    store: Store,
    plan: Iterable[Task],
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    retry: bool = False,
    shuffle: int = 0,
    command: str = "",
    advance: Callable[[str], object] = bool,
) -> None:
    """Execute the tasks of a plan whose runs are not stored, in random order, and store the runs. Then check no-tour answers.

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
    retry : bool, optional
        Whether tasks whose runs crashed are executed again.
    shuffle : int, optional
        The seed of the order of the runs, which the store also keeps.
    command : str, optional
        The command line, which the store keeps for messages.
    advance : callable, optional
        A function that is called with `"stored"` for each task whose run is stored, with the status of each new run, and with
        `"checked"` for each no-tour answer that is checked.

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
    with thread_executor(jobs, scheduler) as executor:
        on_workers = getattr(executor, "run_on_workers", None)
        machines = {machine_id()} if on_workers is None else set(on_workers(machine_id))
        store.begin_session(command, shuffle)
        missing = shuffled(store.missing(plan, retry, machines, lambda: advance("stored")), shuffle)
        with closing(run_all(missing, executor=executor)) as runs:
            for run in runs:
                store.add(run)
                advance(run.status)
    check_noes(store, lambda: advance("checked"))


def shuffled(tasks: Iterable[Task], seed: int) -> Iterator[Task]:
    """Yield tasks in random order. `SHUFFLED` tasks are shuffled at a time."""
    tasks, chance = iter(tasks), random.Random(seed)
    while batch := list(islice(tasks, SHUFFLED)):
        chance.shuffle(batch)
        yield from batch


def plan_of(
    *,
    boards: Iterable[Any] = (),
    graphs: Iterable[Any] = (),
    problems: Iterable[Problem] = (),
    suite: str | None = None,
    leaper: Any = KNIGHT,
    wrap: Wrap | None = None,
    solvers: Iterable[Any] | None = None,
    budget: Budget | None = None,
    clock: str = "cpu",
    memory: int | None = None,
    seeds: int | None = None,
    repeats: int | None = None,
    **ends: Any,
) -> TaskPlan:
    """Return the tasks of a comparison. The parameters are those of `compare`."""
    leapers = [leaper] if all(isinstance(each, int) for each in leaper) else leaper
    ends["starts"] = "orbits" if ends.get("starts") is None else ends["starts"]  # graphs have no orbits, so any start
    pairs = product(boards, leapers)
    tables = [{"boards": [board], "leaper": list(leaper), "wrap": wrap, **ends} for board, leaper in pairs]
    sets = list(chain.from_iterable(map(problem_sets, [*tables, {"graphs": graphs, **ends}])))
    for number, each in enumerate(problems):
        sets.append(ProblemSet(NamedProblem.of(each, f"problem {number}"), [each.start], each.end, each.closed))
    named = read_suite(suite or STANDARD) if suite is not None or not sets else Suite("", "", ())
    entries = named.solvers if solvers is None else solvers
    budget = Budget(named.time_limit or TIME_LIMIT, named.node_limit) if budget is None else budget
    competitors = competitors_for(entries)
    _check_sizes((*sets, *named.sets), competitors)
    plan = TaskPlan(
        (*sets, *named.sets),
        partial(
            tasks_for,
            competitors=competitors,
            limits=Limits(budget.seconds, budget.nodes, memory=memory, clock=clock),
            seeds=named.seeds if seeds is None else seeds,
            repeats=repeats or named.repeats,
        ),
    )
    if not plan.count:
        raise FormatError("nothing to compare: none of the solvers supports the problems; choose other solvers")
    return plan


def _check_sizes(sets: Iterable[ProblemSet], competitors: Iterable[Competitor]) -> None:
    """Check that no board or graph is too large for the solvers that run on it."""
    needy = [each for each in competitors if get_solver(each.solver).reads_graph]
    for subject in (each.subject for each in sets):
        names = [each.solver for each in needy if each.name in (subject.solvers or (each.name,))]
        most = MAX_GRAPH_SQUARES if names else MOST_SQUARES
        if (size := subject.problem.size) > most:
            others = f" with {names[0]}, which reads the graph, and {MOST_SQUARES:,} with solvers that do not" if names else ""
            raise BoardError(f"a board of {size:,} squares is too large: the maximum is {most:,}{others}", subject.board)

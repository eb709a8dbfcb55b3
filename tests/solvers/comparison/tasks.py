"""Tasks of comparisons, and runs that nobody has carried out."""

from dataclasses import replace

from graphs import Board
from solvers.comparison import Competitor, Limits, Measurement, NamedProblem, Run, Store, Task


def on(board="5x5", leaper=(1, 2), wrap=None, **ends):
    return NamedProblem.on_board(Board.parse(board, wrap), leaper, **ends)


CORNER = on(start=(0, 0))
AMPLE, LIMITS = Limits(60), Limits(10)


def task(solver="warnsdorff", limits=AMPLE, problem=CORNER, **options):
    return Task(problem, Competitor(solver, options), limits=limits)


def made(task, termination="found", reason="", answer=None, **measured):
    """Return a run of a task. The answer is the termination, if that is an answer, unless it is given."""
    if answer is None:
        answer = termination if termination in ("found", "impossible") else ""
    return Run(task, Measurement(termination, reason, answer, 25, **measured), "2026-01-01T00:00:00.000+00:00", "{}")


def store_of(runs):
    """Return a temporary store with runs."""
    store = Store.temporary()
    for run in runs:
        store.add(run)
    return store


def plan_known(store, problem, known, source="", solver="cp-sat"):
    store.plan(Task(replace(problem, known=known, source=source), Competitor(solver)))


def add(store, problem, solver, termination, answer=None, reason="", *, limits=LIMITS, seed=None, repeat=0, **options):
    """Add a run of half a second to a store, and return its id. A problem may be a board such as "5x5"."""
    problem = on(problem) if isinstance(problem, str) else problem
    run = made(Task(problem, Competitor(solver, options), seed, limits, repeat), termination, reason, answer, seconds=0.5)
    store.add(run)
    return run.id

"""Record a search, and write an HTML page that replays it."""

from __future__ import annotations

from functools import partial
from typing import Any

from graphs.leapers import KNIGHT, Leaper
from graphs.obstructions import squares_at_steps
from graphs.verify import Steps
from solvers.core.budget import Budget, Meter
from solvers.core.forms import orient
from solvers.core.outcome import Status
from solvers.core.problem import Problem, Subject
from solvers.core.progress import begin_step
from solvers.core.recording import REASONS, Recorder, Recording
from solvers.core.registry import Solver
from solvers.pages.explorer import Explorer, explorer_number
from solvers.pages.rendering import render_page
from solvers.solving.decide import decide
from solvers.solving.solve import able_solver, require_ability, run, verified_result

# limits for deciding whether a tour exists, after a search that ended in a dead end
DECISION = Budget(seconds=10, nodes=100_000)
MISSED = {
    True: "there is {problem}, but this search missed it",
    False: "there is no such tour: {reason}",
    None: "unknown whether there is {problem}",
}


def record_search(
    problem: Subject,
    solver: str | Solver,
    *,
    leaper: Leaper = KNIGHT,
    start: Any = None,
    end: Any = None,
    closed: bool = False,
    steps: Steps = (),
    budget: Budget | None = None,
    **options: Any,
) -> Recording:
    """Run a solver on a board and record its search.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        As in `solve`. A graph must be the move graph of a board.
    solver : str or Solver
        A solver whose attribute `watchable` is True (see `solver_table`).
    leaper, start, end, closed, steps, budget, **options : optional
        As in `solve`.

    Returns
    -------
    Recording
        The events of the search, and the result.

    Raises
    ------
    UnsupportedProblem
        If the solver cannot be recorded, or if there is no board of at most 10,000 squares. `solve` lists other errors.

    Examples
    --------
    >>> recording = record_search("3x3", "warnsdorff", start=(0, 0))
    >>> recording.events, recording.result.reason
    ((0, 20, 24, 4, 32, 12, 8, 28), 'dead end at (2, 1) after 8 of 9 squares')
    """
    problem = Problem.of(problem, leaper, start, end, closed, steps)
    entry = able_solver(problem, solver, options)
    require_ability(entry, "watchable", "cannot be watched")
    as_seen, turned = orient(problem)
    meter = Meter(budget)
    meter.path = recorder = Recorder(as_seen)
    begin_step(f"trying {entry.name}")
    outcome = run(entry, problem, meter, options)
    result = verified_result(problem, outcome, meter, entry, options)
    if result.tour is not None:  # a solver may place the last squares all at once, without recording them
        for _, square in sorted(zip(turned(range(problem.size)), result.tour, strict=True))[len(recorder) :]:
            recorder.append(square)
    return Recording(as_seen, problem, result, tuple(recorder.events))


def recorded_search_page(recording: Recording, *, chess: bool = False) -> str:
    """Return an HTML page that replays a recorded search."""
    problem, result, board, obstruction = recording.problem, recording.result, recording.board, recording.obstruction
    explorer = Explorer(chess)
    explorer.add_board("", problem, {})
    number = partial(explorer_number, cols=board.cols)
    allowed = [sorted(map(number, squares)) for squares in squares_at_steps(problem.neighbours(), problem)]
    search = {"events": recording.events, "reasons": REASONS, "allowed": allowed, "start": number(problem.start)}
    notes = [] if problem == recording.asked else [f"the solver receives {problem}"]
    if obstruction is not None:
        explorer.add_entry("impossible", "", None, obstruction, problem)
    shown = result
    if result.status is Status.UNKNOWN and not result.limit:
        shown = decide(recording.asked, budget=DECISION)
        notes.append(MISSED[shown.exists].format(problem=recording.asked, reason=shown.reason))
    ending = "; ".join(filter(None, [str(obstruction or result.reason), *notes]))
    data = {"explorer": explorer.document(), "search": search}
    return render_page(
        "search.html",
        data,
        title=f"{result.solver}: {recording.asked}",
        ending=ending,
        board=board,
        chess=chess,
        result=result,
        exists=shown.status.value,
        notes=recording.notes,
    )

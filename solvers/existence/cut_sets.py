"""The smallest cut set of a problem, by a CP-SAT model that chooses the cut and labels the parts.

Each square is in the cut or has a label. Two squares outside the cut that are a move apart have the same label, and a square
whose label is the number of that square counts as one part. So the model covers cut sets of every shape. Cost: exponential;
a second or two up to about 60 squares.
"""

from __future__ import annotations

import math
from typing import Any

from graphs.obstructions import CutSet, cut_set
from solvers.problem import Problem

__all__ = ["smallest_cut_set"]


def smallest_cut_set(problem: Problem, effort: float = 1.0, seconds: float = math.inf) -> CutSet | None:
    """Return the smallest cut set by which a problem has no tour, or None where the search finds none in time.

    Parameters
    ----------
    problem : any problem.
    effort : CP-SAT's deterministic time, about seconds; with it, the answer is the same on every machine.
    seconds : a limit of wall time.

    Examples
    --------
    >>> from graphs import Board
    >>> print(smallest_cut_set(Problem.on_board(Board(4, 4))))
    without the 4 squares (1, 1), (1, 2), (2, 1), (2, 2) the board falls into 6 parts, more than a tour cut at them can have
    """
    from ortools.sat.python import cp_model

    graph = problem.graph
    number = {square: index for index, square in enumerate(graph)}
    model = cp_model.CpModel()
    cut = {square: model.new_bool_var("") for square in graph}
    label = {square: model.new_int_var(0, max(0, len(graph) - 1), "") for square in graph}
    part = {square: model.new_bool_var("") for square in graph}
    for square, index in number.items():
        model.add(label[square] == index).only_enforce_if(part[square])
        model.add_implication(part[square], ~cut[square])
    moves = [(here, there) for here, near in graph.adjacency() for there in near if number[here] < number[there]]
    for here, there in moves:
        model.add(label[here] == label[there]).only_enforce_if(~cut[here], ~cut[there])
    model.add(sum(part.values()) >= _pieces(problem, model, cut, label, part) + 1)
    model.minimize(sum(cut.values()))
    search = cp_model.CpSolver()
    search.parameters.num_workers = 1
    search.parameters.catch_sigint_signal = False
    search.parameters.max_deterministic_time = effort
    if seconds < math.inf:
        search.parameters.max_time_in_seconds = seconds
    if _solved(search, model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    chosen = frozenset(square for square in graph if search.boolean_value(cut[square]))
    claim = cut_set(graph, chosen)
    return claim if claim.holds(graph, problem) else None


def _pieces(problem: Problem, model: Any, cut: dict[Any, Any], label: dict[Any, Any], part: dict[Any, Any]) -> Any:
    """Return the number of pieces that a tour can leave without the squares of the cut; see `graphs.obstructions.CutSet`."""
    size: Any = sum(cut.values())
    if problem.closed and None in (problem.start, problem.end):  # with both ends given, the rule for open tours says more
        model.add_at_least_one(cut.values())
        return size
    given = [end for end in dict.fromkeys((problem.start, problem.end)) if end is not None]
    pieces = size + 1 - sum(cut[end] for end in given)
    if len(given) < 2:
        return pieces
    together = model.new_bool_var("")
    model.add(label[given[0]] == label[given[1]]).only_enforce_if(together)
    for end in given:
        model.add_implication(together, ~cut[end])
    model.add(sum(part.values()) >= 2).only_enforce_if(together)
    return pieces - together


def _solved(search: Any, model: Any) -> Any:
    """Run CP-SAT in another thread, so that Ctrl-C reaches Python while it works."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        run = pool.submit(search.solve, model)
        try:
            return run.result()
        except KeyboardInterrupt:
            search.stop_search()
            raise

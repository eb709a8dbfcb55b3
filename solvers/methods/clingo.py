"""Answer set programming: rules define a tour for the solver clingo.

The vertices are the squares. For an open tour, there is an additional vertex that makes the tour a cycle (see `Circuit`).

The first two rules choose one move out of each vertex and one move into it, so the chosen moves form cycles. Two more rules
define which vertices are reached: vertex 0, and each vertex to which a chosen move leads from a reached vertex. The last rule
requires that every vertex is reached. In an answer set [1]_, each fact must follow from the rules without using itself. So no
vertex of a cycle without vertex 0 is reached, and the last rule excludes this cycle. The clauses of a SAT solver have no such
condition: the facts of a cycle can follow from each other. So SAT solvers need cuts instead (see `lazy_cuts`).

The solver is clingo [2]_. A search node is a conflict: a point where clingo has to undo decisions. The time is exponential at
worst; a board of about 40x40 takes a second.

References
----------
.. [1] I. Niemelä, Logic programs with stable model semantics as a constraint programming paradigm, 1999.
.. [2] M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, Multi-shot ASP solving with clingo, 2019.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from graphs.loading import load
from graphs.text import plural
from solvers.core.budget import Meter
from solvers.core.outcome import Outcome, outcome_of
from solvers.core.problem import Problem
from solvers.core.registry import solver

PROGRAM = """
{ go(X, Y) : edge(X, Y) } = 1 :- vertex(X).
{ go(X, Y) : edge(X, Y) } = 1 :- vertex(Y).
reached(0).
reached(Y) :- go(X, Y), reached(X).
:- vertex(X), not reached(X).
#show go/2.
"""
MOST_CONFLICTS = 2**32 - 1  # largest limit on conflicts that clingo accepts
GROUNDING = 5e-5
"""Maximum time of clingo to read the program, in seconds per arc.

During this time, clingo cannot be stopped: after Ctrl-C, it continues in a thread.
"""
WAIT = 0.05  # seconds between two checks of the clock and for Ctrl-C


def clingo_tours(problem: Problem, meter: Meter, most: int | None = None) -> Iterator[list[Hashable]]:
    """Yield at most `most` tours, then set `meter.nodes`."""
    load("clingo", "solvers.methods.arrays")
    import clingo

    from solvers.methods.arrays import Circuit, adjacency_arrays

    adjacency = adjacency_arrays(problem, meter=meter)
    arcs = len(adjacency.heads)
    meter.require_seconds(arcs * GROUNDING, f"reading a program of {arcs:,} arcs with clingo")
    circuit = Circuit(adjacency)
    limit, count = meter.budget.nodes, 0
    control = clingo.Control(["--warn=none"])
    edges = (f"edge({tail},{head})." for tail, head in meter.watched(circuit.arcs))
    program = "\n".join([PROGRAM, f"vertex(0..{circuit.nodes[-1]}).", *edges])
    solving: Any = control.configuration.solve
    solving.models = most or 0
    if limit is not None:
        solving.solve_limit = str(min(limit - 1, MOST_CONFLICTS))  # clingo stops one conflict after its limit

    def begin() -> Any:
        control.add("base", [], program)
        control.ground([("base", [])])
        return control.solve(yield_=True, async_=True)

    with meter.wait_for(begin) as search:
        while True:
            search.resume()
            while not search.wait(WAIT):
                meter.check()
            model = search.model()
            if model is None:
                break
            count += 1
            yield circuit.tour_of(tuple(each.number for each in move.arguments) for move in model.symbols(shown=True))
        is_finished = bool(search.get().exhausted) or count == most
    conflicts = int(control.statistics["solving"]["solvers"]["conflicts"])
    meter.nodes = conflicts if limit is None else min(conflicts, limit)
    if not is_finished:
        raise meter.spent("node limit")


@solver(
    "clingo",
    summary="answer set programming with clingo",
    exact=True,
    closed=True,
    fixed_end=True,
    tours=clingo_tours,
    packages=("clingo",),
    extra="peers",
    reference="M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, Multi-shot ASP solving with clingo, 2019",
)
def clingo(problem: Problem, meter: Meter) -> Outcome:
    """Search for a tour by answer set programming with clingo.

    >>> from graphs import Board
    >>> from solvers import solve
    >>> solve(Board(6, 6), "clingo", closed=True).status.value, solve(Board(4, 4), "clingo").status.value
    ('found', 'impossible')
    """
    tour = next(iter(list(clingo_tours(problem, meter, most=1))), None)
    reason = f"clingo proves that the rules have no answer set after {plural(meter.nodes, 'conflict')}"
    return outcome_of(tour, meter, reason)

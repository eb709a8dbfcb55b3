"""Answer set programming: rules say what a tour is, and clingo finds a set of moves that satisfies them.

The rules choose one move out of each square and one move into it, so that the chosen moves are cycles. Then they say which
vertices are reached: vertex 0 is, and so is every vertex to which a chosen move leads from one that is. In an answer set
nothing is reached by a circle of reasons, as a cycle apart from vertex 0 would be. So the last rule, that every vertex is
reached, leaves one cycle. (Clauses have no such definitions: a SAT solver needs cuts.) `circuits` says what the vertices are.

I. Niemelä, Logic programs with stable model semantics as a constraint programming paradigm, 1999; M. Gebser, R. Kaminski, B.
Kaufmann and T. Schaub, Multi-shot ASP solving with clingo, 2019. A node is a conflict. Cost: exponential at worst; a second at
about 40x40.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any

from graphs.loading import load
from graphs.text import plural
from solvers.budget import Meter
from solvers.outcome import Outcome
from solvers.problem import Problem
from solvers.registry import solver

if TYPE_CHECKING:
    from solvers.methods.circuits import Circuit

__all__ = ["PROGRAM", "clingo", "clingo_tours"]

PROGRAM = """
{ go(X, Y) : edge(X, Y) } = 1 :- vertex(X).
{ go(X, Y) : edge(X, Y) } = 1 :- vertex(Y).
reached(0).
reached(Y) :- go(X, Y), reached(X).
:- vertex(X), not reached(X).
#show go/2.
"""
GROUNDING = 5e-5
"""Seconds that clingo takes at most for each arc before the search. Nobody can stop it meanwhile."""
WAIT = 0.05
"""Seconds between two looks at the clock and at Ctrl-C."""


def clingo_tours(problem: Problem, meter: Meter, most: int | None = None) -> Iterator[list[Hashable]]:
    """Yield at most `most` tours, in the order in which clingo finds them; None means no limit.

    At the end, the nodes of the meter are the conflicts.

    Raises
    ------
    BudgetSpent : the budget ran out before clingo had found `most` tours, or all.
    """
    load("clingo", "solvers.methods.compiled.arrays")
    import clingo

    from solvers.methods.circuits import Circuit
    from solvers.methods.compiled.arrays import adjacency_of

    adjacency = adjacency_of(problem, meter=meter)
    arcs = len(adjacency.heads)
    meter.require_seconds(arcs * GROUNDING, f"the reading by clingo of {arcs:,} arcs")
    circuit = Circuit(adjacency)
    limit, found = meter.budget.nodes, 0
    control = clingo.Control(["--warn=none"])
    control.add("base", [], _program(circuit, meter))
    control.ground([("base", [])])
    solving: Any = control.configuration.solve
    solving.models = most or 0
    if limit is not None:
        solving.solve_limit = str(limit - 1)  # clingo stops a conflict late
    with control.solve(yield_=True, async_=True) as search:
        while True:
            search.resume()
            while not search.wait(WAIT):
                meter.check()
            model = search.model()
            if model is None:
                break
            found += 1
            yield circuit.tour_of(tuple(each.number for each in move.arguments) for move in model.symbols(shown=True))
        is_finished = bool(search.get().exhausted) or found == most
    conflicts = int(control.statistics["solving"]["solvers"]["conflicts"])
    meter.nodes = conflicts if limit is None else min(conflicts, limit)
    if not is_finished:
        raise meter.spent("node limit")


@solver(
    "clingo",
    summary="answer set programming with clingo: rules that say what a tour is",
    exact=True,
    closed=True,
    fixed_end=True,
    tours=clingo_tours,
    packages=("clingo",),
    extra="peers",
    reference="M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, Multi-shot ASP solving with clingo, 2019",
)
def clingo(problem: Problem, meter: Meter) -> Outcome:
    """Return a tour, or IMPOSSIBLE where the rules have no answer set.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers import solve
    >>> solve(Board(6, 6), "clingo", closed=True).status.value, solve(Board(4, 4), "clingo").status.value
    ('found', 'impossible')
    """
    for tour in list(clingo_tours(problem, meter, most=1)):
        return Outcome.found(tour, meter.nodes)
    reason = f"clingo proves that the rules have no answer set after {plural(meter.nodes, 'conflict')}"
    return Outcome.impossible(meter.nodes, reason)


def _program(circuit: Circuit, meter: Meter) -> str:
    """Return the rules, and the vertices and arcs as facts."""
    facts = [f"vertex(0..{circuit.nodes[-1]})."]
    facts += (f"edge({tail},{head})." for tail, head in meter.watched(circuit.arcs))
    return "\n".join([PROGRAM, *facts])

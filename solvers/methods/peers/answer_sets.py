"""Answer set programming: rules say what a tour is, and clingo finds a set of moves that satisfies them.

The rules choose one move out of each square and one move into it, so that the chosen moves are cycles. Then they say which
vertices are reached: vertex 0 is, and so is every vertex to which a chosen move leads from one that is. In an answer set
nothing is reached by a circle of reasons, as a cycle apart from vertex 0 would be. So the last rule, that every vertex is
reached, leaves one cycle. (Clauses have no such definitions: a SAT solver needs cuts.) For an open tour, vertex 0 is the apex:
the tour steps from there to its start, and from its end back to it.

I. Niemelä, Logic programs with stable model semantics as a constraint programming paradigm, 1999; M. Gebser, R. Kaminski, B.
Kaufmann and T. Schaub, Multi-shot ASP solving with clingo, 2019. A node is a conflict. Cost: exponential at worst; a second at
about 40x40.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from graphs.leapers import ordered_neighbours
from solvers.budget import Meter
from solvers.errors import BudgetSpent
from solvers.problem import Problem
from solvers.registry import solver
from solvers.result import Outcome

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


def clingo_tours(problem: Problem, meter: Meter) -> Iterator[list[Hashable]]:
    """Yield every tour, in the order in which clingo finds them. The parameters are those of `clingo`.

    Raises
    ------
    BudgetSpent : the budget ran out before clingo had found all.
    """
    program = _Program(problem, meter)
    yield from program.tours(meter, most=0)
    program.check_finished(meter)


@solver(
    "clingo",
    summary="answer set programming with clingo: rules that say what a tour is",
    exact=True,
    closed=True,
    fixed_end=True,
    tours=clingo_tours,
    loads_from=0,
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
    program = _Program(problem, meter)
    found = list(program.tours(meter, most=1))
    if found:
        return Outcome.found(found[0], meter.nodes)
    program.check_finished(meter)
    return Outcome.impossible(meter.nodes, f"clingo proves that the rules have no answer set after {meter.nodes:,} conflicts")


class _Program:
    """The rules and the facts of one problem."""

    def __init__(self, problem: Problem, meter: Meter) -> None:
        import clingo

        neighbours = ordered_neighbours(problem.graph_within(meter), watched=meter.watched)
        self._closed, self._start = problem.closed, problem.start
        apex = [] if problem.closed else [None]
        self._vertices: list[Any] = [*apex, *neighbours]
        number = {square: place for place, square in enumerate(self._vertices)}
        pairs = [(number[here], number[there]) for here, near in meter.watched(neighbours.items()) for there in near]
        rules = [PROGRAM]
        if not problem.closed:
            every = range(1, len(self._vertices))
            pairs += [(0, start) for start in (every if problem.start is None else [number[problem.start]])]
            pairs += [(end, 0) for end in (every if problem.end is None else [number[problem.end]])]
        if len(pairs) * GROUNDING > meter.seconds_left:
            raise BudgetSpent(
                f"too little of the time limit of {meter.budget.seconds:g} s is left: clingo takes about "
                f"{len(pairs) * GROUNDING:.2g} s for {len(pairs):,} arcs before the search",
                meter.budget,
                "time limit",
            )
        rules += (f"vertex({vertex})." for vertex in range(len(self._vertices)))
        rules += (f"edge({here},{there})." for here, there in meter.watched(pairs))
        self._control = clingo.Control(["--warn=none"])
        self._control.add("base", [], "\n".join(rules))
        self._control.ground([("base", [])])
        self._exhausted = False

    def tours(self, meter: Meter, most: int) -> Iterator[list[Hashable]]:
        """Yield tours, at most so many, or all where `most` is 0.

        The search ends by itself at the node limit; `check_finished` tells that apart from its end.

        Raises
        ------
        BudgetSpent : the time is over.
        """
        solving: Any = self._control.configuration.solve
        solving.models = most
        if meter.budget.nodes is not None:
            solving.solve_limit = str(meter.budget.nodes - 1)  # clingo stops a conflict late
        with self._control.solve(yield_=True, async_=True) as search:
            while True:
                search.resume()
                while not search.wait(WAIT):
                    meter.check()
                model = search.model()
                if model is None:
                    break
                after = dict(tuple(each.number for each in move.arguments) for move in model.symbols(shown=True))
                yield self._tour(after)
            self._exhausted = bool(search.get().exhausted)
        conflicts = int(self._control.statistics["solving"]["solvers"]["conflicts"])
        meter.nodes = conflicts if meter.budget.nodes is None else min(conflicts, meter.budget.nodes)

    def _tour(self, after: dict[int, int]) -> list[Hashable]:
        first = self._vertices.index(self._start) if self._closed and self._start is not None else 0
        order = [first]
        while (there := after[order[-1]]) != first:
            order.append(there)
        return [self._vertices[vertex] for vertex in order if self._closed or vertex != 0]

    def check_finished(self, meter: Meter) -> None:
        """Check that the last search has seen all tours.

        Raises
        ------
        BudgetSpent : it stopped at the node limit.
        """
        if not self._exhausted:
            raise BudgetSpent(f"stopped at the node limit of {meter.budget.nodes:,}", meter.budget, "node limit")

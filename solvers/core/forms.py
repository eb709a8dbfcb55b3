"""Convert problems to equivalent problems that solvers support."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from typing import Any

from graphs.edge_list import EdgeList
from graphs.obstructions import EndNotAMove, NoSquares, Obstruction, TooFewSquares
from graphs.obstructions.obstruction import known_steps
from solvers.core.budget import Meter
from solvers.core.outcome import Outcome, SearchProof
from solvers.core.problem import Problem

FORMS = {
    "directed graphs": "in the equivalent undirected graph, with (v, 'in'), (v, 'mid') and (v, 'out') for each vertex v",
    "fixed edges": "in the equivalent graph without fixed edges, with (v,) for each vertex v and (u, v) on each fixed edge",
}
"""Description of the equivalent problem, by `Problem.feature`."""


def by_definition(problem: Problem) -> Outcome | None:
    """Return IMPOSSIBLE if a problem trivially has no tour, else None."""
    if problem.size == 0:
        return Outcome.impossible(0, NoSquares(subject=problem.subject))
    if not problem.closed:
        return None
    if problem.size < problem.words.least_closed:
        return Outcome.impossible(0, TooFewSquares(problem.size, subject=problem.subject))
    start, end = problem.start, problem.end
    if None not in (start, end) and not problem.has_move(end, start):
        return Outcome.impossible(0, EndNotAMove(start, end, subject=problem.subject))
    return None


def orient(problem: Problem, meter: Meter | None = None) -> tuple[Problem, Callable[[Any], Any]]:
    """Return an equivalent simpler problem, and a function to map tours back.

    - A directed graph is converted by `undirected_form`, and a graph with fixed edges by `subdivided_form`.
    - If an end is given without a start, the tour is reversed.
    - If known steps of a closed tour are given without a start, the first of them becomes the start.
    - If both ends of a closed tour are given, an open tour is enough, because `by_definition` has checked the closing move.

    >>> from graphs import Board
    >>> as_seen, turned = orient(Problem.on_board(Board(3, 4), end=(0, 0), steps={2: (1, 0)}))
    >>> as_seen, turned([4, 3, 2, 1])
    (<Problem: an open tour of 3x4 from (0, 0), step 11 at (1, 0)>, [1, 2, 3, 4])
    """
    if problem.feature:
        return undirected_form(problem, meter) if problem.directed else subdivided_form(problem, meter)
    start, end, steps = problem.start, problem.end, problem.steps
    if start is None and end is not None:
        backwards = {problem.size + 1 - step: square for step, square in steps.items()}
        return problem.with_ends(start=end, closed=problem.closed, steps=backwards), lambda squares: squares[::-1]
    if start is None and steps and problem.closed:
        ahead = min(steps) - 1
        rotated = {step - ahead: square for step, square in steps.items()}
        return problem.with_ends(closed=True, steps=rotated), lambda squares: [*squares[-ahead:], *squares[:-ahead]]
    if start is not None and end is not None:
        problem = problem.with_ends(start=start, end=end, steps=steps)
    return problem, lambda squares: squares


def restated(outcome: Outcome, problem: Problem, *, as_asked: bool) -> Outcome:
    """Convert an outcome of the equivalent problem to the original problem.

    If `orient` changed the graph, the reason states this. Evidence that does not hold for the problem is omitted.
    """
    evidence, reason = outcome.evidence, outcome.reason
    if problem.feature and outcome.squares is None:
        reason = f"{FORMS[problem.feature]}: {reason}"
        evidence = replace(evidence, reason=reason) if as_asked and isinstance(evidence, SearchProof) else None
    elif not (as_asked or (isinstance(evidence, Obstruction) and evidence.holds(problem.graph, problem))):
        evidence = None
    return replace(outcome, reason=reason, evidence=evidence)


def undirected_form(problem: Problem, meter: Meter | None = None) -> tuple[Problem, Callable[[Any], Any]]:
    """Convert a directed graph to an undirected one with equivalent tours.

    Return the new problem, and a function to map tours back.

    The construction is due to R. M. Karp (1972).

    Each vertex v becomes a path `(v, "in")`, `(v, "mid")`, `(v, "out")`, and each arc u->v an edge from `(u, "out")` to `(v,
    "in")`. So each Hamiltonian cycle corresponds to exactly one closed tour. An open tour is closed by a vertex None, with arcs
    to each possible start and from each possible end. Known steps fix the direction of the cycle by its steps 1 and 2.

    >>> import networkx as nx
    >>> form, turned = undirected_form(Problem(nx.DiGraph(["ab", "bc"])))
    >>> form
    <Problem: a closed tour of 12 vertices>
    """
    meter, size = meter or Meter(), problem.size
    vertices, known, arcs = list(problem.nodes), known_steps(problem, size), _arcs(problem, meter)
    start, end = (None if each is None else vertices.index(each) for each in (problem.start, problem.end))
    if not problem.closed:
        begins, ends = (range(size) if each is None else [each] for each in (start, end))
        arcs += [(size, first) for first in begins] + [(last, size) for last in ends]
        vertices, known = [*vertices, None], {0: None, **problem.steps}
    elif start is not None and end is not None:  # the tour contains the arc from the end to the start
        arcs = [(tail, head) for tail, head in arcs if (tail == end) == (head == start)]
    edges = [(place, place + 1) for place in range(3 * len(vertices)) if place % 3 < 2]
    edges += [(3 * tail + 2, 3 * head) for tail, head in meter.watched(arcs)]
    names = dict.fromkeys((vertex, part) for vertex in meter.watched(vertices) for part in ("in", "mid", "out"))
    listed = EdgeList(names, edges)
    first = min(known, default=1)  # the step of the vertex at which the cycle begins
    anchor = known[first] if known else next(iter(vertices), None)
    steps = {3 * (step - first) + 1: (vertex, "mid") for step, vertex in known.items()} | {2: (anchor, "out")}

    def turned(squares: Any) -> list[Any]:
        cycle = _rotated(list(squares), (anchor, "mid"))
        if cycle[1] == (anchor, "in"):
            cycle = _rotated(cycle[::-1], (anchor, "mid"))
        visited = [vertex for vertex, part in cycle if part == "mid"]
        return [vertex for vertex in visited[1 - first :] + visited[: 1 - first] if vertex is not None]

    return Problem(listed, closed=True, steps=steps if problem.steps else ()), turned


def subdivided_form(problem: Problem, meter: Meter | None = None) -> tuple[Problem, Callable[[Any], Any]]:
    """Convert a graph with fixed edges to one without, with equivalent tours.

    Return the new problem, and a function to map tours back.

    Each vertex v becomes `(v,)`, and a vertex `(u, v)` divides each fixed edge. A Hamiltonian cycle uses both halves, because
    this vertex has no other edges. An open tour is closed by a vertex `(None,)` adjacent to all vertices, by fixed edges to
    given ends. If both ends of a closed tour are given, the edge between them is fixed. Known steps are not supported.

    >>> import networkx as nx
    >>> graph = nx.complete_graph(4)
    >>> graph.add_edge(0, 1, fixed=True)
    >>> form, turned = subdivided_form(Problem(graph, start=2, end=1))
    >>> form
    <Problem: a closed tour of 8 vertices>
    """
    meter, size = meter or Meter(), problem.size
    start, end, closed = problem.start, problem.end, problem.closed
    ends = [vertex for vertex in (start, end) if vertex is not None]
    vertices, arcs = list(problem.nodes), _arcs(problem, meter)
    edges, fixed = [(tail, head) for tail, head in arcs if tail < head], list(problem.fixed)
    if not closed:
        fixed += [(None, vertex) for vertex in ends]
        edges += [(size, place) for place in range(size)]
        vertices.append(None)
    elif len(ends) == 2:
        fixed.append((end, start))
    number = {vertex: place for place, vertex in enumerate(vertices)}
    divided = {frozenset(map(number.__getitem__, edge)): edge for edge in meter.watched(fixed)}
    middle = {edge: place for place, edge in enumerate(divided, len(vertices))}
    halves: list[tuple[int, int]] = []
    for edge in meter.watched(edges):
        between = middle.get(frozenset(edge))
        halves += [edge] if between is None else [(edge[0], between), (between, edge[1])]
    # If the end is not adjacent to the start, the vertex between them remains isolated.
    names = dict.fromkeys(chain(((vertex,) for vertex in meter.watched(vertices)), divided.values()))
    listed = EdgeList(names, halves)

    def turned(squares: Any) -> list[Any]:
        visited = [name[0] for name in squares if len(name) == 1]
        first, *others = _rotated(visited, None if not closed else ends[0] if ends else visited[0])
        begin = [first] if closed else []
        tours = (begin + others, begin + others[::-1], others + begin)
        return next(tour for tour in tours if start in (None, tour[0]) and end in (None, tour[-1]))

    return Problem(listed, closed=True), turned


def _arcs(problem: Problem, meter: Meter) -> list[tuple[int, int]]:
    """List the arcs of a graph as pairs of vertex indices.

    An undirected edge gives two arcs. The pairs are grouped by tail.
    """
    import numpy as np

    first, heads = problem.rows(meter)
    tails = np.repeat(np.arange(problem.size), np.diff(first))
    return list(zip(tails.tolist(), meter.watched(heads.tolist()), strict=True))


def _rotated(cycle: list[Any], first: Any) -> list[Any]:
    place = cycle.index(first)
    return cycle[place:] + cycle[:place]

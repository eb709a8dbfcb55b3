"""The solver `warnsdorff-repair`: walks by Warnsdorff's rule, one after another, each repaired by rotations (`repaired_walk`).

Walks with an even number break ties of the rule by the distance from the centre (A. Roth), where the graph has rows and
columns; the others break them at random. Not exact. Cost: a walk is linear where it needs few repairs.
"""

from __future__ import annotations

from graphs.loading import load
from graphs.text import plural
from solvers.budget import Meter
from solvers.methods.repaired_walk import Walk
from solvers.outcome import Outcome
from solvers.problem import Problem
from solvers.registry import solver, whole_number

__all__ = ["repaired_tour", "walk_of", "warnsdorff_repair"]

COMPILED_FROM = 40_000
"""Squares from which the compiled twin is loaded: loading takes 0.35 s, and the walk below takes 0.3 s for 200x200."""


@solver(
    "warnsdorff-repair",
    summary="Warnsdorff's walk, repaired by Pósa's rotations",
    exact=False,
    closed=True,
    fixed_end=True,
    reference="L. Pósa, Hamiltonian circuits in random graphs, Discrete Mathematics 14, 1976",
    reads_graph=False,
)
def warnsdorff_repair(problem: Problem, meter: Meter, *, seed: int = 0, walks: int = 20) -> Outcome:
    """Find a tour by walks that repair themselves; a walk that takes too long gives way to the next.

    Parameters
    ----------
    seed : sets all random choices.
    walks : the number of walks before the solver gives up.

    Notes
    -----
    A node is a square placed at the end of the path, by a step or by a turn.
    """
    whole_number("seed", seed, least=0)
    whole_number("walks", walks, least=1)
    return repaired_tour(problem, walk_of(problem, seed, meter), meter, walks)


def repaired_tour(problem: Problem, walk: Walk, meter: Meter, walks: int) -> Outcome:
    """Run up to `walks` walks, and return the first tour; if no walk gives one, return UNKNOWN."""
    turns = 200 + 2 * min(problem.size, 10_000)
    longest = 0
    for number in range(walks):
        walk.begin(meter, number, turns)
        if walk.run(meter):
            return Outcome.found(walk.tour(), walk.nodes)
        longest = max(longest, int(walk.now.length))
    of_all = f"of {problem.words.some(problem.size)}"
    did = "closes into a tour" if longest == problem.size else f"visits more than {longest:,} {of_all}"
    return Outcome.unknown(walk.nodes, f"none of {plural(walks, 'walk')} {did}")


def walk_of(problem: Problem, seed: int, meter: Meter) -> Walk:
    """Return the walks on a problem's graph: compiled on large graphs."""
    if problem.size >= COMPILED_FROM:
        load("solvers.methods.compiled.repaired_walk")
        from solvers.methods.compiled.repaired_walk import CompiledWalk

        return CompiledWalk(problem, seed, meter)
    return Walk(problem, seed, meter)

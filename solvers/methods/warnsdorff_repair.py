"""The solver `warnsdorff-repair`: several walks by Warnsdorff's rule, each repaired by rotations.

The module `repaired_walk` explains the method. The class `Walk` prepares the lists of numbers for it.

The walks are numbered from 0. Walks with even numbers break ties of the rule by the distance from the centre (A. Roth's
tie-break), if the vertices are squares with rows and columns. The other walks break ties at random.

The solver is not exact. A walk takes linear time if it needs few repairs.
"""

from __future__ import annotations

from graphs.loading import load
from graphs.text import plural
from solvers.core.budget import Meter
from solvers.core.outcome import Outcome
from solvers.core.problem import Problem
from solvers.core.registry import solver, whole_number
from solvers.methods.repaired_walk import Walk

COMPILED_FROM = 40_000
"""Minimum number of squares for which the compiled version is used.

Loading the compiled version takes 0.35 s; the reference implementation takes 0.3 s for 200x200.
"""


@solver(
    "warnsdorff-repair",
    summary="walk by Warnsdorff's rule, repaired by Pósa's rotations",
    exact=False,
    closed=True,
    fixed_end=True,
    reference="L. Pósa, Hamiltonian circuits in random graphs, Discrete Mathematics 14, 1976",
    reads_graph=False,
)
def warnsdorff_repair(problem: Problem, meter: Meter, *, seed: int = 0, walks: int = 20) -> Outcome:
    """Find a tour by walks of Warnsdorff's rule that are repaired by rotations.

    A search node is a square placed at the end of the path, by a step or by a rotation.

    Parameters
    ----------
    seed : int, optional
        Seed of all random choices (default: 0).
    walks : int, optional
        Maximum number of walks (default: 20).
    """
    whole_number("seed", seed, least=0)
    whole_number("walks", walks, least=1)
    return warnsdorff_repair_tour(problem, warnsdorff_repair_walk(problem, seed, meter), meter, walks)


def warnsdorff_repair_tour(problem: Problem, walk: Walk, meter: Meter, walks: int) -> Outcome:
    """Make at most `walks` walks, until one becomes a tour."""
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


def warnsdorff_repair_walk(problem: Problem, seed: int, meter: Meter) -> Walk:
    """Return a `Walk`, compiled if there are at least `COMPILED_FROM` vertices."""
    if problem.size >= COMPILED_FROM:
        load("solvers.methods.repaired_walk_kernels")
        from solvers.methods.repaired_walk_kernels import CompiledWalk

        return CompiledWalk(problem, seed, meter)
    return Walk(problem, seed, meter)

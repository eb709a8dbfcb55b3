"""The ladder: ever more costly steps, climbed until one of them settles whether a problem has a tour.

`LADDER` is the whole order, one step a row: what is tried, and where. `decide` climbs it and gives a verdict with evidence; the
solver `auto` climbs it and gives a tour, or the reason why there is none. A new obstruction or a new solver is one new row.

The order: a plain board is constructed; then come the obstructions that a few passes over the graph show; a walk by
Warnsdorff's rule with repair; the obstructions by matching and by flow; forced moves; short searches; weighted cuts; at last a
SAT solver settles it, or CP-SAT where there is none.
"""

from __future__ import annotations

from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.obstructions import (
    find_colours,
    find_cut_sets,
    find_dead_ends,
    find_degree_sets,
    find_disconnected,
    find_forced_moves,
    find_outer_lines,
    find_trivial,
    find_weighted_cuts,
)
from solvers.existence.steps import (
    Answer,
    Claim,
    Question,
    Step,
    at_least,
    at_most,
    both_ends_are_given,
    end_is_free,
    installed,
    narrow,
    not_refuted,
    plain,
    promised,
    quote,
    refute,
    refute_without_ends,
    refuted,
    restricted,
    run,
    wide,
    without_board,
)
from solvers.result import Status

__all__ = ["LADDER", "climb"]

LADDER: tuple[Step, ...] = (
    # a plain board is tiled: 8x8 in 0.04 ms and 100x100 in 1.4 ms, where a repaired walk takes 0.2 and 50 ms
    Step(run("construct"), (plain, wide, end_is_free)),
    # between two given ends, from 50x50 to 200x200 a construction takes 0.75 times as long as a walk; then the walk is compiled
    # and takes 0.7 times as long at 300x300; on a board of a million squares it is the construction again, 0.75 times as long
    Step(run("construct"), (plain, wide, both_ends_are_given, at_most(40_000))),
    Step(run("construct"), (plain, wide, both_ends_are_given, at_least(250_000))),
    Step(run("warnsdorff-repair", seed=0, walks=6), (plain, wide, both_ends_are_given)),
    # on 4 rows, the states of a construction take 50 ms, a walk of 4x100 5 ms and of 4x1000 24 ms
    Step(run("warnsdorff-repair", seed=0, walks=6), (promised, narrow, at_most(8_000))),
    Step(run("construct"), (plain, narrow, at_least(8_001))),
    Step(quote, (refuted, at_least(MAX_GRAPH_SQUARES + 1))),
    Step(refute(find_trivial, find_disconnected, find_colours)),
    # what a theorem refutes needs no search; up to 10,000 squares a reason that can be checked by hand is looked for first
    Step(refute(find_outer_lines), (refuted, at_least(10_001))),
    Step(quote, (refuted, at_least(10_001))),
    # on other graphs SAT is better: 0.02 s on a cubic one of 5,000 vertices, where walks take 5 s
    Step(run("sat", most_nodes=2_000, presolve=False), (installed("sat"), without_board)),
    # a large board is walked before its dead ends are sought, 50 microseconds a square; a walk that fails costs more than
    # the dead ends of a small one
    Step(run("warnsdorff-repair", seed=0, walks=1), (not_refuted, at_least(2_001))),
    Step(refute(find_dead_ends)),
    Step(run("warnsdorff-repair", seed=0, walks=1), (not_refuted,)),
    # matching and flow cost more than linear time
    Step(refute(find_cut_sets), (at_most(10_000),)),
    Step(refute(find_degree_sets), (at_most(10_000),)),
    Step(refute_without_ends(find_cut_sets, find_degree_sets), (restricted, at_most(10_000))),
    Step(run("warnsdorff-repair", seed=1, walks=6), (not_refuted,)),
    Step(run("construct"), (plain, narrow, at_least(100), at_most(8_000))),
    # forced moves explain most of what is left; they take 50 ms on a board that has a tour, and the walks find most of those
    Step(refute(find_forced_moves), (at_most(1_000),)),
    # half of all searches end far below this many nodes, the others may never end, and an exact solver takes milliseconds
    Step(run("warnsdorff-backtracking", most_nodes=10_000)),
    # SAT finds almost all tours that are left within 20,000 conflicts, in a second at most; to look for weights where there are
    # none takes longer
    Step(run("sat", most_nodes=20_000, presolve=False), (installed("sat"),)),
    # weights explain nearly every no that is left: the antelope (3,4) on 24x24 in 0.1 s
    Step(refute(find_weighted_cuts), (at_most(10_000),)),
    # SAT and CP-SAT beside each other, without weights, on boards of all leapers up to 30x30: giraffe (1,4) 8x8 0.1 s and
    # unknown after 20 s, zebra (2,3) 12x12 0.2 and 3.8 s, (1,6) 18x18 0.8 and 14 s, (2,5) 16x16 4 s and unknown after 20 s
    Step(run("sat", presolve=False), (installed("sat"),)),
    Step(run("cp-sat")),
)
"""The steps, from the cheapest to the one that settles everything. A walk whose seed was tried before is not made again."""


def climb(question: Question) -> Answer:
    """Return what the first step that settles the question finds; where none does, the last solver's UNKNOWN.

    Raises
    ------
    BudgetSpent : the budget ran out.
    BoardError : the steps that are left need a graph, for which the board is too large.
    """
    answer: Answer | None = None
    for step in LADDER:
        if all(holds(question) for holds in step.where):
            question.meter.check()
            answer = step.trial(question) or answer
            if answer is not None and not (isinstance(answer, Claim) and answer.outcome.status is Status.UNKNOWN):
                return answer
    assert answer is not None, "the last step of the ladder is a solver that takes every problem"
    question.meter.check()
    return answer

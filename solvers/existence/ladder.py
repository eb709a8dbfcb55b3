"""The ladder: ever more costly steps, climbed until one of them settles whether a problem has a tour.

`LADDER` holds the steps in their order, one a row: what is tried, and on which problems. `decide` climbs it and gives a verdict
with evidence. The solver `auto` climbs it and gives a tour, or the reason why there is none. A new obstruction or a new solver
takes one more row.

The order: a plain board is constructed; then come the obstructions that a few passes over the graph show; a walk by
Warnsdorff's rule with repair; the obstructions by matching and by flow; forced moves; a search over a narrow frontier; short
searches; weighted cuts; at last a SAT solver settles it, or CP-SAT where there is none.
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
    dense,
    end_is_free,
    installed,
    known_to_exist,
    narrow,
    not_refuted,
    on_board,
    plain,
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
    # a plain board is tiled: on 8x8 that takes a quarter of the time of a walk with repair, on 100x100 a fifteenth
    Step(run("construct"), (plain, wide, end_is_free)),
    # between two given ends, a construction takes 0.85 times as long as a walk on 50x50 to 190x190. From 200x200 on the walk is
    # compiled: up to 300x300 both take the same time, on 500x500 and 1000x1000 the construction takes 0.6 times as long
    Step(run("construct"), (plain, wide, both_ends_are_given, at_most(40_000))),
    Step(run("construct"), (plain, wide, both_ends_are_given, at_least(250_000))),
    Step(run("warnsdorff-repair", seed=0, walks=6), (plain, wide, both_ends_are_given)),
    # on 4 rows, a construction works out its states first: on 4x100 it takes over ten times as long as a walk, on 4x1000 as
    # long
    Step(run("warnsdorff-repair", seed=0, walks=6), (known_to_exist, narrow, at_most(8_000))),
    Step(run("construct"), (plain, narrow, at_least(8_001))),
    Step(quote, (refuted, at_least(MAX_GRAPH_SQUARES + 1))),
    Step(refute(find_trivial, find_disconnected, find_colours)),
    # where a theorem says that there is no tour, nobody searches. But up to 10,000 squares, a reason that can be checked by
    # hand is looked for first
    Step(refute(find_outer_lines), (refuted, at_least(10_001))),
    Step(quote, (refuted, at_least(10_001))),
    # on other graphs a walk is better where a vertex has 6 neighbours or more, and SAT where it has fewer: a cubic graph of
    # 5,000 vertices takes it 0.02 s, and walks 5 s
    Step(run("warnsdorff-repair", seed=0, walks=1), (without_board, dense)),
    Step(run("sat", most_nodes=2_000, presolve=False), (installed("sat"), without_board)),
    # dead ends take 2 to 4 microseconds a square. On a small board a walk that fails takes about ten times as long, so dead
    # ends are sought first; a large board is walked first, for most walks do not fail
    Step(run("warnsdorff-repair", seed=0, walks=1), (not_refuted, at_least(2_001))),
    Step(refute(find_dead_ends)),
    Step(run("warnsdorff-repair", seed=0, walks=1), (not_refuted,)),
    # matching and flow take more than linear time
    Step(refute(find_cut_sets), (at_most(10_000),)),
    Step(refute(find_degree_sets), (at_most(10_000),)),
    Step(refute_without_ends(find_cut_sets, find_degree_sets), (restricted, at_most(10_000))),
    Step(run("warnsdorff-repair", seed=1, walks=6), (not_refuted,)),
    Step(run("construct"), (plain, narrow, at_least(100), at_most(8_000))),
    # forced moves explain most of what is left. On a board with a tour, 6 to 80 ms are lost on them; but the walks find most
    # tours before
    Step(refute(find_forced_moves), (at_most(1_000),)),
    # where the frontier is narrow, its states are few: flower snark J(31) has 3,479, GP(101,2) 4,077. There SAT takes 6 s on
    # GP(101,2), and exponentially long on J(n); but on most boards it takes a few milliseconds
    Step(run("frontier", most_nodes=300_000, presolve=False, widest=12), (without_board, at_most(5_000))),
    # on small boards, one in ten of the searches that get here ends within so many nodes; with the others, 6 to 20 ms are lost.
    # `sat` takes a millisecond there and `cp-sat` 10 ms, so that this step pays only without python-sat
    Step(run("warnsdorff-backtracking", most_nodes=10_000)),
    # SAT finds almost all tours that are left within 20,000 conflicts, in a second at most; to look for weights where there are
    # none takes longer
    Step(run("sat", most_nodes=20_000, presolve=False), (installed("sat"),)),
    # weights explain nearly every no that is left: the antelope (3,4) on 24x24 in 0.1 s
    Step(refute(find_weighted_cuts), (at_most(10_000),)),
    Step(run("frontier", most_nodes=300_000, presolve=False, widest=12), (on_board, at_most(5_000))),
    # SAT and CP-SAT beside each other, without weights, on open tours: giraffe (1,4) 8x8 0.01 and 11 s, zebra (2,3) 12x12 0.03
    # and 0.8 s, (1,6) 18x18 0.06 and 2.2 s, (2,5) 16x16 7 s and unknown after 20 s
    Step(run("sat", presolve=False), (installed("sat"),)),
    Step(run("cp-sat")),
)
"""The steps, from the cheapest to the one that settles everything. A walk whose seed was tried before is not made again."""


def climb(question: Question) -> Answer:
    """Return what the first step that settles the question finds; where none does, the last solver's UNKNOWN.

    Parameters
    ----------
    question : the problem with its budget. The steps note on it what they have tried.

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

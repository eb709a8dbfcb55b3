"""The ladder: ever more costly steps, climbed until one of them settles whether a problem has a tour.

`LADDER` holds the steps in their order, one a row: what is tried, and on which problems. `decide` climbs it and gives a verdict
with evidence. The solver `auto` climbs it and gives a tour, or the reason why there is none. A new obstruction or a new solver
takes one more row.

What is likely to settle the question soon comes first; `scripts/benchmark.py` measures the steps. A step is not made again.
"""

from __future__ import annotations

from collections.abc import Iterable

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
from solvers.existence.steps import Answer, Question, Step, quote, refute, run
from solvers.result import Outcome, Status

__all__ = ["LADDER", "climb"]

LADDER: tuple[Step, ...] = (
    # constructions, and walks where these are as fast
    Step(run("construct"), lambda it: it.plain and not it.narrow and not (it.both_ends and 40_000 < it.size < 250_000)),
    Step(run("warnsdorff-repair", seed=0, walks=6), lambda it: it.plain and not it.narrow and it.both_ends),
    Step(run("warnsdorff-repair", seed=0, walks=6), lambda it: it.in_print is True and it.narrow and it.size <= 8_000),
    Step(run("construct"), lambda it: it.plain and it.narrow and it.size > 8_000),
    # a glance at the graph; on large boards, a theorem comes before a longer look
    Step(quote, lambda it: it.in_print is False and it.size > MAX_GRAPH_SQUARES),
    Step(refute(find_trivial, find_disconnected, find_colours)),
    Step(refute(find_outer_lines), lambda it: it.in_print is False and it.size > 10_000),
    Step(quote, lambda it: it.in_print is False and it.size > 10_000),
    # a walk where there are many edges, SAT where there are few
    Step(run("warnsdorff-repair", seed=0, walks=1), lambda it: it.board is None and it.dense),
    Step(run("sat", most_nodes=2_000, presolve=False), lambda it: it.board is None and it.has_sat),
    # most large boards have a tour, and many small ones do not
    Step(run("warnsdorff-repair", seed=0, walks=1), lambda it: it.in_print is not False and it.size > 2_000),
    Step(refute(find_dead_ends)),
    Step(run("warnsdorff-repair", seed=0, walks=1), lambda it: it.in_print is not False),
    # matching and flow; then more walks
    Step(refute(find_cut_sets), lambda it: it.size <= 10_000),
    Step(refute(find_degree_sets), lambda it: it.size <= 10_000),
    Step(refute(find_cut_sets, find_degree_sets, any_ends=True), lambda it: it.restricted and it.size <= 10_000),
    Step(run("warnsdorff-repair", seed=1, walks=6), lambda it: it.in_print is not False),
    Step(run("construct"), lambda it: it.plain and it.narrow and 100 <= it.size <= 8_000),
    # few vertices, or a narrow graph
    Step(refute(find_forced_moves), lambda it: it.size <= 1_000),
    Step(run("frontier", most_nodes=300_000, presolve=False, widest=12), lambda it: it.board is None and it.size <= 5_000),
    Step(run("warnsdorff-backtracking", most_nodes=10_000)),
    # SAT finds a tour sooner than linear programs find weights, and these explain nearly every no
    Step(run("sat", most_nodes=15_000, presolve=False), lambda it: it.has_sat),
    Step(refute(find_weighted_cuts), lambda it: it.size <= 10_000),
    Step(run("frontier", most_nodes=300_000, presolve=False, widest=12), lambda it: it.size <= 5_000),
    # what settles everything
    Step(run("sat", presolve=False), lambda it: it.has_sat),
    Step(run("cp-sat")),
)
"""The steps, from the cheapest to the one that settles everything: what is tried, and on which problems."""


def climb(question: Question, ladder: Iterable[Step] = LADDER) -> Answer:
    """Return what the first step that settles the question finds; where none does, the last solver's UNKNOWN.

    Parameters
    ----------
    question : the problem with its budget. The steps note on it what they have tried.
    ladder : the steps; the last is a solver that takes every problem.

    Raises
    ------
    BudgetSpent : the budget ran out.
    BoardError : the steps that are left need a graph, for which the board is too large.
    """
    answer: Answer = Outcome.unknown(0, "")
    for step in ladder:
        if step.where(question):
            question.meter.check()
            answer = step.trial(question) or answer
            if not (isinstance(answer, Outcome) and answer.status is Status.UNKNOWN):
                return answer
    question.meter.check()
    return answer

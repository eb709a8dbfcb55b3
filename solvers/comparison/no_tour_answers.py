"""Confirm answers that no tour exists, by a verified reason or by two exact solvers that agree.

A *reason* is an obstruction or a theorem. If no reason is found, two solvers of different kinds must agree. Solvers are of
different kinds if their methods are in different modules (`Solver.kind`).

The store has one *verdict* for each problem that a run answers with `impossible`: the result of the check, as JSON. Verdicts
are computed by `fill` after the runs, in the main process, which never runs third-party solvers. Third-party solvers do not
confirm answers, because two plug-ins may fail in the same way. An answer that nothing confirms is `unconfirmed`; it does not
count as solved.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable

from solvers.comparison.store import No, Store
from solvers.core.budget import Budget
from solvers.core.outcome import SearchProof, Status
from solvers.core.registry import solver_table
from solvers.core.result import Result
from solvers.solving.decide import decide

BUDGET = Budget(seconds=1, clock="cpu")
"""Budget of each call of `decide`. A second call confirms an answer that only one kind of solver has proven."""
REASON, SOLVERS = "by a reason", "by exact solvers of two kinds"
"""The two ways in which a no-tour answer is confirmed."""


def confirm_no_tour_answers(store: Store, advance: Callable[[], object] = bool) -> None:
    """Check each unchecked answer that no tour exists, and store the results."""
    for no in list(store.noes()):
        if no.verdict == "null" and no.truth in ("undecided", "none"):
            store.keep_verdict(no, *verdict_on_no_tour(no))
            advance()


def verdict_on_no_tour(no: No) -> tuple[str, str]:
    """Check an answer that no tour exists. Return the result as JSON, and how it confirms the answer.

    The second value is empty if nothing confirms the answer.

    >>> from graphs import Board
    >>> from solvers.comparison import NamedProblem
    >>> verdict_on_no_tour(No(NamedProblem.on_board(Board(3, 3)), frozenset({"pruned"})))[1]
    'by a reason'
    """
    verdict = decide(no.named.problem, budget=BUDGET)
    if verdict.exists:
        return json.dumps({"exists": True, "reason": verdict.reason}), ""
    searched = [verdict.evidence.solver] if isinstance(verdict.evidence, SearchProof) else []
    if verdict.exists is not None and not searched:
        return verdict.to_json(), REASON
    table = (each for each in solver_table() if each.is_built_in and each.name != "auto")
    of_kinds = {each.kind: each.name for each in table if each.name in {*no.deniers, *searched}}
    if len(of_kinds) > 1:
        first, second, *_ = of_kinds.values()
        proof = SearchProof(first, f"{first} finds no tour", 0, second)
        verdict = Result(Status.IMPOSSIBLE, proof, str(proof))
    elif searched:  # the second solver that confirms it is of another kind
        verdict = decide(no.named.problem, budget=BUDGET, confirm=True)
    return verdict.to_json(), "" if verdict.exists is None else SOLVERS


def confirmations_text(checks: Iterable[str]) -> str:
    """Format the number of confirmed no-tour answers.

    >>> confirmations_text([REASON, REASON, SOLVERS, ""])
    '3 of 4 (2 by a reason, 1 by exact solvers of two kinds)'
    """
    counts = Counter(checks)
    parts = [f"{counts[how]:,} {how}" for how in (REASON, SOLVERS) if counts[how]]
    return f"{counts.total() - counts['']:,} of {counts.total():,}" + f" ({', '.join(parts)})" * bool(parts)

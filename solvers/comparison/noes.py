"""Noes that are checked: by a reason that its own check confirms, or by two exact solvers of different kinds that agree.

The store keeps one verdict for each problem of which a run says that there is no tour. It is worked out after the runs, in the
process that compares, where no solver of others has run.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from graphs.errors import FormatError
from solvers.budget import Budget
from solvers.comparison.store import REFUTED, No, Store
from solvers.evidence import SearchProof
from solvers.existence.decision import decide
from solvers.outcome import Status
from solvers.registry import solver_table
from solvers.result import Result

__all__ = ["check_again", "how_checked", "in_words", "unchecked_noes", "verdict_on"]

BUDGET = Budget(seconds=1)
"""What a decision may cost; another one, which confirms the search of the first, costs as much at most."""
REASON, SOLVERS = "by a reason", "by exact solvers of two kinds"
"""How a no is checked."""


def unchecked_noes(store: Store) -> list[No]:
    """Return the problems of which a run says that there is no tour, where no verdict is kept and no tour is known."""
    return list(store.noes(f"problems.verdict = 'null' AND NOT {REFUTED}"))


def verdict_on(no: No) -> str:
    """Return the verdict on a problem of which solvers say that there is no tour, as JSON, without the tour if there is one.

    Where no reason is found, the evidence is a `SearchProof`, confirmed by an exact solver of another kind (`Solver.kind`) if
    there is one; or the answer is unknown. Where there is a tour, it shows that they are wrong. `auto` does not count as one
    of them, for it runs others; nor does a solver that is not registered here.

    Examples
    --------
    >>> from graphs import Board
    >>> from solvers.comparison import NamedProblem
    >>> how_checked(verdict_on(No(NamedProblem.on_board(Board(3, 3)), frozenset({"pruned"}))))
    'by a reason'
    """
    verdict = _decided(no)
    return json.dumps({"exists": True, "reason": verdict.reason}) if verdict.exists else verdict.to_json()


def _decided(no: No) -> Result:
    problem = no.named.problem
    verdict = decide(problem, BUDGET)
    searched = [verdict.evidence.solver] if isinstance(verdict.evidence, SearchProof) else []
    if verdict.exists is not None and not searched:
        return verdict
    of_kinds = {each.kind: each.name for each in solver_table() if each.name in {*no.deniers, *searched} - {"auto"}}
    if len(of_kinds) > 1:
        first, second, *_ = of_kinds.values()
        proof = SearchProof(first, f"{first} finds no tour", 0, second)
        return Result(Status.IMPOSSIBLE, proof, str(proof))
    return decide(problem, BUDGET, confirm=True) if searched else verdict


def how_checked(verdict: str) -> str:
    """Return how the no of a verdict in JSON is checked, `REASON` or `SOLVERS`; an empty text where it is not checked.

    Examples
    --------
    >>> how_checked('{"exists": false, "witness": {"SearchProof": {"solver": "sat", "confirmed_by": "cp-sat"}}}')
    'by exact solvers of two kinds'
    """
    document = json.loads(verdict) or {}
    if document.get("exists") is not False:
        return ""
    search = (document.get("witness") or {}).get("SearchProof")
    return REASON if search is None else SOLVERS if search.get("confirmed_by") else ""


def check_again(no: No) -> tuple[str, str]:
    """Check the reason of a no again, or search again where it has none; return how it is checked, and what is wrong."""
    if how_checked(no.verdict) == REASON:
        try:
            Result.from_json(no.verdict, no.named.problem)
        except FormatError as error:
            return "", str(error)
        return REASON, ""
    document = json.loads(verdict := verdict_on(no))
    return how_checked(verdict), document["reason"] if document["exists"] else ""


def in_words(checked: Iterable[str]) -> str:
    """Return how noes are checked, from what `how_checked` says of each.

    Examples
    --------
    >>> in_words([REASON, REASON, SOLVERS, ""])
    '3 of 4 (2 by a reason, 1 by exact solvers of two kinds)'
    """
    counts = Counter(checked)
    parts = [f"{counts[how]:,} {how}" for how in (REASON, SOLVERS) if counts[how]]
    return f"{counts.total() - counts['']:,} of {counts.total():,}" + f" ({', '.join(parts)})" * bool(parts)

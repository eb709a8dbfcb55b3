"""Trim a proof of a SAT solver, and note beside each lemma the clauses from which it follows.

A SAT solver writes down every clause that it learns, thousands of which the contradiction at the end does not need; and it does
not say why a clause follows. Here each lemma is checked by unit propagation (E. Goldberg and Y. Novikov, Verification of proofs
of unsatisfiability for CNF formulas, DATE 2003): assume the contrary, draw what follows, until a clause is false. The clauses
that took part are the lemma's antecedents. Those on which the empty clause rests are kept (N. Wetzler, M. Heule and W. Hunt,
DRAT-trim, SAT 2014). What comes out is a proof in the format LRAT (L. Cruz-Filipe et al., Efficient certified RAT verification,
CADE 2017), which a short program checks in linear time.

Cost: about as long as the solver took.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from solvers.budget import Meter
from solvers.errors import SolverError
from solvers.methods.compiled import proof_kernels as kernels

__all__ = ["Lemma", "trimmed"]

Lemma = tuple[tuple[int, ...], tuple[int, ...]]
"""The literals of a clause, and the numbers of the clauses from which it follows by unit propagation, in this order."""
Integers = npt.NDArray[np.int32]

STEPS_BETWEEN_LOOKS = 500
"""Steps of the proof between two looks at the clock."""
REMOVE = 1 << 30
"""Stands for the letter with which a line of a proof removes a clause."""


def trimmed(formula: Sequence[Sequence[int]], proof: Iterable[str], meter: Meter) -> list[Lemma]:
    """Return the lemmas of a proof that its contradiction needs; the last one is the empty clause.

    Parameters
    ----------
    formula : the clauses, as lists of variables from 1, negative where they are negated.
    proof : the lines of a proof in the format DRAT, as a solver without inprocessing writes them: every lemma follows by unit
        propagation.
    meter : for the time limit.

    Returns
    -------
    The lemmas. The clauses of the formula have the numbers 1, 2, …, and the lemmas those that come next.

    Raises
    ------
    SolverError : the proof is wrong.
    BudgetSpent : the time is over.

    Examples
    --------
    >>> formula = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
    >>> trimmed(formula, ["2 0", "0"], Meter())
    [((2,), (2, 1)), ((-1,), (5, 4)), ((), (6, 5, 3))]
    """
    literals, first, removes = _steps(formula, proof)
    variables = int(literals.max(initial=0)) >> 1
    check = _new_check(literals, first, variables)
    antecedents: Any = np.empty(max(1024, 8 * len(literals)), np.int32)
    step, state = 0, kernels.PAUSED
    while state == kernels.PAUSED and step < len(removes):
        meter.check()
        stop = min(step + STEPS_BETWEEN_LOOKS, len(removes))
        state, step, antecedents = kernels.check_steps(check, antecedents, len(formula), removes, step, stop, len(removes))
    if state != kernels.REFUTED:
        raise SolverError(
            "the proof that the SAT solver wrote is wrong: a lemma does not follow from the clauses before it", step
        )
    return _lemmas(check, literals, first, antecedents, len(formula))


def _steps(formula: Iterable[Sequence[int]], proof: Iterable[str]) -> tuple[Integers, Integers, npt.NDArray[np.bool_]]:
    """Return the literals of all steps, where those of each step begin, and whether it removes a clause."""
    text = " ".join(proof).replace("d", str(REMOVE))
    given = np.array([literal for clause in formula for literal in (*clause, 0)], np.int32)
    numbers = np.concatenate([given, np.fromstring(text, np.int32, sep=" ")])
    ends = np.flatnonzero(numbers == 0)
    begins = np.concatenate([[0], ends[:-1] + 1])
    removes = numbers[begins] == REMOVE
    kept = (numbers != 0) & (numbers != REMOVE)
    sizes = ends - begins - removes
    literals = (2 * np.abs(numbers[kept]) + (numbers[kept] < 0)).astype(np.int32)
    return literals, np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32), removes


def _new_check(literals: Integers, first: Integers, variables: int) -> kernels.Check:
    """Return the state before the first step, with room for a lemma of one literal for each variable, and for the empty one."""
    steps, more = len(first) - 1, variables + 1
    clauses = steps + more

    def none(size: int) -> Integers:
        return np.full(size, kernels.NONE, np.int32)

    return kernels.Check(
        literals=np.concatenate([literals, np.zeros(more, np.int32)]),
        first=np.concatenate([first, first[-1] + 1 + np.arange(more, dtype=np.int32)]),
        value=np.zeros(2 * variables + 2, np.int8),
        reason=none(variables + 1),
        is_fixed=np.zeros(variables + 1, np.bool_),
        trail=none(variables + 1),
        head=none(2 * variables + 2),
        next_entry=none(2 * clauses),
        removed=np.zeros(clauses, np.bool_),
        table=none(2 * steps + 1),
        next_in_table=none(clauses),
        seen=np.zeros(2 * variables + 2, np.bool_),
        path=none(variables + 1),
        units=none(variables + 1),
        hints_from=np.zeros(clauses, np.int64),
        hints_to=np.zeros(clauses, np.int64),
        counts=np.zeros(4, np.int64),
    )


def _lemmas(check: kernels.Check, literals: Integers, first: Integers, antecedents: Integers, formula: int) -> list[Lemma]:
    """Return the lemmas that are needed, renumbered."""
    made = np.flatnonzero(check.hints_to)
    order = made[np.argsort(check.hints_from[made])]
    needed = np.zeros(len(check.removed), np.bool_)
    kernels.mark_needed(check, antecedents, order, needed)
    kept = order[needed[order]]
    number = np.zeros(len(needed), np.int64)
    number[:formula] = np.arange(1, formula + 1)
    number[kept] = np.arange(formula + 1, formula + 1 + len(kept))
    given = np.where(literals & 1, -(literals >> 1), literals >> 1)
    lemmas: list[Lemma] = []
    for lemma in kept.tolist():
        if lemma < len(first) - 1:
            clause = tuple(given[first[lemma] : first[lemma + 1]].tolist())
        else:
            literal = int(check.literals[check.first[lemma]])
            clause = () if lemma == kept[-1] else (-(literal >> 1) if literal & 1 else literal >> 1,)
        hints = number[antecedents[check.hints_from[lemma] : check.hints_to[lemma]]]
        lemmas.append((clause, tuple(hints.tolist())))
    return lemmas

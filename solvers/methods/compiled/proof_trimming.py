"""Trim a proof of a SAT solver, and note with each lemma the clauses from which it follows.

A SAT solver writes down every clause that it learns: a lemma. The contradiction at the end rests on a small part of them, and
the solver does not note which lemma rests on which clauses. Both are found here, in two steps:

1. Each lemma is checked by unit propagation (E. Goldberg and Y. Novikov, Verification of proofs of unsatisfiability for CNF
   formulas, DATE 2003). Assume that all literals of the lemma are false. A clause with a single literal that is not false
   makes that literal true, and so on, until all literals of some clause are false. The clauses that took part are the
   antecedents of the lemma.
2. Only the lemmas stay from which the empty clause follows, directly or through others (N. Wetzler, M. Heule and W. Hunt,
   DRAT-trim, SAT 2014).

The result is a proof in the format LRAT (L. Cruz-Filipe et al., Efficient certified RAT verification, CADE 2017), which a
short program checks in linear time. Cost: about as long as the solver took.
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
"""The literals of a clause, and the numbers of its antecedents, in the order in which they take part."""
Integers = npt.NDArray[np.int32]

STEPS_BETWEEN_LOOKS = 500
"""Steps of the proof between two looks at the clock."""
REMOVE = 1 << 30
"""A number in the place of the letter d, with which a line begins that removes a clause."""


def trimmed(formula: Sequence[Sequence[int]], proof: Iterable[str], meter: Meter) -> list[Lemma]:
    """Return the lemmas of a proof on which its contradiction rests; the last one is the empty clause.

    Parameters
    ----------
    formula : the clauses, as lists of literals: variables from 1, negative where they are negated.
    proof : the lines of a proof in the format DRAT. Every lemma must follow by unit propagation, as in the proofs of a solver
        without inprocessing.
    meter : the budget; only its time counts.

    Returns
    -------
    The lemmas. The clauses of the formula have the numbers 1, 2, …, and the lemmas the next ones.

    Raises
    ------
    SolverError : a lemma does not follow, or there is no empty clause.
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
    """Return the literals of all steps, the index of the first one of each step, and which steps remove a clause."""
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
    """Return the state before the first step.

    There is room for further lemmas: one of one literal for each variable, and the empty clause.
    """
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
    """Return the lemmas on which the empty clause rests, with new numbers."""
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

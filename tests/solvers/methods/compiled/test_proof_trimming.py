"""Trimmed proofs: every lemma follows from the clauses that it names, and what is wrong is no proof."""

from __future__ import annotations

import random

import pytest
from pysat.solvers import Glucose4

from solvers import Budget, BudgetSpent, Meter, SolverError
from solvers.methods.compiled.proof_trimming import Lemma, trimmed


def random_formula(seed: int, variables: int) -> list[list[int]]:
    draw = random.Random(seed)
    several = (draw.sample(range(1, variables + 1), draw.choice([2, 3, 3, 3])) for _ in range(6 * variables))
    return [[each * draw.choice([1, -1]) for each in clause] for clause in several]


def proof_of(formula: list[list[int]]) -> list[str] | None:
    with Glucose4(bootstrap_with=formula, with_proof=True) as glucose:
        return None if glucose.solve() else list(glucose.get_proof())


def follows(clause: tuple[int, ...], hints: tuple[int, ...], known: dict[int, set[int]]) -> bool:
    true = {-literal for literal in clause}
    for hint in hints[:-1]:
        (implied,) = {literal for literal in known[hint] if -literal not in true}
        true.add(implied)
    return all(-literal in true for literal in known[hints[-1]])


def check(formula: list[list[int]], lemmas: list[Lemma]) -> None:
    known = dict(enumerate(map(set, formula), 1))
    for clause, hints in lemmas:
        assert follows(clause, hints, known)
        known[len(known) + 1] = set(clause)
    assert lemmas[-1][0] == ()
    named = {hint for _, hints in lemmas for hint in hints}
    assert named >= set(range(len(formula) + 1, len(known)))  # no lemma is there in vain


@pytest.mark.parametrize("variables", [5, 20, 60, 110])
def test_every_lemma_follows_from_the_clauses_that_it_names(variables):
    proofs = 0
    for seed in range(20):
        formula = random_formula(seed, variables)
        proof = proof_of(formula)
        if proof is not None:
            check(formula, trimmed(formula, proof, Meter()))
            proofs += 1
    assert proofs > 10


@pytest.mark.parametrize("formula", [[[]], [[1], [-1]], [[1, 2], [-1], [-2]], [[1, 2], []]], ids=str)
def test_a_contradiction_at_first_sight_needs_no_proof(formula):
    check(formula, trimmed(formula, [], Meter()))


@pytest.mark.parametrize("proof", [[], ["3 0", "0"], ["0"], ["1 2 0", "2 0", "0"]], ids=str)
def test_a_wrong_proof_is_refused(proof):
    with pytest.raises(SolverError, match="does not follow"):
        trimmed([[1, 2], [-1, 2], [1, -2], [3, 1]], proof, Meter())


def test_a_removed_clause_does_not_count():
    formula = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
    check(formula, trimmed(formula, ["d 7 8 0", "2 0", "0"], Meter()))
    with pytest.raises(SolverError, match="does not follow"):
        trimmed(formula, ["d 2 1 0", "2 0", "0"], Meter())


def test_the_time_limit_holds():
    formula = random_formula(3, 110)
    proof = proof_of(formula)
    assert proof is not None
    with pytest.raises(BudgetSpent):
        trimmed(formula, proof, Meter(Budget(seconds=1e-9)))

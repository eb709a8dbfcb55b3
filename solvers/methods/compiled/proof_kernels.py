"""The loops of `proof_trimming`: check each lemma of a proof by unit propagation, and note its antecedents.

A literal is a number here: twice its variable, and one more where it is negated. Unit propagation looks for clauses whose
literals are all false but one. So that it need not read all clauses, it watches two literals of each clause, the first two in
their order. As long as neither is false, the clause says nothing; when one becomes false, another literal that is not false
takes its place, if there is one (M. Moskewicz et al., Chaff: Engineering an efficient SAT solver, 2001). Each literal has a
linked list of the clauses that watch it: entry `2 * clause + k` stands for literal k of the clause, where k is 0 or 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from solvers.methods.compiled.jit import jit

__all__ = ["CLAUSES", "FIRST_ANTECEDENT", "NONE", "NOT_IMPLIED", "PAUSED", "REFUTED", "Check", "check_steps", "mark_needed"]

NONE = -1
"""No clause; the end of a list."""
TRUE, FALSE, OPEN = 1, -1, 0
PAUSED, REFUTED, NOT_IMPLIED = 0, 1, 2
TRAIL, FIXED, CLAUSES, FIRST_ANTECEDENT = 0, 1, 2, 3
"""Indices of `counts`: the length of the trail; the length of its part that holds for good; the lemmas that the check added;
the antecedents that it noted."""


class Check(NamedTuple):
    """The state of a check in arrays.

    Attributes
    ----------
    literals, first : the literals of all clauses; clause c has those from first[c] to first[c + 1] - 1. The lemmas that the
        check adds, one literal each, come after the clauses of the formula and of the proof.
    value : TRUE, FALSE or OPEN for each literal.
    reason : for each variable with a value, the clause from which the value follows; NONE where it is assumed.
    is_fixed : for each variable, whether its value holds for good: it follows from the clauses without an assumption.
    trail : the true literals, in the order in which they became true.
    head, next_entry : for each literal the first entry of its list, for each entry the next one.
    removed : for each clause, whether it was removed.
    table, next_in_table : lists of clauses by `_slot`, in which a clause is found by its literals.
    seen : marks of literals or of variables, all False between calls.
    path, units : room for the antecedents of one lemma.
    hints_from, hints_to : for each clause, where its antecedents begin and end.
    counts : see TRAIL, FIXED, CLAUSES and FIRST_ANTECEDENT.
    """

    literals: Any
    first: Any
    value: Any
    reason: Any
    is_fixed: Any
    trail: Any
    head: Any
    next_entry: Any
    removed: Any
    table: Any
    next_in_table: Any
    seen: Any
    path: Any
    units: Any
    hints_from: Any
    hints_to: Any
    counts: Any


@jit
def check_steps(
    check: Check, antecedents: Any, formula: int, removes: Any, step: int, stop: int, extra: int
) -> tuple[int, int, Any]:
    """Check the steps of a proof from `step` to `stop` - 1.

    Parameters
    ----------
    check, antecedents : the state, and the antecedents of all lemmas so far.
    formula : the number of clauses in the formula. Step s is about clause s. The clauses of the formula are taken as they are;
        the others must follow from those before them.
    removes : for each step, whether it removes its clause instead.
    step, stop : the first step, and the one behind the last.
    extra : the first number for the lemmas that the check adds.

    Returns
    -------
    A state, the next step, and the antecedents. The state is PAUSED at `stop`, REFUTED where the empty clause follows (in the
    place of the step is its number then), and NOT_IMPLIED where a clause does not follow.
    """
    counts = check.counts
    while step < stop:
        if removes[step]:
            _remove(check, step)
        else:
            if step >= formula:
                conflict = _assume_contrary(check, step)
                if conflict == NONE:
                    return NOT_IMPLIED, step, antecedents
                if conflict >= 0:
                    antecedents = _note(check, antecedents, step, conflict)
                _forget(check)
                if conflict < NONE:
                    step += 1
                    continue
            conflict = _add(check, step)
            if conflict == NONE:
                antecedents, conflict = _fix(check, antecedents, extra)
            if conflict >= 0:
                antecedents = _note(check, antecedents, extra + counts[CLAUSES], conflict)
                return REFUTED, extra + counts[CLAUSES], antecedents
        step += 1
    return PAUSED, step, antecedents


@jit
def _assume_contrary(check: Check, clause: int) -> int:
    """Assume that all literals of a clause are false, and return the clause that contradicts this.

    Return NONE where no clause does. Return a lower number where the clause itself does not allow it: it has a literal that is
    true for good, or a literal and its negation. Then it says nothing new.
    """
    for place in range(check.first[clause], check.first[clause + 1]):
        literal = check.literals[place]
        if check.value[literal] == TRUE:
            return NONE - 1
        if check.value[literal] == OPEN:
            _set(check, literal ^ 1, NONE)
    return _propagate(check, check.counts[FIXED])


@jit
def _set(check: Check, literal: int, reason: int) -> None:
    check.value[literal], check.value[literal ^ 1] = TRUE, FALSE
    check.reason[literal >> 1] = reason
    check.trail[check.counts[TRAIL]] = literal
    check.counts[TRAIL] += 1


@jit
def _forget(check: Check) -> None:
    """Take back all values that do not hold for good."""
    counts = check.counts
    for place in range(counts[FIXED], counts[TRAIL]):
        literal = check.trail[place]
        check.value[literal] = check.value[literal ^ 1] = OPEN
    counts[TRAIL] = counts[FIXED]


@jit
def _propagate(check: Check, place: int) -> int:
    """Apply unit propagation to the literals of the trail from `place` on; return a clause that is false, or NONE."""
    literals, first, value = check.literals, check.first, check.value
    while place < check.counts[TRAIL]:
        false = check.trail[place] ^ 1
        place += 1
        before, entry = NONE, check.head[false]
        while entry != NONE:
            following, clause = check.next_entry[entry], entry >> 1
            kept = not check.removed[clause]
            moved = False
            if kept:
                start = first[clause]
                here, other = start + (entry & 1), literals[start + 1 - (entry & 1)]
                if value[other] != TRUE:
                    for there in range(start + 2, first[clause + 1]):
                        if value[literals[there]] != FALSE:
                            literals[here], literals[there] = literals[there], literals[here]
                            moved = True
                            break
                    if not moved:
                        if value[other] == FALSE:
                            return int(clause)
                        _set(check, other, clause)
                if moved:
                    check.next_entry[entry] = check.head[literals[here]]
                    check.head[literals[here]] = entry
            if kept and not moved:
                before = entry
            elif before == NONE:
                check.head[false] = following
            else:
                check.next_entry[before] = following
            entry = following
    return NONE


@jit
def _add(check: Check, clause: int) -> int:
    """Add a clause. If it has only one literal that is not false, that one is true for good; if none, return the clause.

    Return NONE otherwise.
    """
    start, end = check.first[clause], check.first[clause + 1]
    slot = _slot(check, clause)
    check.next_in_table[clause] = check.table[slot]
    check.table[slot] = clause
    found = start
    for place in range(start, end):
        literal = check.literals[place]
        if check.value[literal] != FALSE and found < start + 2:
            check.literals[place], check.literals[found] = check.literals[found], literal
            found += 1
    if found == start:
        return clause
    if found == start + 1:
        if check.value[check.literals[start]] == OPEN:
            _set(check, check.literals[start], clause)
        return NONE
    for k in range(2):
        literal = check.literals[start + k]
        check.next_entry[2 * clause + k] = check.head[literal]
        check.head[literal] = 2 * clause + k
    return NONE


@jit
def _slot(check: Check, clause: int) -> int:
    """Return the place in the table where a clause is listed: clauses of the same literals have the same one."""
    total = 0
    for place in range(check.first[clause], check.first[clause + 1]):
        total += check.literals[place] * check.literals[place]
    return total % len(check.table)


@jit
def _fix(check: Check, antecedents: Any, extra: int) -> tuple[Any, int]:
    """Note each literal that has become true for good as a lemma; return the antecedents, and a false clause or NONE.

    The lemmas save antecedents: all that follows later from the literal needs this one clause, and not what it follows from.
    """
    counts = check.counts
    begin = counts[FIXED]
    conflict = _propagate(check, begin)
    for place in range(begin, counts[TRAIL]):
        literal = check.trail[place]
        variable = literal >> 1
        clause = check.reason[variable]
        if check.first[clause + 1] - check.first[clause] > 1:
            lemma = extra + counts[CLAUSES]
            counts[CLAUSES] += 1
            check.literals[check.first[lemma]] = literal
            size = check.first[clause + 1] - check.first[clause]
            antecedents = _roomier(antecedents, counts[FIRST_ANTECEDENT] + size)
            check.hints_from[lemma] = counts[FIRST_ANTECEDENT]
            for there in range(check.first[clause], check.first[clause + 1]):
                if check.literals[there] != literal:
                    antecedents[counts[FIRST_ANTECEDENT]] = check.reason[check.literals[there] >> 1]
                    counts[FIRST_ANTECEDENT] += 1
            antecedents[counts[FIRST_ANTECEDENT]] = clause
            counts[FIRST_ANTECEDENT] += 1
            check.hints_to[lemma] = counts[FIRST_ANTECEDENT]
            check.reason[variable] = lemma
        check.is_fixed[variable] = True
    counts[FIXED] = counts[TRAIL]
    return antecedents, conflict


@jit
def _note(check: Check, antecedents: Any, lemma: int, conflict: int) -> Any:
    """Note the antecedents of a lemma: the lemmas that hold for good first, then the other clauses as they took part."""
    counts, seen = check.counts, check.seen
    many, some = 0, _look_at(check, conflict, 0)
    for place in range(counts[TRAIL] - 1, counts[FIXED] - 1, -1):
        variable = check.trail[place] >> 1
        if seen[variable] and check.reason[variable] != NONE:
            check.path[many] = check.reason[variable]
            many += 1
            some = _look_at(check, check.reason[variable], some)
        seen[variable] = False
    antecedents = _roomier(antecedents, counts[FIRST_ANTECEDENT] + some + many + 1)
    to = counts[FIRST_ANTECEDENT]
    check.hints_from[lemma] = to
    for place in range(some):
        seen[check.units[place]] = False
        antecedents[to + place] = check.reason[check.units[place]]
    for place in range(many):
        antecedents[to + some + place] = check.path[many - 1 - place]
    antecedents[to + some + many] = conflict
    counts[FIRST_ANTECEDENT] = check.hints_to[lemma] = to + some + many + 1
    return antecedents


@jit
def _look_at(check: Check, clause: int, some: int) -> int:
    """Mark the variables of a clause, list in `units` those whose value holds for good, and return how many are listed."""
    for place in range(check.first[clause], check.first[clause + 1]):
        variable = check.literals[place] >> 1
        if not check.seen[variable]:
            check.seen[variable] = True
            if check.is_fixed[variable]:
                check.units[some] = variable
                some += 1
    return some


@jit
def _roomier(antecedents: Any, needed: int) -> Any:
    """Return the same array, or a longer copy where it is too short."""
    if needed <= len(antecedents):
        return antecedents
    longer = np.empty(2 * needed, antecedents.dtype)
    longer[: len(antecedents)] = antecedents
    return longer


@jit
def _remove(check: Check, step: int) -> None:
    """Remove the clause that has the same literals as the one of this step, if there is one."""
    start, end = check.first[step], check.first[step + 1]
    for place in range(start, end):
        check.seen[check.literals[place]] = True
    slot = _slot(check, step)
    before, clause = NONE, check.table[slot]
    while clause != NONE:
        same = check.first[clause + 1] - check.first[clause] == end - start
        for place in range(check.first[clause], check.first[clause + 1]):
            same = same and check.seen[check.literals[place]]
        if same:
            break
        before, clause = clause, check.next_in_table[clause]
    for place in range(start, end):
        check.seen[check.literals[place]] = False
    if clause == NONE:
        return
    check.removed[clause] = True
    if before == NONE:
        check.table[slot] = check.next_in_table[clause]
    else:
        check.next_in_table[before] = check.next_in_table[clause]


@jit
def mark_needed(check: Check, antecedents: Any, order: Any, needed: Any) -> None:
    """Mark the clauses on which the last one of an order rests. In this order every clause comes after its antecedents."""
    needed[order[-1]] = True
    for place in range(len(order) - 1, -1, -1):
        clause = order[place]
        if needed[clause]:
            for hint in range(check.hints_from[clause], check.hints_to[clause]):
                needed[antecedents[hint]] = True

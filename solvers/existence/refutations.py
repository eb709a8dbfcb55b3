"""Refutations: proofs that a problem has no tour. A program that shares no code with this project can check them.

A refutation is made in three steps. The solver `sat` collects cuts until no choice of edges satisfies the conditions of a
two-factor and all cuts. Glucose gets the conditions and the cuts as clauses, and writes a proof that they contradict each
other. `proof_trimming` leaves out what that proof does not need, and turns it into the format LRAT, of which each line can be
checked by itself.

Cost: Glucose takes about twice as long as `sat`, and the trimming about as long as Glucose.
"""

from __future__ import annotations

import errno
import gzip
import os
import tempfile
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

from graphs.formats import format_cnf
from graphs.leapers import ordered_neighbours
from solvers.budget import Meter
from solvers.errors import SolverError, UnsupportedProblem
from solvers.methods.two_factor import TwoFactor
from solvers.problem import Problem
from solvers.solving import oriented

__all__ = ["Refutation", "refute"]

Clause = tuple[int, ...]
Lemma = tuple[tuple[int, ...], tuple[int, ...]]

CONFLICTS_BETWEEN_LOOKS = 1000
"""Conflicts between two looks at the clock: some tenths of a second."""
EMPTY = "0"
"""The line of the empty clause."""
MOST_THREES = 3_000_000
"""The most clauses of three literals in a formula: so many fill a gigabyte of memory."""


@dataclass(frozen=True)
class Refutation:
    """A proof that a problem has no tour.

    Attributes
    ----------
    cuts : sets of squares. Every tour has a move that leads out of each of them.
    formula : the clauses of the problem and of the cuts, each sorted, in sorted order. Their numbers are 1, 2, ….
    lemmas : clauses that follow one after another, the empty clause last. Each has its literals, and the numbers of the clauses
        from which it follows by unit propagation. The lemmas have the next numbers after the formula.
    """

    cuts: tuple[tuple[Hashable, ...], ...]
    formula: tuple[Clause, ...]
    lemmas: tuple[Lemma, ...]

    @cached_property
    def cnf(self) -> bytes:
        """The formula in the format DIMACS."""
        return format_cnf(self.formula).encode()

    @cached_property
    def lrat(self) -> bytes:
        """The lemmas in the format LRAT, packed by gzip."""
        numbered = enumerate(self.lemmas, len(self.formula) + 1)
        text = "".join(f"{number} {_line(clause)} {_line(hints)}\n" for number, (clause, hints) in numbered)
        return gzip.compress(text.encode(), mtime=0)


def _line(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, (*numbers, 0)))


def refute(problem: Problem, meter: Meter) -> Refutation:
    """Return a proof that a problem has no tour.

    Parameters
    ----------
    problem : a problem of two squares or more. An exact solver has found before that it has no tour.
    meter : the budget; a node is a conflict of `sat`.

    Raises
    ------
    SolverError : there is a tour.
    OSError : the folder for temporary files is full.
    UnsupportedProblem : the squares have too many neighbours.
    BudgetSpent : the budget ran out.

    Examples
    --------
    >>> from graphs import Board
    >>> proof = refute(Problem.on_board(Board(3, 8), closed=True), Meter())
    >>> proof.lemmas[-1][0]
    ()
    """
    from solvers.methods.compiled.proof_trimming import trimmed
    from solvers.methods.sat import CycleSearch

    problem, _ = oriented(problem)
    threes = sum(comb(degree, 3) for _, degree in problem.graph_within(meter).degree())
    if threes > MOST_THREES:
        raise UnsupportedProblem(f"a graph with so many moves has too many clauses, {threes:,}, for a refutation", threes)
    search = CycleSearch(problem, meter)
    cycle = search.next_tour(meter, join=False)
    if cycle is not None:
        tour = search.two_factor.squares(cycle)
        raise SolverError(f"{problem}: a solver says that there is no tour, but sat found {tour}", (problem, tour))
    two_factor, squares = search.two_factor, list(ordered_neighbours(problem.graph))
    formula = sorted({tuple(sorted(clause)) for clause in meter.watched(_clauses(two_factor, search.cuts))})
    lemmas = trimmed(formula, _proof(formula, meter), meter)
    cuts = (_without_apex(cut, two_factor.apex, two_factor.vertices) for cut in search.cuts)
    return Refutation(tuple(tuple(squares[vertex] for vertex in cut) for cut in cuts), tuple(formula), tuple(lemmas))


def _clauses(two_factor: TwoFactor, cuts: Iterable[Iterable[int]]) -> Iterator[Sequence[int]]:
    """Yield the conditions of a two-factor and its cuts as clauses: the same that `scripts/check_certificate.py` makes."""
    yield from two_factor.clauses()
    for cut in cuts:
        yield two_factor.cut(frozenset(cut))


def _proof(formula: Collection[Clause], meter: Meter) -> list[str]:
    """Return the proof of Glucose that the clauses contradict each other, in the format DRAT.

    Raises
    ------
    BudgetSpent : the time is over.
    OSError : there is no room for the proof in the folder for temporary files; Glucose itself says nothing of it.
    """
    from pysat.solvers import Glucose4

    with Glucose4(bootstrap_with=formula, with_proof=True) as glucose:
        answer = None
        while answer is None:
            meter.check()
            glucose.conf_budget(CONFLICTS_BETWEEN_LOOKS)
            answer = glucose.solve_limited(expect_interrupt=True)  # Ctrl-C stays Python's
        if answer:
            raise SolverError("two SAT solvers contradict each other on the same clauses")
        proof = list(glucose.get_proof())
    if not _is_whole(proof, formula):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), tempfile.gettempdir())
    return proof


def _is_whole(proof: Sequence[str], formula: Collection[Clause]) -> bool:
    """Return whether a proof ends with the empty clause; or, where it has no lines, whether unit propagation needs none."""
    from pysat.solvers import Glucose4

    if proof:
        return proof[-1] == EMPTY
    with Glucose4(bootstrap_with=formula) as glucose:
        return not glucose.propagate()[0]


def _without_apex(cut: list[int], apex: int | None, vertices: int) -> list[int]:
    """Return a set of vertices without the apex that is left by the same edges as a cut: the cut, or all other vertices."""
    if apex not in cut:
        return sorted(cut)
    inside = set(cut)
    return [vertex for vertex in range(vertices) if vertex not in inside]

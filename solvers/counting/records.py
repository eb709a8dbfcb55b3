"""Compute terms of integer sequences that count tours (see `sequences`) within a budget, those with the least effort first.

Several sequences can contain the same board. So each problem is counted only once, and the result is used in all sequences.
Boards that differ only by an exchange of rows and columns, such as 6 x 8 and 8 x 6, give the same problem.

Problems are sorted by the estimated effort of the frontier method. So the problems that are left when the budget is exhausted
are the hardest ones.

Each number is compared with the published one. If they differ, an error is raised, because one of the two is wrong.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from graphs.board import Board, Wrap
from solvers.core.budget import Budget, Meter
from solvers.core.errors import BudgetSpent, ProblemError, SolverError
from solvers.core.problem import Problem
from solvers.counting.checks import check_count
from solvers.counting.counting import TourCount, count_tours
from solvers.counting.plan import best_plan
from solvers.counting.sequences import NOT_FOUND, CountSequence, chosen_sequences

REPRODUCED, UNKNOWN = "reproduced", "unknown"


@dataclass(frozen=True)
class Term:
    """Term of an integer sequence that counts tours.

    Attributes
    ----------
    sequence : CountSequence
        The sequence to which the term belongs.
    n : int
        Index of the term, from 1.
    count : TourCount or None
        Number of tours of the n-th board, or None if the budget or the memory was too small.
    published : int or None
        Published value of the term, from this sequence or from another one with the same problem, or None if no published value
        was found.
    source : str
        Publication that contains the published value, or `NOT_FOUND` if there is none.
    reason : str
        Reason why the term was not counted, or an empty string if it was counted.
    check : str
        Checks by other methods that the number has passed, as text, or an empty string if there were none.
    seconds : float
        Wall time of the count, in seconds. It is the same for all terms that share the count. `==` ignores it.
    """

    sequence: CountSequence
    n: int
    count: TourCount | None
    published: int | None = None
    source: str = NOT_FOUND
    reason: str = ""
    check: str = ""
    seconds: float = field(default=0.0, compare=False)

    @property
    def number(self) -> int | None:
        """Value of the term, or None if the budget or the memory was too small."""
        return None if self.count is None else self.sequence.term(self.count)

    @property
    def status(self) -> str:
        """UNKNOWN if the term was not counted, NOT_FOUND if it has no published value, and otherwise REPRODUCED."""
        if self.number is None:
            return UNKNOWN
        return NOT_FOUND if self.published is None else REPRODUCED


def count_terms(
    sequences: Sequence[CountSequence], squares: int, budget: Budget | None = None, memory: float | None = None
) -> Iterator[Term]:
    """Count the tours for the terms of sequences, in ascending order of the estimated effort.

    Parameters
    ----------
    sequences : sequence of CountSequence
        The sequences, such as those of `chosen_sequences`.
    squares : int
        Maximum number of squares of a board. Terms of larger boards are left out.
    budget : Budget, optional
        Limits for all terms together. If None, there is no limit.
    memory : float, optional
        Memory limit of each count, as in `count_tours`.

    Yields
    ------
    Term
        Each term, as soon as its count is complete. When the budget is exhausted, the remaining terms follow without a number.

    Raises
    ------
    SolverError
        If a number differs from the published one.
    ProblemError
        If `squares` is less than 1.

    Examples
    --------
    >>> from solvers.counting.sequences import chosen_sequences
    >>> terms = list(count_terms(chosen_sequences(["A175881"]), squares=36))
    >>> [(term.n, term.number) for term in terms if term.number], terms[-1].status
    ([(5, 8), (6, 9862)], 'reproduced')
    """
    if squares < 1:
        raise ProblemError(f"the maximum number of squares is {squares}: it must be at least 1", squares)
    meter, in_print = Meter(budget), _in_print()
    for terms in _terms_by_problem(sequences, squares, meter):
        first, number = terms[0]
        problem, started = first.problem(number), time.perf_counter()
        count, reason = None, ""
        try:
            count = count_tours(problem, budget=meter.rest(), memory=memory)
        except BudgetSpent as spent:
            reason = meter.reason(spent)
        seconds = time.perf_counter() - started
        known_count, where = in_print.get(_question(problem), (None, NOT_FOUND))
        for sequence, n in terms:
            source = sequence.source if n in sequence.published else where
            published = sequence.published.get(n, None if known_count is None else sequence.term(known_count))
            term = Term(sequence, n, count, published, source, reason, seconds=seconds)
            if term.number is not None and published not in (None, term.number):
                term_text = f"{sequence.name}, n = {n}: {term.number:,} {sequence.title}"
                value = sequence.name, n, term.number, published
                raise SolverError(f"{term_text}, but the published number is {published:,} ({source})", value)
            yield term


def checked_terms(terms: Iterable[Term], budget: Budget | None = None, memory: float | None = None) -> Iterator[Term]:
    """Recompute by other methods each term that has no published value, and yield all terms.

    Parameters
    ----------
    terms : iterable of Term
        The terms from `count_terms`.
    budget : Budget, optional
        Limits for all checks together. The clock starts when the first term is requested. Terms that remain when the budget is
        exhausted are not checked. If None, there is no limit.
    memory : float, optional
        As in `count_tours`.

    Yields
    ------
    Term
        Each term of `terms`. Its attribute `check` lists the checks that it has passed.

    Raises
    ------
    SolverError
        If a number fails a check.

    Examples
    --------
    >>> from solvers.counting.sequences import chosen_sequences
    >>> terms = count_terms(chosen_sequences(["cylinder-closed-3xn"]), squares=12)
    >>> [(term.number, term.check) for term in checked_terms(terms)][-1]
    (352, 'every tour listed gives the same number')
    """
    meter = Meter(budget)
    checks: dict[_Question, str] = {}
    for term in terms:
        problem = term.sequence.problem(term.n)
        question = _question(problem)
        if term.count is not None and term.status == NOT_FOUND and question not in checks:
            with suppress(BudgetSpent):
                checks[question] = check_count(problem, term.count, meter.rest(), memory)
        yield replace(term, check=checks.get(question, ""))


def _in_print() -> dict[_Question, tuple[TourCount, str]]:
    """Return all published numbers of tours with their sources, by the key of the problem (see `_question`)."""
    published: dict[_Question, tuple[TourCount, str]] = {}
    for sequence in chosen_sequences():
        for n, term in sequence.published.items():
            problem = sequence.problem(n)
            number = term // 2 if sequence.directed and problem.size > 1 else term
            published.setdefault(_question(problem), (TourCount.of(problem, number), sequence.source))
    return published


def _terms_by_problem(sequences: Sequence[CountSequence], squares: int, meter: Meter) -> list[list[tuple[CountSequence, int]]]:
    """Return the terms in groups, in ascending order of the estimated effort. The terms of a group have the same problem.

    A term is a pair of a sequence and an index n. Terms of boards with more than `squares` squares are left out.
    """
    terms_of: dict[_Question, list[tuple[CountSequence, int]]] = {}
    for sequence in sequences:
        for n in sequence.indices(squares):
            terms_of.setdefault(_question(sequence.problem(n)), []).append((sequence, n))

    def effort(question: _Question) -> float:
        sequence, n = terms_of[question][0]
        is_late = meter.seconds_left == 0  # no problem will be counted, so the order does not matter
        return 0.0 if is_late else best_plan(sequence.problem(n)).effort

    return [terms_of[question] for question in sorted(terms_of, key=lambda question: (effort(question), question))]


_Question: TypeAlias = tuple[Any, ...]


def _question(problem: Problem) -> _Question:
    """Return a key of a problem. Problems that differ only by an exchange of rows and columns have the same key."""
    board = problem.board
    assert board is not None
    turned: dict[Wrap | None, Wrap | None] = {"rows": "cols", "cols": "rows"}
    other = Board(board.cols, board.rows, [(col, row) for row, col in board.holes], turned.get(board.wrap, board.wrap))
    sizes = [(each.rows, each.cols, tuple(sorted(each.holes)), each.wrap or "") for each in (board, other)]
    return *min(sizes), *sorted(problem.leaper), problem.closed

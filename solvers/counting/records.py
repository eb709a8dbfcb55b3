"""Tables of counts: the terms of many sequences, the easiest first, as far as a budget reaches.

Many sequences need the same board: 6 x 8 and 8 x 6 are one question, which is counted once. The questions are ordered by the
effort that the frontier method will take, so that what the budget is too short for is the largest.

Each number is compared with what stands in print. A difference is an error: one of the two is wrong.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from graphs.board import Board, Wrap
from graphs.leapers import Leaper
from solvers.budget import Budget, Meter
from solvers.counting.checks import check_count
from solvers.counting.counting import TourCount, count_tours
from solvers.counting.plan import best_plan
from solvers.counting.sequences import NOT_FOUND, CountSequence, chosen_sequences
from solvers.errors import BudgetSpent, ProblemError, SolverError
from solvers.problem import Problem

__all__ = ["REPRODUCED", "UNKNOWN", "Term", "checked_terms", "count_terms"]

REPRODUCED, UNKNOWN = "reproduced", "unknown"


@dataclass(frozen=True)
class Term:
    """A term of a sequence.

    Attributes
    ----------
    sequence, n : whose term, and which.
    count : what was counted; None where the budget was too short.
    published, source : the term in print, and where; it may be the term of another sequence with the same board. None where no
        number was found.
    reason : why there is no number; empty where there is one.
    check : which checks the number has passed, beside the one in print; empty for none.
    seconds : the wall time of the count, which other sequences may share. It does not count when two are compared.
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
        """The term; None where the budget was too short."""
        return None if self.count is None else self.sequence.term(self.count)

    @property
    def status(self) -> str:
        """REPRODUCED, NOT_FOUND in print, or UNKNOWN."""
        if self.number is None:
            return UNKNOWN
        return NOT_FOUND if self.published is None else REPRODUCED


def count_terms(
    sequences: Sequence[CountSequence], squares: int, budget: Budget | None = None, memory: float | None = None
) -> Iterator[Term]:
    """Count the terms of sequences, the easiest first, and yield each once it is counted, or the budget is spent.

    Parameters
    ----------
    sequences : whose terms; `chosen_sequences` gives them.
    squares : the largest board has at most so many squares.
    budget : the limit for all of them together; None is no limit.
    memory : gigabytes that the states of one count may fill; None is four fifths of what is free.

    Raises
    ------
    SolverError : a number differs from the one in print.
    ProblemError : the number of squares is below 1.

    Examples
    --------
    >>> from solvers.counting.sequences import chosen_sequences
    >>> terms = list(count_terms(chosen_sequences(["A175881"]), squares=36))
    >>> [(term.n, term.number) for term in terms if term.number], terms[-1].status
    ([(5, 8), (6, 9862)], 'reproduced')
    """
    if squares < 1:
        raise ProblemError(f"the largest board has {squares} squares: it must have at least 1", squares)
    meter, in_print = Meter(budget), _in_print()
    for problem, wanted in _questions(sequences, squares, meter):
        started = time.perf_counter()
        count, reason = None, ""
        try:
            count = count_tours(problem, meter.rest(), memory=memory)
        except BudgetSpent as spent:
            reason = meter.reason(spent)
        seconds = time.perf_counter() - started
        known, where = in_print.get(_question(problem), (None, NOT_FOUND))
        for sequence, n in wanted:
            source = sequence.source if n in sequence.published else where
            published = sequence.published.get(n, None if known is None else sequence.term(known))
            term = Term(sequence, n, count, published, source, reason, seconds=seconds)
            if term.number is not None and published not in (None, term.number):
                found = f"{sequence.name}, n = {n}: {term.number:,} {sequence.title}"
                value = sequence.name, n, term.number, published
                raise SolverError(f"{found}, but in print there are {published:,} ({source})", value)
            yield term


def checked_terms(terms: Iterable[Term], budget: Budget | None = None, memory: float | None = None) -> Iterator[Term]:
    """Check the numbers that were not found in print in other ways, as far as a budget reaches, and yield all terms.

    Parameters
    ----------
    terms : from `count_terms`.
    budget, memory : as in `count_terms`. The clock starts with the first term.

    Raises
    ------
    SolverError : a number fails a check.

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
    """Return the numbers in print of all sequences, by the question, each with its source."""
    found: dict[_Question, tuple[TourCount, str]] = {}
    for sequence in chosen_sequences():
        for n, term in sequence.published.items():
            problem = sequence.problem(n)
            number = term // 2 if sequence.directed and problem.size > 1 else term
            found.setdefault(_question(problem), (TourCount.of(problem, number), sequence.source))
    return found


def _questions(
    sequences: Sequence[CountSequence], squares: int, meter: Meter
) -> list[tuple[Problem, list[tuple[CountSequence, int]]]]:
    """Return the different problems, the one with the least effort first, each with the terms that it gives."""
    wanted: dict[_Question, list[tuple[CountSequence, int]]] = {}
    for sequence in sequences:
        for n in sequence.indices(squares):
            wanted.setdefault(_question(sequence.problem(n)), []).append((sequence, n))
    problems = {question: sequence.problem(n) for question, ((sequence, n), *_) in wanted.items()}

    def effort(question: _Question) -> float:
        is_late = meter.seconds_left == 0  # then none of them is counted, in whatever order
        return 0.0 if is_late else best_plan(problems[question]).effort

    return [(problems[each], wanted[each]) for each in sorted(wanted, key=lambda question: (effort(question), question))]


_Question = tuple[int, int, tuple[tuple[int, int], ...], str, Leaper, bool]


def _question(problem: Problem) -> _Question:
    """Return what two problems have in common exactly if they are the same, or one is the other with rows for columns."""
    board = problem.board
    assert board is not None
    turned: dict[Wrap | None, Wrap | None] = {"rows": "cols", "cols": "rows"}
    other = Board(board.cols, board.rows, [(col, row) for row, col in board.holes], turned.get(board.wrap, board.wrap))
    low, high = min(problem.leaper), max(problem.leaper)
    sizes = [(each.rows, each.cols, tuple(sorted(each.holes)), each.wrap or "") for each in (board, other)]
    return *min(sizes), (low, high), problem.closed

"""DIMACS .cnf: clauses, for any SAT solver. They are only written.

A line `p cnf VARIABLES CLAUSES`, then each clause as its literals and a 0; a literal is the number of a variable, with a minus
where the variable is to be false. Cost: linear.

Reference: DIMACS, Satisfiability: suggested format, 1993.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

__all__ = ["format_cnf"]


def format_cnf(clauses: Collection[Sequence[int]], comments: Iterable[str] = ()) -> str:
    """Return clauses in the DIMACS format, with comments above them.

    Examples
    --------
    >>> print(format_cnf([[1, -2], [2]], ["1: it rains", "2: it pours"]), end="")
    c 1: it rains
    c 2: it pours
    p cnf 2 2
    1 -2 0
    2 0
    """
    variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    lines = [*(f"c {comment}" for comment in comments), f"p cnf {variables} {len(clauses)}"]
    lines += (" ".join(map(str, (*clause, 0))) for clause in clauses)
    return "\n".join([*lines, ""])

"""Sequences of counts: which boards they count, and what stands about them in print.

A sequence has a board for each n. Those with a number in the OEIS (On-Line Encyclopedia of Integer Sequences) have that as
their name, and `published.json` holds their terms with the source. The others belong to families: other leapers, cylinders,
tori, and boards without one corner. For most of these no number was found in print.

Closed tours count once, whatever their direction. An open tour and its reverse count as one, except in A165134. Squares that
are joined in two ways, as on small tori, count as joined once.

References
----------
N. J. A. Sloane and others, The On-Line Encyclopedia of Integer Sequences, https://oeis.org. D. E. Knuth, The Art of Computer
Programming, Prefascicle 8A: Hamiltonian paths and cycles, 2025.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from graphs.board import Board
from graphs.leapers import KNIGHT, Leaper
from solvers.counting.counting import TourCount
from solvers.errors import ProblemError
from solvers.problem import Problem

__all__ = ["GROUPS", "CountSequence", "chosen_sequences", "sequences_by_name"]

GROUPS = {
    "knight": "the knight on full boards",
    "columns": "the knight on boards whose last column is cut off after some squares",
    "corners": "the knight on boards without one corner",
    "cylinders": "the knight on boards whose first and last row are joined",
    "tori": "the knight on boards whose opposite edges are joined",
    "leapers": "other leapers on full boards",
}
LEAPERS = {(1, 3): "camel", (1, 4): "giraffe", (2, 3): "zebra", (2, 4): "", (3, 4): "antelope"}
"""The leapers, with their names."""
NOT_FOUND = "not found in print"


@dataclass(frozen=True)
class CountSequence:
    """A sequence of numbers of tours.

    Attributes
    ----------
    name : the number in the OEIS, or what the sequence is called here.
    group : a key of `GROUPS`.
    title : what is counted.
    board : the board of each n, from 1 on.
    closed, leaper : the kind of the tours.
    directed : whether an open tour and its reverse are two.
    source : where the numbers stand in print; `NOT_FOUND` where none was found.
    published : the numbers in print, for some n.
    """

    name: str
    group: str
    title: str
    board: Callable[[int], Board] = field(repr=False, compare=False)
    closed: bool
    leaper: Leaper = KNIGHT
    directed: bool = False
    source: str = NOT_FOUND
    published: Mapping[int, int] = field(default_factory=dict, repr=False, compare=False)

    def problem(self, n: int) -> Problem:
        """Return the problem whose tours the n-th term counts."""
        return Problem.on_board(self.board(n), self.leaper, closed=self.closed)

    def term(self, count: TourCount) -> int:
        """Return the term for a count: the directed or the undirected number."""
        number = count.directed if self.directed else count.undirected
        assert number is not None
        return number

    def indices(self, squares: int) -> Iterator[int]:
        """Yield each n whose board has at most so many squares."""
        n = 1
        while self.board(n).size <= squares:
            yield n
            n += 1


def chosen_sequences(names: Sequence[str] = ()) -> list[CountSequence]:
    """Return the sequences and the groups with these names; all sequences where there are no names.

    Raises
    ------
    ProblemError : no sequence and no group has a name.

    Examples
    --------
    >>> [each.name for each in chosen_sequences(["A193055", "2,3-closed-nxn"])]
    ['A193055', '2,3-closed-nxn']
    >>> len(chosen_sequences(["columns"]))
    11
    """
    known = sequences_by_name()
    for name in names:
        if name not in known and name not in GROUPS:
            near = difflib.get_close_matches(name, [*known, *GROUPS], 1)
            hint = f"perhaps {near[0]}" if near else f"the groups are {', '.join(GROUPS)}"
            raise ProblemError(f"there is no sequence {name!r}: {hint}; records.py counts --list shows all", name)
    return [each for each in known.values() if not names or each.name in names or each.group in names]


@cache
def sequences_by_name() -> dict[str, CountSequence]:
    """Return all sequences, the published ones first."""
    groups = (_full_boards(), _cut_columns(), _without_corner(), _cylinders(), _tori(), _other_leapers())
    return {each.name: each for group in groups for each in group}


@cache
def _in_print() -> dict[str, Any]:
    """Return what `published.json` holds, by the number in the OEIS."""
    text = files("solvers.counting.tables").joinpath("published.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)["sequences"]
    return found


def _terms(name: str) -> dict[int, int]:
    """Return the terms of a sequence of the OEIS by their index."""
    entry = _in_print()[name]
    return dict(enumerate(entry["terms"], entry["first"]))


def _of_oeis(name: str, group: str, board: Callable[[int], Board], closed: bool, directed: bool = False) -> CountSequence:
    entry = _in_print()[name]
    source = f"OEIS {name}: {entry['source']}"
    return CountSequence(name, group, entry["title"], board, closed, directed=directed, source=source, published=_terms(name))


def _full_boards() -> Iterator[CountSequence]:
    yield _of_oeis("A001230", "knight", lambda n: Board(2 * n, 2 * n), True)
    yield _of_oeis("A165134", "knight", _square, False, directed=True)
    for rows, name in ((3, "A169764"), (6, "A175881"), (8, "A193055")):
        yield _of_oeis(name, "knight", _strip(rows), True)
    for rows, name in ((5, "A175855"), (7, "A193054"), (9, "A391999")):
        yield _of_oeis(name, "knight", _strip(rows, step=2), True)
    names = ("A169696", "A079137", "A083386", "A306281", "A306283", "A389760", "A391009")
    for rows, name in enumerate(names, 3):
        yield _of_oeis(name, "knight", _strip(rows), False)


def _strip(rows: int, step: int = 1, **how: Any) -> Callable[[int], Board]:
    return lambda n: Board(rows, step * n, **how)


CLOSED_COLUMNS = {3: "A383660", 5: "A383661", 6: "A383662", 7: "A383663", 8: "A383664"}
OPEN_COLUMNS = {3: "A389759", 4: "A389754", 5: "A389755", 6: "A389756", 7: "A389757", 8: "A389758"}


def _cut_columns() -> Iterator[CountSequence]:
    for rows, name in CLOSED_COLUMNS.items():
        yield _of_oeis(name, "columns", _cut(rows, 2), True)
    for rows, name in OPEN_COLUMNS.items():
        yield _of_oeis(name, "columns", _cut(rows, 1), False)


def _cut(rows: int, step: int) -> Callable[[int], Board]:
    """Return the boards of the first n or 2n squares, column by column."""

    def board(n: int) -> Board:
        cols = -(-step * n // rows)
        missing = rows * cols - step * n
        return Board(rows, cols, [(rows - 1 - row, cols - 1) for row in range(missing)])

    return board


def _without_corner() -> Iterator[CountSequence]:
    """Yield the sequences of boards without one corner; many of their terms are in print as those of a cut column."""
    for kind, columns in (("open", OPEN_COLUMNS), ("closed", CLOSED_COLUMNS)):
        for rows, cut in columns.items():
            if kind == "open" or rows % 2:  # else the number of squares is odd
                name, title = f"corner-{kind}-{rows}xn", f"{kind} tours of {_article(rows)} {rows} x n board without one corner"
                yield CountSequence(name, "corners", title, _corner(rows), kind == "closed", source=f"among OEIS {cut}")


def _article(number: int) -> str:
    return "an" if number == 8 else "a"


def _corner(rows: int) -> Callable[[int], Board]:
    return lambda n: Board(rows, n, [(rows - 1, n - 1)])


def _cylinders() -> Iterator[CountSequence]:
    for kind in ("open", "closed"):
        for rows in range(3, 9):
            name = f"cylinder-{kind}-{rows}xn"
            title = f"{kind} tours of {_article(rows)} {rows} x n board, the first row joined to the last"
            yield CountSequence(name, "cylinders", title, _strip(rows, wrap="rows"), kind == "closed")


def _tori() -> Iterator[CountSequence]:
    known = {
        "open": ("half of OEIS A091299(4), paths of the 4-cube: N. J. A. Sloane, 2004", {4: 91392 // 2}),
        "closed": ("OEIS A066037(4), cycles of the 4-cube: J. Tromp, 2001", {4: 1344}),
    }
    for kind, (source, published) in known.items():
        yield CountSequence(
            f"torus-{kind}-nxn",
            "tori",
            f"{kind} tours of an n x n torus",
            lambda n: Board(n, n, wrap="both"),
            kind == "closed",
            source=source,
            published=published,
        )
        for rows in range(3, 7):
            title = f"{kind} tours of a {rows} x n torus"
            yield CountSequence(f"torus-{kind}-{rows}xn", "tori", title, _strip(rows, wrap="both"), kind == "closed")


def _other_leapers() -> Iterator[CountSequence]:
    """Yield the sequences of other leapers.

    A leaper (a, b) with an even a + b never leaves the colour of its first square: no tour of two squares or more. The others
    here reach every square of boards with a + b rows and 2b columns, or more (D. E. Knuth, Leaper graphs, The Mathematical
    Gazette 78, 1994).
    """
    for leaper, piece in LEAPERS.items():
        rows, name = sum(leaper), f"{leaper[0]},{leaper[1]}"
        for kind in ("open", "closed"):
            found: dict[str, Any] = {}
            if (piece, kind) == ("zebra", "closed"):
                found = {"source": "MathWorld, Zebra graph: E. W. Weisstein", "published": {10: 80_320}}
            who = f"{kind} tours of the ({name})-leaper{f' ({piece})' if piece else ''}"
            yield CountSequence(
                f"{name}-{kind}-nxn", "leapers", f"{who} on an n x n board", _square, kind == "closed", leaper, **found
            )
            if rows % 2:
                title = f"{who} on a {rows} x n board"
                yield CountSequence(f"{name}-{kind}-{rows}xn", "leapers", title, _strip(rows), kind == "closed", leaper)


def _square(n: int) -> Board:
    return Board(n, n)

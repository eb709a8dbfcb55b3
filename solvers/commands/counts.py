"""What `count.py` counts: all tours, or those that a symmetry of the board maps onto themselves."""

from __future__ import annotations

import argparse
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from graphs.errors import FormatError
from solvers import Budget, Problem, SymmetricCount, TourCount, count_starts, count_symmetric_tours, count_tours

__all__ = ["SYMMETRIES", "Counting", "SymmetricCounting", "TourCounting"]

SYMMETRIES = {
    "half": "half turn",
    "quarter": "quarter turn",
    "left-right": "reflection left to right",
    "top-bottom": "reflection top to bottom",
}
"""The symmetries of a board that --symmetric takes."""


@dataclass
class Counting(ABC):
    """A count, from the command line to its text and its document."""

    arguments: argparse.Namespace
    problem: Problem
    budget: Budget

    @abstractmethod
    def count(self) -> None:
        """Count, and keep what is found.

        Raises
        ------
        BudgetSpent : the budget, or the memory, ran out.
        """

    @property
    @abstractmethod
    def number(self) -> int:
        """The number of tours."""

    @abstractmethod
    def text(self) -> str:
        """Return the answer in words: what is counted, and whether a tour and its reverse are two."""

    @abstractmethod
    def answer(self) -> dict[str, Any]:
        """Return the numbers of the document; None for each before they are known."""

    @abstractmethod
    def check(self) -> str:
        """Count again in another way, and return a sentence that says in which.

        Raises
        ------
        SolverError : the numbers differ.
        BudgetSpent : the budget, or the memory, ran out.
        """

    def document(self) -> dict[str, Any]:
        """Return the JSON document of the answer."""
        problem = self.problem
        head = {"board": self.arguments.board if problem.board is None else str(problem.board), "leaper": problem.leaper}
        return head | {"closed": problem.closed, "start": problem.start, "end": problem.end} | self.answer()


class TourCounting(Counting):
    """The count of all tours; with --starts, of those from each square, too."""

    found = TourCount(None, None)
    starts: dict[Any, int] | None = None

    def count(self) -> None:
        means: dict[str, Any] = {
            "memory": self.arguments.memory_limit,
            "temporary": self.arguments.temporary_directory,
            "checkpoint": self.arguments.checkpoint,
        }
        problem = self.problem
        if not self.arguments.starts:
            self.found = count_tours(problem, self.budget, **means)
            return
        self.starts = count_starts(problem, self.budget, **means)
        total = sum(self.starts.values())
        self.found = TourCount.of(problem, total if problem.size == 1 or problem.end is not None else total // 2)

    @property
    def number(self) -> int:
        return self.found.directed or self.found.undirected or 0

    def text(self) -> str:
        lines = [] if self.starts is None else _lines(self.problem, self.starts)
        return "\n".join([*lines, self._sentence()])

    def _sentence(self) -> str:
        problem, found = self.problem, self.found
        ends = "".join(f" {word} {end}" for word, end in (("from", problem.start), ("to", problem.end)) if end is not None)
        if found.directed is None:
            return f"{found.undirected:,} closed tours{ends}"
        if found.undirected is None:
            return f"{found.directed:,} open tours{ends}"
        return f"{found.directed:,} directed open tours, {found.undirected:,} if a tour and its reverse are one"

    def answer(self) -> dict[str, Any]:
        starts = {"starts": self.starts and _grid(self.problem, self.starts)} if self.arguments.starts else {}
        return {"directed": self.found.directed, "undirected": self.found.undirected} | starts

    def check(self) -> str:
        from solvers.counting.checks import check_count

        return check_count(self.problem, self.found, self.budget, self.arguments.memory_limit)


class SymmetricCounting(Counting):
    """The count of the tours that a symmetry of the board maps onto themselves."""

    found: SymmetricCount | None = None

    @property
    def symmetry(self) -> str:
        """The name of the symmetry."""
        return SYMMETRIES[self.arguments.symmetric]

    def count(self) -> None:
        if self.problem.board is None:
            raise FormatError("--symmetric needs a board: a graph file has none", self.arguments.board)
        self.found = count_symmetric_tours(self.problem, self.symmetry, self.budget, memory=self.arguments.memory_limit)

    @property
    def number(self) -> int:
        return 0 if self.found is None else self.found.tours

    def text(self) -> str:
        found = self.found
        assert found is not None
        kind = "closed" if self.problem.closed else "open"
        ways = f" ({found.shifted:,} shifted, {found.reversed:,} reversed)" if self.problem.closed else ""
        distinct = "" if found.distinct is None else f"; {found.distinct:,} if images under the board's symmetries are one"
        return f"{found.tours:,} {kind} tours that the {self.symmetry} maps onto themselves{ways}{distinct}"

    def answer(self) -> dict[str, Any]:
        found = self.found
        numbers = {"undirected": "tours", "shifted": "shifted", "reversed": "reversed", "distinct": "distinct"}
        answers = {key: found and getattr(found, name) for key, name in numbers.items()}
        return {"symmetric": self.symmetry, "directed": None} | answers

    def check(self) -> str:
        from solvers.counting.quotients import check_symmetric_count

        assert self.found is not None
        memory = self.arguments.memory_limit
        return f"{check_symmetric_count(self.problem, self.symmetry, self.found, self.budget, memory)} gives the same number"


def _lines(problem: Problem, starts: dict[Any, int]) -> list[str]:
    """Return the numbers as they lie on the board; of a graph that is no board, a line for each vertex."""
    grid = _grid(problem, starts)
    if isinstance(grid, dict):
        return [f"{vertex}: {number:,}" for vertex, number in grid.items()]
    words = [[f"{entry:,}" if isinstance(entry, int) else entry for entry in row] for row in grid]
    width = max(len(word) for row in words for word in row)
    return [" ".join(word.rjust(width) for word in row) for row in words]


def _grid(problem: Problem, starts: dict[Any, int]) -> list[list[int | str]] | dict[str, int]:
    """Return the number of each square in rows, with # for a hole; of a graph that is no board, those of the vertices."""
    if problem.board is None:
        return {str(vertex): number for vertex, number in starts.items()}
    rows, cols = range(problem.board.rows), range(problem.board.cols)
    return [[starts.get((row, col), "#") for col in cols] for row in rows]

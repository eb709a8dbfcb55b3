"""The class `NoTours`: a set of boards without a tour, as a part of the theorem about all boards (see `all_boards`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphs.theorems import colours_forbid


@dataclass(frozen=True)
class NoTours:
    """Boards without a tour, given by one attribute, and the reason.

    `squares` is "odd" for all boards with an odd number of squares, or "all" for all boards. `rows` are the shorter sides of
    boards. `boards` are single boards, each with its shorter side first.
    """

    reason: str
    squares: str = ""
    rows: tuple[int, ...] = ()
    boards: tuple[tuple[int, int], ...] = ()

    def __contains__(self, sides: tuple[int, int]) -> bool:
        m, n = sides
        if self.squares:
            return self.squares == "all" or colours_forbid(m * n, closed=True)
        return m in self.rows or sides in self.boards

    def __str__(self) -> str:
        """Return the boards as text."""
        if self.squares:
            return "m and n odd" if self.squares == "odd" else "all"
        if self.boards:
            return ", ".join(f"{m}x{n}" for m, n in self.boards)
        return f"m = {', '.join(map(str, self.rows))}"

    def document(self) -> dict[str, Any]:
        """Return the attributes that are not empty, as JSON."""
        boards = {"squares": self.squares, "rows": self.rows, "boards": self.boards}
        return {name: value for name, value in boards.items() if value} | {"reason": self.reason}

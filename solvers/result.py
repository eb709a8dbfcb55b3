"""Status, Result, and the Outcome that a solver returns to the frame."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from immutabledict import immutabledict

from graphs.formats.shared import reading_json
from graphs.text import WORDS, plural
from graphs.tour import Tour
from solvers.budget import Meter
from solvers.errors import NoTour
from solvers.problem import Problem, Subject

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Outcome", "Result", "Status", "first_found"]


class Status(Enum):
    """FOUND: a verified tour. IMPOSSIBLE: proven that none exists. UNKNOWN: stopped by the budget or a dead end."""

    FOUND = "found"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Outcome:
    """What a solver claims, before anyone has verified it. Solvers make one by `found`, `impossible` or `unknown`."""

    status: Status
    squares: Any = None
    nodes: int = 0
    reason: str = ""
    limit: str = ""

    @classmethod
    def found(cls, squares: Sequence[Any] | npt.NDArray[Any], nodes: int) -> Outcome:
        """Return the claim of a tour, and the nodes that it took."""
        return cls(Status.FOUND, squares, nodes)

    @classmethod
    def impossible(cls, nodes: int, reason: str) -> Outcome:
        """Return the claim that there is no tour, and why. Only for exact solvers."""
        return cls(Status.IMPOSSIBLE, None, nodes, reason)

    @classmethod
    def unknown(cls, nodes: int, reason: str, limit: str = "") -> Outcome:
        """Return that the solver stopped without a tour and without a proof, why, and at which limit if at one."""
        return cls(Status.UNKNOWN, None, nodes, reason, limit)


@dataclass(frozen=True, repr=False)
class Result:
    """The answer to one problem by one solver.

    Attributes
    ----------
    status : FOUND, IMPOSSIBLE or UNKNOWN.
    tour : the verified tour when FOUND, else None.
    nodes : squares placed by the search, the start included (for CP-SAT: conflicts).
    seconds : wall time of the solver, with the building of its graph or model, without the verification.
    reason : why there is no tour, or why the solver stopped; empty when FOUND.
    solver : the solver's name.
    options : the options of the call.
    limit : what stopped the solver, `"time limit"`, `"node limit"` or `"cancelled"`; empty where nothing did.
    """

    status: Status
    tour: Tour | None
    nodes: int
    seconds: float
    reason: str
    solver: str
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    limit: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", frozen(self.options))

    def require_tour(self) -> Tour:
        """Return the tour, for code that needs one; `if result.tour:` tells a type checker, too, that there is one.

        Raises
        ------
        NoTour : there is none.
        """
        if self.tour is None:
            raise NoTour(f"there is no tour: {self!r}", self)
        return self.tour

    def to_json(self) -> str:
        """Return the result as JSON text, with the names that `solve.py --json` has, and `limit`.

        Raises
        ------
        TypeError : an option or a vertex is nothing that JSON holds.
        """
        tour = None if self.tour is None else self.tour.squares
        return json.dumps(vars(self) | {"status": self.status.value, "options": dict(self.options), "tour": tour})

    @classmethod
    def from_json(cls, text: str, problem: Subject) -> Result:
        """Return the result of a problem from its text, or from what `solve.py --json` prints, once its tour is verified.

        That there is no tour is the solver's word here, as it was in the result.

        Raises
        ------
        FormatError : the text is no result, or its tour is none of this problem.

        Examples
        --------
        >>> from graphs import Board
        >>> from solvers import Problem, solve
        >>> problem = Problem(Board(5, 5), start=(0, 0))
        >>> result = solve(problem, "warnsdorff")
        >>> Result.from_json(result.to_json(), problem) == result
        True
        """
        with reading_json(text, "this is no result of the problem") as document:
            kept = {name: document[name] for name in cls.__match_args__ if name in document}
            tour = None if kept["tour"] is None else Problem.of(problem).verify(kept["tour"])
            result = cls(**kept | {"status": Status(kept["status"]), "tour": tour})
            if (tour is None) == (result.status is Status.FOUND) or not repr(result):  # which only numbers have
                raise ValueError
            return result

    def __repr__(self) -> str:
        size = "" if self.tour is None else f", {WORDS['graph' if self.tour.board is None else 'board'].some(len(self.tour))}"
        reason = f" ({self.reason})" if self.reason else ""
        return (
            f"<Result: {self.status.value}{reason} by {self.solver}{size}, {plural(self.nodes, 'node')}, {self.seconds:.3g} s>"
        )

    def _repr_svg_(self) -> str | None:
        return None if self.tour is None else self.tour._repr_svg_()


def frozen(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return options that cannot be changed: a list, and the lists in it, become tuples."""
    return immutabledict({name: _frozen(value) for name, value in options.items()})


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def first_found(tours: Iterable[Sequence[Any]], meter: Meter) -> Outcome:
    """Return the first tour of an exhaustive search as an outcome; where it has none, that the search is exhausted."""
    for squares in tours:
        return Outcome.found(squares, meter.nodes)
    return Outcome.impossible(meter.nodes, f"the search is exhausted after {plural(meter.nodes, 'node')}")

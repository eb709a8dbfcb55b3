"""Verdict: whether a tour exists, and the evidence, which anyone can check."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from graphs.obstructions import Obstruction
from graphs.theorems import Theorem
from graphs.tour import Tour

__all__ = ["Evidence", "RotatedTour", "SearchProof", "Verdict"]


@dataclass(frozen=True)
class RotatedTour:
    """An open tour that starts at a square of a closed tour and follows it."""

    closed: Tour
    start: Hashable

    @property
    def tour(self) -> Tour:
        """The open tour."""
        first = self.closed.squares.index(self.start)
        return Tour(self.closed.squares[first:] + self.closed.squares[:first], board=self.closed.board)


@dataclass(frozen=True)
class SearchProof:
    """A no that rests on an exact solver alone: its search came to the end, or its model is infeasible.

    To check it, run another solver, or `certificates.certificate`, which looks for evidence that another program can check.

    Attributes
    ----------
    solver : the name of the solver.
    reason : the solver's reason, one sentence.
    nodes : the nodes that it placed.
    confirmed_by : the name of a second exact solver that works in another way and found no tour either, or None.
    """

    solver: str
    reason: str
    nodes: int
    confirmed_by: str | None = None

    def __str__(self) -> str:
        return self.reason + (f", confirmed by {self.confirmed_by}" if self.confirmed_by else "")


Evidence: TypeAlias = Tour | RotatedTour | Obstruction | SearchProof | Theorem


@dataclass(frozen=True, repr=False)
class Verdict:
    """Whether there is a tour.

    Attributes
    ----------
    exists : True, False, or None where the budget ran out before an answer.
    evidence : when True, a verified tour, open or followed from a square of a closed one; when False, an obstruction or an
        exact solver's proof; on boards too large to search, a theorem; when unknown, None.
    reason : the evidence in one sentence.
    theorem : a published theorem that gives the same answer, or None.
    """

    exists: bool | None
    evidence: Evidence | None
    reason: str
    theorem: Theorem | None = None

    def __repr__(self) -> str:
        answer = {True: "yes", False: "no", None: "unknown"}[self.exists]
        evidence = "" if self.evidence is None else f", {type(self.evidence).__name__}"
        return f"<Verdict: {answer}{evidence}: {self.reason}>"

    def _repr_svg_(self) -> str | None:
        return None if self.tour is None else self.tour._repr_svg_()

    @property
    def tour(self) -> Tour | None:
        """The tour, where the evidence is one."""
        if isinstance(self.evidence, RotatedTour):
            return self.evidence.tour
        return self.evidence if isinstance(self.evidence, Tour) else None

    def mapped(self, image: Callable[[Any], Any]) -> Verdict:
        """Return the same verdict under a symmetry of the graph."""
        if isinstance(self.evidence, Obstruction):
            mapped = self.evidence.mapped(image)
            return replace(self, evidence=mapped, reason=str(mapped))
        return self._with_tour(lambda tour: Tour(map(image, tour), tour.closed, tour.board))

    def reversed(self) -> Verdict:
        """Return the same verdict for the problem walked backwards, in which start and end have changed places.

        An obstruction, a theorem or a search says the same about both problems.
        """
        return self._with_tour(lambda tour: Tour(tour.squares[::-1], tour.closed, tour.board))

    def _with_tour(self, changed: Callable[[Tour], Tour]) -> Verdict:
        match self.evidence:
            case Tour() as tour:
                return replace(self, evidence=changed(tour))
            case RotatedTour(closed=closed, tour=tour):
                return replace(self, evidence=RotatedTour(changed(closed), changed(tour)[0]))
        return self

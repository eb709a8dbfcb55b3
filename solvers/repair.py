"""Warnsdorff's rule with repair: where the walk ends early, turn its tail round instead of taking moves back.

The end of a path is a move away from squares that it passed. Taking the move to such a square p and leaving the one that
the path took from p turns the part behind p round: the square after p becomes the new end, from where the walk may go on
(L. Pósa, Hamiltonian circuits in random graphs, 1976). Random turns move the end about until it is next to a free square
or, when all are visited, to where it shall be. Not exact. Cost: a turn is linear at worst, and few are needed.
"""

from __future__ import annotations

from importlib.util import find_spec

from solvers.budget import Meter
from solvers.draws import Draws
from solvers.options import whole_number
from solvers.problem import Problem
from solvers.registry import solver
from solvers.result import Outcome

__all__ = ["warnsdorff_repair"]

COMPILED_FROM = 3_000
"""Squares from which the same walks are made by compiled code, whose loading takes some tenths of a second."""


@solver(
    "warnsdorff-repair",
    summary="Warnsdorff's walk, repaired by turning its tail round (Pósa's rotations)",
    exact=False,
    closed=True,
    fixed_end=True,
    reference="L. Pósa, Hamiltonian circuits in random graphs, Discrete Mathematics 14, 1976",
)
def warnsdorff_repair(problem: Problem, meter: Meter, *, seed: int = 0, walks: int = 20) -> Outcome:
    """Walk, and repair; begin again with other random choices when that takes too long.

    Parameters
    ----------
    seed : for all random choices.
    walks : how many walks are begun before it gives up.

    Notes
    -----
    A node is a square placed at the end of the path, by the walk or by a turn.
    """
    draws = Draws(whole_number("seed", seed, least=0))
    whole_number("walks", walks, least=1)
    neighbours = problem.neighbours()
    if problem.closed and problem.end is not None and problem.end not in neighbours[problem.start]:
        return Outcome.unknown(0, f"the end {problem.end} is not a move from the start {problem.start}")
    turns = 2000 + 20 * min(problem.size, 10_000)
    if problem.size >= COMPILED_FROM and find_spec("numba") is not None:
        from solvers.compiled.repair import run_walks

        outcome = run_walks(problem, meter, seed, walks, turns)
        if outcome is not None:
            return outcome
    squares = list(neighbours)
    number = {square: index for index, square in enumerate(squares)}
    near = [[number[other] for other in others] for others in neighbours.values()]
    start = 0 if problem.start is None else number[problem.start]
    end = None if problem.end in (None, problem.start) else number[problem.end]
    nodes = longest = 0
    for number_of_walk in range(walks):
        if number_of_walk and problem.start is None:
            start = draws.below(len(near))
        walk = _Walk(near, start, end, problem.closed, draws)
        if number_of_walk:
            walk.step_anywhere()
        complete = walk.run(meter, nodes, turns)
        nodes += walk.nodes
        if complete:
            return Outcome.found([squares[index] for index in walk.path], nodes)
        longest = max(longest, len(walk.path))
    what = "closes into a tour" if longest == len(squares) else f"visits more than {longest:,} of {len(squares):,} squares"
    return Outcome.unknown(nodes, f"none of {walks} walks {what}")


class _Walk:
    """One path that grows and turns. Squares are numbers; `place` is a square's index on the path, or FREE, or KEPT."""

    FREE, KEPT = -1, -2

    def __init__(self, near: list[list[int]], start: int, end: int | None, closed: bool, draws: Draws) -> None:
        self.near = near
        self.draws = draws
        self.place = [self.FREE] * len(near)
        self.degree = [len(others) for others in near]
        self.path: list[int] = []
        self.nodes = 0
        self.last = end
        self.goal: set[int] | None = set(near[end]) if end is not None else set(near[start]) if closed else None
        self.length = len(near) - (end is not None)  # of the path when all that is left is the end that is kept back
        if end is not None:
            self._take(end, self.KEPT)
        self._append(start)

    def run(self, meter: Meter, spent: int, turns: int) -> bool:
        """Whether a tour was completed within so many turns; `spent` nodes were placed by the walks before."""
        pause = meter.more(spent)
        while turns:
            done = self._completed()
            if (not done or self.last is not None) and spent + self.nodes >= pause:
                pause = meter.more(spent + self.nodes)
            if done:
                if self.last is not None:
                    self.path.append(self.last)
                    self.nodes += 1
                return True
            square = self._free_neighbour()
            if square is not None:
                self._append(square)
            elif not self._turn():
                return False
            else:
                turns -= 1
        return False

    def step_anywhere(self) -> None:
        """Take any free neighbour of the start: the rule's own first step can lead into a trap that no turn leaves."""
        free = [other for other in self.near[self.path[-1]] if self.place[other] == self.FREE]
        if free:
            self._append(self._any(free))

    def _completed(self) -> bool:
        return len(self.path) == self.length and (self.goal is None or self.path[-1] in self.goal)

    def _take(self, square: int, place: int) -> None:
        self.place[square] = place
        for other in self.near[square]:
            self.degree[other] -= 1

    def _append(self, square: int) -> None:
        self._take(square, len(self.path))
        self.path.append(square)
        self.nodes += 1

    def _free_neighbour(self) -> int | None:
        free = [other for other in self.near[self.path[-1]] if self.place[other] == self.FREE]
        if not free:
            return None
        fewest = min(self.degree[other] for other in free)
        return self._any([other for other in free if self.degree[other] == fewest])

    def _turn(self) -> bool:
        """Turn the path behind a neighbour of its end, so that the end is where the path can go on, if one turn does that."""
        path, place = self.path, self.place
        firsts = [place[other] + 1 for other in self.near[path[-1]] if 0 <= place[other] < len(path) - 2]
        if not firsts:
            return False
        helpful = [first for first in firsts if self._can_go_on(path[first])]
        first = self._any(helpful or firsts)
        path[first:] = path[: first - 1 : -1]
        for index in range(first, len(path)):
            place[path[index]] = index
        self.nodes += 1
        return True

    def _can_go_on(self, square: int) -> bool:
        if len(self.path) < self.length:
            return self.degree[square] > 0
        return self.goal is not None and square in self.goal

    def _any(self, some: list[int]) -> int:
        return some[self.draws.below(len(some))] if len(some) > 1 else some[0]

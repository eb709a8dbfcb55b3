"""Warnsdorff's rule with repair: where the walk ends early, turn its tail round instead of taking moves back.

The end of a path is a move away from squares that it passed. Taking the move to such a square p and leaving the one that
the path took from p turns the part behind p round: the square after p becomes the new end, from where the walk may go on
(L. Pósa, Hamiltonian circuits in random graphs, 1976). Each turn moves the end by two moves of the piece, so the turns are
led: a sweep over the board tells for every square how many moves it is from where the walk could go on, or, when all are
visited, could end. Ties of the rule go to the squares farthest from the centre (A. Roth), on graphs without rows and columns
to random ones. Not exact. Cost: a turn and a sweep are linear at worst; most walks need few.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from solvers.budget import Meter
from solvers.methods.tie_breaks import centre_ranks
from solvers.options import whole_number
from solvers.problem import Problem
from solvers.registry import solver
from solvers.result import Outcome
from solvers.splitmix import SplitMix64

if TYPE_CHECKING:
    from solvers.methods.compiled.warnsdorff_repair import CompiledWalk

__all__ = ["warnsdorff_repair"]

COMPILED_FROM = 40_000
"""Squares from which the same walks are made by compiled code, whose loading takes some tenths of a second."""
PATIENCE = 50
"""Turns that need not bring the end nearer than it was, before the walk steps back."""
FAR = 1 << 30
"""The distance of a square from which the end cannot be led on."""


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
    whole_number("seed", seed, least=0)
    whole_number("walks", walks, least=1)
    walk = _compiled(problem, seed) or _Walk(problem, seed)
    if walk.cannot_close():
        return Outcome.unknown(0, f"the end {problem.end} is not a move from the start {problem.start}")
    turns = 200 + 2 * min(problem.size, 10_000)
    longest = 0
    for number in range(walks):
        walk.begin(meter, number, turns)
        if walk.run(meter):
            return Outcome.found(walk.tour(), walk.nodes)
        longest = max(longest, walk.length)
    did = "closes into a tour" if longest == problem.size else f"visits more than {longest:,} of {problem.size:,} squares"
    return Outcome.unknown(walk.nodes, f"none of {walks} walks {did}")


def _compiled(problem: Problem, seed: int) -> CompiledWalk | None:
    """The compiled twin, where it pays and can be had."""
    if problem.size < COMPILED_FROM or find_spec("numba") is None:
        return None
    from solvers.methods.compiled.warnsdorff_repair import compiled_walk

    return compiled_walk(problem, seed)


class _Walk:
    """One path at a time, which grows and turns. Squares are numbers; `place` is a square's index on the path, or below 0.

    The given end is KEPT back until all else is visited; so is a square that is put ASIDE, because the walk that enters it
    early cannot leave it any more.
    """

    FREE, KEPT, ASIDE = -1, -2, -3
    distance: list[int] | None
    nearest: int
    idle: int

    def __init__(self, problem: Problem, seed: int) -> None:
        neighbours = problem.neighbours()
        self.squares = list(neighbours)
        number = {square: index for index, square in enumerate(self.squares)}
        self.near = [[number[other] for other in others] for others in neighbours.values()]
        ranks = centre_ranks(problem)
        self.ranks = [0] * len(self.near) if ranks is None else [ranks[square] for square in self.squares]
        self.first = None if problem.start is None else number[problem.start]
        self.last = None if problem.end in (None, problem.start) else number[problem.end]
        self.closed = problem.closed
        self.whole = len(self.near) - (self.last is not None)  # the length of a path that lacks only the end kept back
        self.random = SplitMix64(seed)
        self.nodes = 0

    def cannot_close(self) -> bool:
        """Whether a closed tour is asked for with two ends that are not a move apart."""
        return self.closed and self.first is not None and self.last is not None and self.last not in self.near[self.first]

    def begin(self, meter: Meter, number: int, turns: int) -> None:
        """Put the path back to its start; all but the first walk begin by a random step, at any square if none is given."""
        degrees = [len(others) for others in self.near]
        start = self.first
        if start is None:
            start = self.random.below(len(degrees)) if number else degrees.index(min(degrees))
        self.by_rank = number % 2 == 0
        self.place = [self.FREE] * len(degrees)
        self.degree = degrees
        self.path: list[int] = []
        self.aside: int | None = None
        self.stepped_back = False
        self._forget()
        self.turns = turns
        beside = self.last if self.last is not None else start if self.closed else None
        self.goal = range(len(degrees)) if beside is None else self.near[beside]
        if self.last is not None:
            self._take(self.last, self.KEPT)
        meter.more(self.nodes)
        self._append(start)
        free = [other for other in self.near[start] if self.place[other] == self.FREE]
        if number and free:
            meter.more(self.nodes)
            self._append(self._any(free))

    @property
    def length(self) -> int:
        """The length of the path."""
        return len(self.path)

    def tour(self) -> list[Any]:
        """The squares of the path."""
        return [self.squares[index] for index in self.path]

    def run(self, meter: Meter) -> bool:
        """Whether a tour was completed within the turns."""
        pause = 0
        while self.turns:
            done = len(self.path) == self.whole and self.path[-1] in self.goal
            if (not done or self.last is not None) and self.nodes >= pause:
                pause = meter.more(self.nodes)
            if done:
                if self.last is not None:
                    self.path.append(self.last)
                    self.nodes += 1
                return True
            if self.aside is not None and len(self.path) == self.whole - 1:
                self._release()
            square = self._free_neighbour()
            if square is not None:
                self._append(square)
            elif ((self.idle < PATIENCE or self.stepped_back) and self._turn()) or self._step_back():
                self.turns -= 1
            else:
                return False
        return False

    def _take(self, square: int, place: int) -> None:
        self.place[square] = place
        for other in self.near[square]:
            self.degree[other] -= 1

    def _append(self, square: int) -> None:
        self._take(square, len(self.path))
        self.path.append(square)
        self._forget()
        self.nodes += 1

    def _free_neighbour(self) -> int | None:
        """The neighbour of the end that the rule chooses."""
        free = [other for other in self.near[self.path[-1]] if self.place[other] == self.FREE]
        for rank in (self.degree, self.ranks) if self.by_rank else (self.degree,):
            if len(free) > 1:
                lowest = min(rank[other] for other in free)
                free = [other for other in free if rank[other] == lowest]
        return self._any(free) if free else None

    def _turn(self) -> bool:
        """Turn the path behind a neighbour of its end, to bring the end nearer to where it is needed; False if it cannot."""
        path, place = self.path, self.place
        firsts = [place[other] + 1 for other in self.near[path[-1]] if 0 <= place[other] < len(path) - 2]
        if not firsts:
            return False
        if self.distance is None:
            self.distance = self._distances()
        distance = self.distance
        nearest = min(distance[path[first]] for first in firsts)
        self.idle = 0 if nearest < self.nearest else self.idle + 1
        self.nearest = min(nearest, self.nearest)
        led = nearest < distance[path[-1]] or self.random.below(2)
        if led and self.random.below(16):  # the random turns lead out of where the led ones would go round and round
            firsts = [first for first in firsts if distance[path[first]] == nearest]
        first = self._any(firsts)
        path[first:] = path[: first - 1 : -1]
        for index in range(first, len(path)):
            place[path[index]] = index
        self.nodes += 1
        return True

    def _distances(self) -> list[int]:
        """For each square, the least even number of moves to one where the end is needed: a turn moves the end by two."""
        near, size = self.near, len(self.near)
        complete = len(self.path) == self.whole
        needed = list(self.goal) if complete else [square for square in self.path if self.degree[square]]
        distance = [FAR] * (2 * size)  # by an even number of moves, and by an odd one
        for square in needed:
            distance[square] = 0
        for state in needed:  # grows while it is walked through
            square, other_parity = (state, size) if state < size else (state - size, 0)
            for other in near[square]:
                if distance[other + other_parity] == FAR:
                    distance[other + other_parity] = distance[state] + 1
                    needed.append(other + other_parity)
        return distance

    def _step_back(self) -> bool:
        """Leave the end and put it aside, once in a walk."""
        if self.stepped_back or len(self.path) == 1:
            return False
        self.stepped_back = True
        self.aside = self.path.pop()
        self.place[self.aside] = self.ASIDE
        self._forget()
        return True

    def _release(self) -> None:
        assert self.aside is not None
        self.place[self.aside] = self.FREE
        for other in self.near[self.aside]:
            self.degree[other] += 1
        self.aside = None
        self._forget()

    def _forget(self) -> None:
        """The distances are no longer true: a square was visited or left."""
        self.distance = None
        self.nearest, self.idle = FAR, 0

    def _any(self, some: list[int]) -> int:
        return some[self.random.below(len(some))] if len(some) > 1 else some[0]

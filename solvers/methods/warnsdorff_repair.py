"""Warnsdorff's rule with repair: where the walk is stuck, reverse its last part (a rotation) instead of taking moves back.

Let the path be a … p q … e, and let its end e be a move from p. Drop the move p-q, add the move p-e, and reverse the part
q … e: the path becomes a … p e … q. The new end q may have a free neighbour, so the walk may go on (L. Pósa, Hamiltonian
circuits in random graphs, 1976). Each rotation moves the end by two moves of the piece. The walk chooses rotations that bring
the end nearer to a goal: a square with a free neighbour or, when all squares are visited, a square where the tour may end. A
breadth-first search finds the distance of each square from the goals.

Walks with an even number break ties of the rule by the distance from the centre (A. Roth), where the graph has rows and
columns; the others break them at random. Not exact. Cost: a rotation and a search are linear at worst; most walks need few.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any, Protocol

from solvers.budget import Meter
from solvers.methods.tie_breaks import centre_ranks
from solvers.problem import Problem
from solvers.registry import solver, whole_number
from solvers.result import Outcome
from solvers.splitmix import SplitMix64

__all__ = ["Walk", "repaired_tour", "walk_of", "warnsdorff_repair"]

COMPILED_FROM = 40_000
"""Squares from which the compiled twin is loaded: loading takes 0.35 s, and the walk below takes 0.3 s for 200x200."""

PATIENCE = 50
"""Turns that may fail to bring the end nearer to where it is needed, before the walk steps back."""
STEPS_BETWEEN_LOOKS = 2**16
"""Steps of the search between two looks at the clock, some hundredths of a second: one turn may pass through all squares."""
FAR = 1 << 30
"""The distance of a square from which no turns lead to where the end is needed."""
FREE, KEPT, ASIDE = -1, -2, -3
"""What stands in place of an index on the path: not visited; the wanted end, visited last; put aside by a step back."""


@solver(
    "warnsdorff-repair",
    summary="Warnsdorff's walk, repaired by Pósa's rotations",
    exact=False,
    closed=True,
    fixed_end=True,
    loads_from=COMPILED_FROM,
    reference="L. Pósa, Hamiltonian circuits in random graphs, Discrete Mathematics 14, 1976",
    reads_graph=False,
)
def warnsdorff_repair(problem: Problem, meter: Meter, *, seed: int = 0, walks: int = 20) -> Outcome:
    """Find a tour by walks that repair themselves; a walk that takes too long gives way to the next.

    Parameters
    ----------
    seed : sets all random choices.
    walks : the number of walks before the solver gives up.

    Notes
    -----
    A node is a square placed at the end of the path, by a step or by a turn.
    """
    whole_number("seed", seed, least=0)
    whole_number("walks", walks, least=1)
    return repaired_tour(problem, walk_of(problem, seed), meter, walks)


def repaired_tour(problem: Problem, walk: Walk, meter: Meter, walks: int) -> Outcome:
    """Run up to `walks` walks, and return the first tour; if no walk gives one, return UNKNOWN."""
    turns = 200 + 2 * min(problem.size, 10_000)
    longest = 0
    for number in range(walks):
        walk.begin(meter, number, turns)
        if walk.run(meter):
            return Outcome.found(walk.tour(), walk.nodes)
        longest = max(longest, walk.length)
    of_all = f"of {problem.size:,} {problem.words.vertices}"
    did = "closes into a tour" if longest == problem.size else f"visits more than {longest:,} {of_all}"
    return Outcome.unknown(walk.nodes, f"none of {walks} walks {did}")


class Walk(Protocol):
    """A path that grows and turns until it is a tour. The textbook and its compiled twin make the same walks, draw for draw."""

    nodes: int
    """Squares placed so far, in all walks."""

    @property
    def length(self) -> int:
        """The number of squares on the path."""

    def begin(self, meter: Meter, number: int, turns: int) -> None:
        """Begin walk `number`, which may take `turns` turns; all walks but number 0 begin with a random step."""

    def adopt(self, tour: Any, turns: int) -> None:
        """Take a complete tour from the problem's start as the path, to turn it until it ends at the problem's end."""

    def run(self, meter: Meter) -> bool:
        """Walk on; return whether the tour was completed before the turns ran out."""

    def tour(self) -> Any:
        """Return the squares of the path."""


def walk_of(problem: Problem, seed: int) -> Walk:
    """Return a walk on a problem's graph: the compiled twin on large graphs, the textbook below on others."""
    if problem.size >= COMPILED_FROM and find_spec("numba") is not None:
        from solvers.methods.compiled.warnsdorff_repair import compiled_walk

        twin = compiled_walk(problem, seed)
        if twin is not None:
            return twin
    return _TextbookWalk(problem, seed)


class _TextbookWalk:
    """The walk in plain Python. Squares are numbers: `path` holds them in order, `place` the index of each on the path."""

    def __init__(self, problem: Problem, seed: int) -> None:
        neighbours = problem.neighbours()
        self.squares = list(neighbours)
        self.number = {square: index for index, square in enumerate(self.squares)}
        self.near = [[self.number[other] for other in others] for others in neighbours.values()]
        ranks = centre_ranks(problem)
        self.ranks = [0] * len(self.near) if ranks is None else [ranks[square] for square in self.squares]
        self.first = None if problem.start is None else self.number[problem.start]
        self.last = None if problem.end in (None, problem.start) else self.number[problem.end]
        self.closed = problem.closed
        self.whole = len(self.near) - (self.last is not None)  # the length of a path that lacks only the end kept for the last
        self.random = SplitMix64(seed)
        self.nodes = 0

    @property
    def length(self) -> int:
        return len(self.path)

    def tour(self) -> list[Any]:
        return [self.squares[index] for index in self.path]

    def begin(self, meter: Meter, number: int, turns: int) -> None:
        self.degree = [len(others) for others in self.near]  # free neighbours of each square
        start = self.first
        if start is None:
            start = self.random.below(len(self.near)) if number else self.degree.index(min(self.degree))
        self.by_rank = number % 2 == 0
        self.place = [FREE] * len(self.near)
        self.path: list[int] = []
        self.aside: int | None = None
        self.stepped_back = False
        self.turns = turns
        beside = self.last if self.last is not None else start if self.closed else None
        self.goal = range(len(self.near)) if beside is None else self.near[beside]  # where a path of all squares may end
        if self.last is not None:
            self._take(self.last, KEPT)
        meter.more(self.nodes)
        self._append(start)
        free = [other for other in self.near[start] if self.place[other] == FREE]
        if number and free:
            meter.more(self.nodes)
            self._append(self._any(free))

    def adopt(self, tour: Any, turns: int) -> None:
        assert self.last is not None
        self.path = [self.number[row, col] for row, col in tour]
        self.place = [0] * len(self.near)
        for index, square in enumerate(self.path):
            self.place[square] = index
        self.degree = [0] * len(self.near)
        self.by_rank, self.aside, self.stepped_back = False, None, True  # all is visited: there is no step to take back
        self.goal = [self.last]
        self.last = None
        self.nodes = self.whole = len(self.path)
        self.turns = turns
        self._forget()

    def run(self, meter: Meter) -> bool:
        pause, between = 0, 1 + STEPS_BETWEEN_LOOKS // len(self.near)
        while self.turns:
            done = len(self.path) == self.whole and self.path[-1] in self.goal
            if (not done or self.last is not None) and self.nodes >= pause:
                pause = meter.more(self.nodes, between)
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

    def _append(self, square: int) -> None:
        self._take(square, len(self.path))
        self.path.append(square)
        self._forget()
        self.nodes += 1

    def _take(self, square: int, place: int) -> None:
        self.place[square] = place
        for other in self.near[square]:
            self.degree[other] -= 1

    def _forget(self) -> None:
        """Forget the distances: they change when a square is visited or left."""
        self.distance: list[int] | None = None
        self.nearest, self.idle = FAR, 0  # the least distance that the turns have reached since, and turns without progress

    def _free_neighbour(self) -> int | None:
        """Return the neighbour of the end that Warnsdorff's rule chooses: the one with the fewest free neighbours."""
        free = [other for other in self.near[self.path[-1]] if self.place[other] == FREE]
        for rank in (self.degree, self.ranks) if self.by_rank else (self.degree,):
            if len(free) > 1:
                lowest = min(rank[other] for other in free)
                free = [other for other in free if rank[other] == lowest]
        return self._any(free) if free else None

    def _turn(self) -> bool:
        """Make one of Pósa's rotations; return False where there is none.

        From the path a … p q … e and a move from its end e to p comes the path a … p e … q: q is the new end. Among all
        such q the turn chooses the one nearest to where the end is needed, and now and then a random one.
        """
        path, place = self.path, self.place
        firsts = [place[other] + 1 for other in self.near[path[-1]] if 0 <= place[other] < len(path) - 2]  # where each q stands
        if not firsts:
            return False
        if self.distance is None:
            self.distance = self._distances()
        distance = self.distance
        nearest = min(distance[path[first]] for first in firsts)
        self.idle = 0 if nearest < self.nearest else self.idle + 1
        self.nearest = min(nearest, self.nearest)
        led = nearest < distance[path[-1]] or self.random.below(2)
        if led and self.random.below(16):  # without random turns the led ones can go round in a circle
            firsts = [first for first in firsts if distance[path[first]] == nearest]
        first = self._any(firsts)
        path[first:] = path[: first - 1 : -1]
        for index in range(first, len(path)):
            place[path[index]] = index
        self.nodes += 1
        return True

    def _distances(self) -> list[int]:
        """Return the least even number of moves from each square to one where the end is needed, by breadth-first search.

        Only even numbers count, because a turn moves the end by two moves. So the search visits a square twice, once after
        an even number of moves and once after an odd one: state `square`, and state `square + size`.
        """
        near, size = self.near, len(self.near)
        complete = len(self.path) == self.whole
        queue = list(self.goal) if complete else [square for square in self.path if self.degree[square]]
        distance = [FAR] * (2 * size)
        for square in queue:
            distance[square] = 0
        for state in queue:  # the loop appends to the list that it reads
            square, other_parity = (state, size) if state < size else (state - size, 0)
            for other in near[square]:
                if distance[other + other_parity] == FAR:
                    distance[other + other_parity] = distance[state] + 1
                    queue.append(other + other_parity)
        return distance

    def _step_back(self) -> bool:
        """Take the last step back, once in a walk, and put its square aside until one more square is missing.

        A path that enters a dead end too early cannot turn out of it: the dead end must wait for the end of the tour.
        """
        if self.stepped_back or len(self.path) == 1:
            return False
        self.stepped_back = True
        self.aside = self.path.pop()
        self.place[self.aside] = ASIDE
        self._forget()
        return True

    def _release(self) -> None:
        """Make the square that was put aside free again."""
        assert self.aside is not None
        self.place[self.aside] = FREE
        for other in self.near[self.aside]:
            self.degree[other] += 1
        self.aside = None
        self._forget()

    def _any(self, some: list[int]) -> int:
        return some[self.random.below(len(some))] if len(some) > 1 else some[0]

"""Warnsdorff's rule with repair: escape from dead ends by rotations of the path.

Let a … p q … e be the path, and let a move lead from its end e to p. A rotation removes the move p-q, adds the move p-e and
reverses the part q … e. The path becomes a … p e … q. If its new end q has a free (unvisited) neighbour, the walk can continue
[1]_. The new end is two moves away from the old end, by way of p.

The walk prefers rotations that bring the end nearer to a goal. Until all squares are visited, a goal is a square of the path
with a free neighbour. After that, it is a square where the tour may end. A breadth-first search finds the distance of each
square from the nearest goal. A rotation and a breadth-first search take linear time at worst. Most walks need few of both.

If rotations do not help, the walk steps back, at most once per walk. It removes its last square from the path, and visits this
square only when all other squares are visited (see `go_on`).

The solver makes several walks, which are numbered from 0. Walks with even numbers break ties of the rule by the distance from
the centre (A. Roth's tie-break), if the vertices are squares with rows and columns. The other walks break ties at random. The
solver is not exact. A walk takes linear time if it needs few repairs.

`go_on` and the functions below it implement the method on lists of integers, which the class `Walk` prepares. For large boards
and graphs, `warnsdorff_repair_kernels` compiles the same functions, unchanged, for arrays.

References
----------
.. [1] L. Pósa, Hamiltonian circuits in random graphs, Discrete Mathematics 14, 1976.
"""

from __future__ import annotations

from collections import namedtuple
from contextlib import suppress
from itertools import accumulate, chain
from types import SimpleNamespace
from typing import Any

from graphs.loading import load
from solvers.core.budget import NO_LIMIT, Meter
from solvers.core.errors import UnsupportedProblem
from solvers.core.outcome import Outcome
from solvers.core.problem import Problem
from solvers.core.registry import solver, whole_number
from solvers.core.splitmix import splitmix_below
from solvers.methods.tie_breaks import centre_tie_break_ranks

COMPILED_FROM = 40_000
"""Minimum number of squares for which the compiled version is used.

Loading the compiled version takes 0.35 s; the reference implementation takes 0.3 s for 200x200.
"""
PATIENCE = 50  # number of rotations without progress after which the walk steps back (see `go_on`)
FAR = 1 << 30
"""Distance of a square from which no goal can be reached."""
FREE, KEPT = -1, -2
"""Values of `State.place` for squares that are not on the path.

FREE means that the square is not visited. KEPT means that the square is reserved for later, because it is the given end or
because the walk removed it when it stepped back.
"""
NOT_YET, NO_MORE = -1, -2
"""Values of `aside` (see `NOW`) if no square is set aside.

NOT_YET means that the walk has not stepped back. NO_MORE means that it has stepped back, but that it may now visit the removed
square again.
"""
UNKNOWN = -1  # value of `nearest` (see `NOW`) if the distances are not computed for the present path
NOW = ("length", "whole", "nodes", "turns", "by_rank", "aside", "nearest", "idle", "work")
"""The numbers that change during a walk.

- `length`: the number of squares on the path.
- `whole`: the number of squares on a complete path, not counting a given end, which is placed last.
- `nodes`: the number of squares placed so far, in all walks.
- `turns`: the number of rotations that this walk may still make.
- `by_rank`: whether ranks break ties of Warnsdorff's rule.
- `aside`: the square that the walk removed from the path when it stepped back, or NOT_YET or NO_MORE.
- `nearest`: the least distance from a goal among all ends to which a rotation could have led since the distances were computed.
  It is UNKNOWN if the distances are not computed for the present path.
- `idle`: the number of rotations since `nearest` last became smaller.
- `work`: the amount of work left until the next check of the clock. Its unit is not the search node, because one rotation of a
  long path takes as long as thousands of search nodes.
"""

State = namedtuple("State", "now random first heads ranks degree place path goal distance room")
"""The state of a walk, in lists or arrays of integers.

Each field has one number per square unless stated otherwise.

Attributes
----------
now : object
    An object whose attributes are the numbers that `NOW` lists.
random : list or array of int
    One number, the state of `solvers.core.splitmix.splitmix_below`.
first, heads : list or array of int
    The neighbours of square i are `heads[first[i]:first[i + 1]]`.
ranks : list or array of int
    Ranks that break ties of Warnsdorff's rule: the lowest rank is chosen.
degree : list or array of int
    The number of free neighbours of each square.
place : list or array of int
    The index of each square on the path, or FREE or KEPT.
path : list or array of int
    The squares of the path in order.
goal : list or array of int
    Whether a path of all squares, except a given end, may end at the square.
distance : list or array of int
    In the first half, the least even number of moves from each square to a goal. In the second half, the least odd number.
room : list or array of int
    Two numbers per square: scratch space for the functions.
"""


def go_on(walk: State, pause: int) -> bool:
    """Continue a walk until it is complete, fails, or must pause.

    True means that the path is complete. It contains all squares except a given end, and may end at its last square. `pause` is
    the number of search nodes at which to check the budget.

    If the path enters a dead end of the graph (such as a square with a single neighbour) too early, no rotation leads out of
    it. The dead end must be visited last. So the walk may step back once: it removes the last square from the path. It visits
    this square again only when all other squares, except a given end, are on the path.
    """
    now, path = walk.now, walk.path
    while now.turns > 0:
        last = path[now.length - 1]
        if now.length == now.whole and walk.goal[last]:
            return True
        if now.nodes >= pause or now.work <= 0:
            return False
        now.work -= 8
        if now.aside >= 0 and now.length == now.whole - 1:
            put_on_repaired_walk(walk, now.aside, FREE, 1)
            now.aside, now.nearest = NO_MORE, UNKNOWN
        square = repaired_walk_neighbour(walk)
        if square >= 0:
            append_to_repaired_walk(walk, square)
            continue
        now.turns -= 1
        patient = now.aside != NOT_YET or now.nearest == UNKNOWN or now.idle < PATIENCE
        if patient and turn_repaired_walk(walk):
            now.nodes += 1
        elif now.aside == NOT_YET and now.length > 1:
            now.length -= 1
            now.aside, now.nearest = last, UNKNOWN
            walk.place[last] = KEPT
        else:
            now.turns = 0
    return False


def any_of_repaired_walk(walk: State, some: Any, count: int) -> Any:
    """Return one of the first `count` numbers at random."""
    return some[splitmix_below(walk.random, count)] if count > 1 else some[0]


def append_to_repaired_walk(walk: State, square: int) -> None:
    now = walk.now
    put_on_repaired_walk(walk, square, now.length, -1)
    walk.path[now.length] = square
    now.length += 1
    now.nodes += 1
    now.nearest = UNKNOWN


def put_on_repaired_walk(walk: State, square: int, place: int, change: int) -> None:
    """Put a square on the path, and change its neighbours' degrees."""
    walk.place[square] = place
    for other in walk.heads[walk.first[square] : walk.first[square + 1]]:
        walk.degree[other] += change


def repaired_walk_neighbour(walk: State) -> int:
    """Return the next square by Warnsdorff's rule, or -1.

    If the walk uses ranks, ties are broken by the lowest rank. Remaining ties are broken at random.
    """
    by_rank, ties, count = walk.now.by_rank, walk.room, 0
    fewest, lowest = FAR, 0
    last = walk.path[walk.now.length - 1]
    for other in walk.heads[walk.first[last] : walk.first[last + 1]]:
        if walk.place[other] == FREE:
            degree, rank = walk.degree[other], walk.ranks[other] if by_rank else 0
            if degree < fewest or (degree == fewest and rank < lowest):
                fewest, lowest, count = degree, rank, 0
            if degree == fewest and rank == lowest:
                ties[count] = other
                count += 1
    return any_of_repaired_walk(walk, ties, count) if count else -1


def turn_repaired_walk(walk: State) -> bool:
    """Make a rotation of the path, or return False.

    Usually, the new end is one of those nearest to a goal. Sometimes the rotation is random.
    """
    now, path, place, distance, firsts, count = walk.now, walk.path, walk.place, walk.distance, walk.room, 0
    if now.nearest == UNKNOWN:
        find_repaired_walk_distances(walk)
        now.nearest, now.idle = FAR, 0
        now.work -= 4 * len(place)
    nearest, last = FAR, path[now.length - 1]
    for other in walk.heads[walk.first[last] : walk.first[last + 1]]:
        first = place[other] + 1  # the index of q
        if 0 < first < now.length - 1:
            firsts[count] = first
            count += 1
            nearest = min(nearest, distance[path[first]])
    if count == 0:
        return False
    now.idle = 0 if nearest < now.nearest else now.idle + 1
    now.nearest = min(nearest, now.nearest)
    led = nearest < distance[last] or splitmix_below(walk.random, 2) > 0
    if led and splitmix_below(walk.random, 16) > 0:  # random rotations prevent an endless cycle of the same rotations
        all_turns, count = count, 0
        for index in range(all_turns):
            if distance[path[firsts[index]]] == nearest:
                firsts[count] = firsts[index]
                count += 1
    first = any_of_repaired_walk(walk, firsts, count)
    reverse_path(path, place, first, now.length - 1)
    now.work -= (now.length - first) // 4
    return True


def reverse_path(path: Any, place: Any, left: int, right: int) -> None:
    """Reverse the part of a path between two indices, both included.

    `place` contains the index of each square, and is updated.
    """
    while left <= right:
        path[left], path[right] = path[right], path[left]
        place[path[left]], place[path[right]] = left, right
        left += 1
        right -= 1


def find_repaired_walk_distances(walk: State) -> None:
    """Compute the distance of each square from the nearest goal.

    Distances are even numbers of moves, because the new end after a rotation is two moves away from the old end. To find them,
    the search also finds the least odd numbers. It visits each square up to two times: as state `square` after an even number
    of moves, and as state `square + size` after an odd number.
    """
    size, now, path, distance, queue = len(walk.place), walk.now, walk.path, walk.distance, walk.room
    for state in range(2 * size):
        distance[state] = FAR
    head = tail = 0
    for index in range(now.length):
        square = path[index]
        if walk.goal[square] if now.length == now.whole else walk.degree[square] > 0:
            distance[square] = 0
            queue[tail] = square
            tail += 1
    while head < tail:
        state = queue[head]
        head += 1
        square, other_parity = (state, size) if state < size else (state - size, 0)
        for other in walk.heads[walk.first[square] : walk.first[square + 1]]:
            if distance[other + other_parity] == FAR:
                distance[other + other_parity] = distance[state] + 1
                queue[tail] = other + other_parity
                tail += 1


class Walk:
    """A path that grows by Warnsdorff's rule and changes by rotations."""

    work = 50_000  # amount of work between two checks of the clock; this work takes some hundredths of a second
    go_on = staticmethod(go_on)

    def __init__(self, problem: Problem, seed: int, meter: Meter) -> None:
        self.problem = problem
        self.state = State(*self.prepare(seed, meter), *(self.filled(0, times) for times in (1, 1, 1, 1, 2, 2)))
        self.now = self.state.now
        self.start = None if problem.start is None else self.number(problem.start)
        self.end = None if problem.end in (None, problem.start) else self.number(problem.end)
        self.now.whole = problem.size - (self.end is not None)

    def prepare(self, seed: int, meter: Meter) -> Any:
        """Assign numbers to the squares, and return the first fields of `State`.

        The attributes are `squares`, `degrees` (the number of neighbours of each square), `number` (a function that returns the
        number of a square) and `rarest` (the number of the first square with the fewest neighbours).
        """
        neighbours = self.problem.neighbours(meter)
        self.squares = list(neighbours)
        self.number = dict(zip(neighbours, range(len(neighbours)), strict=True)).__getitem__
        self.degrees: Any = [*map(len, neighbours.values())]
        self.rarest = self.degrees.index(min(self.degrees))
        ranks = self.filled(0)
        with suppress(UnsupportedProblem):
            ranks = [*centre_tie_break_ranks(self.problem).values()]
        return (
            SimpleNamespace(**dict.fromkeys(NOW, 0)),
            [seed],
            [0, *accumulate(self.degrees)],
            [*map(self.number, chain(*neighbours.values()))],
            ranks,
        )

    def filled(self, value: int, times: int = 1) -> Any:
        """Return a list with `times` entries per square, all equal to `value`."""
        return [value] * times * self.problem.size

    @property
    def nodes(self) -> int:
        """Number of squares placed so far, in all walks."""
        return int(self.now.nodes)

    def begin(self, meter: Meter, number: int, turns: int) -> None:
        """Begin walk `number`, with at most `turns` rotations.

        If no start is given, walk 0 begins at the first square with the fewest neighbours, and each other walk at a random
        square. Each walk except walk 0 makes a random first move. Walks with even numbers break ties of Warnsdorff's rule by
        rank.
        """
        state, now, start = self.state, self.now, self.start
        if start is None:
            start = splitmix_below(state.random, len(state.path)) if number else self.rarest
        beside = self.end if self.end is not None else start if self.problem.closed else None
        now.length, now.turns, now.aside, now.by_rank = 0, turns, NOT_YET, number % 2 == 0
        state.degree[:], state.place[:], state.goal[:] = self.degrees, self.filled(FREE), self.filled(beside is None)
        for square in () if beside is None else self.near(beside):
            state.goal[square] = True
        if self.end is not None:
            put_on_repaired_walk(state, self.end, KEPT, -1)
        self.append(meter, start)
        free = [square for square in self.near(start) if state.place[square] == FREE]
        if number and free:
            self.append(meter, any_of_repaired_walk(state, free, len(free)))

    def near(self, square: int) -> Any:
        return self.state.heads[self.state.first[square] : self.state.first[square + 1]]

    def append(self, meter: Meter, square: int) -> None:
        """Append a square to the path, or raise BudgetSpent."""
        meter.more(self.nodes)
        append_to_repaired_walk(self.state, square)

    def run(self, meter: Meter) -> bool:
        """Continue the walk, and return whether it became a tour."""
        pause = 0
        while self.now.turns > 0:
            self.now.work = self.work
            if self.go_on(self.state, pause):
                if self.end is not None:
                    self.append(meter, self.end)
                return True
            if self.now.turns > 0:
                pause = meter.more(self.nodes, NO_LIMIT)
        return False

    def tour(self) -> Any:
        """Return the squares of the finished path."""
        return [self.squares[number] for number in self.state.path]


@solver(
    "warnsdorff-repair",
    summary="walk by Warnsdorff's rule, repaired by Pósa's rotations",
    exact=False,
    closed=True,
    fixed_end=True,
    reference="L. Pósa, Hamiltonian circuits in random graphs, Discrete Mathematics 14, 1976",
    reads_graph=False,
)
def warnsdorff_repair(problem: Problem, meter: Meter, *, seed: int = 0, walks: int = 20) -> Outcome:
    """Find a tour by Warnsdorff's rule, repaired by rotations.

    A search node is a square placed at the end of the path, by a step or by a rotation.

    Parameters
    ----------
    seed : int, optional
        Seed of all random choices (default: 0).
    walks : int, optional
        Maximum number of walks (default: 20).
    """
    whole_number("seed", seed, least=0)
    whole_number("walks", walks, least=1)
    if problem.size < COMPILED_FROM:
        walk = Walk(problem, seed, meter)
    else:
        load("solvers.methods.warnsdorff_repair_kernels")
        from solvers.methods.warnsdorff_repair_kernels import CompiledWalk

        walk = CompiledWalk(problem, seed, meter)
    longest, turns = 0, 200 + 2 * min(problem.size, 10_000)
    for number in range(walks):
        walk.begin(meter, number, turns)
        if walk.run(meter):
            return Outcome.found(walk.tour(), walk.nodes)
        longest = max(longest, int(walk.now.length))
    of_all = f"of {problem.words.some(problem.size)}"
    did = "closes into a tour" if longest == problem.size else f"visits more than {longest:,} {of_all}"
    return Outcome.unknown(walk.nodes, f"{f'none of {walks:,} walks' if walks > 1 else 'no walk'} {did}")

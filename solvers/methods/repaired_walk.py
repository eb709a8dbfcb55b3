"""Warnsdorff's rule with repair: where the walk is stuck, reverse its last part (a rotation) instead of taking moves back.

Let the path be a … p q … e, and let its end e be a move from p. Drop the move p-q, add the move p-e, and reverse the part
q … e: the path becomes a … p e … q. The new end q may have a free neighbour, so the walk may go on (L. Pósa, Hamiltonian
circuits in random graphs, 1976). Each rotation moves the end by two moves of the piece. The walk chooses rotations that bring
the end nearer to a goal: a square with a free neighbour or, when all squares are visited, a square where the tour may end. A
breadth-first search finds the distance of each square from the goals.

`go_on` and the functions below it are the method. They work on lists of numbers, and, compiled as they stand, on arrays: large
boards and graphs are walked by `solvers.methods.compiled.repaired_walk`. The solver is `warnsdorff_repair`.

Cost: a rotation and a search are linear at worst; most walks need few.
"""

from __future__ import annotations

from collections import namedtuple
from contextlib import suppress
from itertools import accumulate, chain
from types import SimpleNamespace
from typing import Any

from solvers.budget import Meter
from solvers.errors import UnsupportedProblem
from solvers.methods.tie_breaks import centre_ranks
from solvers.problem import Problem
from solvers.splitmix import below

__all__ = ["NOW", "State", "Walk", "go_on"]

PATIENCE = 50
"""Turns that may fail to bring the end nearer to where it is needed, before the walk steps back."""
FAR = 1 << 30
"""The distance of a square from which no turns lead to where the end is needed."""
FREE, KEPT = -1, -2
"""What stands in place of an index on the path: not visited; kept for later, as is the wanted end, which is visited last."""
NOT_YET, NO_MORE = -1, -2
"""What stands in place of the square that is put aside: before the step back, and after the square is free again."""
UNKNOWN = -1
"""What stands in place of the least distance when the distances have changed."""
ALL = 2**62
"""More nodes than are ever placed: the walk pauses at the node limit only."""


NOW = ("length", "whole", "nodes", "turns", "by_rank", "aside", "nearest", "idle", "work")
"""The numbers that change on the way.

length, whole : the number of squares on the path now, and when it is complete but for an end kept for the last.
nodes : squares placed so far, in all walks.
turns : turns that this walk may still take.
by_rank : whether ranks break the ties of the rule.
aside : the square that a step back has put aside, or NOT_YET or NO_MORE.
nearest : the least distance that the turns have reached, or UNKNOWN.
idle : the turns since then.
work : what is left to do until the next look at the clock. A turn of a long path takes as long as thousands of steps.
"""

State = namedtuple("State", "now random first heads ranks degree place path goal distance room")
"""A walk, in lists or arrays of whole numbers. Where nothing else is said, each holds one number for each square.

Attributes
----------
now : the numbers of `NOW`.
random : one number, the state of `solvers.splitmix.below`.
first, heads : the neighbours of square i are `heads[first[i]:first[i + 1]]`.
ranks : breaks ties of the rule: the lowest goes first.
degree : the number of free neighbours.
place : the index on the path, or FREE or KEPT.
path : the squares in their order.
goal : whether a path of all squares may end there.
distance, room : two numbers for each square; the distances, and room for what a function notes.
"""


class Walk:
    """A path that grows and turns until it is a tour. The compiled twin keeps the state in arrays instead of lists."""

    work = 50_000  # between two looks at the clock: some hundredths of a second

    def __init__(self, problem: Problem, seed: int, meter: Meter) -> None:
        self.problem = problem
        self.state = State(*self.prepare(seed, meter), *(self.filled(0, times) for times in (1, 1, 1, 1, 2, 2)))
        self.now = self.state.now
        self.start = None if problem.start is None else self.number(problem.start)
        self.end = None if problem.end in (None, problem.start) else self.number(problem.end)
        self.now.whole = problem.size - (self.end is not None)

    def prepare(self, seed: int, meter: Meter) -> Any:
        """Return the first five fields of the state. Note the degrees, the rarest square and what numbers the squares."""
        neighbours = self.problem.neighbours()
        self.squares = list(neighbours)
        self.number = dict(zip(neighbours, range(len(neighbours)), strict=True)).__getitem__
        self.degrees: Any = [*map(len, neighbours.values())]
        self.rarest = self.degrees.index(min(self.degrees))
        ranks = self.filled(0)
        with suppress(UnsupportedProblem):
            ranks = [*centre_ranks(self.problem).values()]
        return (
            SimpleNamespace(**dict.fromkeys(NOW, 0)),
            [seed],
            [0, *accumulate(self.degrees)],
            [*map(self.number, chain(*neighbours.values()))],
            ranks,
        )

    def filled(self, value: int, times: int = 1) -> Any:
        """Return a list that holds a value for each square, or two."""
        return [value] * times * self.problem.size

    @property
    def nodes(self) -> int:
        """Squares placed so far, in all walks."""
        return int(self.now.nodes)

    def begin(self, meter: Meter, number: int, turns: int) -> None:
        """Begin walk `number`, which may take `turns` turns; all walks but number 0 begin with a random step."""
        state, now, start = self.state, self.now, self.start
        if start is None:
            start = below(state.random, len(state.path)) if number else self.rarest
        beside = self.end if self.end is not None else start if self.problem.closed else None
        now.length, now.turns, now.aside, now.by_rank = 0, turns, NOT_YET, number % 2 == 0
        state.degree[:], state.place[:], state.goal[:] = self.degrees, self.filled(FREE), self.filled(beside is None)
        for square in () if beside is None else self.near(beside):
            state.goal[square] = True
        if self.end is not None:
            put(state, self.end, KEPT, -1)
        self.append(meter, start)
        free = [square for square in self.near(start) if state.place[square] == FREE]
        if number and free:
            self.append(meter, any_of(state, free, len(free)))

    def near(self, square: int) -> Any:
        """Return the neighbours of a square."""
        return self.state.heads[self.state.first[square] : self.state.first[square + 1]]

    def append(self, meter: Meter, square: int) -> None:
        meter.more(self.nodes)
        append(self.state, square)

    def adopt(self, tour: Any, turns: int) -> None:
        """Take a complete tour from the problem's start as the path, to turn it until it ends at the problem's end.

        This is for a new walk on a board without holes.
        """
        board = self.problem.board
        assert board is not None
        self.follow(tour, board.cols)
        self.state.goal[self.end] = True
        self.end = None
        self.now.length = self.now.whole = self.now.nodes = self.problem.size
        self.now.turns, self.now.aside, self.now.nearest = turns, NO_MORE, UNKNOWN

    def follow(self, tour: Any, cols: int) -> None:
        """Write the squares of a tour, and the place of each, into the state."""
        self.state.path[:] = [row * cols + col for row, col in tour]
        for index, number in enumerate(self.state.path):
            self.state.place[number] = index

    def run(self, meter: Meter) -> bool:
        """Walk on; return whether the tour was completed before the turns ran out."""
        pause = 0
        while self.now.turns > 0:
            self.now.work = self.work
            if self.go_on(pause):
                if self.end is not None:
                    self.append(meter, self.end)
                return True
            if self.now.turns > 0:
                pause = meter.more(self.nodes, ALL)
        return False

    def go_on(self, pause: int) -> bool:
        return go_on(self.state, pause)

    def tour(self) -> Any:
        """Return the squares of the path."""
        return [self.squares[number] for number in self.state.path]


def go_on(walk: State, pause: int) -> bool:
    """Walk on until no turns are left, `pause` nodes are placed, or it is time for the clock; return whether it is complete.

    A path that enters a dead end too early cannot turn out of it: the dead end must wait for the end of the tour. So the walk
    takes one step back, once, and puts its square aside until one more square is missing.
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
            put(walk, now.aside, FREE, 1)
            now.aside, now.nearest = NO_MORE, UNKNOWN
        square = free_neighbour(walk)
        if square >= 0:
            append(walk, square)
            continue
        now.turns -= 1
        patient = now.aside != NOT_YET or now.nearest == UNKNOWN or now.idle < PATIENCE
        if patient and turn(walk):
            now.nodes += 1
        elif now.aside == NOT_YET and now.length > 1:
            now.length -= 1
            now.aside, now.nearest = last, UNKNOWN
            walk.place[last] = KEPT
        else:
            now.turns = 0
    return False


def any_of(walk: State, some: Any, count: int) -> Any:
    """Return one of the first `count` numbers, at random."""
    return some[below(walk.random, count)] if count > 1 else some[0]


def append(walk: State, square: int) -> None:
    """Go on to a square."""
    now = walk.now
    put(walk, square, now.length, -1)
    walk.path[now.length] = square
    now.length += 1
    now.nodes += 1
    now.nearest = UNKNOWN


def put(walk: State, square: int, place: int, change: int) -> None:
    """Note the place of a square, and change the number of free neighbours of all squares beside it."""
    walk.place[square] = place
    for other in walk.heads[walk.first[square] : walk.first[square + 1]]:
        walk.degree[other] += change


def free_neighbour(walk: State) -> int:
    """Return the neighbour of the end that Warnsdorff's rule chooses: the one with the fewest free neighbours; -1 for none."""
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
    return any_of(walk, ties, count) if count else -1


def turn(walk: State) -> bool:
    """Make one of Pósa's rotations; return False where there is none.

    From the path a … p q … e and a move from its end e to p comes the path a … p e … q: q is the new end. Among all such q the
    turn chooses the one nearest to where the end is needed, and now and then a random one.
    """
    now, path, place, distance, firsts, count = walk.now, walk.path, walk.place, walk.distance, walk.room, 0
    if now.nearest == UNKNOWN:
        find_distances(walk)
        now.nearest, now.idle = FAR, 0
        now.work -= 4 * len(place)
    nearest, last = FAR, path[now.length - 1]
    for other in walk.heads[walk.first[last] : walk.first[last + 1]]:
        first = place[other] + 1  # where q stands
        if 0 < first < now.length - 1:
            firsts[count] = first
            count += 1
            nearest = min(nearest, distance[path[first]])
    if count == 0:
        return False
    now.idle = 0 if nearest < now.nearest else now.idle + 1
    now.nearest = min(nearest, now.nearest)
    led = nearest < distance[last] or below(walk.random, 2) > 0
    if led and below(walk.random, 16) > 0:  # without random turns the led ones can go round in a circle
        all_turns, count = count, 0
        for index in range(all_turns):
            if distance[path[firsts[index]]] == nearest:
                firsts[count] = firsts[index]
                count += 1
    first = any_of(walk, firsts, count)
    reverse(walk, first, now.length - 1)
    now.work -= (now.length - first) // 4
    return True


def reverse(walk: State, left: int, right: int) -> None:
    """Reverse a part of the path."""
    path, place = walk.path, walk.place
    while left <= right:
        path[left], path[right] = path[right], path[left]
        place[path[left]], place[path[right]] = left, right
        left += 1
        right -= 1


def find_distances(walk: State) -> None:
    """Find the least even number of moves from each square to one where the end is needed, by breadth-first search.

    Only even numbers count, because a turn moves the end by two moves. So the search visits a square twice, once after an even
    number of moves and once after an odd one: state `square`, and state `square + size`.
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

"""The solver `warnsdorff-repair`: several walks by Warnsdorff's rule, each repaired by rotations.

The module `repaired_walk` explains the method. The class `Walk` prepares the lists of numbers for it.

The walks are numbered from 0. Walks with even numbers break ties of the rule by the distance from the centre (A. Roth's
tie-break), if the vertices are squares with rows and columns. The other walks break ties at random.

The solver is not exact. A walk takes linear time if it needs few repairs.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import accumulate, chain
from types import SimpleNamespace
from typing import Any

from graphs.loading import load
from graphs.text import plural
from solvers.core.errors import UnsupportedProblem
from solvers.core.meter import Meter
from solvers.core.outcome import Outcome
from solvers.core.problem import Problem
from solvers.core.registry import solver, whole_number
from solvers.core.splitmix import below
from solvers.methods.repaired_walk import FREE, KEPT, NOT_YET, NOW, State, any_of, append, go_on, put
from solvers.methods.tie_breaks import centre_ranks

COMPILED_FROM = 40_000
"""Minimum number of squares for which the compiled version is used.

Loading the compiled version takes 0.35 s; the reference implementation takes 0.3 s for 200x200.
"""
ALL = 2**62
"""Number of search nodes between two pauses, so large that `Meter.more` sets a pause only at the node limit."""


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
    """Find a tour by walks that are repaired by rotations. A walk that needs too many rotations is replaced by a new one.

    Parameters
    ----------
    problem : Problem
        The problem to solve.
    meter : Meter
        The budget, which counts the search nodes.
    seed : int, optional
        Seed of all random choices (default: 0).
    walks : int, optional
        Maximum number of walks (default: 20).

    Returns
    -------
    Outcome
        FOUND, or UNKNOWN if no walk becomes a tour.

    Raises
    ------
    BudgetSpent
        If a limit is reached before a tour is found.
    OptionError
        If `seed` or `walks` is out of range.

    Notes
    -----
    A search node is a square placed at the end of the path, by a step or by a rotation.
    """
    whole_number("seed", seed, least=0)
    whole_number("walks", walks, least=1)
    return repaired_tour(problem, walk_of(problem, seed, meter), meter, walks)


def repaired_tour(problem: Problem, walk: Walk, meter: Meter, walks: int) -> Outcome:
    """Make up to `walks` walks until one of them is a tour, and return the outcome.

    Parameters
    ----------
    problem : Problem
        The problem to solve.
    walk : Walk
        An object that makes the walks on the graph of the problem, one after the other.
    meter : Meter
        The budget, which counts the search nodes.
    walks : int
        Maximum number of walks.

    Returns
    -------
    Outcome
        FOUND, or UNKNOWN if no walk becomes a tour.

    Raises
    ------
    BudgetSpent
        If a limit is reached before a tour is found.
    """
    turns = 200 + 2 * min(problem.size, 10_000)
    longest = 0
    for number in range(walks):
        walk.begin(meter, number, turns)
        if walk.run(meter):
            return Outcome.found(walk.tour(), walk.nodes)
        longest = max(longest, int(walk.now.length))
    of_all = f"of {problem.words.some(problem.size)}"
    did = "closes into a tour" if longest == problem.size else f"visits more than {longest:,} {of_all}"
    return Outcome.unknown(walk.nodes, f"none of {plural(walks, 'walk')} {did}")


def walk_of(problem: Problem, seed: int, meter: Meter) -> Walk:
    """Return an object that makes walks on the graph of a problem: the compiled version if the graph is large.

    Parameters
    ----------
    problem : Problem
        The problem to solve.
    seed : int
        Seed of all random choices.
    meter : Meter
        The budget. Its time limit includes building the arrays of the compiled version.

    Returns
    -------
    Walk
        The object. For graphs of at least `COMPILED_FROM` vertices, it is a `CompiledWalk`.

    Raises
    ------
    BudgetSpent
        If the time limit is exceeded.
    """
    if problem.size >= COMPILED_FROM:
        load("solvers.methods.repaired_walk_kernels")
        from solvers.methods.repaired_walk_kernels import CompiledWalk

        return CompiledWalk(problem, seed, meter)
    return Walk(problem, seed, meter)


class Walk:
    """A path that grows and rotates until it is a tour. The subclass `CompiledWalk` uses arrays instead of lists.

    Parameters
    ----------
    problem : Problem
        The problem to solve.
    seed : int
        Seed of all random choices.
    meter : Meter
        The budget. Its time limit includes building the arrays of the compiled version.
    """

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
        """Return the first five fields of a walk's `State`, and set the attributes that describe the graph.

        These attributes are `squares`, `degrees` (the number of neighbours of each square), `number` (a function that returns
        the number of a square) and `rarest` (the number of the first square with the fewest neighbours).

        Parameters
        ----------
        seed : int
            Seed of all random choices.
        meter : Meter
            The budget. Its time limit includes building the arrays of the compiled version.

        Returns
        -------
        tuple
            `now`, `random`, `first`, `heads` and `ranks` of `State`.
        """
        neighbours = self.problem.neighbours(meter)
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
        """Return a list in which all entries have the same value.

        Parameters
        ----------
        value : int
            The value of every entry.
        times : int, optional
            Number of entries per square (default: 1).

        Returns
        -------
        list of int
            The list. The compiled version returns an array instead.
        """
        return [value] * times * self.problem.size

    @property
    def nodes(self) -> int:
        """Number of squares placed so far, in all walks."""
        return int(self.now.nodes)

    def begin(self, meter: Meter, number: int, turns: int) -> None:
        """Begin a new walk.

        Parameters
        ----------
        meter : Meter
            The budget, which counts the search nodes.
        number : int
            Number of the walk, from 0. If no start is given, walk 0 begins at the first square with the fewest neighbours, and
            each other walk at a random square. Each walk except walk 0 makes a random first move. Walks with even numbers break
            ties of Warnsdorff's rule by rank.
        turns : int
            Maximum number of rotations of this walk.

        Raises
        ------
        BudgetSpent
            If a limit is reached.
        """
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
        """Return the neighbours of a square, all given as numbers.

        Parameters
        ----------
        square : int
            The number of the square.

        Returns
        -------
        list or array of int
            The neighbours, as numbers.
        """
        return self.state.heads[self.state.first[square] : self.state.first[square + 1]]

    def append(self, meter: Meter, square: int) -> None:
        """Append a square to the path, within the budget.

        Parameters
        ----------
        meter : Meter
            The budget, which counts the search nodes.
        square : int
            The number of the square, which is free or the given end.

        Raises
        ------
        BudgetSpent
            If a limit is reached.
        """
        meter.more(self.nodes)
        append(self.state, square)

    def run(self, meter: Meter) -> bool:
        """Continue the walk until the tour is complete or no rotations are left.

        Parameters
        ----------
        meter : Meter
            The budget, which counts the search nodes.

        Returns
        -------
        bool
            Whether the tour is complete.

        Raises
        ------
        BudgetSpent
            If a limit is reached.
        """
        pause = 0
        while self.now.turns > 0:
            self.now.work = self.work
            if self.go_on(self.state, pause):
                if self.end is not None:
                    self.append(meter, self.end)
                return True
            if self.now.turns > 0:
                pause = meter.more(self.nodes, ALL)
        return False

    def tour(self) -> Any:
        """Return the squares of the walk's path.

        Returns
        -------
        list of Hashable
            The squares in visiting order. For a board without holes, the compiled version returns an n x 2 array of n squares.
        """
        return [self.squares[number] for number in self.state.path]

"""The twin of `solvers.methods.frontier`: the same states in the same order, and so the same tour and number of nodes.

All states are kept in one table, with the row of the state before and the choice there, from which a tour is read back: for a
frontier of up to 12 vertices some 40 bytes a state.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Any

import numpy as np

from solvers.budget import Meter
from solvers.counting.plan import IS_END, NONE
from solvers.errors import BudgetSpent
from solvers.methods import frontier as textbook
from solvers.methods.compiled import frontier_kernels as kernels
from solvers.methods.frontier_treatments import Passage, Treatment

__all__ = ["edges_of_a_tour"]

SLICE = 2**18
"""Work between two looks at the clock: some hundredths of a second."""
ROWS = 2**14
"""Room for states at first."""
MOST_ROWS = 2**30
ALL = 2**62
"""More states than there is room for."""


def edges_of_a_tour(passage: Passage, meter: Meter, memory: float | None = None) -> list[tuple[int, int]] | None:
    """Return the edges of a tour, and (vertex, END) for its ends; None where there is no tour.

    Parameters
    ----------
    passage, meter : as in the textbook.
    memory : gigabytes that the states may fill; None is four fifths of what is free.

    Raises
    ------
    BudgetSpent : the budget or the memory ran out.
    """
    search = _Search(passage, meter, memory)
    status = kernels.PAUSED
    while status in (kernels.PAUSED, kernels.GROW):
        status = search.go_on()
    if status == kernels.LIMIT:
        meter.check()
    return search.edges() if status == kernels.FOUND else None


class _Search:
    """One search. `frontier_kernels.Search` says what each array holds."""

    def __init__(self, passage: Passage, meter: Meter, memory: float | None) -> None:
        import psutil

        self.passage, self.meter = passage, meter
        self.bytes = int(psutil.virtual_memory().available * 0.8 if memory is None else memory * 1e9)
        self.bits = (passage.width + 1).bit_length()
        self.limit = meter.budget.nodes or ALL
        self.choices = [choice for each in passage.treatments for some in each.choices for choice in some]
        self.arrays = _arrays(passage, meter)
        words, queues = -(-passage.width // (64 // self.bits)) + 1, kernels.QUEUES * (len(passage.treatments) + 1)
        self.search = kernels.Search(
            states=np.zeros((ROWS, words), np.uint64),
            parent=np.full(ROWS, -1, np.int32),
            choice=np.zeros(ROWS, np.int32),
            behind=np.full(ROWS, -1, np.int32),
            table=np.full(2 * ROWS, -1, np.int32),
            first=np.full(queues, -1, np.int32),
            last=np.full(queues, -1, np.int32),
            mate=np.zeros(64, np.uint8),
            after=np.zeros(64, np.uint8),
            packed=np.zeros(words, np.uint64),
            counters=np.zeros(kernels.SEARCH_COUNTERS, np.int64),
        )
        self.search.first[0] = self.search.last[0] = 0
        counters = self.search.counters
        counters[kernels.WAITING] = 1
        counters[kernels.STATES] = counters[kernels.LEFT] = textbook.FIRST_STATES

    @property
    def nodes(self) -> int:
        """The number of states that were found."""
        return int(self.search.counters[kernels.NODES])

    def go_on(self) -> int:
        """Search on; return how it stopped."""
        if self.meter.seconds_left == 0:
            self.meter.check()
        self.search.counters[kernels.WORK] = SLICE
        closed, ends = self.passage.closed, self.passage.ends
        status = kernels.search_states(self.arrays, self.search, self.bits, closed, ends, textbook.FACTOR, self.limit)
        self.meter.nodes = self.nodes
        if status == kernels.GROW:
            self._grow()
        return int(status)

    def _grow(self) -> None:
        """Make room for twice as many states.

        Raises
        ------
        BudgetSpent : the memory ran out.
        """
        search, rows = self.search, len(self.search.parent)
        kept = search.states, search.parent, search.choice, search.behind
        needed = 3 * sum(each.nbytes for each in (*kept, search.table))  # what is there, and twice as much beside it
        if needed > self.bytes or 2 * rows > MOST_ROWS:
            limit = f"stopped at the memory limit of {self.bytes / 1e9:.3g} GB"
            raise BudgetSpent(f"{limit}: there is no room for twice as many states as {rows:,}", self.bytes, "memory limit")
        states, parent, choice, behind = (_twice_as_long(each) for each in kept)
        table = np.full(4 * rows, -1, np.int32)
        kernels.put_in_table(table, states, self.nodes + 1, search.packed)
        self.search = search._replace(states=states, parent=parent, choice=choice, behind=behind, table=table)

    def edges(self) -> list[tuple[int, int]]:
        """Return the edges of the tour that was found."""
        counters = self.search.counters
        row, choice = int(counters[kernels.LAST_ROW]), int(counters[kernels.LAST_CHOICE])
        edges: list[tuple[int, int]] = []
        while True:
            vertex = int(self.search.states[row, -1])
            edges += [(vertex, other) for other in self.choices[choice]]
            if vertex == 0:
                return edges
            row, choice = int(self.search.parent[row]), int(self.search.choice[row])


def _twice_as_long(array: Any) -> Any:
    longer = np.zeros((2 * len(array), *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer


def _arrays(passage: Passage, meter: Meter) -> kernels.Passage:
    """Return the passage in arrays."""
    treatments = passage.treatments
    numbers = [_numbers(each) for each in meter.watched(treatments)]
    coded = [
        [number.get(other, IS_END) for other in choice]
        for each, number in zip(meter.watched(treatments), numbers, strict=True)
        for some in each.choices
        for choice in some
    ]
    danger = [
        (number.get(vertex, 0), *_near(near, number), vertex in each.given_later)
        for each, number in zip(meter.watched(treatments), numbers, strict=True)
        for vertex, near in each.in_danger
    ]
    return kernels.Passage(
        slots=_integers(len(each.after) for each in treatments),
        first_place=_firsts(len(each.before) for each in treatments),
        place=_integers(number[other] for each, number in zip(treatments, numbers, strict=True) for other in each.before),
        first_choice=_firsts(len(some) for each in treatments for some in each.choices),
        one=_integers(choice[0] if choice else NONE for choice in coded),
        two=_integers(choice[1] if len(choice) > 1 else NONE for choice in coded),
        first_danger=_firsts(len(each.in_danger) for each in treatments),
        danger=_integers(each[0] for each in danger),
        near=np.array([each[1] for each in danger], np.uint64),
        outside=_integers(each[2] for each in danger),
        is_given=np.array([each[3] for each in danger], np.bool_),
        first_colour=_firsts(len(each.after) for each in treatments),
        colour=_integers(passage.colours[vertex] for each in treatments for vertex in each.after),
        balance=_integers(each.balance for each in treatments),
        given_later=_integers(len(each.given_later) for each in treatments),
        is_last=np.array([each.is_last for each in treatments], np.bool_),
    )


def _numbers(treatment: Treatment) -> dict[int, int]:
    """Return the numbers of the vertices in a treatment: 1, 2, … for those of the frontier afterwards, then the vertex."""
    return {vertex: number for number, vertex in enumerate((*treatment.after, treatment.vertex), 1)}


def _near(near: Iterable[int], number: dict[int, int]) -> tuple[int, int]:
    """Return the neighbours in the frontier as bits, and the number of the others."""
    inside = [number[other] for other in near if other in number]
    return sum(1 << other for other in inside), sum(1 for other in near if other not in number)


def _integers(values: Iterable[int]) -> Any:
    return np.fromiter(values, np.int64)


def _firsts(sizes: Iterable[int]) -> Any:
    """Return where each of some rows of these sizes begins, and where the last one ends."""
    return np.fromiter(accumulate(sizes, initial=0), np.int64)

"""The twin of `solvers.methods.frontier`: the same states in the same order, and so the same tour and number of nodes.

All states are kept in one table, with the row of the state before and the choice there, from which a tour is read back: for a
frontier of up to 12 vertices some 40 bytes a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain
from typing import Any

import numpy as np

from solvers.budget import Meter
from solvers.errors import BudgetSpent
from solvers.frontier.kernels import END
from solvers.frontier.packing import bits_of, numbered, words_of
from solvers.frontier.plan import Plan
from solvers.methods import frontier as textbook
from solvers.methods.compiled import frontier_kernels as kernels
from solvers.methods.frontier_outlooks import Outlook

__all__ = ["edges_of_a_tour"]

SLICE = 2**18
"""Work between two looks at the clock: some hundredths of a second."""
ROWS = 2**14
"""Room for states at first."""
MOST_ROWS = 2**30
ALL = 2**62
"""More states than there is room for."""


def edges_of_a_tour(
    plan: Plan, outlooks: Sequence[Outlook], meter: Meter, memory: float | None = None
) -> list[tuple[int, int]] | None:
    """Return the edges of a tour, and (vertex, END) for its ends; None where there is no tour.

    Parameters
    ----------
    plan, outlooks, meter : as in the textbook.
    memory : gigabytes that the states may fill; None is four fifths of what is free.

    Raises
    ------
    BudgetSpent : the budget or the memory ran out.
    """
    search = _Search(plan, outlooks, meter, memory)
    status = kernels.PAUSED
    while status in (kernels.PAUSED, kernels.GROW):
        status = search.go_on()
    if status == kernels.LIMIT:
        meter.check()
    return search.edges() if status == kernels.FOUND else None


class _Search:
    """One search. `frontier_kernels.Search` says what each array holds."""

    def __init__(self, plan: Plan, outlooks: Sequence[Outlook], meter: Meter, memory: float | None) -> None:
        import psutil

        self.closed, self.meter = plan.closed, meter
        self.bytes = int(psutil.virtual_memory().available * 0.8 if memory is None else memory * 1e9)
        self.bits = bits_of(plan)
        self.limit = meter.budget.nodes or ALL
        self.choices = [choice for each in plan.treatments for some in each.choices for choice in some]
        self.arrays = _arrays(outlooks, self.bits, meter)
        words, queues = words_of(plan) + 1, kernels.QUEUES * (len(outlooks) + 1)
        self.search = kernels.Search(
            states=np.zeros((ROWS, words), np.uint64),
            links=np.full((ROWS, 3), -1, np.int32),
            table=np.full(2 * ROWS, -1, np.int32),
            first=np.full(queues, -1, np.int32),
            last=np.full(queues, -1, np.int32),
            mate=np.full(END + 1, END, np.uint8),
            after=np.full(END + 1, END, np.uint8),
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
        status = kernels.search_states(self.arrays, self.search, self.bits, self.closed, textbook.FACTOR, self.limit)
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
        search, rows = self.search, len(self.search.links)
        needed = 3 * (search.states.nbytes + search.links.nbytes + search.table.nbytes)  # as many, and twice as many beside it
        if needed > self.bytes or 2 * rows > MOST_ROWS:
            limit = f"stopped at the memory limit of {self.bytes / 1e9:.3g} GB"
            raise BudgetSpent(f"{limit}: there is no room for twice as many states as {rows:,}", self.bytes, "memory limit")
        states, links = (np.concatenate([each, np.zeros_like(each)]) for each in (search.states, search.links))
        table = np.full(4 * rows, -1, np.int32)
        kernels.put_in_table(table, states, self.nodes + 1, search.packed)
        self.search = search._replace(states=states, links=links, table=table)

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
            row, choice, _ = map(int, self.search.links[row])


def _arrays(outlooks: Sequence[Outlook], bits: int, meter: Meter) -> kernels.Passage:
    """Return the treatments and their outlooks in arrays."""
    treatments = [each.treatment for each in outlooks]
    numbers = [numbered(each, bits) for each in meter.watched(treatments)]
    danger = (
        value
        for outlook, each in zip(meter.watched(outlooks), numbers, strict=True)
        for vertex, near, is_given in outlook.in_danger
        for value in _in_numbers(vertex, near, is_given, each.number)
    )
    return kernels.Passage(
        slots=_integers(len(each.after) for each in treatments),
        first_place=_firsts(len(each.before) for each in treatments),
        place=_integers(chain.from_iterable(each.place for each in numbers)),
        renumber=np.array([each.renumber for each in numbers], np.uint8),
        first_choice=_firsts(chain.from_iterable(map(len, each.choices) for each in treatments)),
        choices=_integers(chain.from_iterable(each.choices for each in numbers)).reshape(-1, 2),
        first_danger=_firsts(len(each.in_danger) for each in outlooks),
        danger=_integers(danger).reshape(-1, 4),
        colour=_integers(chain.from_iterable(each.colours for each in outlooks)),
        balance=_integers(each.balance for each in outlooks),
        ends=_integers(each.ends for each in treatments),
        is_last=np.array([each.is_last for each in treatments], np.bool_),
    )


def _in_numbers(vertex: int, near: Sequence[int], is_given: bool, number: Mapping[int, int]) -> tuple[int, int, int, bool]:
    """Return a row of `kernels.Passage.danger`."""
    inside = [1 << number[other] for other in near if other in number]
    return number.get(vertex, 0), sum(inside), len(near) - len(inside), is_given


def _integers(values: Iterable[int]) -> Any:
    return np.fromiter(values, np.int64)


def _firsts(sizes: Iterable[int]) -> Any:
    """Return where each of some rows of these sizes begins, and where the last one ends."""
    return np.fromiter(accumulate(sizes, initial=0), np.int64)

"""The twin of `solvers.methods.frontier`: the same states in the same order, and so the same tour and number of nodes.

All states are kept in one table, with the row of the state before and the choice there, from which a tour is read back: for a
frontier of up to 12 vertices some 40 bytes a state.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solvers.budget import Meter
from solvers.errors import BudgetSpent
from solvers.frontier.kernels import END
from solvers.frontier.packing import bits_of, numbered, words_of
from solvers.frontier.plan import Plan
from solvers.methods.compiled import frontier_kernels as kernels

__all__ = ["edges_of_a_tour"]

ROWS = 2**14
"""Room for states at first."""
MOST_ROWS = 2**30
ALL = 2**62
"""More states than there is room for."""


def edges_of_a_tour(
    plan: Plan, colours: Sequence[int], meter: Meter, memory: float | None = None
) -> list[tuple[int, int]] | None:
    """Return the edges of a tour, and (vertex, END) for its ends; None where there is no tour.

    Parameters
    ----------
    plan, colours, meter : as in the textbook.
    memory : gigabytes that the states may fill; None is four fifths of what is free.

    Raises
    ------
    BudgetSpent : the budget or the memory ran out.
    """
    import psutil

    most_bytes = int(psutil.virtual_memory().available * 0.8 if memory is None else memory * 1e9)
    bits, words = bits_of(plan), words_of(plan) + 1
    passage = _passage(plan, colours, bits, meter)
    most_choices = int(np.diff(passage.first_choice).max())
    search = kernels.Search(
        states=np.zeros((ROWS, words), np.uint64),
        links=np.full((ROWS, 3), -1, np.int32),
        table=np.full(2 * ROWS, -1, np.int32),
        mate=np.full(END + 1, END, np.uint8),
        after=np.full(END + 1, END, np.uint8),
        packed=np.zeros(words, np.uint64),
        now=np.zeros(1, kernels.NOW)[0],
    )
    search.now["limit"] = meter.budget.nodes or ALL
    status = kernels.PAUSED
    while status == kernels.PAUSED:
        if meter.seconds_left == 0:
            meter.check()
        search.now["most_rows"] = len(search.links) - most_choices
        status = kernels.search_states(passage, search, bits, plan.closed)
        meter.nodes = int(search.now["nodes"])
        if meter.nodes >= search.now["most_rows"] and status == kernels.PAUSED:
            search = _grown(search, most_bytes)
    if status == kernels.LIMIT:
        meter.check()
    return _edges(plan, search) if status == kernels.FOUND else None


def _grown(search: kernels.Search, most_bytes: int) -> kernels.Search:
    """Return the search with room for twice as many states.

    Raises
    ------
    BudgetSpent : the memory ran out.
    """
    rows = len(search.links)
    needed = 3 * (search.states.nbytes + search.links.nbytes + search.table.nbytes)  # as many, and twice as many beside it
    if needed > most_bytes or 2 * rows > MOST_ROWS:
        limit = f"stopped at the memory limit of {most_bytes / 1e9:.3g} GB"
        raise BudgetSpent(f"{limit}: there is no room for twice as many states as {rows:,}", most_bytes, "memory limit")
    states, links = (np.concatenate([each, np.zeros_like(each)]) for each in (search.states, search.links))
    larger = search._replace(states=states, links=links, table=np.full(4 * rows, -1, np.int32))
    kernels.fill_table(larger)
    return larger


def _edges(plan: Plan, search: kernels.Search) -> list[tuple[int, int]]:
    """Return the edges of the tour that was found."""
    choices = [choice for each in plan.treatments for some in each.choices for choice in some]
    row, choice = int(search.now["top"]), int(search.now["choice"])
    edges: list[tuple[int, int]] = []
    while row >= 0:
        edges += [(int(search.states[row, -1]), other) for other in choices[choice]]
        row, choice, _ = map(int, search.links[row])
    return edges


def _passage(plan: Plan, colours: Sequence[int], bits: int, meter: Meter) -> kernels.Passage:
    """Return the treatments in arrays, with what is left of the graph after each."""
    numbers = [numbered(each, bits) for each in meter.watched(plan.treatments)]
    steps: list[tuple[int, ...]] = []
    slots: list[tuple[int, ...]] = []
    balance = 2 * sum(colours) - sum(colours[end] for end in plan.given)
    for each, (number, *_) in zip(meter.watched(plan.treatments), numbers, strict=True):
        balance -= 2 * sum(colours[vertex] for vertex in {each.vertex, *each.after}.difference(each.before))
        balance += colours[each.vertex] if each.is_given else 0
        steps.append((len(slots), len(each.before), len(each.after), each.ends, each.is_last, balance))
        for vertex in each.after:
            left = [other for other in plan.near[vertex] if other > each.vertex]
            inside = [1 << number[other] for other in left if other in number]
            slots.append((sum(inside), len(left) - len(inside) + (vertex in plan.given), colours[vertex]))
    return kernels.Passage(
        steps=np.array(steps, kernels.STEP),
        slots=np.array(slots, kernels.SLOT),
        renumber=np.array([each.renumber for each in numbers], np.uint8),
        first_choice=np.cumsum([0, *(len(choices) for each in plan.treatments for choices in each.choices)]),
        choices=np.array([choice for each in numbers for choice in each.choices], np.int64),
    )

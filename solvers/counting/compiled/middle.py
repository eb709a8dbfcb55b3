"""Meeting in the middle on arrays, in as many threads as there are cores."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np

from solvers.budget import Meter
from solvers.counting.compiled.half_kernels import DEGREE, DIGIT, PARTS, Groups
from solvers.counting.compiled.halves import HalfStates, places_in_middle
from solvers.counting.compiled.middle_kernels import FREE, Scratch, Subsets, find_places, join
from solvers.counting.compiled.middle_symmetries import PairSymmetries
from solvers.counting.limbs import limbs_of
from solvers.counting.middle import Half, Middle, edge_sets
from solvers.counting.running.checkpoints import Checkpoint, CheckpointFolder, fingerprint
from solvers.counting.running.memory import Room
from solvers.counting.running.rows import Level, no_rows
from solvers.counting.running.sweep import sweep
from solvers.parallel import available_cores
from solvers.progress import begin_step

__all__ = ["count_by_middle"]

STATES_IN_A_PIECE = 100_000
"""States of the other half after which the budget is checked, while the halves are joined."""


def count_by_middle(
    middle: Middle,
    limbs: int,
    meter: Meter | None = None,
    memory: float | Room | None = None,
    folder: CheckpointFolder | None = None,
) -> tuple[int, int] | None:
    """Return the number of tours, each counted in one direction only, and the largest number of states.

    Parameters
    ----------
    middle : the halves and what is between them.
    limbs : numbers of 64 bits in the number of tours, with two bits to spare; what is over them is lost.
    meter, memory : as in `count_levels`.
    folder : where the states of the halves are kept, and how much of them is joined.

    Returns
    -------
    None if the states of the halves do not fit into the memory together.

    Raises
    ------
    BudgetSpent : the budget ran out, or the memory is too small for the states of a half.
    """
    meter = meter or Meter()
    room = memory if isinstance(memory, Room) else Room(memory)
    first, second = middle.halves
    symmetries = PairSymmetries(middle)
    with ThreadPoolExecutor(available_cores()) as pool:
        level = _states_of(first, meter, room, folder, "first half")
        peak = level.peak
        states = HalfStates(middle, first, level.rows, np.empty(0, np.int64), pool, meter.check)
        if not room.holds(states.bytes_of(0, PARTS)):
            return None
        one = symmetries.with_ranks(states.groups(0, PARTS)[0])
        if not middle.swap:
            del level, states  # so that the states of the first half can go
            level = _states_of(second, meter, room, folder, "second half")
            peak = max(peak, level.peak)
        states = HalfStates(middle, second, level.rows, symmetries.mirror, pool, meter.check)
        checkpoint = None
        if folder is not None:
            halves = " ".join(fingerprint(half.plan, limbs, half.steps) for half in middle.halves)
            checkpoint = folder.checkpoint("join", f"{PARTS} parts {halves}")
        total = _joined(Join(middle, one, 2 * limbs, meter), states, symmetries, room, pool, checkpoint)
    return None if total is None else (total >> sum(bool(half.mirrored) for half in middle.halves), peak)


def _states_of(half: Half, meter: Meter, room: Room, folder: CheckpointFolder | None, name: str) -> Level:
    """Return the last level of a half."""
    checkpoint, limbs = None, limbs_of(half.plan, half.steps)
    if folder is not None:
        checkpoint = folder.checkpoint(name.replace(" ", "-"), fingerprint(half.plan, limbs, half.steps))
    return sweep(half.plan, limbs, meter, room, f"in the {name}", half.steps, checkpoint)


def _joined(
    join: Join,
    states: HalfStates,
    symmetries: PairSymmetries,
    room: Room,
    pool: ThreadPoolExecutor,
    checkpoint: Checkpoint | None,
) -> int | None:
    """Return the sum over all pairs that make one cycle; None if the groups do not fit into the memory."""
    kept = None if checkpoint is None else checkpoint.read(Room(None))
    done, total = (0, 0) if kept is None else (kept.treated, kept.complete)
    while done < PARTS:
        last = next((last for last in range(PARTS, done, -1) if room.holds(states.bytes_of(done, last))), done)
        if last == 0:
            return None
        groups, first = states.groups(done, max(last, done + 1))
        groups = symmetries.with_ranks_and_weights(groups)
        pieces = [piece for part, cut in enumerate(pairwise(first), done) for piece in _pieces(groups, part, *cut)]
        joined = [pool.submit(join.piece, groups, piece) for piece in pieces]
        try:
            for piece, future in zip(pieces, joined, strict=True):
                total += future.result()
                if piece.parts > done:
                    done = piece.parts
                    begin_step(f"counting: {done} of {PARTS} parts of the halves joined")
                    if checkpoint is not None and checkpoint.is_due():
                        checkpoint.keep(Level(done, no_rows(), total))
        finally:
            for future in joined:
                future.cancel()
        del groups, joined
    return total % (1 << DIGIT * join.digits)


class Piece(NamedTuple):
    """Some groups of a part; `parts` is how many parts are complete when it and all pieces before it are joined."""

    first: int
    last: int
    parts: int


def _pieces(groups: Groups, part: int, first: int, last: int) -> list[Piece]:
    """Return pieces of a part, of about STATES_IN_A_PIECE states each; a group is never split."""
    number = 1 + int(groups.first[last] - groups.first[first]) // STATES_IN_A_PIECE
    cuts = [first + (last - first) * index // number for index in range(number + 1)]
    return [Piece(begin, end, part + (end == last)) for begin, end in pairwise(cuts)]


class Join:
    """The groups of the one half, to which those of the other half are fitted.

    Parameters
    ----------
    middle : what the groups belong to.
    one : the groups of the one half.
    digits : of 32 bits in the sums; what is over them is lost.
    meter : the budget, which each piece looks at.
    """

    def __init__(self, middle: Middle, one: Groups, digits: int, meter: Meter) -> None:
        self.one, self.digits, self.meter = one, digits, meter
        size = 1
        while size < 2 * len(one.degrees) + 2:
            size *= 2
        self.table, self.places = np.full(size, FREE, np.uint64), np.zeros(size, np.int64)
        find_places(one.degrees, self.table, self.places)
        self.subsets = _subsets(middle)

    def piece(self, other: Groups, piece: Piece) -> int:
        """Return the sum over all pairs with a piece of the other half."""
        self.meter.check()
        total = np.zeros(self.digits, np.uint64)
        scratch = Scratch.of(len(self.one.digits), self.digits)
        join(self.one, other, self.table, self.places, self.subsets, np.array([piece.first, piece.last]), total, scratch)
        return sum(int(digit) << DIGIT * place for place, digit in enumerate(total))


def _subsets(middle: Middle) -> Subsets:
    """Return the sets of edges within the middle as arrays."""
    sets = list(edge_sets(middle))
    after = [len(sets)] * len(sets)
    extended: list[int] = []
    for index, edges in enumerate(sets):
        while extended and len(sets[extended[-1]]) >= len(edges):
            after[extended.pop()] = index
        extended.append(index)
    ends = [places_in_middle(middle, edge) for edge in middle.edges]
    degrees = [sum(1 << DEGREE * end for end in both) for both in ends]
    two = sum(2 << DEGREE * vertex for vertex in places_in_middle(middle, range(middle.vertices)))
    return Subsets(
        needs=np.array([two - sum(degrees[edge] for edge in edges) for edges in sets], np.uint64),
        after=np.array(after, np.int64),
        first=np.cumsum([0, *map(len, sets)]),
        ends=np.array(ends, np.uint8).reshape(-1, 2)[[*chain.from_iterable(sets)]],
    )

"""Large boards as arrays. That small boards and graphs have the same arrays as neighbours follows from the tests of twins."""

import numpy as np

from graphs import Board
from solvers import Meter, Problem
from solvers.methods.compiled.arrays import adjacency_of
from tests.looks import longest_share_without_a_look


def test_a_board_of_several_bands_has_all_moves_of_the_knight():
    adjacency = adjacency_of(Problem(Board(3, 130_000)))
    places = np.repeat(np.arange(390_000), np.diff(adjacency.first))
    steps = np.abs(np.array(divmod(places, 130_000)) - np.array(divmod(adjacency.heads, 130_000)))
    assert ((steps.min(axis=0) == 1) & (steps.max(axis=0) == 2)).all()
    assert len(np.unique(places * 390_000 + adjacency.heads)) == 4 * (2 * 129_998 + 129_999)


def test_the_arrays_of_a_large_board_are_built_with_many_looks_at_the_clock():
    problem = Problem(Board(1_500, 1_500))
    assert longest_share_without_a_look(lambda look: adjacency_of(problem, meter=Looked(look)), 0.25) < 0.25


class Looked(Meter):
    """A meter that tells when it looks at the clock."""

    def __init__(self, look):
        super().__init__()
        self.look = look

    def check(self):
        self.look()
        super().check()

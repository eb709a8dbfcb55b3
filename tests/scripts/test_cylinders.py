"""The certificate of the theorem about cylinders, and forged ones."""

import json

import pytest

from solvers import Cylinders

TWO, THREE, FOUR = [[1, 2], [-1, 2]], [[2, 1], [-1, 2], [-1, -2]], [[2, 1], [1, 2], [-2, 1], [-1, -2]]
FORGED = {
    "no moves of a knight": ([[1, 1], [-1, 1]], THREE, FOUR),
    "only once around": ([[1, 2], [-1, -2]], THREE, FOUR),
    "every third column": (TWO, THREE, [[2, 1], [1, 2], [-2, 1], [-1, 2]]),
    "every second column": (TWO, [[2, 1], [-1, 2], [-1, 2]], FOUR),
    "one ring left out": (TWO, [[1, 2], [-1, 2]], FOUR),
    "one ring twice": (TWO, THREE, [[1, 2], [-1, 2], [1, 2], [-1, 2]]),
    "does not come back": (TWO, [[1, 2], [1, 2], [-1, 2]], FOUR),
}


def test_the_checker_accepts_the_certificate(checked):
    status, said = checked(Cylinders().certificate())
    assert (status, "m = 1, or m = 2 or 4 and n is even" in said) == (0, True)


@pytest.mark.parametrize("cycles", FORGED.values(), ids=FORGED)
def test_the_checker_refuses_moves_that_do_not_lead_around_every_cylinder(checked, cycles):
    certificate = json.loads(json.dumps(Cylinders().certificate())) | {"cycles": cycles}
    assert checked(certificate)[0] == 1


@pytest.mark.parametrize("moves", [[[1, 2]], [[0, 1], [0, -1], [1, 0], [-1, 0]]])
def test_the_checker_refuses_other_leapers(checked, moves):
    assert checked(Cylinders().certificate() | {"moves": moves})[0] == 2

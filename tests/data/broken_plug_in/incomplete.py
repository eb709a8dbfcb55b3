"""A solver that does not declare all abilities."""

from solvers import solver


@solver("incomplete", summary="-", reference="-", exact=False)
def walk(problem, meter):
    raise AssertionError

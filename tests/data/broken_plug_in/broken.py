"""A plug-in that registers a solver, and then cannot be imported."""

from solvers import solver


@solver("registered", summary="-", reference="-", exact=False, closed=False, fixed_end=False)
def registered(problem, meter):
    raise AssertionError


raise ImportError("a package that it needs is missing")

"""Solvers that say something else than they found."""

import dataclasses
import functools

import pytest

from solvers import get_solver
from solvers.core import registry as table


@pytest.fixture
def lying(monkeypatch):
    """Make solvers of the table say something else for one test: `lying(Outcome.unknown(1, ""), "cp-sat")`."""

    def replace(claim, *names):
        for name in names:
            entry = get_solver(name)

            @functools.wraps(entry.run)  # with the options of the solver that it stands in for
            def run(problem, meter, **options):
                return claim(problem) if callable(claim) else claim

            monkeypatch.setitem(table._TABLE, name, dataclasses.replace(entry, run=run))

    return replace

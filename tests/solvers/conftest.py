import uuid

import pytest

from graphs import Board, knight_graph
from solvers import Problem, solver
from solvers.core.registry import unregister
from solvers.workers.slots import current_slot
from tests.processes import assert_all_end
from tests.registered import ill_behaved_solvers


@pytest.fixture
def only_searches(monkeypatch):
    """Let the finders of forced moves and of weighted cuts find nothing, so that only a search settles a problem."""
    monkeypatch.setattr("graphs.obstructions.forced_moves.forced_moves_refutation", lambda *_: None)
    monkeypatch.setattr("graphs.obstructions.subtour_relaxation.subtour_relaxation_weights", lambda *_: ())


@pytest.fixture
def temporary_solver():
    """Register a function as a solver for one test, and return its name."""
    names = []

    def register(run, name="temporary", **abilities):
        usual = {"summary": "for one test", "exact": True, "closed": True, "fixed_end": True, "reference": "none"}
        solver(name, **(usual | abilities))(run)
        names.append(name)
        return name

    yield register
    for name in names:
        unregister(name)


@pytest.fixture
def on_board():
    """The knight's problem of a board by its name: `on_board("5x5", start=(0, 0))`."""
    return lambda name, **asked: Problem(knight_graph(Board.parse(name)), **asked)


@pytest.fixture(scope="module")
def ill_behaved():
    with ill_behaved_solvers():
        yield


@pytest.fixture
def trace(monkeypatch):
    """A variable in the environment of every process that is started in a test; after the test none of them lives."""
    current_slot().end()
    name = f"KNIGHTS_TOUR_TEST_{uuid.uuid4().hex}"
    monkeypatch.setenv(name, "1")
    yield name
    current_slot().end()
    assert_all_end(name)

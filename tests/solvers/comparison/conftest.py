from pathlib import Path

import pytest

from solvers import solver_names

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture
def ill_behaved(monkeypatch):
    """The plug-in with the solvers that crash, die, leave, hang, deny: on the path of the processes started from now on."""
    assert "hangs" not in solver_names()  # the table of this process is made before, and stays as it is
    monkeypatch.syspath_prepend(DATA / "plug_in")

import pytest

from solvers.comparison import Store


@pytest.fixture
def store():
    with Store.temporary() as kept:
        yield kept

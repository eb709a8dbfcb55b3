"""The README of the room shows what it says."""

import doctest
import re
from pathlib import Path

import graphs.obstructions

ROOM = Path(graphs.__file__).parent
README = (ROOM / "README.md").read_text(encoding="utf-8")


def test_its_example_runs():
    done = doctest.testfile(str(ROOM / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert done.attempted > 0
    assert done.failed == 0


def test_it_names_every_obstruction_and_its_file():
    names = set(re.findall(r"`([\w.]+)`", README))
    files = {path.name for path in (ROOM / "obstructions").glob("*.py")} - {"__init__.py"}
    kinds = {kind.__name__ for kind in graphs.obstructions.KINDS}
    assert files | kinds <= names
    assert len(kinds) >= 10

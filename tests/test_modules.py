"""What an installation holds: modules that import without the extras, packages, and types that a user's checker finds."""

import importlib
import inspect
import re
import subprocess
import sys
import tomllib
from itertools import chain

import pytest
from numpydoc.validate import validate

from tests.processes import PATIENCE, ROOT
from tests.solvers.programs import python

IMPORT_ALL = """
import importlib, pathlib, sys
extras = {"matplotlib", "jinja2", "pysat", "clingo", "pychoco", "elkai", "distributed", "dask"}
sys.modules.update(dict.fromkeys(extras))
for path in sorted([*pathlib.Path("graphs").rglob("*.py"), *pathlib.Path("solvers").rglob("*.py")]):
    if path.stem != "__main__":
        try:
            importlib.import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
        except ImportError as error:
            if str(error.name).split(".")[0] not in extras:
                print(path, error)
"""


def test_every_module_is_importable_without_the_extras():
    done = python("-c", IMPORT_ALL, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_every_folder_of_modules_is_a_package_which_an_installation_holds():
    folders = {path.parent for room in ("graphs", "solvers") for path in (ROOT / room).rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
CHECKS = set(PROJECT["tool"]["numpydoc_validation"]["checks"])
EXPORTING = ("graphs", "graphs.formats", "graphs.obstructions", "graphs.svg", "solvers", "solvers.comparison")


def test_the_lowest_versions_are_those_of_the_project():
    """The tests also run with these versions, so the project must not promise lower ones."""
    extras = {name: of for name, of in PROJECT["project"]["optional-dependencies"].items() if name not in ("docs", "test")}
    promised = dict(
        re.match(r"([\w-]+)>=([\w.]+)", each).groups() for each in chain(PROJECT["project"]["dependencies"], *extras.values())
    )
    lowest = dict(re.findall(r"(?m)^([\w-]+)==(\S+)", (ROOT / ".ci/lowest.txt").read_text()))
    assert lowest.keys() - promised.keys() == {"pyparsing"}
    for name, version in promised.items():
        assert f"{lowest[name]}.".startswith(f"{version}."), name


def exported_functions():
    """Yield the names of all exported functions, and of the public methods of exported classes."""
    for package in map(importlib.import_module, EXPORTING):
        for name, value in ((name, getattr(package, name)) for name in package.__all__):
            if inspect.isfunction(value):
                yield f"{package.__name__}.{name}"
            elif inspect.isclass(value):
                methods = (each for each in vars(value) if not each.startswith("_"))
                yield from (
                    f"{package.__name__}.{name}.{each}"
                    for each in methods
                    if inspect.isfunction(inspect.unwrap(getattr(value, each)))
                )


@pytest.mark.parametrize("name", [*exported_functions()])
def test_exported_functions_have_all_sections(name):
    assert [each for each in validate(name)["errors"] if each[0] in CHECKS] == []


@pytest.mark.slow
def test_a_type_checker_in_another_folder_finds_the_types_of_an_installed_package(tmp_path):
    snippet = tmp_path / "lesson.py"
    snippet.write_text(
        "from graphs import Board\nfrom solvers import solve\nresult = solve(Board.parse('5x5'))\n"
        "reveal_type(result.status)\nreveal_type(result.require_tour())\nif result.tour:\n    reveal_type(result.tour)\n"
    )
    kept = ROOT / ".mypy_cache" / "strict"  # what mypy knows of networkx and numpy; it looks again where a file has changed
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(kept), snippet.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert re.findall('type is "(.+)"', done.stdout) == [
        "solvers.core.outcome.Status",
        "graphs.tour.Tour",
        "graphs.tour.Tour",
    ], done.stdout

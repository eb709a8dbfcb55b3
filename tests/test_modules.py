"""What an installation holds: modules that import without the extras, packages, and types that a user's checker finds."""

import ast
import re
import subprocess
import sys

import pytest

from tests.processes import PATIENCE, ROOT
from tests.solvers.programs import python

IMPORT_ALL = """
import importlib, pathlib, sys
extras = {"matplotlib", "jinja2", "pysat", "clingo", "pychoco", "elkai", "distributed", "dask", "pyarrow"}
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


def test_every_public_function_with_a_value_documents_it():
    """`numpydoc lint`, which checks the other sections, mistakes properties for functions."""
    missing = []
    for path in [*(ROOT / "graphs").rglob("*.py"), *(ROOT / "solvers").rglob("*.py")]:
        waiting = [ast.parse(path.read_text())]
        for node in waiting:
            children = [each for each in ast.iter_child_nodes(node) if not getattr(each, "name", "_").startswith("_")]
            waiting += [each for each in children if isinstance(each, ast.ClassDef)]
            for each in children:
                if isinstance(each, ast.FunctionDef) and (text := ast.get_docstring(each)):
                    value = ast.unparse(each.returns) if each.returns else "None"
                    is_property = any("property" in ast.unparse(decorator) for decorator in each.decorator_list)
                    is_documented = re.search("^(Returns|Yields)\n---", text, re.MULTILINE)
                    if value not in ("None", "NoReturn", "Iterator[None]") and not (is_property or is_documented):
                        missing.append(f"{path.relative_to(ROOT)}: {each.name}")
    assert missing == []


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
    assert re.findall('type is "(.+)"', done.stdout) == ["solvers.outcome.Status", "graphs.tour.Tour", "graphs.tour.Tour"], (
        done.stdout
    )

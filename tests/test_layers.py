"""A package imports only packages below it, as the README of `solvers` says, and no two packages import each other."""

import ast

from tests.processes import ROOT

FLOORS = """
commands
comparison
existence counting
solving
methods pages workers
core
graphs
"""
FLOOR = {package: number for number, floor in enumerate(reversed(FLOORS.split("\n"))) for package in floor.split()}


def package_of(module):
    first, _, rest = module.partition(".")
    return rest.partition(".")[0] if first == "solvers" else first


def imports():
    """Yield the package of each module, the package that it imports, and where."""
    for path in [*(ROOT / "graphs").rglob("*.py"), *(ROOT / "solvers").rglob("*.py")]:
        here = package_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for node in ast.walk(ast.parse(path.read_text())):
            modules = (
                [node.module]
                if isinstance(node, ast.ImportFrom)
                else [a.name for a in getattr(node, "names", ())] * isinstance(node, ast.Import)
            )
            for module in modules:
                if module and module.startswith(("graphs", "solvers.")):
                    yield here, package_of(module), f"{path.relative_to(ROOT)}:{node.lineno}"


def test_every_package_has_a_floor():
    packages = {path.name for path in (ROOT / "solvers").iterdir() if (path / "__init__.py").exists()}
    assert packages == FLOOR.keys() - {"graphs"}


def test_a_package_imports_only_packages_below_it():
    upwards = [
        (here, there, at) for here, there, at in imports() if here in FLOOR and here != there and FLOOR[here] <= FLOOR[there]
    ]
    assert upwards == []

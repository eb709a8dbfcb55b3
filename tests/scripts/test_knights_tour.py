"""`knights-tour COMMAND …`, as `python -m solvers COMMAND …` runs it too."""

import os
import subprocess
import sys
import sysconfig
import venv
from importlib.util import find_spec

import pytest

from tests.processes import ROOT

COMMANDS = ["solve", "check", "count", "compare", "report", "page", "check-solver", "verify"]


@pytest.fixture
def knights_tour(script):
    return lambda *words: script("../solvers/__main__.py", *words)


@pytest.mark.parametrize("name", COMMANDS[:4])
def test_a_command_is_its_script(script, knights_tour, name):
    words = {"compare": ["--version"]}.get(name, ["3x4", "--json"])
    ours, theirs = knights_tour(name, *words), script(f"{name}.py", *words)
    assert ours.returncode == theirs.returncode == 0
    assert ours.stdout.partition('"seconds"')[0] == theirs.stdout.partition('"seconds"')[0]


def test_verify_is_the_independent_checker(knights_tour, checked, tmp_path):
    knights_tour("check", "3x7", "--closed", "--certificate", tmp_path)
    (certificate,) = tmp_path.iterdir()
    ours = knights_tour("verify", certificate)
    assert (ours.returncode, ours.stdout) == checked(certificate)
    assert ours.stdout.startswith("accepted: there is no closed tour")
    certificate.write_text(certificate.read_text().replace("false", "true", 1))
    refused = knights_tour("verify", certificate)
    assert (refused.returncode, refused.stdout.count("\n") + refused.stderr.count("\n")) in ((1, 1), (2, 1))
    assert knights_tour("verify", tmp_path / "missing.json").returncode == 2


@pytest.mark.slow
def test_a_wheel_of_the_tree_works_outside_of_it(tmp_path):
    """The packages of others are those that are installed here."""

    def run(*words):
        environment = os.environ | {"PYTHONPATH": ""}
        return subprocess.run(words, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout

    pip, build = [sys.executable, "-m", "pip"], ["--no-build-isolation"] * (find_spec("hatchling") is not None)
    run(*pip, "wheel", ROOT, "--no-deps", *build)
    venv.create(tmp_path / "new")
    python, (folder,) = tmp_path / "new/bin/python", tmp_path.glob("new/lib/python*/site-packages")
    run(*pip, "--python", python, "install", "--no-deps", *tmp_path.glob("*.whl"))
    (folder / "of_others.pth").write_text(sysconfig.get_path("purelib"))
    assert run(python, "-c", "import solvers; print(solvers.__file__)").startswith(str(folder))
    closed = "proofs/closed.json"
    lines = [
        "solve 8x8",
        "check 3x7 --certificate proofs",
        f"verify {closed}",
        "compare --boards 5x5 --out kept",
        "report kept --archive a.zip",
    ]
    for line in [*lines, "verify a.zip"]:
        run(python.with_name("knights-tour"), *line.split())
    assert (tmp_path / "kept/page.html").exists()

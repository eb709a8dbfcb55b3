"""count.py: the starts and the checks; what it prints is in `tests/data/sessions.txt`."""

from __future__ import annotations

import json

import networkx as nx
import pytest

COUNTED = 0


def test_the_json_of_the_starts_is_a_grid_with_the_holes(count):
    done = count("- --each-start --json", stdin="....\n....\n...#\n")
    document = json.loads(done.stdout)
    assert list(document)[-2:] == ["starts", "seconds"]
    assert [len(row) for row in document["starts"]] == [4, 4, 4]
    assert document["starts"][2][3] == "#"
    numbers = [number for row in document["starts"] for number in row if number != "#"]
    assert sum(numbers) == document["directed"] == 2 * document["undirected"] > 0


def test_the_starts_of_a_graph_and_of_a_fixed_end(count, tmp_path):
    (tmp_path / "path.g6").write_bytes(nx.to_graph6_bytes(nx.path_graph(3), header=False))
    assert count(tmp_path / "path.g6", "--each-start").stdout.splitlines()[:3] == ["0: 1", "1: 0", "2: 1"]
    document = json.loads(count(tmp_path / "path.g6", "--each-start", "--end", "2", "--json").stdout)
    assert (document["starts"], document["directed"], document["undirected"]) == ({"0": 1, "1": 0, "2": 0}, 1, None)


def test_a_graph_file(count, tmp_path):
    (tmp_path / "cube.g6").write_bytes(nx.to_graph6_bytes(nx.hypercube_graph(3), header=False))
    assert count(tmp_path / "cube.g6", "--closed").stdout == "6 closed tours\n"


@pytest.mark.parametrize(
    "arguments, method", [(["6x6", "--closed"], "every tour listed"), (["5x8"], "another order")], ids=["few", "many"]
)
def test_a_count_is_checked(count, arguments, method):
    done = count(*arguments, "--confirm")
    assert done.returncode == COUNTED
    assert done.stderr.startswith(f"count.py: checked: {method} gives the same number; ")
    assert "Burnside's lemma gives" in done.stderr

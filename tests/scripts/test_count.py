"""count.py: the starts, checkpoints and checks; what it prints is in `tests/data/sessions.txt`."""

from __future__ import annotations

import json

import networkx as nx
import pytest

from tests.processes import complaint

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


def test_a_checkpoint_answers_the_same_command_again(count, tmp_path):
    first, again = (count("6x6 --closed --checkpoint", tmp_path / "kept") for _ in range(2))
    assert (first.stdout, first.stderr) == ("9,862 closed tours\n", "")
    assert (again.stdout, again.stderr) == (
        "9,862 closed tours\n",
        "count.py: the number was counted before, and is read from the checkpoint\n",
    )
    refused = complaint(count("6x6 --checkpoint", tmp_path / "kept"))
    assert "a checkpoint of another problem (a closed tour of 6x6), not of an open tour of 6x6: name another folder" in refused


def test_a_graph_file(count, tmp_path):
    (tmp_path / "cube.g6").write_bytes(nx.to_graph6_bytes(nx.hypercube_graph(3), header=False))
    assert count(tmp_path / "cube.g6", "--closed").stdout == "6 closed tours\n"


@pytest.mark.parametrize(
    ("arguments", "method"), [(["6x6", "--closed"], "every tour listed"), (["5x8"], "another order")], ids=["few", "many"]
)
def test_a_count_is_checked(count, arguments, method):
    done = count(*arguments, "--confirm")
    assert done.returncode == COUNTED
    assert done.stderr.startswith(f"count.py: checked: {method} gives the same number; ")
    assert "Burnside's lemma gives" in done.stderr

"""count.py: the starts and the checks; what it prints is in `tests/data/sessions.txt`."""

from __future__ import annotations

import json

import networkx as nx


def test_the_starts_of_a_graph_and_of_a_fixed_end(count, tmp_path):
    (tmp_path / "path.g6").write_bytes(nx.to_graph6_bytes(nx.path_graph(3), header=False))
    assert count(tmp_path / "path.g6", "--each-start").stdout.splitlines()[:3] == ["0: 1", "1: 0", "2: 1"]
    document = json.loads(count(tmp_path / "path.g6", "--each-start", "--end", "2", "--json").stdout)
    assert (document["starts"], document["directed"], document["undirected"]) == ({"0": 1, "1": 0, "2": 0}, 1, None)


def test_a_graph_file(count, tmp_path):
    (tmp_path / "cube.g6").write_bytes(nx.to_graph6_bytes(nx.hypercube_graph(3), header=False))
    assert count(tmp_path / "cube.g6", "--closed").stdout == "6 closed tours\n"

"""count.py --symmetric: the sentence, the JSON, the exit status, and what is refused."""

from __future__ import annotations

import json

import networkx as nx
import pytest

COUNTED, NONE, BAD, UNKNOWN = 0, 1, 2, 3


@pytest.fixture
def count(script):
    return lambda *arguments: script("count.py", *arguments)


def test_it_says_how_many(count):
    done = count("6x7", "--closed", "--symmetric", "half", "--check")
    sentence = "564 closed tours that the half turn maps onto themselves (526 shifted, 38 reversed); "
    assert done.stdout == sentence + "282 if images under the board's symmetries are one\n"
    assert done.stderr == "count.py: checked: another order gives the same number\n"
    assert done.returncode == COUNTED


def test_the_json_document(count):
    done = count("8x8", "--closed", "--symmetric", "quarter", "--json")
    document = json.loads(done.stdout)
    assert document.pop("seconds") > 0
    assert document == {
        "board": "8x8",
        "leaper": [1, 2],
        "closed": True,
        "start": None,
        "end": None,
        "symmetric": "quarter turn",
        "directed": None,
        "undirected": 0,
        "shifted": 0,
        "reversed": 0,
        "distinct": 0,
    }
    assert done.returncode == NONE


def test_a_limit_is_no_number(count):
    done = count("10x10", "--closed", "--symmetric", "half", "--memory-limit", "0.001", "--json")
    assert done.returncode == UNKNOWN
    assert json.loads(done.stdout)["undirected"] is None
    assert done.stderr.startswith("count.py: unknown: stopped at the memory limit of 0.001 GB")


def test_what_cannot_be_counted_is_refused(count, tmp_path):
    (tmp_path / "cube.g6").write_bytes(nx.to_graph6_bytes(nx.hypercube_graph(3), header=False))
    for arguments, fault in (
        (["5x6", "--symmetric", "quarter"], "no symmetry 'quarter turn'"),
        (["5x5", "--symmetric", "half", "--start", "0,0"], "--start has no effect with --symmetric"),
        (["5x5", "--symmetric", "half", "--checkpoint", "kept"], "--checkpoint has no effect with --symmetric"),
        (["5x5", "--symmetric", "half", "--temporary-directory", "."], "--temporary-directory has no effect"),
        ([tmp_path / "cube.g6", "--symmetric", "half"], "needs a board"),
    ):
        done = count(*arguments)
        assert done.returncode == BAD
        assert fault in done.stderr
        assert done.stderr.count("\n") == 1

"""count.py: the sentence, the JSON of the contract, the exit status, and what is refused."""

from __future__ import annotations

import json

import networkx as nx
import pytest

COUNTED, NONE, BAD, UNKNOWN = 0, 1, 2, 3


@pytest.fixture
def count(script):
    return lambda *arguments: script("count.py", *arguments)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["6x6", "--closed"], "9,862 closed tours"),
        (["5x5"], "1,728 directed open tours, 864 if a tour and its reverse are one"),
        (["5x5", "--start", "a5"], "304 open tours from (0, 0)"),
        (["5x5", "--start", "0,0", "--end", "0,4"], "60 open tours from (0, 0) to (0, 4)"),
        (["4x4", "--wrap", "both", "--closed"], "1,344 closed tours"),
    ],
    ids=" ".join,
)
def test_it_says_how_many(count, arguments, sentence):
    done = count(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (COUNTED, sentence + "\n", "")


@pytest.mark.parametrize(
    ("arguments", "directed", "undirected"),
    [(["6x6", "--closed"], None, 9862), (["5x5"], 1728, 864), (["5x5", "--start", "2,2"], 64, None), (["4x4"], 0, 0)],
    ids=str,
)
def test_the_json_has_the_keys_of_the_contract(count, arguments, directed, undirected):
    done = count(*arguments, "--json")
    document = json.loads(done.stdout)
    assert list(document) == ["board", "leaper", "closed", "start", "end", "directed", "undirected", "seconds"]
    assert (document["directed"], document["undirected"]) == (directed, undirected)
    assert done.returncode == (COUNTED if directed or undirected else NONE)


def test_a_graph_file(count, tmp_path):
    (tmp_path / "cube.g6").write_bytes(nx.to_graph6_bytes(nx.hypercube_graph(3), header=False))
    assert count(tmp_path / "cube.g6", "--closed").stdout == "6 closed tours\n"
    refused = count(tmp_path / "cube.g6", "--leaper", "1,2")
    assert refused.returncode == BAD
    assert "no effect with a graph file" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "method"), [(["6x6", "--closed"], "every tour listed"), (["5x8"], "another order")], ids=["few", "many"]
)
def test_a_count_is_checked(count, arguments, method):
    done = count(*arguments, "--check")
    assert done.returncode == COUNTED
    assert done.stderr.startswith(f"count.py: checked: {method} gives the same number; ")
    assert "symmetries of the board demand" in done.stderr


@pytest.mark.parametrize(
    ("limit", "reason"),
    [(["--time-limit", "0.01"], "time limit of 0.01 s"), (["--memory-limit", "0.001"], "memory limit of 0.001 GB")],
    ids=["time", "memory"],
)
def test_a_limit_is_no_number(count, limit, reason):
    done = count("8x8", "--closed", "--json", *limit)
    assert done.returncode == UNKNOWN
    assert json.loads(done.stdout)["undirected"] is None
    assert done.stderr.startswith(f"count.py: unknown: stopped at the {reason}")
    assert count("8x8", "--closed", *limit).stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["5x5", "--start", "9,9"],
        ["5x5", "--memory-limit", "0"],
        ["5x5", "--memory-limit", "x"],
        [],
        ["5x5", "--what"],
    ],
    ids=str,
)
def test_bad_input_gets_one_sentence(count, arguments):
    done = count(*arguments)
    assert done.returncode == BAD
    assert done.stderr.startswith("count.py: ")
    assert done.stderr.count("\n") == 1

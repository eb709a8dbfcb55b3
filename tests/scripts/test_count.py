"""count.py: the sentence, the JSON of the contract, the exit status, and what is refused."""

from __future__ import annotations

import json

import networkx as nx
import pytest

from tests.processes import complaint

COUNTED, NONE, UNKNOWN = 0, 1, 3


@pytest.mark.parametrize(
    ("line", "sentence", "directed", "undirected"),
    [
        ("6x6 --closed", "9,862 closed tours", None, 9862),
        ("5x5", "1,728 directed open tours, 864 if a tour and its reverse are one", 1728, 864),
        ("5x5 --start a5", "304 open tours from a5", 304, None),
        ("5x5 --start 2,2", "64 open tours from 2,2", 64, None),
        ("5x5 --start 0,0 --end 0,4", "60 open tours from 0,0 to 0,4", 60, None),
        ("4x4 --wrap both --closed", "1,344 closed tours", None, 1344),
        ("4x4", "0 directed open tours, 0 if a tour and its reverse are one", 0, 0),
    ],
)
def test_it_says_how_many_and_the_json_has_the_keys_of_the_contract(count, document, line, sentence, directed, undirected):
    status = COUNTED if directed or undirected else NONE
    done = count(line)
    assert (done.returncode, done.stdout, done.stderr) == (status, sentence + "\n", "")
    answer, returned = document(f"count.py {line}")
    assert list(answer) == ["board", "leaper", "closed", "start", "end", "directed", "undirected", "seconds"]
    assert (returned, answer["directed"], answer["undirected"]) == (status, directed, undirected)


STARTS = """\
304   0  56   0 304
  0  56   0  56   0
 56   0  64   0  56
  0  56   0  56   0
304   0  56   0 304
1,728 directed open tours, 864 if a tour and its reverse are one
"""


def test_the_tours_from_each_square(count):
    done = count("5x5 --each-start --confirm")
    assert (done.returncode, done.stdout) == (COUNTED, STARTS)
    assert done.stderr.startswith("count.py: checked: every tour listed")


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


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("8x8 --closed --time-limit 0.01", "time limit of 0.01 s"),
        ("8x8 --closed --memory-limit 0.001", "memory limit of 0.001 GB"),
        ("10x10 --closed --symmetric half --memory-limit 0.001", "memory limit of 0.001 GB"),
    ],
)
def test_a_limit_is_no_number(count, line, reason):
    done = count(f"{line} --json")
    assert done.returncode == UNKNOWN
    assert json.loads(done.stdout)["undirected"] is None
    assert done.stderr.startswith(f"count.py: unknown: stopped at the {reason}")


def test_symmetric_tours_are_counted(count):
    done = count("6x7 --closed --symmetric half --confirm")
    sentence = "564 closed tours that the half turn maps onto themselves (526 shifted, 38 reversed); "
    assert done.stdout == sentence + "282 if images under the board's symmetries are one\n"
    assert done.stderr == "count.py: checked: another order gives the same number\n"
    assert done.returncode == COUNTED


def test_the_json_of_symmetric_tours(count):
    done = count("8x8 --closed --symmetric quarter --json")
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

"""count.py --symmetric: the sentence, the JSON, the exit status, and what is refused."""

from __future__ import annotations

import json

COUNTED, NONE, UNKNOWN = 0, 1, 3


def test_it_says_how_many(count):
    done = count("6x7 --closed --symmetric half --check")
    sentence = "564 closed tours that the half turn maps onto themselves (526 shifted, 38 reversed); "
    assert done.stdout == sentence + "282 if images under the board's symmetries are one\n"
    assert done.stderr == "count.py: checked: another order gives the same number\n"
    assert done.returncode == COUNTED


def test_the_json_document(count):
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


def test_a_limit_is_no_number(count):
    done = count("10x10 --closed --symmetric half --memory-limit 0.001 --json")
    assert done.returncode == UNKNOWN
    assert json.loads(done.stdout)["undirected"] is None
    assert done.stderr.startswith("count.py: unknown: stopped at the memory limit of 0.001 GB")

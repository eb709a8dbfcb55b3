"""`check.py --without-one` prints which squares can be left out of a tour."""

import json


def test_the_command_prints_the_board_and_the_reasons(check):
    answer = check("5x5 --closed --without-one --squares chess")
    assert answer.returncode == 0
    assert "5 ● × × × ●" in answer.stdout
    assert "4 of 25 squares" in answer.stdout
    document = json.loads(check("5x5 --closed --without-one --json").stdout)
    assert {square for square, each in document["without"].items() if each["tour"]} == {"0,0", "0,4", "4,0", "4,4"}

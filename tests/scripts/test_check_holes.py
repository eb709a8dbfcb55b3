"""`check.py --without-one` prints which squares can be left out of a tour."""

import json


def test_the_command_prints_the_board_and_the_reasons(check):
    answer = check("5x5 --closed --without-one --squares chess")
    assert answer.returncode == 0
    assert "5 ● × × × ●" in answer.stdout
    assert "4 of 25 squares" in answer.stdout
    document = json.loads(check("5x5 --closed --without-one --json").stdout)
    assert {square for square, each in document["without"].items() if each["tour"]} == {"0,0", "0,4", "4,0", "4,4"}
    assert check("4x4 --closed --without-one").returncode == 1


def test_each_square_has_a_certificate_and_the_map_a_picture_and_a_page(check, checked, tmp_path):
    assert check("3x3 --closed --without-one --certificate", tmp_path / "proofs").returncode == 0
    paths = sorted((tmp_path / "proofs").iterdir())
    assert [path.name for path in paths] == [f"without_{row}_{col}.json" for row in range(3) for col in range(3)]
    assert [checked(path)[0] for path in paths] == [0] * 9
    assert [json.loads(path.read_text())["answer"] for path in paths].index(True) == 4
    assert "without this square, there is a closed tour: 1 square" in check("3x3 --closed --without-one --svg -").stdout
    assert "1 of 9 squares can be left out of a closed tour" in check("3x3 --closed --without-one --html -").stdout


def test_all_boards_are_decided_at_once(check):
    answer = check("3xN --closed --without-one")
    assert (answer.returncode, "m = 3, n >= 11, except (1, 3)" in answer.stdout) == (0, True)
    document = json.loads(check("Nx3 --closed --without-one --json").stdout)
    assert document["lengths"] == [{"rows": 3, "from": 11, "except": [[1, 3]]}]
    assert check("4xN --closed --without-one").returncode == 1
    assert check("MxN --closed --without-one --leaper 1,4 --time-limit 0.01").returncode == 3

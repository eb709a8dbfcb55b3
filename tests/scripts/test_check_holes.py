"""`check.py --without-one` prints which squares can be left out of a tour."""

import json


def test_each_square_has_a_certificate_and_the_map_a_picture_and_a_page(check, checked, tmp_path):
    assert check("3x3 --closed --without-one --certificate", tmp_path / "proofs").returncode == 0
    paths = sorted((tmp_path / "proofs").iterdir())
    assert [path.name for path in paths] == [f"without_{row}_{col}.json" for row in range(3) for col in range(3)]
    assert [checked(path)[0] for path in paths] == [0] * 9
    assert [json.loads(path.read_text())["answer"] for path in paths].index(True) == 4
    assert "without this square, there is a closed tour: 1 square" in check("3x3 --closed --without-one --svg -").stdout
    assert "1 of 9 squares can be left out of a closed tour" in check("3x3 --closed --without-one --html -").stdout

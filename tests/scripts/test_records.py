"""scripts/records.py: the shortest boards of the (n, n+1)-leaper."""

import json
import re

import pytest

from graphs import Board, leaper_graph, verify_tour

KNUTH = [10, 16, 22, 46, 56, 92, 106, 138, 172, 212, 254]
"""OEIS A152138, from D. E. Knuth, Leaper graphs, 1994."""


def table(done):
    return [tuple(map(int, line.split())) for line in done.stdout.splitlines()]


def test_the_first_records_are_knuths(script):
    done = script("records.py leapers --to 5")
    assert done.returncode == 0
    assert table(done) == list(enumerate(KNUTH[:5], 1))


@pytest.mark.slow
def test_the_published_records(script):
    assert table(script("records.py --to 11", seconds=3600)) == list(enumerate(KNUTH, 1))


def test_each_record_has_a_tour_and_each_smaller_board_a_reason(script):
    done = script("records.py --from 2 --to 3 --json")
    assert done.returncode == 0
    for record, n in zip(json.loads(done.stdout)["records"], (2, 3), strict=True):
        assert record["length"] == KNUTH[n - 1]
        verify_tour(leaper_graph(Board(2 * n + 1, record["length"]), n, n + 1), record["tour"], closed=True)
        assert [each["board"] for each in record["smaller"]] == [f"{2 * n + 1}x{length}" for length in range(1, KNUTH[n - 1])]
        assert all(each["reason"] and each["evidence"] != "search" for each in record["smaller"])


def test_every_board_has_a_certificate(script, checked, tmp_path):
    done = script("records.py --to 3 --certificate", tmp_path)
    assert (done.returncode, done.stderr, table(done)) == (0, "", list(enumerate(KNUTH[:3], 1)))
    names = {f"{n}_{n + 1}_{2 * n + 1}x{length}_closed" for n in (1, 2, 3) for length in range(1, KNUTH[n - 1] + 1)}
    assert {path.stem for path in tmp_path.glob("*.json")} == names
    for path in tmp_path.glob("*.json"):
        one, other, board, _ = path.stem.split("_")
        answer = "a" if int(board.partition("x")[2]) == KNUTH[int(one) - 1] else "no"
        status, words = checked(path, "--board", board, "--leaper", f"{one},{other}")
        assert (status, words.startswith(f"accepted: there is {answer} closed tour")) == (0, True)


def test_what_the_time_is_too_short_for_is_unknown(script):
    done = script("records.py --from 20 --to 20 --total-time 0.5")
    assert done.returncode == 3
    assert done.stdout == ""
    assert "n = 20: no board with fewer than" in done.stderr


def test_it_is_marked_which_counts_are_in_print(script):
    done = script("records.py counts cylinder-closed-3xn --squares 12 --confirm")
    assert done.returncode == 0
    assert re.search(r"^# not found in print: n = 1..4\n# confirmed .*: n = 1..4\n1 0$", done.stdout, re.MULTILINE)
    document = json.loads(script("records.py counts torus-closed-4xn --squares 16 --json").stdout)
    (torus,) = document["sequences"]
    assert [(term["n"], term["board"], term["status"]) for term in torus["terms"]][-1] == (4, "4x4", "reproduced")
    assert (torus["wrap"], torus["closed"], torus["terms"][-1]["number"]) == ("both", True, 1344)


def test_counts_that_are_late_are_unknown(script):
    done = script("records.py counts A193055 --squares 64 --total-time 0.001 --table")
    assert done.returncode == 3
    assert "terms are unknown: stopped at the time limit of 0.001 s" in done.stderr


def test_the_sequences_are_listed(script):
    listed = script("records.py counts --list-sequences").stdout
    assert all(name in listed for name in ("A001230", "A383663", "torus-open-nxn", "2,3-closed-nxn", "not found in print"))


def test_theorems_are_made_once_and_the_page_leads_to_their_certificates(script, checked, tmp_path):
    done = script("records.py theorems --leapers 3 --out", tmp_path)
    lines = done.stdout.splitlines()
    assert "1,2 knight, 3xN, closed: N = 10, 12, 14, … without end" in lines
    assert "1,2 knight, 4xN, open: N = 3, and every N from 5 on" in lines
    assert (len(lines), done.returncode) == (2 * 6, 0)
    page, index = tmp_path / "index.html", tmp_path / "1_2_3xN_closed" / "index.json"
    assert '<a href="1_2_3xN_closed/index.json">N = 10, 12, 14' in page.read_text()
    assert checked(index)[0] == 0
    made, wrong = index.stat().st_mtime_ns, tmp_path / "1_2_4xN_open" / "index.json"
    for text in ("[]", '{"lengths": [[true, 1, 1]]}', '{"lengths": 3', wrong.read_text().replace("4", "5")):
        wrong.write_text(text)
        assert script("records.py theorems --leapers 3 --out", tmp_path).stdout == done.stdout
    assert index.stat().st_mtime_ns == made


def test_an_answer_is_kept_where_a_new_one_knows_less(script, tmp_path):
    known = {"kind": "height", "rows": 3, "leaper": [1, 2], "closed": True, "lengths": [[None, 9, 0]], "certificates": []}
    path = tmp_path / "1_2_3xN_closed" / "index.json"
    path.parent.mkdir()
    path.write_text(json.dumps(known))
    done = script("records.py theorems --leapers 3 --time-limit 0.0001 --out", tmp_path)
    assert "1,2 knight, 3xN, closed: none; unknown: N = 9\n" in done.stdout
    assert (done.returncode, json.loads(path.read_text())) == (3, known)

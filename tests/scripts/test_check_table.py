"""scripts/check.py --boards: a table of boards as text, JSON and CSV."""

import csv
import io
import re

YES, NO = 0, 1


def test_a_table_of_boards_in_text(check):
    done = check("--boards 3..4x3..6")
    assert done.returncode == YES
    answers = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines() if re.match(r"\d+x\d+ ", line)}
    assert list(answers) == [f"{rows}x{cols}" for rows in (3, 4) for cols in range(3, 7)]
    assert answers["3x4"][:7] == ["open", "yes", "closed", "no", "6", "of", "12"]
    assert answers["3x6"][:7] == ["open", "no", "closed", "no", "0", "of", "18"]
    assert answers["4x6"][:7] == ["open", "yes", "closed", "no", "12", "of", "24"]


def test_a_table_of_boards_tells_how_many_noes_rest_on_search_alone(check):
    last = check("--boards 8x8 --leaper 1,4").stdout.splitlines()[-1]
    assert last == "65 no-tour answers: 65 with a reason that can be checked by hand, 0 by search alone"
    assert "0 by search alone" in check("--boards 4x4..6").stdout.splitlines()[-1]


def test_a_table_of_boards_in_csv(check):
    done = check("--boards 5..6x6 --csv")
    assert done.returncode == YES
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["board"], row["open"], row["closed"], row["starts"]) for row in rows] == [
        ("5x6", "True", "True", "30"),
        ("6x6", "True", "True", "36"),
    ]


def test_a_table_of_closed_tours_holds_only_those(check, document):
    done = check("--boards 4x4..6 --closed")
    assert done.returncode == NO
    assert "open" not in done.stdout
    answer, status = document("check.py --boards 5..6x6 --closed")
    assert status == YES
    assert [(row["board"], row["closed"]) for row in answer["boards"]] == [("5x6", True), ("6x6", True)]
    assert all("open" not in row and "starts" not in row for row in answer["boards"])


def test_a_table_of_boards_never_shows_unknown_squares_as_none(check):
    lines = check("--boards 3x7..8 --node-limit 1").stdout.splitlines()
    assert lines[0].endswith("at least 0 of 21 squares start a tour, 11 are unknown")
    assert lines[1].endswith("unknown for all 24 squares whether they start a tour")

"""check.py --html: the page of a board, of its pairs, and of a table of boards."""

import pytest


@pytest.mark.parametrize(
    ("line", "held"),
    [
        ("3x4", "6 of 12 squares start an open tour"),
        ("3x4 --pairs", "tours to 0,1"),
        ("--boards 3x4..5", "Tours of 2 boards"),
        ("--boards 3x4..5 --closed", "Closed tours of 2 boards"),
    ],
)
def test_the_page_is_written_with_the_same_exit_status(check, tmp_path, line, held):
    done = check(line, "--html", tmp_path / "page.html")
    assert (done.returncode, done.stdout) == (check(line).returncode, "")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert held in page

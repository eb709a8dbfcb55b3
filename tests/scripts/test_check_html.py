"""check.py --html: the page of a board, of its pairs, and of a table of boards."""

import pytest


@pytest.mark.parametrize(
    ("arguments", "held"),
    [
        (["3x4"], "6 of 12 squares start an open tour"),
        (["3x4", "--pairs"], "tours to 0,1"),
        (["--boards", "3x4..5"], "Tours of 2 boards"),
        (["--boards", "3x4..5", "--closed"], "Closed tours of 2 boards"),
    ],
)
def test_the_page_is_written_with_the_same_exit_status(check, tmp_path, arguments, held):
    done = check(*arguments, "--html", tmp_path / "page.html")
    assert done.returncode == check(*arguments).returncode
    assert done.stdout == ""
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert held in page


def test_one_question_has_no_page(check, tmp_path):
    done = check("5x5", "--start", "0,0", "--html", tmp_path / "page.html")
    assert done.returncode == 2
    assert "--html has no effect with --closed, --start and --end" in done.stderr


def test_a_file_that_cannot_be_written_is_refused_before_the_work(check, tmp_path):
    done = check("3x4", "--html", tmp_path / "missing" / "page.html")
    assert done.returncode == 2
    assert "there is no folder" in done.stderr

"""Bad input to any script: status 2, one line on standard error that says what is wrong, and nothing on standard output."""

import pytest

from tests.processes import complaint
from tests.tables import table

LINES = table("bad_input.toml")
GIVEN = {"search": "solve.py 30x30 --closed --solver backtracking", "long": "x" * 300, "nines": "9" * 5000}
"""What stands for the words in braces. Of the search without end, a fault of its files is reported before the work."""


@pytest.fixture(scope="module")
def edge(tmp_path_factory):
    path = tmp_path_factory.mktemp("graph") / "edge.col"
    path.write_text("p edge 2 1\ne 1 2\n")
    path.with_name("edge.col.csv").write_text("problem,competitor,seconds,limit,source\nedge,asp,1,9,a paper\n")
    return path


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:60])
def test_bad_input_gets_one_line(here, line, edge):
    assert LINES[line] in complaint(here(line.format(edge=edge, **GIVEN)))


PUBLISHED = table("bad_texts.toml")["published_times"]


@pytest.mark.parametrize("text, line, value", PUBLISHED.values(), ids=PUBLISHED)
def test_a_faulty_file_of_published_times_gets_one_line_before_the_first_run(here, tmp_path, text, line, value):
    (tmp_path / "times.csv").write_text(text)
    said = complaint(here(f"report.py {tmp_path} --published {tmp_path}/times.csv"))
    assert f"times.csv, line {line}: " in said
    assert value in said

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
def test_bad_input_gets_one_line(script, line, edge):
    assert LINES[line] in complaint(script(line.format(edge=edge, **GIVEN)))


BAD = table("bad_texts.toml")


# Bad texts on standard input and in files

PNG = b"\x89PNG\r\n\x1a\n\x00\xff\xfe"
TEXTS = [(line, text, words) for line, some in BAD["commands"].items() for text, words in some.items()]
TEXTS += [("-", PNG, "not"), ("5x5 --verify -", PNG, "not")]
TEXTS += [("5x5 --verify -", "[" * 100_000, "tour"), ("5x5 --verify -", "9" * 5000, "")]


@pytest.mark.parametrize("line, text, words", TEXTS, ids=str)
def test_a_bad_text_gets_one_line_from_standard_input_and_from_a_file(solve, tmp_path, line, text, words):
    assert words in complaint(solve(line, stdin=text))
    file = tmp_path / "it"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert words in complaint(solve(*(file if word == "-" else word for word in line.split())))


@pytest.mark.parametrize("name, text, said", [(name, *case) for name, some in BAD["files"].items() for case in some.items()])
@pytest.mark.parametrize("command", ["solve.py", "compare.py --boards"])
def test_a_broken_graph_file_is_named_with_its_line(script, tmp_path, command, name, text, said):
    (tmp_path / name).write_text(text)
    words = complaint(script(command, tmp_path / name))
    assert str(tmp_path / name) in words
    assert said in words

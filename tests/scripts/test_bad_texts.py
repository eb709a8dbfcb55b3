"""Bad texts on standard input and in files: status 2, one line on standard error that says what is wrong."""

import pytest

from tests.processes import complaint

RING = "...\n.#.\n...\n"

TEXTS = [
    ("-", "...\n..\n", "ragged"),
    ("-", "", "empty"),
    ("-", "\n\n", "empty"),
    ("-", "...\n.x.\n", "'x'"),
    ("-", b"\x89PNG\r\n\x1a\n\x00\xff\xfe", "not"),
    ("- --start 1,1", RING, "hole"),
    ("5x5 --verify -", "", "tour"),
    ("5x5 --verify -", "no tour", "tour"),
    ("5x5 --verify -", "1 2\n3 x\n", "tour"),
    ("5x5 --verify -", "0,0\n1,²\n", "tour"),
    ("5x5 --verify -", "{}", "tour"),
    ("5x5 --verify -", '{"tour": null}', "tour"),
    ("5x5 --verify -", "[1, 2", "JSON"),
    ("5x5 --verify -", "[" * 100_000, "tour"),
    ("5x5 --verify -", "9" * 5000, ""),
    ("5x5 --verify -", b"\x89PNG\r\n\x1a\n\x00\xff\xfe", "not"),
]


@pytest.mark.parametrize(("line", "text", "words"), TEXTS, ids=str)
def test_a_bad_text_gets_one_line_from_standard_input_and_from_a_file(solve, tmp_path, line, text, words):
    assert words in complaint(solve(line, stdin=text))
    file = tmp_path / "it"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert words in complaint(solve(*(file if word == "-" else word for word in line.split())))


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.col", "p edge 3 2\ne 1 2\ne 2 x\n", "line 3: 'x' is invalid as a vertex number"),
        ("a.col", "e 1 2\n", "p edge"),
        ("a.col", "p edge 2 1\ne 1 7\n", "vertex 7"),
        ("a.col", "p edge ² 0\n", "line 1"),
        ("a.hcp", "DIMENSION : 3\n", "EDGE_DATA_SECTION"),
        ("a.hcp", "DIMENSION : 3\nDIMENSION : 4\n", "line 2: a second DIMENSION"),
        ("a.g6", "no graph\n", "graph6"),
    ],
)
@pytest.mark.parametrize("command", ["solve.py", "compare.py --boards"])
def test_a_broken_graph_file_is_named_with_its_line(script, tmp_path, command, name, text, said):
    (tmp_path / name).write_text(text)
    words = complaint(script(command, tmp_path / name))
    assert str(tmp_path / name) in words
    assert said in words

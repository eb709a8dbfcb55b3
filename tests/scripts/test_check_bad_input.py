"""Bad input to scripts/check.py: one line on standard error, nothing on standard output, status 2."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BAD = 2
RING = "...\n.#.\n...\n"


@pytest.fixture
def check(script):
    return lambda *arguments, **how: script("check.py", *arguments, **how)


# Bad input: one line on standard error, nothing on standard output, status 2.

BAD_INPUT = {
    "no board": ([], "BOARD"),
    "a board without rows": (["0x5"], "0x5"),
    "a board that is none": (["8by8"], "8by8"),
    "an empty name": ([""], "empty"),
    "a start off the board": (["5x5", "--start", "5,0"], "5,0 is not on the board"),
    "an end off the board": (["5x5", "--end", "0,5"], "0,5 is not on the board"),
    "an end equal to the start": (["5x5", "--start", "0,0", "--end", "0,0"], "equal to the start"),
    "a start that is one number": (["5x5", "--start", "3"], "--start"),
    "an empty start": (["5x5", "--start", ""], "--start"),
    "pairs of one start": (["5x5", "--pairs", "--start", "0,0"], "--pairs"),
    "pairs of closed tours": (["5x5", "--pairs", "--closed"], "--pairs"),
    "a start off the board, as in chess": (["5x5", "--start", "c9"], "argument --start: c9 is not on the board"),
    "no time": (["5x5", "--time-limit", "0"], "time limit"),
    "no nodes": (["5x5", "--node-limit", "0"], "node limit"),
    "no leaper": (["5x5", "--leaper", "0,0"], "leaper"),
    "a start above the board": (["5x5", "--start", "-1,-1"], "argument --start: -1,-1 is not on the board"),
    "an end above the board": (["5x5", "--end", "-1,0"], "argument --end: -1,0 is not on the board"),
    "a start in digits of another script": (["5x5", "--start", "٣,٤"], "is not a square"),
    "a start of many digits": (["5x5", "--start", "9" * 3000 + ",0"], "999…' is not a square"),
    "a start of too many digits": (["5x5", "--start", "9" * 5000 + ",0"], "999…' is not a square"),
    "a time in digits of another script": (["5x5", "--time-limit", "٣"], "not a number of seconds"),
    "nodes in digits of another script": (["5x5", "--node-limit", "٣"], "not a whole number"),
    "a negative leaper, with a space": (["5x5", "--leaper", "-1,2"], "leaper"),
    "a board in a file": (["README.md/board"], "README.md/board cannot be read: Not a directory"),
    "boards in digits of another script": (["--boards", "٣x٣"], "not a range of sizes"),
    "processes in digits of another script": (["5x5", "--jobs", "٣"], "--jobs"),
    "an unknown wrap": (["5x5", "--wrap", "sideways"], "--wrap"),
    "an unknown argument": (["5x5", "--colour", "red"], "--colour"),
    "no processes": (["5x5", "--jobs", "0"], "--jobs"),
    "two forms of output": (["5x5", "--json", "--svg", "map.svg"], "not allowed with"),
    "a picture in no folder": (["5x5", "--svg", "/no/such/folder/map.svg"], "cannot be written"),
    "a picture of a table in no folder": (["--boards", "3x3", "--svg", "/no/such/folder/map.svg"], "cannot be written"),
    "a missing file": (["/no/such/board.txt"], "No such file"),
    "a directory for a board": (["tests"], "tests"),
    "a table of one board as CSV": (["5x5", "--csv"], "--csv"),
    "a range without columns": (["--boards", "3..8"], "--boards"),
    "a range that is none": (["--boards", "small"], "small"),
    "an empty range": (["--boards", "5..3x3"], "5..3x3"),
    "boards without rows": (["--boards", "0..2x3"], "0..2x3"),
    "a board and a range": (["5x5", "--boards", "3x3"], "--boards"),
    "a range and a start": (["--boards", "3x3", "--start", "0,0"], "--boards"),
    "a range and an empty start": (["--boards", "3x3", "--start", ""], "--boards"),
    "a range and pairs": (["--boards", "3x3", "--pairs"], "--boards"),
    "a range and confirmation": (["--boards", "3x3", "--confirm"], "--confirm has no effect with --boards"),
    "a closed tour as CSV": (["5x5", "--closed", "--csv"], "--csv has no effect"),
    "processes for one question": (["5x5", "--start", "0,0", "--jobs", "2"], "--jobs has no effect"),
    "too many boards": (["--boards", "1..9999x1..9999"], "99,980,001 boards of 2,499,500,025,000,000 squares together"),
    "boards of too many squares": (["--boards", "500..501x1000"], "10,000 boards and 250,000 squares at most"),
    "a range and no leaper": (["--boards", "3x3", "--leaper", "0,0"], "leaper"),
}


def complaint(done):
    """The one line that is said about bad input."""
    assert (done.returncode, done.stdout) == (BAD, "")
    assert done.stderr.startswith("check.py: ")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 1200
    assert "Errno" not in done.stderr
    return done.stderr


@pytest.mark.parametrize(("arguments", "words"), BAD_INPUT.values(), ids=BAD_INPUT.keys())
def test_bad_input_gets_one_line(check, arguments, words):
    assert words in complaint(check(*arguments))


@pytest.mark.parametrize(
    ("text", "words"), [("...\n..\n", "ragged"), ("", "empty"), ("...\n.x.\n", "'x'"), (b"\x89PNG\xff", "not")]
)
def test_a_bad_board_text_gets_one_line(check, tmp_path, text, words):
    path = tmp_path / "board.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert words in complaint(check(path))
    assert words in complaint(check("-", stdin=text))


def test_a_start_on_a_hole_gets_one_line(check):
    assert "hole" in complaint(check("-", "--start", "1,1", stdin=RING))

"""Bad input to scripts/solve.py: one line on standard error, nothing on standard output, status 2."""

from pathlib import Path

import pytest

BAD = 2

ROOT = Path(__file__).parents[2]


@pytest.fixture
def solve(script):
    return lambda *arguments, **how: script("solve.py", *arguments, **how)


# Bad input: one line on standard error, nothing on standard output, status 2.

BAD_INPUT = {
    "no board": ([], "BOARD"),
    "a board without rows": (["0x5"], "0x5"),
    "a board that is none": (["8by8"], "8by8"),
    "an empty name": ([""], "empty"),
    "a negative size": (["8x-8"], "8x-8"),
    "a board too large for a graph": (["3000x3000", "--solver", "warnsdorff"], "9,000,000 squares"),
    "a board too large for a graph, CP-SAT": (["3000x3000", "--solver", "cp-sat"], "9,000,000 squares"),
    "a start off the board": (["5x5", "--start", "5,0"], "5,0 is not on the board"),
    "a negative start": (["5x5", "--start=-1,0"], "-1,0 is not on the board"),
    "an end off the board": (["5x5", "--end", "0,5"], "0,5 is not on the board"),
    "an end equal to the start": (["5x5", "--start", "0,0", "--end", "0,0"], "equal to the start"),
    "a start that is one number": (["5x5", "--start", "3"], "--start"),
    "a start that is three numbers": (["5x5", "--start", "0,0,0"], "--start"),
    "a start that is no number": (["5x5", "--start", "a,b"], "--start"),
    "an end that is no number": (["5x5", "--end", "corner"], "--end"),
    "a start off the board, as in chess": (["5x5", "--start", "c9"], "argument --start: c9 is not on the board"),
    "an end off the board, as in chess": (["5x5", "--end", "f1"], "argument --end: f1 is not on the board"),
    "an unknown solver": (["5x5", "--solver", "warnsdorf"], "did you mean 'warnsdorff'"),
    "an unknown option": (["5x5", "--solver", "warnsdorff", "--option", "colour=red"], "move_order"),
    "an option of another solver": (["5x5", "--solver", "backtracking", "--option", "tie_break=roth"], "tie_break"),
    "an option that is an argument of solve": (["5x5", "--option", "problem=1"], "problem"),
    "an option named as the budget": (["5x5", "--option", "budget=1"], "budget"),
    "an option named as the solver": (["5x5", "--option", "solver=cp-sat"], "solver"),
    "an option without a value": (["5x5", "--option", "move_order"], "K=V"),
    "an option without a name": (["5x5", "--option", "=java"], "K=V"),
    "a seed out of range": (["5x5", "--solver", "cp-sat", "--option", "seed=-1"], "seed=-1"),
    "workers out of range": (["5x5", "--solver", "cp-sat", "--option", "workers=0"], "workers=0"),
    "an unknown tie-break": (["5x5", "--solver", "warnsdorff", "--option", "tie_break=foo"], "first, random, roth, pohl"),
    "an unknown move order": (["5x5", "--solver", "backtracking", "--option", "move_order=foo"], "adjacency, clockwise, java"),
    "a move order that lacks moves": (["5x5", "--solver", "backtracking", "--option", "move_order=[[1,2]]"], "every move"),
    "a hint that is no list": (["5x5", "--solver", "cp-sat", "--option", "hint=5"], "hint"),
    "no time": (["5x5", "--time-limit", "0"], "time limit"),
    "negative time": (["5x5", "--time-limit", "-1"], "time limit"),
    "time that is no number": (["5x5", "--time-limit", "nan"], "not a number of seconds"),
    "endless time": (["5x5", "--time-limit", "inf"], "not a number of seconds"),
    "time in words": (["5x5", "--time-limit", "soon"], "--time-limit"),
    "no nodes": (["5x5", "--node-limit", "0"], "node limit"),
    "negative nodes": (["5x5", "--node-limit", "-5"], "node limit"),
    "half a node": (["5x5", "--node-limit", "1.5"], "--node-limit"),
    "no leaper": (["5x5", "--leaper", "0,0"], "leaper"),
    "a negative leaper": (["5x5", "--leaper=-1,2"], "leaper"),
    "a leaper of one number": (["5x5", "--leaper", "2"], "--leaper"),
    "a start above the board": (["5x5", "--start", "-1,-1"], "argument --start: -1,-1 is not on the board"),
    "an end above the board": (["5x5", "--end", "-1,0"], "argument --end: -1,0 is not on the board"),
    "a start in digits of another script": (["5x5", "--start", "٣,٤"], "is not a square"),
    "a start of many digits": (["5x5", "--start", "9" * 3000 + ",0"], "999…' is not a square"),
    "a start of too many digits": (["5x5", "--start", "9" * 5000 + ",0"], "999…' is not a square"),
    "a time in digits of another script": (["5x5", "--time-limit", "٣"], "not a number of seconds"),
    "an option given twice": (["5x5", "--option", "seed=1", "--option", "seed=2"], "given twice"),
    "nodes in digits of another script": (["5x5", "--node-limit", "٣"], "not a whole number"),
    "a negative leaper, with a space": (["5x5", "--leaper", "-1,2"], "leaper"),
    "a board in a file": (["README.md/board"], "README.md/board cannot be read: Not a directory"),
    "an unknown wrap": (["5x5", "--wrap", "sideways"], "--wrap"),
    "an unknown format": (["5x5", "--format", "poem"], "--format"),
    "two forms of output": (["5x5", "--json", "--format", "grid"], "not allowed with"),
    "a picture and a format": (["5x5", "--svg", "a.svg", "--format", "grid"], "not allowed with argument --svg"),
    "a board and the list of solvers": (["5x5", "--list-solvers"], "BOARD has no effect with --list-solvers"),
    "a tour and the list of solvers": (["--list-solvers", "--verify", "-"], "--verify has no effect with --list-solvers"),
    "a picture of the list of solvers": (["--list-solvers", "--svg", "a.svg"], "--svg has no effect with --list-solvers"),
    "a format of the list of solvers": (["--list-solvers", "--format", "grid"], "--format has no effect"),
    "a solver that verifies": (["5x5", "--verify", "-", "--solver", "auto"], "--solver has no effect with --verify"),
    "an option that verifies": (["5x5", "--verify", "-", "--option", "seed=1"], "--option has no effect with --verify"),
    "a time limit that verifies": (["5x5", "--verify", "-", "--time-limit", "1"], "--time-limit has no effect with --verify"),
    "a node limit that verifies": (["5x5", "--verify", "-", "--node-limit", "1"], "--node-limit has no effect with --verify"),
    "a format that verifies": (["5x5", "--verify", "-", "--format", "grid"], "--format has no effect with --verify"),
    "two texts of standard input": (["-", "--verify", "-"], "cannot both be read from standard input"),
    "an unknown argument": (["5x5", "--colour", "red"], "--colour"),
    "a picture in no folder": (["5x5", "--svg", "/no/such/folder/tour.svg"], "cannot be written"),
    "a missing file": (["/no/such/board.txt"], "No such file"),
    "a missing graph file": (["/no/such/graph.hcp"], "No such file"),
    "a missing tour file": (["5x5", "--verify", "/no/such/tour.txt"], "No such file"),
    "a directory for a board": (["tests"], "tests"),
    "a directory for a tour": (["5x5", "--verify", "tests"], "tests"),
}

BAD_STANDARD_INPUT = {
    "a ragged board": (["-"], "...\n..\n", "ragged"),
    "an empty text": (["-"], "", "empty"),
    "empty lines": (["-"], "\n\n", "empty"),
    "a strange mark on the board": (["-"], "...\n.x.\n", "'x'"),
    "a start on a hole": (["-", "--start", "1,1"], "...\n.#.\n...\n", "hole"),
    "no text for a tour": (["5x5", "--verify", "-"], "", "tour"),
    "words for a tour": (["5x5", "--verify", "-"], "no tour", "tour"),
    "a grid with a strange mark": (["5x5", "--verify", "-"], "1 2\n3 x\n", "tour"),
    "a strange digit": (["5x5", "--verify", "-"], "0,0\n1,²\n", "tour"),
    "JSON without a tour": (["5x5", "--verify", "-"], "{}", "tour"),
    "JSON with no tour": (["5x5", "--verify", "-"], '{"tour": null}', "tour"),
    "broken JSON": (["5x5", "--verify", "-"], "[1, 2", "JSON"),
    "endless JSON": (["5x5", "--verify", "-"], "[" * 100_000, "tour"),
    "an endless number": (["5x5", "--verify", "-"], "9" * 5000, ""),
}

EDGE = "p edge 2 1\ne 1 2\n"
BAD_GRAPHS = {
    "no size": ("a.col", "e 1 2\n", [], "p edge"),
    "an edge to nowhere": ("a.col", "p edge 2 1\ne 1 7\n", [], "vertex 7"),
    "a strange digit": ("a.col", "p edge ² 0\n", [], "line 1"),
    "no edges": ("a.hcp", "DIMENSION : 3\n", [], "EDGE_DATA_SECTION"),
    "no graph6": ("a.g6", "no graph\n", [], "graph6"),
    "a start that is no vertex": ("a.col", EDGE, ["--start", "0"], "start 0"),
    "a start that is a square": ("a.col", EDGE, ["--start", "1,2"], "--start"),
    "a start as in chess": ("a.col", EDGE, ["--start", "a1"], "--start"),
    "a picture of a verified tour of no board": ("a.col", EDGE, ["--verify", "-", "--svg", "a.svg"], "--svg"),
    "a start that is a strange digit": ("a.col", EDGE, ["--start", "²"], "--start"),
    "a leaper on no board": ("a.col", EDGE, ["--leaper", "1,2"], "--leaper"),
    "edges joined on no board": ("a.col", EDGE, ["--wrap", "rows"], "--wrap"),
    "a grid of no board": ("a.col", EDGE, ["--format", "grid"], "--format"),
    "a picture of no board": ("a.col", EDGE, ["--svg", "a.svg"], "--svg"),
    "the centre of no board": ("a.col", EDGE, ["--solver", "warnsdorff", "--option", "tie_break=roth"], "roth"),
    "an order of moves on no board": ("a.col", EDGE, ["--solver", "backtracking", "--option", "move_order=java"], "adjacency"),
}


@pytest.fixture(scope="module")
def on_bad_input(scripts_at_once):
    return scripts_at_once("solve.py", {case: (arguments, "") for case, (arguments, _) in BAD_INPUT.items()})


@pytest.fixture(scope="module")
def on_bad_standard_input(scripts_at_once):
    return scripts_at_once("solve.py", {case: (arguments, text) for case, (arguments, text, _) in BAD_STANDARD_INPUT.items()})


@pytest.fixture(scope="module")
def on_bad_graphs(scripts_at_once, tmp_path_factory):
    cases = {}
    for case, (name, text, arguments, _) in BAD_GRAPHS.items():
        path = tmp_path_factory.mktemp("graph") / name
        path.write_text(text)
        cases[case] = ([path, *arguments], "")
    return scripts_at_once("solve.py", cases)


def complaint(done):
    """The one line that is said about bad input."""
    assert (done.returncode, done.stdout) == (BAD, "")
    assert done.stderr.startswith("solve.py: ")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 1200
    assert "Errno" not in done.stderr
    return done.stderr


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input_gets_one_line(on_bad_input, case):
    assert BAD_INPUT[case][-1] in complaint(on_bad_input[case])


@pytest.mark.parametrize("case", BAD_STANDARD_INPUT)
def test_bad_standard_input_gets_one_line(on_bad_standard_input, case):
    assert BAD_STANDARD_INPUT[case][-1] in complaint(on_bad_standard_input[case])


@pytest.mark.parametrize("case", BAD_GRAPHS)
def test_a_bad_graph_file_or_request_gets_one_line(on_bad_graphs, case):
    assert BAD_GRAPHS[case][-1] in complaint(on_bad_graphs[case])


def test_a_ragged_board_file_gets_one_line(solve, tmp_path):
    (tmp_path / "board").write_text("...\n..\n")
    assert "ragged" in complaint(solve(tmp_path / "board"))


def test_a_file_that_is_not_text_gets_one_line(solve, tmp_path):
    picture = b"\x89PNG\r\n\x1a\n\x00\xff\xfe"
    (tmp_path / "board.txt").write_bytes(picture)
    assert "not text" in complaint(solve(tmp_path / "board.txt"))
    assert "not text" in complaint(solve("5x5", "--verify", tmp_path / "board.txt"))
    complaint(solve("-", stdin=picture))
    complaint(solve("5x5", "--verify", "-", stdin=picture))


def test_an_empty_name_of_a_file_is_bad_input(solve):
    assert "empty" in complaint(solve("8x8", "--verify", ""))
    assert "cannot be written" in complaint(solve("8x8", "--svg", ""))

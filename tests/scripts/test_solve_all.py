"""solve.py --all as a person uses it."""

import json
import re

import pytest

from graphs import Board, knight_graph, verify_tour

FOUND, IMPOSSIBLE, UNKNOWN = 0, 1, 3


@pytest.mark.parametrize(  # the hypercube of 4 dimensions, which is the 4x4 torus, has 1344 Hamiltonian cycles (OEIS A066037)
    "line, count, counted, end",
    [
        ("5x5", 864, "864 open tours", "all that exist"),
        ("5x5 --start 0,0", 304, "304 open tours", "all that exist"),
        ("5x5 --end a5", 304, "304 open tours", "all that exist"),
        ("6x6 --closed", 9862, "9,862 closed tours", "all that exist"),
        ("6x6 --closed --up-to-symmetry", 1245, "1,245 closed tours up to symmetry", "all that exist"),
        ("6x6 --closed --self-symmetric", 78, "78 symmetric closed tours", "all that exist"),
        ("4x4 --closed --wrap both", 1344, "1,344 closed tours", "all that exist"),
        ("5x5 --limit 7", 7, "7 open tours, the limit of --limit", "possibly more exist"),
        ("1x1", 1, "1 open tour", "all that exist"),
        ("4x4", 0, "0 open tours", "none exist"),
        ("4x30 --closed", 0, "0 closed tours", "none exist"),
        ("5x6 --closed --self-symmetric --leaper 2,3", 0, "0 symmetric closed tours", "none exist"),
    ],
)
def test_every_tour_is_a_line_and_the_last_message_counts_them(solve, line, count, counted, end):
    done = solve(f"{line} --all")
    assert done.returncode == (FOUND if count else IMPOSSIBLE)
    assert len(set(done.stdout.splitlines())) == count
    assert re.fullmatch(rf"solve.py: {counted}[,:;] {end}\n", done.stderr)


def test_jsonl_names_symmetries(solve):
    """G. P. Jelliss, Knight's Tour Notes, on 6x6."""
    lines = solve("6x6 --closed --all --self-symmetric --up-to-symmetry --format jsonl").stdout.splitlines()
    documents = [json.loads(line) for line in lines]
    names = sorted(document["symmetries"] for document in documents)
    assert names == [["half turn"]] * 17 + [["half turn", "quarter turn"]] * 5
    for document in documents:
        verify_tour(knight_graph(Board(6, 6)), document["tour"], closed=True)


def test_all_tours_of_a_graph_file_are_listed(solve, tmp_path):
    path = tmp_path / "square.col"
    path.write_text("p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n")
    done = solve(path, "--all")
    assert sorted(done.stdout.splitlines()) == ["1 2 3 4", "1 4 3 2", "2 1 4 3", "3 2 1 4"]
    assert solve(path, "--closed", "--all").stdout == "1 2 3 4\n"


@pytest.mark.parametrize(
    "option, limit", [("--node-limit 500", "node limit of 500"), ("--time-limit 0.3", "time limit of 0.3 s")]
)
def test_a_limit_of_the_search_is_told_after_the_tours_found_so_far(solve, option, limit):
    done = solve(f"7x7 --all {option}")
    count = len(done.stdout.splitlines())
    assert (done.returncode, count > 0) == (UNKNOWN, True)
    assert re.fullmatch(rf"solve.py: .*\b{re.escape(limit)}: {count:,} open tours[,:;] possibly more exist\n", done.stderr)

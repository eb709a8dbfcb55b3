"""Verdicts as pictures: every square and move of the witness is marked, and every mark is explained."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import networkx as nx
import pytest

from graphs import Board
from graphs.svg.palette import WITNESS
from solvers import Problem, decide, start_map

RING = Board(4, 4, holes=[(1, 1)])
REASONS = [
    (Problem("4x4"), "outside"),
    (Problem("4x7", start=(1, 0)), "across"),
    (Problem("5x5", start=(0, 1)), ""),
    (Problem.on_board(RING, (0, 1), closed=True), ""),
    (Problem.on_board("5x5", (1, 4)), ""),
    (Problem.on_board(Board(4, 5, wrap="cols"), (2, 3), closed=True), "across"),
]


def square_at(x, y):
    return float(y) // 10, float(x) // 10


def drawn(picture):
    """The framed squares, the groups of lines, and the texts of a picture."""
    root = ElementTree.fromstring(picture)
    paths = [each.attrib for each in root.iter() if each.tag.endswith("path")]
    framed = [re.findall(r"M([-\d.]+) ([-\d.]+)h", each["d"]) for each in paths if each.get("fill") == WITNESS.fill][:1]
    parts = [re.findall(r"M([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)", each["d"]) for each in paths if "L" in each["d"]]
    texts = [each.text for each in root.iter() if each.tag.endswith("text") and each.text]
    return {square_at(*place) for each in framed for place in each}, parts, texts


def words(verdict):
    return " ".join(drawn(verdict.svg())[2])


@pytest.mark.parametrize("problem, shown", REASONS, ids=repr)
def test_the_witness_is_framed_and_the_moves_that_count_are_drawn(problem, shown):
    verdict = decide(problem)
    inside = verdict.evidence.squares
    framed, parts, texts = drawn(verdict.svg())
    wanted = {
        "outside": [move for move in problem.graph.edges if inside.isdisjoint(move)],
        "across": [move for move in problem.graph.edges if len(inside.intersection(move)) == 1],
        "": [],
    }[shown]
    met = inside if shown == "outside" else {*()}
    alone = set(problem.graph) - met - {end for move in wanted for end in move} if shown in ("outside", "across") else set()
    over = [move for move in wanted if {abs(one - two) for one, two in zip(*move, strict=True)} != set(problem.leaper)]
    assert (framed, sum(map(len, parts))) == (inside, len(wanted) + len(over) + len(alone))  # over an edge, a move is two lines
    if not over:
        ends = [{square_at(*end) for line in part for end in (line[:2], line[2:])} for part in parts]
        assert sum(map(len, ends)) == len(alone | {end for move in wanted for end in move})  # none has lines of two colours
    assert any("one colour per" in text for text in texts) == bool(wanted)
    assert ("a hole" in texts) == bool(problem.board.holes)
    assert ("the start 1,0" in texts) == (problem.start == (1, 0))


def numbers_of(picture):
    """The numbers that are written on the squares of a picture, or of a board in it."""
    texts = [each for group in ElementTree.fromstring(picture).iter() if group.get("font-size") == "4.4" for each in group]
    return {square_at(each.get("x"), each.get("y")): int(each.text) for each in texts}


def test_each_case_of_forced_moves_has_a_board_with_its_contradiction_and_its_reasons():
    verdict = decide("3x8", closed=True)
    boards = [each for each in ElementTree.fromstring(verdict.svg()) if each.tag.endswith("svg")]
    assert len(boards) == len(verdict.evidence.branches) == 2
    for number, (board, branch) in enumerate(zip(boards, verdict.evidence.branches, strict=True), 1):
        picture = ElementTree.tostring(board)
        framed, parts, texts = drawn(picture)
        assert framed == {branch.end}
        chosen = sum(step.chosen for step in branch.steps)
        excluded = sum(not step.chosen and branch.end in step.move for step in branch.steps)
        assert excluded == len(list(verdict.problem.graph[branch.end])) - 1  # one move is left there
        assert len(parts) == chosen + excluded + (number == 2)  # the second case begins without a move
        assert set(numbers_of(picture)) == {square for square, degree in verdict.problem.graph.degree if degree == 2}
        words = f"Case {number} of 2: {('with', 'without')[number - 1]} 0,1–1,3, fewer than two moves are left at {{}},{{}}."
        below = " ".join(texts).split("(dashed) ")[-1]
        assert below.startswith(words.format(*branch.end))
        assert ("A square with only two moves left needs both. A move is excluded if one of" in below) == (number == 1)


def test_weights_are_written_on_the_squares_and_the_moves_that_count_are_drawn():
    verdict = decide("5x36", leaper=(1, 4), closed=True)
    (cut, _), *_ = verdict.evidence.cuts
    weights = numbers_of(verdict.svg())
    assert weights == dict(verdict.evidence.weights)
    assert "for the giraffe (1,4)? No." in verdict.svg()
    framed, parts, _ = drawn(verdict.svg())
    assert framed == cut
    lines = [[square_at(*line[:2]), square_at(*line[2:])] for part in parts for line in part]
    counted = [sum(weights.get(end, 0) for end in line) + (len(cut.intersection(line)) == 1) for line in lines]
    assert (min(counted) > 0, sum(counted)) == (True, 36)
    said = "So its moves count at least 2 × 18 + 2 × 1 = 38, but all moves that count more than 0 together count only"
    assert f"{said} 14 × 2 + 8 × 1 = 36." in words(verdict)


@pytest.mark.parametrize("start", [None, (0, 0)])
def test_squares_that_need_more_moves_than_there_are_have_numbers_to_count_with(start):
    verdict = decide("5x26", leaper=(1, 4), closed=start is None, start=start)
    numbers, picture = numbers_of(verdict.svg()), drawn(verdict.svg())
    needy = verdict.evidence.needy
    assert (picture[0], {square for square, number in numbers.items() if number > 0}) == (needy, needy)
    counted = sum(max(0, numbers.get(one, 0) + numbers.get(two, 0)) for one, two in verdict.problem.graph.edges)
    ends = [] if start is None else [numbers.get(start, 0), 1]  # a free end may be a needy square
    least = 2 * sum(numbers.values()) - sum(ends)
    assert least > counted
    total, moves = sum(numbers.values()), sum(map(len, picture[1]))
    terms = f"2 × {total}" if start is None else f"at least 2 × {total} - {sum(ends)} (for the ends)"
    said = f"So its moves count {terms} = {least}, but all moves that count more than 0 together count only"
    assert said in words(verdict)
    assert f" {counted - moves} × 2" in words(verdict)  # all others count 1
    assert f" {2 * moves - counted} × 1" in words(verdict)


def test_the_parts_of_a_half_set_are_numbered_and_no_move_between_the_halves_joins_two():
    verdict = decide("4x7", closed=True)
    numbers, half = numbers_of(verdict.svg()), verdict.evidence.half
    assert sorted(numbers.values()) == [1] * 14 + [2] * 14
    assert all(numbers[one] == numbers[two] for one, two in verdict.problem.graph.edges if (one in half) != (two in half))
    said = words(verdict)
    assert "14 of 28 squares have the number 1: a tour that alternates never leaves them. Published: " in said
    assert "a dot is a lone square" not in said


@pytest.mark.parametrize(
    "board, ends, pieces, parts",
    [
        ("3x4", {"closed": True}, "without 2 squares, it has at most 2 pieces", 3),
        ("4x4", {"start": (0, 0)}, "without 4 squares between its ends, it has at most 5 pieces", 6),
        ("3x5", {"start": (0, 2)}, "without 1 square between its ends, it has at most 2 pieces", 3),
    ],
)
def test_a_cut_set_counts_the_pieces_of_a_tour_and_the_parts_of_the_board(board, ends, pieces, parts):
    said = words(decide(board, **ends))
    assert f"{pieces}; each piece stays inside one part, but there are {parts} parts." in said
    assert "a dot is a lone square" in said


def test_a_board_as_in_chess_names_its_edges_and_its_squares_so():
    _, _, texts = drawn(decide("3x3", start=(2, 0)).svg(chess=True))
    assert texts[:9] == ["Is there an open tour of 3x3 from a1? No.", *"321abc", *texts[7:9]]
    assert {"the start a1", "No move leads to or from b2."} <= set(texts)


def test_a_verdict_shows_its_reason_in_a_notebook_and_so_does_each_square_of_a_map():
    verdict = decide("4x7", start=(1, 0))
    assert verdict._repr_svg_() == verdict.svg()
    assert verdict == replace(verdict, problem=None)
    noes = {square: each._repr_svg_() for square, each in start_map("4x7").items() if each.exists is False}
    assert len(noes) == 14
    assert all(f">the start {row},{col}<" in picture for (row, col), picture in noes.items())
    assert decide(nx.path_graph(3), start=1)._repr_svg_() is None


def test_the_cross_means_no_tour_and_never_a_square_of_the_reason():
    """The squares of the colour that is too common start tours, so they have a sign of their own."""
    reason, starts = decide("5x5", start=(0, 1)).svg(), start_map("5x5")._repr_svg_()
    assert ('data-mark="frame"' in reason, 'data-mark="cross"' in reason) == (True, False)
    assert ('data-mark="frame"' in starts, 'data-mark="cross"' in starts) == (False, True)

"""The atlas of leapers: which leapers it holds, that its answers are those of `decide`, and that its file survives anything."""

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board, FormatError, leaper_graph, verify_tour
from graphs.obstructions import ForcedMoves
from graphs.svg.page import text_width
from solvers import Budget, Problem, decide
from solvers.comparison.processes import process_executor
from solvers.existence import atlas
from solvers.existence.atlas import NOT_DECIDED, AtlasPage, connectable_leapers, each_page
from solvers.existence.atlas_file import NAME, AtlasFile
from solvers.existence.atlas_views import REASONS, atlas_document, atlas_svg, atlas_text, evidence_name, meanings_of
from solvers.existence.verdict import Verdict

ROOT = Path(__file__).parents[3]
SMALL = [(leaper, Board(side, side)) for side in range(3, 11) for leaper in connectable_leapers(5)]


@pytest.fixture(scope="module")
def pages():
    return list(each_page(SMALL))


@given(st.integers(1, 30))
def test_the_leapers_are_those_of_knuths_theorem(most):
    """r + s is prime to r - s; a leaper whose two numbers are equal, or are not both positive, is no case of the theorem."""
    from math import gcd

    pairs = {(r, s) for s in range(1, most) for r in range(1, s + 1) if r + s <= most and gcd(r + s, s - r) == 1}
    assert set(connectable_leapers(most)) == pairs | {(0, 1)}


@pytest.mark.parametrize("leaper", connectable_leapers(9)[1:])
def test_a_board_hangs_together_from_twice_the_larger_number_on(leaper):
    import networkx as nx

    side = 2 * leaper[1]
    assert nx.is_connected(leaper_graph(Board(side, side), *leaper))
    assert not nx.is_connected(leaper_graph(Board(side - 1, side - 1), *leaper))


def test_the_answers_are_those_of_decide(pages):
    for page in pages:
        problem = Problem.on_board(page.board, page.leaper)
        assert page.open.exists is decide(problem).exists, page
        assert page.closed.exists is decide(problem.with_ends(closed=True)).exists, page


def test_every_yes_has_a_tour_and_every_no_a_reason(pages):
    for page in pages:
        graph = leaper_graph(page.board, *page.leaper)
        for verdict, closed in ((page.open, False), (page.closed, True)):
            if verdict.exists:
                verify_tour(graph, verdict.tour, closed=closed)
            else:
                assert verdict.evidence is not None
                assert verdict.reason


def test_a_closed_tour_is_an_open_one():
    page = next(each_page([((1, 2), Board(6, 6))]))
    assert page.open.tour.squares == page.closed.tour.squares
    assert not page.open.tour.closed


def test_where_there_is_no_open_tour_there_is_no_closed_one(monkeypatch):
    """The closed question alone is too hard for the budget of this test."""

    def hard(problem, budget):
        return Verdict(None, None, "stopped") if problem.closed else decide(problem, budget)

    monkeypatch.setattr(atlas, "decide", hard)
    page = next(each_page([((2, 3), Board(9, 9))]))
    assert page.closed.exists is False
    assert page.closed.evidence == page.open.evidence
    assert "no open tour at all" in page.closed.reason


@pytest.mark.parametrize(
    ("leaper", "side", "open_", "closed"),
    [
        *[((1, 4), 11, False, False), ((2, 3), 13, False, False)],
        *[((3, 4), 20, False, False), ((3, 4), 21, True, False), ((3, 4), 22, True, True), ((3, 4), 23, True, False)],
        *[((3, 4), 24, False, False), ((3, 4), 25, True, False), ((3, 4), 26, True, True)],
    ],
)
def test_the_boards_that_were_open_or_costly_elsewhere(leaper, side, open_, closed):
    page = next(each_page([(leaper, Board(side, side))]))
    assert (page.open.exists, page.closed.exists) == (open_, closed)


def test_pages_over_processes_are_the_same(pages):
    with process_executor(2, None) as executor:
        assert set(each_page(SMALL, executor=executor)) == set(pages)


def test_what_is_kept_is_read_again(pages, tmp_path):
    with AtlasFile(tmp_path) as kept:
        for page in pages:
            kept.add(page)
    with AtlasFile(tmp_path) as kept:
        assert list(kept.pages.values()) == pages


def test_a_reason_with_steps_is_kept_and_checked(tmp_path):
    page = next(each_page([((2, 3), Board(11, 11))]))
    assert isinstance(page.open.evidence, ForcedMoves)
    with AtlasFile(tmp_path) as kept:
        kept.add(page)
    with AtlasFile(tmp_path) as kept:
        assert list(kept.pages.values()) == [page]


def test_an_unknown_answer_is_not_kept_and_the_other_one_is_not_decided_again(tmp_path, monkeypatch):
    place = ((2, 3), Board(11, 11))
    page = next(each_page([place], budget=Budget(nodes=1)))
    assert (page.open.exists, page.closed.exists) == (None, False)
    with AtlasFile(tmp_path) as kept:
        kept.add(page)
        kept.add(next(each_page([place], known=kept.pages, budget=Budget(nodes=1))))
    assert (tmp_path / NAME).read_bytes().count(b"\n") == 1
    with AtlasFile(tmp_path) as kept:
        assert kept.pages == {place: replace(page, open=NOT_DECIDED)}
        decided = []
        monkeypatch.setattr(atlas, "decide", lambda problem, budget: decided.append(problem.closed) or decide(problem, budget))
        assert next(each_page([place], known=kept.pages)).open.exists is False
    assert decided == [False]


def test_a_page_without_any_answer_is_not_kept(tmp_path):
    with AtlasFile(tmp_path) as kept:
        kept.add(AtlasPage((1, 2), Board(5, 5), NOT_DECIDED, NOT_DECIDED, 1.0))
        assert not kept.pages


def test_closed_tours_alone_are_decided_alone(tmp_path, monkeypatch):
    decided = []
    monkeypatch.setattr(atlas, "decide", lambda problem, budget: decided.append(problem.closed) or decide(problem, budget))
    with AtlasFile(tmp_path) as kept:
        for page in each_page(SMALL, closed=True):
            kept.add(page)
    assert all(decided)
    assert len(decided) == len(SMALL)
    with AtlasFile(tmp_path) as kept:
        whole = {(page.leaper, page.board): page for page in each_page(SMALL, known=kept.pages)}
        assert {place: page.closed for place, page in whole.items()} == {
            place: page.closed for place, page in kept.pages.items()
        }
        assert None not in [page.open.exists for page in whole.values()]
    assert decided.count(True) == len(SMALL)


def test_a_line_that_was_cut_off_is_dropped_and_the_next_one_is_whole(pages, tmp_path):
    with AtlasFile(tmp_path) as kept:
        kept.add(pages[0])
        kept.add(pages[1])
    path = tmp_path / NAME
    path.write_bytes(path.read_bytes()[:-9])
    with AtlasFile(tmp_path) as kept:
        assert list(kept.pages.values()) == pages[:1]
        kept.add(pages[2])
    with AtlasFile(tmp_path) as kept:
        assert list(kept.pages.values()) == [pages[0], pages[2]]


def _lie(document):
    """Exchange two squares of a tour, or take a square out of a witness."""
    for answer in (document["open"], document["closed"]):
        if "tour" in answer:
            answer["tour"][0], answer["tour"][1] = answer["tour"][1], answer["tour"][0]
            return document
    for witness in answer["witness"].values():
        for part in witness.values():
            part["set"].pop()
    return document


@pytest.mark.parametrize("place", [((1, 2), Board(6, 6)), ((2, 3), Board(5, 5))], ids=str)
def test_a_file_with_a_wrong_tour_or_a_wrong_reason_is_refused(pages, place, tmp_path):
    with AtlasFile(tmp_path) as kept:
        kept.add(next(page for page in pages if (page.leaper, page.board) == place))
    path = tmp_path / NAME
    path.write_text(json.dumps(_lie(json.loads(path.read_text()))) + "\n")
    with pytest.raises(FormatError, match="line 1, is no page of an atlas"), AtlasFile(tmp_path):
        pass


def test_two_processes_do_not_write_to_one_file(tmp_path):
    with AtlasFile(tmp_path), pytest.raises(FormatError, match="another process writes"), AtlasFile(tmp_path):
        pass


def test_a_killed_run_goes_on_where_it_was(tmp_path):
    command = [sys.executable, "scripts/check.py", "--boards", "3..30", "--square", "--leapers", "9", "--out", str(tmp_path)]
    path = tmp_path / NAME
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (path.exists() and path.read_bytes().count(b"\n") > 20):
        assert time.monotonic() < deadline
        assert running.poll() is None
        time.sleep(0.01)
    running.kill()
    running.wait()
    lines = path.read_bytes().rpartition(b"\n")[0].split(b"\n")
    command[3] = "3..4"
    done = subprocess.run([*command, "--json"], cwd=ROOT, capture_output=True, check=True, env=os.environ)
    assert len(json.loads(done.stdout)["cells"]) == 20
    assert path.read_bytes().split(b"\n")[: len(lines)] == lines


def test_the_text_has_a_mark_for_each_cell(pages):
    lines = atlas_text(pages).splitlines()
    assert lines[0].split() == [str(side) for side in range(3, 11)]
    assert [line.split()[-8:] for line in lines[1:5]] == [
        ["◐", "●"] * 4,
        ["×", "×", "◐", "●", "◐", "●", "◐", "●"],
        ["×", "×", "×", "×", "×", "×", "◐", "●"],
        ["×", "×", "×", "×", "×", "×", "×", "●"],
    ]


def test_the_document_holds_each_tour_and_each_reason(pages):
    cells = atlas_document(pages)["cells"]
    assert len(cells) == len(SMALL)
    for cell in cells:
        for answer in (cell["open"], cell["closed"]):
            assert (answer["tour"] is not None) == (answer["exists"] is True)
            assert answer["reason"]


@pytest.mark.parametrize("closed", [False, True])
def test_the_poster_can_be_rendered_and_explains_its_words(pages, closed):
    import cairosvg

    picture = atlas_svg(pages, closed=closed)
    assert cairosvg.svg2png(bytestring=picture.encode())[:4] == b"\x89PNG"
    answers = [page.closed if closed else page.open for page in pages]
    assert picture.count(" scale(") == sum(verdict.exists for verdict in answers)
    drawn = texts_of(picture)
    words = {evidence_name(verdict) for verdict in answers if not verdict.exists} - {"apart"}
    assert {"cut set", "without a few squares the board falls into too many parts"} <= drawn
    assert words <= drawn
    assert {REASONS[word] for word in words} <= drawn
    assert "apart" not in drawn
    assert meanings_of(closed)["apart"] in drawn


def texts_of(picture):
    return {each.text for each in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")}


def test_a_poster_without_a_word_or_a_tour_can_be_drawn():
    assert "3x3" in texts_of(atlas_svg(list(each_page([((1, 2), Board(3, 3))]))))
    assert atlas_svg([]).startswith("<svg")


def test_no_text_of_the_poster_is_cut_off(pages):
    root = ElementTree.fromstring(atlas_svg(pages))
    _, _, width, height = map(float, root.get("viewBox").split())
    for each in root.iter("{http://www.w3.org/2000/svg}text"):
        x, size = float(each.get("x")), float(each.get("font-size"))
        extent = text_width(each.text or "", size)
        left = {"start": x, "middle": x - extent / 2, "end": x - extent}[each.get("text-anchor")]
        assert left >= 0, each.text
        assert left + extent <= width, each.text
        assert size <= float(each.get("y")) <= height

"""Heat maps over the starts of a board, on runs that are kept in a store."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from matplotlib.collections import PathCollection
from matplotlib.patches import PathPatch

from graphs import Board
from solvers.comparison import Competitor, Limits, Measurement, NamedProblem, Run, Store, Task
from solvers.comparison.report.frames import runs_frame
from solvers.comparison.report.plots import heat_map, plots_of, start_maps

pytestmark = pytest.mark.filterwarnings("error")  # matplotlib warns where something does not fit

BOARD = Board(3, 4, holes=[(1, 1)])


@pytest.fixture
def store():
    with Store.temporary() as store:
        yield store


def keep(
    store, board=BOARD, starts=None, termination="found", seconds=0.01, solver="warnsdorff", leaper=(1, 2), seed=None, **ends
):
    """Keep a run of a solver from each start."""
    for start in board if starts is None else starts:
        problem = NamedProblem.on_board(board, leaper, start=start, **ends)
        task = Task(problem, Competitor(solver), None, Limits(seconds=1))
        answer = termination if termination in ("found", "impossible") else ""
        store.add(Run(task, Measurement(termination, "", answer, 11, seconds), "2026-01-01T00:00:00", "{}"))


def drawn(store):
    """Return the one heat map of a store."""
    (starts,) = start_maps(store)
    return heat_map(runs_frame(store), starts)


def times(panel):
    """Return the time that the colour of each square stands for, masked where it has none."""
    (image,) = panel.images
    pixels = image.get_array()
    side = int(pixels.shape[0] / (panel.get_ylim()[0] + 0.5))
    return pixels[::side, ::side]


def colours(panel):
    """Return the squares that have a colour."""
    return {(int(row), int(col)) for row, col in np.argwhere(~np.ma.getmaskarray(times(panel)))}


def filled(panel, hatch):
    """Return how many squares have a hatching."""
    patches = [patch for patch in panel.patches if isinstance(patch, PathPatch) and patch.get_hatch() == hatch]
    return sum(len(patch.get_path().to_polygons()) for patch in patches)


def crosses(panel):
    return [tuple(place) for each in panel.collections if isinstance(each, PathCollection) for place in each.get_offsets()]


def test_each_square_has_the_colour_of_its_time_and_a_hole_has_none(store):
    for number, square in enumerate(BOARD):
        keep(store, starts=[square], seconds=0.001 * (number + 1))
    panel = drawn(store).figure.axes[0]
    assert colours(panel) == set(BOARD)
    assert [times(panel)[square] for square in BOARD] == [0.001 * (number + 1) for number in range(11)]
    assert not panel.patches


def test_what_is_not_solved_is_hatched_and_a_proof_is_crossed(store):
    keep(store, starts=[(0, 0), (0, 1)], termination="time limit", seconds=1.0)
    keep(store, starts=[(0, 2)], termination="crashed: SIGSEGV")
    keep(store, starts=[(0, 3), (2, 3)], termination="impossible")
    keep(store, starts=[(2, 0)])
    panel = drawn(store).figure.axes[0]
    assert colours(panel) == {(0, 3), (2, 3), (2, 0)}
    assert filled(panel, "/////") == 2
    assert filled(panel, "xxxxx") == 1
    assert filled(panel, "..") == 11 - 6  # starts without a run
    assert crosses(panel) == [(3, 0), (3, 2)]  # across, down


def test_each_competitor_has_a_panel_and_a_start_that_it_refused_is_dotted(store):
    keep(store)
    keep(store, starts=[(0, 0)], solver="backtracking")
    first, second, *_ = drawn(store).figure.axes
    assert (first.get_title("left"), second.get_title("left")) == ("warnsdorff", "backtracking")
    assert (filled(first, ".."), filled(second, "..")) == (0, 10)


def test_a_map_needs_runs_from_an_eighth_of_the_squares(store):
    keep(store, Board(8, 8), starts=[(0, col) for col in range(7)])
    assert start_maps(store) == []
    keep(store, Board(8, 8), starts=[(1, 0)])
    assert [starts.name for starts in start_maps(store)] == ["starts-8x8-open"]


def test_boards_pieces_ends_and_closed_tours_have_maps_of_their_own(store):
    keep(store, Board(3, 4))
    keep(store, Board(3, 4), closed=True)
    keep(store, Board(3, 4), starts=[(0, 1), (0, 2), (1, 1)], end=(0, 0))
    keep(store, Board(3, 4, wrap="both"), leaper=(1, 3))
    keep(store)
    maps = start_maps(store)
    assert [each.title.removeprefix("Time from each start: ") for each in maps] == [
        "3×4, open tours",
        "3×4, closed tours",
        "3×4, open to 0,0 tours",
        "3×4 wrap both leaper 1,3, open tours",
        "3×4 with 1 hole, open tours",
    ]
    assert len({each.name for each in maps}) == 5


def test_problems_without_a_start_and_graphs_without_squares_have_no_map(store):
    import networkx as nx

    store.add(Run(Task(NamedProblem.on_board(Board(5, 5)), Competitor("warnsdorff")), Measurement("found", ""), "", "{}"))
    for start in range(4):
        problem = NamedProblem.of_graph(nx.complete_graph(4), "K4", start=start)
        store.add(Run(Task(problem, Competitor("warnsdorff")), Measurement("found", ""), "", "{}"))
    assert start_maps(store) == []


def test_a_part_of_the_frame_gives_maps_of_that_part(store):
    keep(store)
    keep(store, Board(3, 3), termination="impossible")
    frame = runs_frame(store)
    assert [plot.name for plot in plots_of(frame[frame["subject"] == "3x3"], store)][-1] == "starts-3x3-open"
    assert "starts-3x3-open" not in [plot.name for plot in plots_of(frame[frame["subject"] != "3x3"], store)]


@pytest.mark.parametrize("termination", ["found", "time limit"])
@pytest.mark.parametrize("board", [Board(1, 3), Board(3, 60), Board(60, 3), Board(20, 20)], ids=str)
def test_a_map_of_any_shape_is_drawn_and_no_larger_than_a_page(store, board, termination):
    solvers = ("warnsdorff", "backtracking", "cp-sat", "auto", "warnsdorff-repair")
    for solver in solvers:
        keep(store, board, termination=termination, solver=solver, seconds=0.0)
    plot = drawn(store)
    picture = plot.svg()
    ElementTree.fromstring(picture)
    assert len(picture) < 250_000
    width, height = plot.figure.get_size_inches()
    assert width <= 10.5
    assert height <= 14

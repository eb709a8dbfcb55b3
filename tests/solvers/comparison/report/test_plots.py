"""The plot of a comparison: what it shows, on runs made by hand."""

import hashlib
import math
import re
import sys
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from matplotlib import rcParams

from graphs import FormatError
from solvers import SolverUnavailable
from solvers.comparison.report import plots as module
from solvers.comparison.report.plots import cactus_plot, plots_of, run_length_plot, scatter
from solvers.comparison.report.summary import summaries_of
from tests.solvers.comparison.report.frames import frame, times
from tests.solvers.programs import python


def test_without_matplotlib_the_way_to_install_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(SolverUnavailable, match=r"need matplotlib, not installed here: pip install 'knights-tour\[lab\]'"):
        cactus_plot(many())


def many(competitors=3, problems=12):
    rows = {
        f"solver-{number}": [0.03 * number * place for place in range(1, problems + 1)] for number in range(1, competitors + 1)
    }
    return frame(**rows)


@pytest.fixture(scope="module")
def plot():
    """The plot of some runs, drawn once for all tests; matplotlib's settings are the same before and after."""
    before = dict(rcParams)
    drawn = cactus_plot(many())
    assert drawn.svg()
    assert dict(rcParams) == before
    return drawn


def test_an_svg_stands_alone_and_says_what_it_shows(plot):
    svg = plot.svg()
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.find("{http://www.w3.org/2000/svg}title").text == plot.title
    assert plot.caption.endswith(".")
    links = [value for node in root.iter() for name, value in node.attrib.items() if name.endswith("href")]
    assert all(link.startswith(("#", "data:")) for link in links)
    assert "url(http" not in svg
    assert "<style" not in svg  # on a page it would act on all other pictures


def test_the_same_data_give_the_same_bytes_in_every_process_whatever_its_settings(plot):
    code = "import matplotlib; matplotlib.rcParams.update({'font.size': 20})\n"
    code += "from tests.solvers.comparison.report.test_plots import *; print(digest(cactus_plot(many())))"
    assert python("-c", code, PYTHONHASHSEED="10").stdout == f"{digest(plot)}\n"


def digest(plot):
    return hashlib.sha256(plot.svg().encode() + plot.saved("pdf")).hexdigest()


def test_a_plot_has_files_for_papers(plot):
    svg, png, pdf = map(plot.saved, module.FORMS)
    assert plot.svg()[-500:] in svg.decode()
    assert png.startswith(b"\x89PNG")
    assert pdf.startswith(b"%PDF")
    assert not {b"/CreationDate", b"/Producer", b"/Type3"} & set(re.findall(rb"/\w+", pdf))


def test_a_cactus_line_counts_the_solved_runs_within_each_time():
    plot = cactus_plot(frame(a=[3, 1, 2, None]))
    (line,) = [line for line in plot.figure.axes[0].lines if len(line.get_xdata()) == 4]
    assert list(line.get_xdata()) == [1, 2, 3, 10]  # and goes on to the limit
    assert list(line.get_ydata()) == [1, 2, 3, 3]
    assert "<!-- a  3/4 -->" in plot.svg()


def test_a_legend_of_sixteen_long_names_is_whole_and_beside_the_axes():
    runs = many(16)
    runs["competitor"] = runs["competitor"].cat.rename_categories(lambda name: f"{name} with many options=a-value another=one")
    figure = cactus_plot(runs).figure
    figure.canvas.draw()
    (legend,) = figure.legends
    box = legend.get_window_extent()
    assert box.y0 >= 0
    assert box.x1 <= figure.bbox.x1
    assert all(box.x0 >= axes.get_window_extent().x1 for axes in figure.axes)


ANY_RUN = st.tuples(
    st.sampled_from(["a", "b", "c", "a$x$b", "<script>"]),
    st.sampled_from(["p0", "p1", "p2"]),
    st.sampled_from([0.0, 1e-9, 0.001, 0.5, 10.0, 1e5]),
    st.fixed_dictionaries({"solved": st.booleans(), "time_limit": st.sampled_from([None, 1.0, 10.0])}),
)


def test_run_lengths_are_shares_of_runs_with_equal_weight_per_problem():
    """One problem with four seeds, one of which is unsolved, and one with two."""
    seeds = [[4, 3], [1, 3], [None], [2]]
    runs = [run for seed, row in enumerate(seeds) for run in times({"seed": seed}, a=row)]
    plot = run_length_plot(frame(*runs, b=[None]))
    assert plot.data["competitor"].unique().tolist() == ["a"]
    assert plot.data["seconds"].tolist() == [1, 2, 3, 3, 4]
    assert plot.data["share"].tolist() == [0.125, 0.25, 0.5, 0.75, 0.875]
    assert {"<!-- a  0.875 -->", "<!-- b  0 -->"} <= {*re.findall("<!-- [ab] .*-->", plot.svg())}


def test_a_scatter_plot_has_a_point_for_each_problem_of_both():
    runs = frame(*times(a=[1.0, None, 2.0, 3.0], b=[4.0, 5.0]), ("b", "4", None, {"closed": True}))
    plot = scatter(runs, "a", "b")
    assert plot.data[["a", "b"]].values.tolist() == [[1, 4], [math.inf, 5], [3, math.inf]]
    points = {tuple(point) for line in plot.figure.axes[0].lines if line.get_marker() != "None" for point in line.get_xydata()}
    assert points == {(1, 4), (20, 5), (3, 20)}  # an unsolved one lies on the dashed line at twice the limit
    with pytest.raises(FormatError, match="unknown competitor 'c'; available: a, b"):
        scatter(runs, "a", "c")


def test_each_table_has_its_own_plots_and_run_lengths_need_seeds():
    runs = frame(*(("a", "1", 1.0, {"conditions": text, "seed": seed}) for text in ("1 s", "2 s") for seed in (None, 1, 2)))
    plots = list(plots_of(summaries_of(runs)))
    assert [plot.name for plot in plots] == ["cactus-1", "run-lengths-1", "cactus-2", "run-lengths-2"]
    assert plots[0].title == "Problems solved within a time, 1 s"
    assert [plot.name for plot in plots_of(summaries_of(many()))] == ["cactus"]


def test_the_order_of_competitors_changes_no_plot():
    runs = many()
    turned = runs.iloc[::-1].assign(
        competitor=lambda runs: runs["competitor"].cat.reorder_categories(runs["competitor"].unique())
    )
    assert cactus_plot(runs).svg() == cactus_plot(turned).svg()


@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(ANY_RUN, min_size=1, max_size=12))
def test_whatever_the_runs_are_the_plot_can_be_drawn(runs):
    svg = cactus_plot(frame(*runs)).svg()
    ElementTree.fromstring(svg)
    assert "<script" not in svg

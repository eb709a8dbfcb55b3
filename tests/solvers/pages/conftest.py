"""Stores for the page, filled without processes, and a headless Chromium."""

import functools
import os
import shutil

import pytest

from graphs import Board
from solvers import solve
from solvers.comparison import Competitor, Limits, Measurement, NamedProblem, Run, Task
from solvers.comparison.no_tour_answers import confirm_no_tour_answers
from solvers.comparison.runs import run_machine_document
from tests.solvers.comparison.tasks import CORNER, on, store_of
from tests.solvers.pages.browsing import wish

SWITCHES = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--window-size=1200,900"),
)
TRICK = "</script><script>document.title = 'tricked'</script><img src=x onerror=\"document.title = 'tricked'\">"
NEEDED = "KNIGHTS_TOUR_NEEDS_BROWSER"
"""The environment variable with which a missing browser is a failure, as in continuous integration."""
COMMAND = "python scripts/compare.py --boards 4x5 5x5 --starts all"


BROWSER = shutil.which("chromium"), shutil.which("chromedriver")


def pytest_runtest_setup(item):
    """Skip tests that need a browser if there is none. Of a hook, all skips are reported in one line."""
    if "browser" in item.fixturenames and None in BROWSER:
        lacks = "the tests of the pages need a browser: install Chromium and its driver (Debian: chromium, chromium-driver)"
        (pytest.fail if os.environ.get(NEEDED) else pytest.skip)(lacks)


@pytest.fixture(scope="session")
def run_of():
    """A function that makes a run of a solver in this process; what it is given is not measured."""
    return _run_of


def _run_of(problem, solver, repeat=0, **measured):
    task = Task(problem, Competitor(solver), None, Limits(1.0), repeat)
    return Run(
        task, Measurement(**(_measured(problem, solver) | measured)), "2026-11-20T10:00:00+00:00", run_machine_document()
    )


@functools.cache
def _measured(problem, solver):
    result = solve(problem.problem, solver)
    answered = result.exists is not None
    return {
        "termination": result.status.value if answered else "dead end",
        "reason": result.reason,
        "answer": result.status.value if answered else "",
        "nodes": result.nodes,
        "seconds": 0.001 * (1 + result.nodes % 7),
        "peak_memory": 50_000_000,
        "packed": None if result.tour is None else problem.pack(result.tour),
    }


def problems():
    for board in ("4x5", "5x5"):
        for start in Board.parse(board):
            yield on(board, start=start)
    yield NamedProblem.on_board(Board(5, 5, holes=[(2, 2)]), (0, 1), start=(0, 0))
    yield on(wrap="both", start=(0, 0))
    yield on("6x6", closed=True)
    yield on("5x6", start=(0, 0), end=(0, 1))


@pytest.fixture(scope="session")
def runs():
    """Runs of two solvers on boards of several kinds, one with a reason that is meant to break the page."""
    made = [_run_of(problem, "cp-sat") for problem in problems()]
    made += [_run_of(each, "warnsdorff") for each in problems() if not each.problem.closed and each.problem.end is None]
    tricked = on("3x4", start=(0, 0))
    made.append(_run_of(tricked, "warnsdorff", termination="dead end", reason=TRICK, answer="", packed=None))
    made += [_run_of(CORNER, "cp-sat", repeat) for repeat in (1, 2)]
    made.append(_run_of(CORNER, "cp-sat", 3, termination="time limit", reason="out of time", answer="", packed=None))
    return made


@pytest.fixture(scope="session")
def store(runs):
    with store_of(runs) as store:
        store.begin_session(COMMAND)
        confirm_no_tour_answers(store)
        yield store


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """A headless Chromium with a folder of its own, closed at the end."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER[0]
    for switch in (*SWITCHES, f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with webdriver.Chrome(options, Service(BROWSER[1])) as opened:
        yield opened


@pytest.fixture
def narrow(browser):
    """A function that gives the browser the screen of a phone, of this width, until the end of the test."""
    screen = {"height": 740, "deviceScaleFactor": 2, "mobile": True}
    yield lambda width: browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, **screen})
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.fixture
def opened(browser, tmp_path):
    """A function that opens a page in the browser, where less motion is preferred."""

    def open_page(text):
        path = tmp_path / "page.html"
        path.write_text(text, encoding="utf-8")
        wish(browser)
        browser.get(path.as_uri())
        return browser

    yield open_page
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []

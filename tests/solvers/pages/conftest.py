"""Stores for the page, filled without processes, and a headless Chromium."""

import os
import shutil

import pytest

from graphs import Board
from solvers.comparison.no_tour_answers import confirm_no_tour_answers
from tests.solvers.comparison.tasks import CORNER, on, store_of
from tests.solvers.pages.browsing import run_of, wish

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


def problems():
    for board in ("4x5", "5x5"):
        for start in Board.parse(board):
            yield on(board, start=start)
    yield on(".....\n.....\n..#..\n.....\n.....", (0, 1), start=(0, 0))
    yield on(wrap="both", start=(0, 0))
    yield on("6x6", closed=True)
    yield on("5x6", start=(0, 0), end=(0, 1))


@pytest.fixture(scope="session")
def runs():
    """Runs of two solvers on boards of several kinds, one with a reason that is meant to break the page."""
    made = [run_of(problem, "cp-sat") for problem in problems()]
    made += [run_of(each, "warnsdorff") for each in problems() if not each.problem.closed and each.problem.end is None]
    tricked = on("3x4", start=(0, 0))
    made.append(run_of(tricked, "warnsdorff", termination="dead end", reason=TRICK, answer="", packed=None))
    made += [run_of(CORNER, "cp-sat", repeat) for repeat in (1, 2)]
    made.append(run_of(CORNER, "cp-sat", 3, termination="time limit", reason="out of time", answer="", packed=None))
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
    """A function that opens a page in the browser, on a screen, where less motion is preferred."""

    def open_page(text):
        path = tmp_path / "page.html"
        path.write_text(text, encoding="utf-8")
        wish(browser)
        browser.get(path.as_uri())
        return browser

    yield open_page
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []

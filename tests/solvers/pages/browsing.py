"""What the tests of the pages do in a browser, and how they judge what it shows."""

import base64
import functools
import json
import re
from types import SimpleNamespace
from unittest.mock import patch

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

from solvers import solve
from solvers.comparison import Comparison, Competitor, Limits, Measurement, Run, Task
from solvers.comparison.runs import run_machine_document
from tests.processes import PATIENCE
from tests.solvers.comparison.tasks import store_of

TEXTS = """
const solid = (node) => {
    for (; node; node = node.parentElement) {
        const colour = getComputedStyle(node).backgroundColor;
        if (!colour.endsWith(', 0)')) return colour;
    }
    return 'rgb(255, 255, 255)';
};
const kinds = 'h1, h2, h3, p, th, td, dt, dd, label, select, button, figcaption, .edge, li';
return [...document.querySelectorAll(kinds)].filter(each => each.innerText.trim() && each.offsetParent && !each.disabled)
    .map(each => [each.tagName + ': ' + each.innerText.slice(0, 30), getComputedStyle(each).color, solid(each)]);
"""
OPERATED = {"button", "combobox", "slider", "searchbox", "grid", "link", "gridcell"}


def run_of(problem, solver, repeat=0, **measured):
    """A run of a solver in this process; what is given is not measured."""
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


def page_of(store, svg=""):
    """The page of the runs of a store, with a plot if its picture is given."""
    plots = [SimpleNamespace(name="plot", title="A plot", caption="Its caption.", svg=lambda: svg)] if svg else []
    with patch("solvers.comparison.report.comparison_page.plots_of", lambda _: plots):
        return Comparison(store).page


def page_of_runs(runs):
    with store_of(runs) as store:
        return page_of(store)


def data_of(page):
    """The data in the text of a page."""
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


def find(page, selector):
    return page.find_element(By.CSS_SELECTOR, selector)


def texts(page, selector):
    return page.execute_script("return [...document.querySelectorAll(arguments[0])].map(each => each.textContent)", selector)


def count_of(page, selector):
    return len(texts(page, selector))


def text_of(page, selector):
    return find(page, selector).text


def is_shown(page, selector):
    return find(page, selector).is_displayed()


def click(page, selector):
    find(page, selector).click()


def send(page, selector, *keys):
    find(page, selector).send_keys(*keys)


def attribute(page, selector, name):
    return find(page, selector).get_attribute(name)


def choose(page, what, text):
    Select(find(page, f"#{what}")).select_by_visible_text(text)


def press(page, *keys):
    page.switch_to.active_element.send_keys(*keys)


def wish(page, motion="reduce", scheme="light", media=""):
    features = [{"name": "prefers-reduced-motion", "value": motion}, {"name": "prefers-color-scheme", "value": scheme}]
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})


def widths(page):
    return page.execute_script("return [document.documentElement.scrollWidth, document.body.scrollWidth]")


def luminance(colour):
    parts = [int(part) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def contrasts_of_texts(page):
    """The contrast of each text to what is behind it."""
    return {text: contrast(ink, paper) for text, ink, paper in page.execute_script(TEXTS)}


def names_of_controls(page):
    """The names by which a screen reader calls all that can be operated."""
    tree = page.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    return [node["name"]["value"] for node in tree if not node["ignored"] and node["role"]["value"] in OPERATED]


def sheets_of(page, **how):
    """The number of sheets of a printed page. Chromium sometimes says that printing failed, and prints it the next time."""
    wait = WebDriverWait(page, PATIENCE, ignored_exceptions=[WebDriverException])
    paper = wait.until(lambda _: page.execute_cdp_cmd("Page.printToPDF", how))["data"]
    return len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(paper)))

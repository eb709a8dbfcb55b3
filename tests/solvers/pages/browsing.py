"""What the tests of the pages do in a browser, and how they judge what it shows."""

import json
import re
from unittest.mock import patch

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from solvers.comparison import Comparison

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


def page_of(store, plots=()):
    """The page of the runs of a store."""
    with patch("solvers.comparison.report.comparison_page.plots_of", lambda _: [*plots]):
        return Comparison(store).page


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


def choose(page, what, text):
    Select(find(page, f"#{what}")).select_by_visible_text(text)


def press(page, *keys):
    page.switch_to.active_element.send_keys(*keys)


def wish(page, motion="reduce", scheme="light"):
    features = [{"name": "prefers-reduced-motion", "value": motion}, {"name": "prefers-color-scheme", "value": scheme}]
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


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

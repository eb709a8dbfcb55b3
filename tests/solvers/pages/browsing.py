"""What the tests of the pages do in a browser, and how they judge its colours."""

from selenium.webdriver.common.by import By


def find(page, selector):
    return page.find_element(By.CSS_SELECTOR, selector)


def texts(page, selector):
    return page.execute_script("return [...document.querySelectorAll(arguments[0])].map(each => each.textContent)", selector)


def luminance(colour):
    parts = [int(part) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)

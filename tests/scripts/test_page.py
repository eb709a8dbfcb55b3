"""`knights-tour page`."""

import re

import pytest

from solvers.pages.play import PYODIDE


@pytest.fixture
def page(script, tmp_path):
    return lambda *words: script("../solvers/__main__.py", "page", "--out", tmp_path / "site", *words)


def policy(text):
    return re.search('Content-Security-Policy" content="(.+?)"', text)[1]


def test_it_writes_the_page_and_the_code_for_its_answers(page, tmp_path):
    done = page()
    assert (done.returncode, done.stdout, done.stderr.count("wrote ")) == (0, "", 2)
    text = (tmp_path / "site" / "index.html").read_text()
    assert PYODIDE in text
    assert "connect-src 'self' https://cdn.jsdelivr.net;" in policy(text)
    first = (tmp_path / "site" / "core.js").read_bytes()
    page()
    assert (tmp_path / "site" / "core.js").read_bytes() == first


def test_pyodide_may_lie_beside_the_page(page, tmp_path):
    page("--pyodide", "python")
    text = (tmp_path / "site" / "index.html").read_text()
    assert '"pyodide":"python/"' in text
    assert "http" not in policy(text)

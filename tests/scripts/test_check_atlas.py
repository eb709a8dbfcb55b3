"""scripts/check.py --leapers: the atlas of leapers."""

import csv
import io
import re

import pytest

from tests.processes import ROOT

ATLAS = "--boards 3..8 --square --leapers 3"


def test_the_atlas_in_json_and_csv(check, document):
    answer, status = document(f"check.py {ATLAS}", "--jobs", "2")
    assert status == 0
    cells = {(tuple(cell["leaper"]), cell["board"]): cell for cell in answer["cells"]}
    assert len(cells) == 12
    knight = cells[(1, 2), "4x4"]
    assert (knight["open"]["exists"], knight["open"]["evidence"], knight["open"]["tour"]) == (False, "cut set", None)
    assert len(cells[(1, 2), "8x8"]["closed"]["tour"]) == 64
    rows = list(csv.DictReader(io.StringIO(check(ATLAS, "--csv").stdout)))
    assert [(row["leaper"], row["board"]) for row in rows][:3] == [("0,1", "3x3"), ("1,2", "3x3"), ("0,1", "4x4")]


def test_the_poster_and_the_page_are_written(check, tmp_path):
    assert check(ATLAS, "--svg", tmp_path / "poster.svg").returncode == 0
    assert "1,2 knight" in (tmp_path / "poster.svg").read_text(encoding="utf-8")
    assert check(ATLAS, "--html", tmp_path / "page.html").returncode == 0
    assert "Tours of 2 leapers on square boards" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_poster_of_the_readme_shows_the_answers_of_its_command(check, tmp_path):
    """Another search may find other tours."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = re.search(r"check\.py (--boards [^#\n]* --leapers \d+) --svg atlas\.svg", readme)[1]
    assert check(command, "--svg", tmp_path / "atlas.svg").returncode == 0
    drawn, shown = (
        re.sub(r' d="M0 0l[^"]*"', "", (folder / "atlas.svg").read_text(encoding="utf-8"))
        for folder in (tmp_path, ROOT / ".github")
    )
    assert drawn == shown


def test_the_poster_of_the_readme_is_small_and_names_its_leapers():
    poster = (ROOT / ".github" / "atlas.svg").read_text(encoding="utf-8")
    assert len(poster) < 150_000
    for name in ("1,4 giraffe", "2,3 zebra", "3,4 antelope", "25x25"):
        assert f">{name}</text>" in poster

"""The tables of `tests/data`: published numbers with their sources, and what scripts and readers answer to a text."""

import csv
import io
import json
import tomllib

from tests.processes import ROOT


def table(name):
    """Return the content of a file in `tests/data`."""
    path = ROOT / "tests" / "data" / name
    text = path.read_text(encoding="utf-8")
    return json.loads(text) if path.suffix == ".json" else tomllib.loads(text)


def csv_rows(text):
    return list(csv.DictReader(io.StringIO(text)))

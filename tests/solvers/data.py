"""Published numbers of `tests/data`."""

import json

from tests.processes import ROOT


def data(name):
    return json.loads((ROOT / "tests" / "data" / f"{name}.json").read_text(encoding="utf-8"))


COUNTS = {table: numbers["boards"] for table, numbers in data("counts").items() if "boards" in numbers}
"""For each table, the number of tours of each board."""


def published(table, *boards):
    return [(board, COUNTS[table][board]) for board in boards]

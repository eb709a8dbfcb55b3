"""An archive of a comparison for reviewers: a zip file with the runs, and with the evidence for their answers.

`scripts/check_certificate.py FILE.zip` checks an archive. It needs only Python and no other package.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from graphs.errors import BoardError
from graphs.text import plural
from solvers.budget import Budget
from solvers.comparison.columns import COLUMNS
from solvers.comparison.store import Store
from solvers.errors import NoCertificate
from solvers.existence.certificates import certificate
from solvers.meter import Meter
from solvers.result import Result

if TYPE_CHECKING:
    import pandas as pd

BUDGET = Budget(seconds=1)
"""Budget for finding a certificate of a no-tour answer whose only evidence is a search."""
TEXT = """{0} of a comparison of solvers. This command of the package knights-tour checks them:

    knights-tour verify THIS_FILE.zip

Without the package, run `python scripts/check_certificate.py THIS_FILE.zip` in a copy of its source code.

runs.csv            one row per run
columns.csv         the columns of runs.csv except checked and weight, with their types and units
tours/RUN.json      the tour of a run that found one: a list of squares [row, column], or of vertices; RUN is the column id
problems/ID.json    a problem; ID is the column problem_id; an edge is a pair of 0-based positions in the list of nodes
certificates/ID.json  a certificate that the problem has no tour, if one was found
sessions.json       the commands, with the machines and the versions of packages
"""


def archive_of(store: Store, frame: pd.DataFrame) -> bytes:
    """Return an archive of all runs of a store.

    Parameters
    ----------
    store : Store
        The runs.
    frame : pandas.DataFrame
        The table of these runs, as returned by `runs_frame`.

    Returns
    -------
    bytes
        The content of the zip file. Equal stores have equal archives.
    """
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in _files(store, frame):
            file.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def _files(store: Store, frame: pd.DataFrame) -> Iterator[tuple[str, str | bytes]]:
    """Yield the name and the content of each file in the archive."""
    columns = io.StringIO()
    csv.writer(columns).writerows([("name", "type", "unit"), *(each[:3] for each in COLUMNS.values())])
    yield "README.txt", TEXT.format(plural(len(frame), "run"))
    yield "runs.csv", frame.to_csv()
    yield "columns.csv", columns.getvalue()
    yield "sessions.json", json.dumps(store.sessions(), indent=1)
    for stored_tour in store.tours():
        if stored_tour.packed is not None:
            squares = stored_tour.problem.unpack(stored_tour.packed)
            yield f"tours/{stored_tour.run}.json", json.dumps(squares if isinstance(squares, list) else squares.tolist())
    for problem, document in dict(store.rows(["problem_id", "document"])).items():
        yield f"problems/{problem}.json", document
    for no in store.noes():
        verdict = json.loads(no.verdict) or {}
        if no.truth == "none" and verdict.get("exists") is False:
            with suppress(NoCertificate, BoardError):
                problem = no.named.problem
                content = certificate(problem, Result.from_json(no.verdict, problem), Meter(BUDGET))
                yield f"certificates/{no.named.id}.json", content

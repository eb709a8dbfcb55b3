"""An archive of a comparison for reviewers: a zip file with the runs, and with the evidence for their answers.

`scripts/check_certificate.py FILE.zip` checks an archive. It needs only Python and no other package.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from graphs.errors import BoardError
from graphs.text import plural
from solvers.comparison.columns import COLUMNS
from solvers.comparison.store import Store
from solvers.core.budget import Budget, Meter
from solvers.core.errors import NoCertificate
from solvers.core.result import Result
from solvers.existence.certificates import certificate

if TYPE_CHECKING:
    import pandas as pd

BUDGET = Budget(seconds=1)
"""Budget for finding a certificate of a no-tour answer whose only evidence is a search."""
PRIVATE = ("command", "host")
"""Keys of a session or its machine that are not archived, because they may contain names of users or machines."""
TEXT = """{0} of a comparison of solvers. This command of the package knights-tour checks them:

    knights-tour verify THIS_FILE.zip

Without the package, run `python scripts/check_certificate.py THIS_FILE.zip` in a copy of its source code.

runs.csv            one row per run
columns.csv         the columns of runs.csv except conditions and weight, with their types and units
tours/RUN.json      the tour of a run that found one: a list of squares [row, column], or of vertices; RUN is the column id
problems/ID.json    a problem; ID is the column problem_id; an edge is a pair of 0-based positions in the list of nodes
certificates/ID.json  a certificate that the problem has no tour, if one was found
sessions.json       when the runs began, and the properties of the machines, without their names
SHA256SUMS          the SHA-256 digests of the four files above, README.txt included
"""


def archive_of(store: Store, frame: pd.DataFrame) -> bytes:
    """Return an archive of all runs of a store."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in _files(store, frame):
            file.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def _files(store: Store, frame: pd.DataFrame) -> Iterator[tuple[str, str | bytes]]:
    """Yield the name and the content of each file in the archive."""
    columns = io.StringIO()
    csv.writer(columns).writerows([("name", "type", "unit"), *(each[:3] for each in COLUMNS.values())])
    tables = {
        "README.txt": TEXT.format(plural(len(frame), "run")),
        "runs.csv": frame.to_csv(),
        "columns.csv": columns.getvalue(),
        "sessions.json": json.dumps(
            [_public(each) | {"machine": _public(each["machine"])} for each in store.sessions()], indent=1
        ),
    }
    yield from tables.items()
    yield "SHA256SUMS", "".join(f"{sha256(text.encode()).hexdigest()}  {name}\n" for name, text in tables.items())
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


def _public(document: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in PRIVATE}

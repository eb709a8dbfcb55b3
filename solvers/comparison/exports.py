"""Exports of a comparison: an archive for reviewers, and a scenario of ASlib, the benchmark library of algorithm selection.

An archive is a zip file with the runs, and with the evidence for their answers. `scripts/check_certificate.py FILE.zip` checks
it, and needs only Python and no other package.

A scenario consists of text files: its description, the time and the status of each algorithm on each instance, features of the
instances, and a division of the instances into ten folds for cross-validation. Here, an algorithm is a competitor, and an
instance is a problem. All problems of a board or graph are in the same fold, because they are not independent.

References
----------
B. Bischl and others, ASlib: A benchmark library for algorithm selection, Artificial Intelligence 237, 2016.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from graphs.errors import BoardError, FormatError
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.text import plural
from solvers.comparison.problems import NamedProblem, named_problem_of
from solvers.comparison.run_columns import COLUMNS
from solvers.comparison.store import Store
from solvers.core.budget import Budget, Meter
from solvers.core.errors import NoCertificate
from solvers.core.result import Result
from solvers.existence.certificates import certificate

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


def export_archive(store: Store, frame: pd.DataFrame) -> bytes:
    """Return an archive of all runs of a store."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in _files(store, frame):
            file.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def _files(store: Store, frame: pd.DataFrame) -> Iterator[tuple[str, str | bytes]]:
    """Yield the name and content of each file in the archive."""
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
    for run, document, packed in store.rows(["id", "document", "tour"], "runs.answer = 'found' AND tour IS NOT NULL"):
        squares = named_problem_of(document).unpack(packed)
        yield f"tours/{run}.json", json.dumps(squares if isinstance(squares, list) else squares.tolist())
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


FOLDS = 10
FEATURES = (
    *("size", "rows", "cols", "holes", "leaper_a", "leaper_b", "wraps", "closed", "has_start", "has_end", "known_steps"),
    *("edges", "least_degree", "mean_degree", "most_degree", "leaves", "degree_two"),
)
MISSING = "?"
"""A value that does not exist, such as the rows of a graph that is not a board."""
RUN_STATUS = "{ok,timeout,memout,not_applicable,crash,other}"
STRUCTURE_STATUS = "{ok,timeout,memout,presolved,crash,other}"
STATUSES = {"time limit": "timeout", "memory limit": "memout"}
"""ASlib's status for terminations. Solved runs are `ok`, failed runs are `crash`, and all others are `other`."""


def export_scenario(name: str, runs: pd.DataFrame, problems: Mapping[str, NamedProblem]) -> dict[str, str]:
    """Return the files of an ASlib scenario."""
    conditions = sorted(runs["conditions"].astype(str).unique())
    if len(conditions) != 1:
        raise FormatError(f"a scenario needs runs under the same conditions, found {'; '.join(conditions) or 'no runs'}", name)
    if runs["time_limit"].isna().any():
        raise FormatError("a scenario needs a time limit: give one to the comparison", name)
    subjects = list(dict.fromkeys(problem.subject_id for problem in problems.values()))
    order = np.random.default_rng(0).permutation(len(subjects))
    folds = {subjects[place]: number % FOLDS + 1 for number, place in enumerate(order)}
    both = {"instance_id": "STRING", "repetition": "NUMERIC"}
    tables: dict[str, tuple[dict[str, str], Iterable[Sequence[Any]]]] = {
        "algorithm_runs": (both | {"algorithm": "STRING", "runtime": "NUMERIC", "runstatus": RUN_STATUS}, _runs(runs)),
        "feature_values": (
            both | dict.fromkeys(FEATURES, "NUMERIC"),
            ((number, 1, *_features(problem)) for number, problem in problems.items()),
        ),
        "feature_runstatus": (both | {"structure": STRUCTURE_STATUS}, ((number, 1, "ok") for number in problems)),
        "cv": (
            both | {"fold": "NUMERIC"},
            ((number, 1, folds[problem.subject_id]) for number, problem in problems.items()),
        ),
    }
    files = {f"{kind}.arff": _arff(f"{kind.upper()}_{name}", *table) for kind, table in tables.items()}
    return {"description.txt": _description(name, runs)} | files


def _description(name: str, runs: pd.DataFrame) -> str:
    """Return the description in YAML. JSON texts are valid YAML values."""
    seeds = runs.groupby("competitor", observed=True)["seed"].nunique().to_dict()
    algorithms = {
        str(row.competitor): {
            "configuration": f"{row.solver} {row.options}",
            "deterministic": bool(seeds[row.competitor] < 2),
        }
        for row in runs.drop_duplicates("competitor").itertuples()
    }
    memory = runs["memory_limit"].max()
    fields = {
        "scenario_id": name,
        "performance_measures": ["runtime"],
        "maximize": [False],
        "performance_type": ["runtime"],
        "algorithm_cutoff_time": float(runs["time_limit"].max()),
        "algorithm_cutoff_memory": MISSING if np.isnan(float(memory)) else round(float(memory) / 1e6),
        "features_cutoff_time": MISSING,
        "features_cutoff_memory": MISSING,
        "number_of_feature_steps": 1,
        "default_steps": ["structure"],
        "feature_steps": {"structure": {"provides": list(FEATURES)}},
        "features_deterministic": list(FEATURES),
        "features_stochastic": [],
        "metainfo_algorithms": algorithms,
    }
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in fields.items())


def _runs(runs: pd.DataFrame) -> Iterator[Sequence[Any]]:
    """Yield a row per run, and per unsupported problem."""
    groups = dict(iter(runs.groupby(["problem_id", "competitor"], observed=True)))
    names: Any = (dict.fromkeys(runs[column].astype(str)) for column in ("problem_id", "competitor"))
    for problem, competitor in product(*names):
        if (problem, competitor) not in groups:
            yield problem, 1, competitor, MISSING, "not_applicable"
            continue
        for number, run in enumerate(groups[problem, competitor].itertuples(), 1):
            failed = "crash" if run.status == "error" else "other"
            status = "ok" if run.solved else STATUSES.get(str(run.termination), failed)
            yield problem, number, competitor, run.time_limit if status == "timeout" else run.seconds, status


def _features(named: NamedProblem) -> list[Any]:
    """Return the values of `FEATURES`."""
    problem, board = named.problem, named.board
    values: list[Any] = [problem.size]
    if board is None:
        values += [MISSING] * 6
    else:
        wraps = {None: 0, "both": 2}.get(board.wrap, 1)
        values += [board.rows, board.cols, len(board.holes), *sorted(problem.leaper), wraps]
    values += [int(each) for each in (problem.closed, problem.start is not None, problem.end is not None)]
    values.append(len(problem.steps))
    if problem.size > MAX_GRAPH_SQUARES:
        return values + [MISSING] * 6
    edges = problem.edge_list.edges
    degrees = np.bincount(np.asarray(edges).ravel(), minlength=problem.size)
    return [
        *values,
        len(edges),
        degrees.min(),
        round(degrees.mean(), 6),
        degrees.max(),
        *((degrees == k).sum() for k in (1, 2)),
    ]


def _arff(relation: str, attributes: Mapping[str, str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table in ARFF, the format of Weka."""
    head = [f"@RELATION {_quoted(relation)}", "", *(f"@ATTRIBUTE {name} {kind}" for name, kind in attributes.items()), ""]
    kinds = [*attributes.values()]
    lines = (
        ",".join(_quoted(cell) if kind == "STRING" else str(cell) for cell, kind in zip(row, kinds, strict=True))
        for row in rows
    )
    return "\n".join([*head, "@DATA", *lines, ""])


def _quoted(text: Any) -> str:
    return "'" + str(text).replace("\\", "\\\\").replace("'", "\\'") + "'"

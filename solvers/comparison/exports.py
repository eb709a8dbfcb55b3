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

import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any

import numpy as np
import pandas as pd

from graphs.errors import BoardError, FormatError
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.text import plural
from solvers.comparison.problems import NamedProblem, named_problem_of
from solvers.comparison.report.frame import check_frame_conditions
from solvers.comparison.run_columns import COLUMNS
from solvers.comparison.store import Store
from solvers.core.budget import Budget, Meter
from solvers.core.errors import NoCertificate
from solvers.core.result import Result
from solvers.existence.certificates import certificate

BUDGET = Budget(seconds=1)
"""Budget for finding a certificate of a no-tour answer whose only evidence is a search."""
TEXT = """{0} of a comparison of solvers. This command of the package knights-tour checks them:

    knights-tour verify THIS_FILE.zip

Without the package, run `python scripts/check_certificate.py THIS_FILE.zip` in a copy of its source code.

runs.csv            one row per run
columns.csv         the columns of runs.csv, with their types and units
tours/RUN.json      the tour of a run that found one: a list of squares [row, column], or of vertices; RUN is the column id
problems/ID.json    a problem; ID is the column problem_id; an edge is a pair of 0-based positions in the list of nodes
certificates/ID.json  a certificate that the problem has no tour, if one was found
sessions.json       when the runs began, and the properties of the machines, without their names
SHA256SUMS          the SHA-256 digests of the four files above, README.txt included
"""


def export_archive(store: Store, frame: pd.DataFrame) -> bytes:
    """Return a zip archive with all runs of a store and their evidence."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in _files(store, frame):
            file.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def _files(store: Store, frame: pd.DataFrame) -> Iterator[tuple[str, str | bytes]]:
    """Yield the name and content of each file in the archive."""
    public = [{name: value for name, value in each.items() if name != "command"} for each in store.sessions()]
    tables = {
        "README.txt": TEXT.format(plural(len(frame), "run")),
        "runs.csv": frame[[*COLUMNS][1:]].to_csv(),
        "columns.csv": pd.DataFrame(COLUMNS.values())[["name", "type", "unit"]].to_csv(index=False),
        "sessions.json": json.dumps(public, indent=1),
    }
    yield from tables.items()
    yield "SHA256SUMS", "".join(f"{sha256(text.encode()).hexdigest()}  {name}\n" for name, text in tables.items())
    for run, document, packed in store.rows(["id", "document", "tour"], "runs.answer = 'found' AND tour IS NOT NULL"):
        squares = named_problem_of(document).unpack(packed)
        yield f"tours/{run}.json", json.dumps(squares if isinstance(squares, list) else squares.tolist())
    for number, document in store.documents().items():
        yield f"problems/{number}.json", document
    for no in store.noes():
        if no.truth == "none" and json.loads(no.verdict):
            with suppress(NoCertificate, BoardError):
                problem = no.named.problem
                content = certificate(problem, Result.from_json(no.verdict, problem), Meter(BUDGET))
                yield f"certificates/{no.named.id}.json", content


FOLDS, MISSING = 10, "?"
"""Number of folds, and the text for a missing value."""
TYPES: dict[Any, str] = {
    "instance_id": "STRING",
    "algorithm": "STRING",
    "runstatus": "{ok,timeout,memout,not_applicable,crash,other}",
    "structure": "{ok,timeout,memout,presolved,crash,other}",
}
"""The types of the columns that are not numeric."""


def export_scenario(name: str, store: Store, runs: pd.DataFrame) -> dict[str, str]:
    """Return the files of an ASlib scenario, as a dict from names to texts."""
    check_frame_conditions(runs)
    if runs.empty or runs["time_limit"].isna().any():
        raise FormatError("an ASlib scenario needs a time limit for each run: repeat the comparison with one", name)
    documents = store.documents()
    problems = [*map(named_problem_of, documents.values())]
    instances = pd.DataFrame({"instance_id": [*documents], "repetition": 1})
    features = pd.DataFrame([*map(_features, problems)], dtype=object)
    subjects = pd.Series([problem.subject_id for problem in problems])
    folds = np.random.default_rng(0).permutation(subjects.nunique()) % FOLDS + 1
    tables = {
        "algorithm_runs": _algorithm_runs(runs),
        "feature_values": instances.join(features),
        "feature_runstatus": instances.assign(structure="ok"),
        "cv": instances.assign(fold=folds[subjects.factorize()[0]]),
    }
    files = {f"{kind}.arff": _arff(f"{kind.upper()}_{name}", table) for kind, table in tables.items()}
    return {"description.txt": _description(name, runs, [*features])} | files


def _description(name: str, runs: pd.DataFrame, features: Sequence[str]) -> str:
    """Return the description of a scenario in YAML. Its values are JSON, which is valid YAML."""
    algorithms = {
        str(competitor): {
            "configuration": f"{own['solver'].iloc[0]} {own['options'].iloc[0]}",
            "deterministic": own["seed"].nunique() < 2,
        }
        for competitor, own in runs.groupby("competitor", observed=True)
    }
    fields = {
        "scenario_id": name,
        "performance_measures": ["runtime"],
        "maximize": [False],
        "performance_type": ["runtime"],
        "algorithm_cutoff_time": float(runs["time_limit"].max()),
        "algorithm_cutoff_memory": round(runs["memory_limit"].max() / 1e6),
        "features_cutoff_time": MISSING,
        "features_cutoff_memory": MISSING,
        "number_of_feature_steps": 1,
        "default_steps": ["structure"],
        "feature_steps": {"structure": {"provides": features}},
        "features_deterministic": features,
        "features_stochastic": [],
        "metainfo_algorithms": algorithms,
    }
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in fields.items())


def _algorithm_runs(runs: pd.DataFrame) -> pd.DataFrame:
    """Return one row per run, and one per problem that a competitor does not support."""
    endings = {"time limit": "timeout", "memory limit": "memout"}
    status = runs["termination"].astype(str).map(endings).mask(runs["status"] == "error", "crash").fillna("other")
    pair = {"instance_id": runs["problem_id"].astype(str), "algorithm": runs["competitor"].astype(str)}
    table = pd.DataFrame(pair).assign(
        repetition=runs.groupby(["problem_id", "competitor"], observed=True).cumcount() + 1,
        runtime=runs["seconds"].mask(status == "timeout", runs["time_limit"]),
        runstatus=status.mask(runs["solved"], "ok"),
    )
    pairs = pd.MultiIndex.from_product([table[name].unique() for name in pair], names=[*pair]).to_frame(index=False)
    table = pairs.merge(table, how="left").fillna({"repetition": 1, "runstatus": "not_applicable"})
    return table.astype({"repetition": int})[["instance_id", "repetition", "algorithm", "runtime", "runstatus"]]


def _features(named: NamedProblem) -> dict[str, Any]:
    """Return features of a problem, such as its size and its number of edges."""
    problem, board = named.problem, named.board
    features = {
        "size": problem.size,
        "closed": int(problem.closed),
        "known_steps": len(problem.steps),
        "has_start": int(problem.start is not None),
        "has_end": int(problem.end is not None),
    }
    if board is not None:
        a, b = sorted(problem.leaper)
        features |= {"rows": board.rows, "cols": board.cols, "holes": len(board.holes)}
        features |= {"leaper_a": a, "leaper_b": b, "wraps": board.wraps_rows + board.wraps_cols}
    if problem.size <= MAX_GRAPH_SQUARES:
        edges = np.asarray(problem.edge_list.edges)
        degrees = np.bincount(edges.ravel(), minlength=problem.size)
        features |= {
            "edges": len(edges),
            "least_degree": degrees.min(),
            "mean_degree": round(degrees.mean(), 6),
            "most_degree": degrees.max(),
            "leaves": (degrees == 1).sum(),
            "degree_two": (degrees == 2).sum(),
        }
    return features


def _arff(relation: str, table: pd.DataFrame) -> str:
    """Return a table as text in ARFF, the file format of Weka."""
    cells = table.astype(object).where(table.notna(), MISSING).map(str)
    for name in {*cells} & {"instance_id", "algorithm"}:
        cells[name] = cells[name].map(_quoted)
    attributes = [f"@ATTRIBUTE {name} {TYPES.get(name, 'NUMERIC')}" for name in cells]
    lines = [f"@RELATION {_quoted(relation)}", "", *attributes, "", "@DATA", *cells.agg(",".join, axis=1), ""]
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

"""The columns of the table of runs, each defined once: name, type, unit, and its source in the store.

The store makes its table `runs` from these definitions, and every reader of runs selects columns by these names: the frame, the
files for other programs, the cross-check, the tables, the plots and the page. Columns that depend on other runs, such as
`refuted`, are SQL expressions, so that each reader gets the same answer.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["COLUMNS", "HIDDEN", "STORED", "Column"]


class Column(NamedTuple):
    """A column of the table of runs.

    Attributes
    ----------
    name : str
        The name in every table and file.
    type : str
        The type in pandas. `Int64` and `float` columns may lack values.
    declared : str
        The type in SQLite of a column of the table `runs`. Empty if the value comes from another table.
    source : str
        The SQL expression of the value. Empty if it is the stored value.
    unit : str
        The unit of a number, such as `s`.
    """

    name: str
    type: str
    declared: str = ""
    source: str = ""
    unit: str = ""


def _found_elsewhere(answer: str) -> str:
    return f"runs.problem IN (SELECT problem FROM runs WHERE answer = '{answer}')"


def _of_document(name: str) -> str:
    """Return the SQL expression of a value of the problem's document; a square `[0,1]` becomes `0,1`."""
    value = f"json_extract(problems.document, '$.{name}')"
    is_square = f"json_type(problems.document, '$.{name}') = 'array'"
    return f"CASE WHEN {is_square} THEN substr({value}, 2, length({value}) - 2) ELSE {value} END"


KNOWN, SOURCE = (
    f"CASE WHEN json_extract(problems.verdict, '$.exists') THEN {found} ELSE problems.{name} END"
    for name, found in (("known", "'found'"), ("source", "json_extract(problems.verdict, '$.reason')"))
)
"""Known answer of a problem and its source: the suite's, unless the check of a no-tour answer found a tour."""
HAS_TOUR = f"({_found_elsewhere('found')} OR ({KNOWN}) = 'found')"
REFUTED = f"(runs.answer = 'impossible' AND {HAS_TOUR})"
CONTRADICTED = (
    f"(({_found_elsewhere('impossible')} AND {HAS_TOUR}) OR ({_found_elsewhere('found')} AND ({KNOWN}) = 'impossible'))"
)
TRUTH = (
    f"CASE WHEN {CONTRADICTED} THEN 'contradicted' WHEN {_found_elsewhere('found')} THEN 'tour' "
    f"WHEN {_found_elsewhere('impossible')} THEN 'none' ELSE 'undecided' END"
)
TEXT, WHOLE, NUMBER = "TEXT NOT NULL", "INTEGER NOT NULL", "REAL NOT NULL"

COLUMNS = {
    column.name: column
    for column in (
        Column("id", "str", "TEXT PRIMARY KEY"),
        Column("problem", "category", "INTEGER NOT NULL REFERENCES problems", "problems.name"),
        Column("problem_id", "category", source="problems.id"),
        Column("subject", "category", source="problems.subject"),
        Column("size", "int64", source="problems.size", unit="squares"),
        Column("board", "category", source="replace(json_extract(problems.document, '$.board'), char(10), '/')"),
        Column("graph", "category", source=_of_document("graph")),
        Column("wrap", "category", source=_of_document("wrap")),
        Column("leaper", "category", source=_of_document("leaper")),
        Column("start", "category", source=_of_document("start")),
        Column("end", "category", source=_of_document("end")),
        Column("steps", "category", source="nullif(json_extract(problems.document, '$.steps'), '[]')"),
        Column("closed", "bool", source="problems.closed"),
        Column("suite", "category", source="problems.suite"),
        Column("known", "category", source=KNOWN),
        Column("source", "category", source=SOURCE),
        Column("truth", "category", source=TRUTH),
        Column("competitor", "category", "INTEGER NOT NULL REFERENCES competitors", "competitors.competitor"),
        Column("solver", "category", source="competitors.solver"),
        Column("options", "category", source="competitors.options"),
        Column("version", "category", source="competitors.version"),
        Column("seed", "Int64", "INTEGER"),
        Column("repeat", "int64", WHOLE),
        Column("time_limit", "float", "REAL", unit="s"),
        Column("node_limit", "Int64", "INTEGER", unit="search nodes"),
        Column("memory_limit", "Int64", "INTEGER", unit="bytes"),
        Column("status", "category", TEXT, f"CASE WHEN {REFUTED} THEN 'error' ELSE runs.status END"),
        Column("termination", "category", TEXT, f"CASE WHEN {REFUTED} THEN 'wrong answer' ELSE runs.termination END"),
        Column("answer", "category", TEXT),
        Column("refuted", "bool", source=REFUTED),
        Column("solved", "bool", source=f"(runs.status IN ('found', 'impossible') AND NOT {REFUTED})"),
        Column("reason", "str", TEXT),
        Column("nodes", "int64", WHOLE, unit="search nodes"),
        Column("seconds", "float", NUMBER, unit="s"),
        Column("cpu_seconds", "float", NUMBER, unit="s"),
        Column("build_seconds", "float", NUMBER, unit="s"),
        Column("tries", "int64", WHOLE),
        Column("peak_memory", "int64", WHOLE, unit="bytes"),
        Column("walks", "Int64", "INTEGER"),
        Column("tours", "Int64", "INTEGER"),
        Column("session", "int64", "INTEGER NOT NULL REFERENCES sessions"),
        Column("started", "str", TEXT),
        Column("machine", "category", source="json_extract(sessions.machine, '$.host')"),
    )
}
"""All columns of the table, in the order of the files for other programs."""
STORED = {column.name: column.declared for column in COLUMNS.values() if column.declared} | {"tour": "BLOB"}
"""The columns of the table `runs` of the store, with their types in SQLite."""
HIDDEN = {"document": "problems.document", "verdict": "problems.verdict", "tour": "runs.tour"}
"""SQL expressions of what is too large for the table, by name: `Store.rows` accepts these names too."""

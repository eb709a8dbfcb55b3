"""The columns of the table of runs, each defined once: name, type, unit, type in the store, and source in the store.

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
    unit : str
        The unit of a number, such as `s`. Empty if there is none.
    declared : str
        SQLite type of the column, if the table `runs` has a column of this name; otherwise empty.
    source : str
        SQL expression for the value. If empty, the column of the same name is used.
    """

    name: str
    type: str
    unit: str
    declared: str
    source: str


FOUND = "runs.problem IN (SELECT problem FROM runs WHERE answer = 'found')"
DENIED = "runs.problem IN (SELECT problem FROM runs WHERE answer = 'impossible')"
BY_CHECK = "json_extract(verdict, '$.exists')"
"""Whether the check of a no-tour answer found a tour, which then counts as known."""
KNOWN = f"(CASE WHEN {BY_CHECK} THEN 'found' ELSE known END)"
SOURCE = f"CASE WHEN {BY_CHECK} THEN json_extract(verdict, '$.reason') ELSE source END"
REFUTED = f"(runs.answer = 'impossible' AND ({FOUND} OR {KNOWN} = 'found'))"
SOLVED = f"status IN ('found', 'impossible') AND NOT {REFUTED}"
CONTRADICTED = f"({DENIED} AND ({FOUND} OR {KNOWN} = 'found')) OR ({FOUND} AND {KNOWN} = 'impossible')"
TRUTH = f"CASE WHEN {CONTRADICTED} THEN 'contradicted' WHEN {FOUND} THEN 'tour' WHEN {DENIED} THEN 'none' ELSE 'undecided' END"
SQUARE = (
    "CASE json_type(document, '$.{0}') WHEN 'array' THEN trim(json_extract(document, '$.{0}'), '[]') "
    "ELSE CAST(json_extract(document, '$.{0}') AS TEXT) END"
)
"""A square or a vertex of the problem's document; the square `[0,1]` becomes `0,1`."""
BOARD = "replace(json_extract(document, '$.board'), char(10), '/')"
TABLE = f"""
id            | str      |              | TEXT PRIMARY KEY                        |
problem       | category |              | INTEGER NOT NULL REFERENCES problems    | name
problem_id    | category |              |                                         | problems.id
subject       | category |              |                                         | subject
size          | int64    | squares      |                                         | size
board         | category |              |                                         | {BOARD}
graph         | category |              |                                         | {SQUARE.format("graph")}
wrap          | category |              |                                         | {SQUARE.format("wrap")}
leaper        | category |              |                                         | {SQUARE.format("leaper")}
start         | category |              |                                         | {SQUARE.format("start")}
end           | category |              |                                         | {SQUARE.format("end")}
steps         | category |              |                                         | json_extract(document, '$.steps')
closed        | bool     |              |                                         | closed
suite         | category |              |                                         | suite
known         | category |              |                                         | {KNOWN}
source        | category |              |                                         | {SOURCE}
truth         | category |              |                                         | {TRUTH}
competitor    | category |              | INTEGER NOT NULL REFERENCES competitors | competitors.competitor
solver        | category |              |                                         | solver
options       | category |              |                                         | options
version       | category |              |                                         | version
seed          | Int64    |              | INTEGER                                 |
repeat        | int64    |              | INTEGER NOT NULL                        |
time_limit    | float    | s            | REAL                                    |
clock         | category |              | TEXT NOT NULL                           |
node_limit    | Int64    | search nodes | INTEGER                                 |
memory_limit  | Int64    | bytes        | INTEGER                                 |
status        | category |              | TEXT NOT NULL                           | iif({REFUTED}, 'error', status)
termination   | category |              | TEXT NOT NULL                           | iif({REFUTED}, 'wrong answer', termination)
answer        | category |              | TEXT NOT NULL                           |
refuted       | bool     |              |                                         | {REFUTED}
solved        | bool     |              |                                         | {SOLVED}
reason        | str      |              | TEXT NOT NULL                           |
nodes         | int64    | search nodes | INTEGER NOT NULL                        |
seconds       | float    | s            | REAL NOT NULL                           |
cpu_seconds   | float    | s            | REAL NOT NULL                           |
build_seconds | float    | s            | REAL NOT NULL                           |
tries         | int64    |              | INTEGER NOT NULL                        |
peak_memory   | int64    | bytes        | INTEGER NOT NULL                        |
walks         | Int64    |              | INTEGER                                 |
tours         | Int64    |              | INTEGER                                 |
session       | int64    |              | INTEGER NOT NULL REFERENCES sessions    |
started       | str      |              | TEXT NOT NULL                           |
machine       | category |              |                                         | json_extract(machine, '$.host')
"""
"""All columns, in the order of the files for other programs: name, type, unit, type in the store, source.

Without a source, the value is the stored one. No other table of the store has a column of the name of a source without a table.
"""
COLUMNS = {each.name: each for each in (Column(*map(str.strip, line.split("|"))) for line in TABLE.strip().splitlines())}
"""All columns of the table by name."""
STORED = {column.name: column.declared for column in COLUMNS.values() if column.declared} | {"tour": "BLOB"}
"""The columns of the table `runs` of the store, with their types in SQLite."""
HIDDEN = ("document", "verdict", "tour")
"""Columns of the store that are too large for the table; `Store.rows` accepts these names too."""

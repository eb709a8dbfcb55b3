"""The columns of the table of runs: name, pandas type, unit, SQLite type and SQL expression.

The store creates its table `runs` from these definitions. All reports, pages and exported files select columns by these names.
Columns that depend on other runs, such as `refuted`, are SQL expressions, so that they have the same value everywhere.

These expressions use three more columns of the store. `known` is the answer that a suite states for a problem. `verdict` is
the result of the check of a no-tour answer, as JSON, and `checked` how it is confirmed (see `no_tour_answers`).
"""

from __future__ import annotations

from typing import NamedTuple


class RunColumn(NamedTuple):
    """A column of the table of runs."""

    name: str
    type: str
    unit: str
    declared: str
    source: str


FOUND = "runs.problem IN (SELECT problem FROM runs WHERE answer = 'found')"
"""SQL: whether at least one run on the same problem found a tour."""
DENIED = "runs.problem IN (SELECT problem FROM runs WHERE answer = 'impossible')"
"""SQL: whether at least one run on the same problem answered that there is no tour."""
BY_CHECK = "json_extract(verdict, '$.exists')"
"""SQL: whether the check of a no-tour answer found a tour, so that the known answer is `found`."""
KNOWN = f"(CASE WHEN {BY_CHECK} THEN 'found' ELSE known END)"
"""SQL: the known answer: `found` if the check of a no-tour answer found a tour, otherwise the answer that a suite states."""
SOURCE = f"CASE WHEN {BY_CHECK} THEN json_extract(verdict, '$.reason') ELSE source END"
"""SQL: the source of the known answer."""
REFUTED = f"(runs.answer = 'impossible' AND ({FOUND} OR {KNOWN} = 'found'))"
"""SQL: whether this run answers that there is no tour, although a tour was found or is known to exist."""
UNCONFIRMED = f"(status = 'impossible' AND NOT {REFUTED} AND checked = '')"
"""SQL: whether this run answers that there is no tour, and nothing else confirms this answer."""
SOLVED = f"status IN ('found', 'impossible') AND NOT {REFUTED} AND NOT {UNCONFIRMED}"
NONE = f"{DENIED} AND checked <> '' OR known = 'impossible' AND {DENIED}"
"""SQL: whether an answer that there is no tour is confirmed, or is the one that a suite states."""
CONTRADICTED = f"({DENIED} AND ({FOUND} OR {KNOWN} = 'found')) OR ({FOUND} AND {KNOWN} = 'impossible')"
"""SQL: whether the answers to the problem contradict each other or the known answer."""
TRUTH = f"CASE WHEN {CONTRADICTED} THEN 'contradicted' WHEN {FOUND} THEN 'tour' WHEN {NONE} THEN 'none' ELSE 'undecided' END"
SQUARE = (
    "CASE json_type(document, '$.{0}') WHEN 'array' THEN trim(json_extract(document, '$.{0}'), '[]') "
    "ELSE CAST(json_extract(document, '$.{0}') AS TEXT) END"
)
"""SQL: the value of the key `{0}` in the document of the problem, as text. A list such as `[0,1]` becomes `0,1`."""
BOARD = "replace(json_extract(document, '$.board'), char(10), '/')"
TABLE = f"""
id            | str      |              | TEXT PRIMARY KEY                        |
problem       | category |              | TEXT NOT NULL REFERENCES problems       | name
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
competitor    | category |              | TEXT NOT NULL REFERENCES competitors    | competitors.competitor
solver        | category |              |                                         | solver
options       | category |              |                                         | options
version       | category |              |                                         | version
code          | category |              |                                         | code
base_code     | category |              |                                         | base_code
packages      | category |              |                                         | packages
seed          | Int64    |              | INTEGER                                 |
repeat        | int64    |              | INTEGER NOT NULL                        |
time_limit    | float    | s            | REAL                                    |
clock         | category |              | TEXT NOT NULL                           |
node_limit    | Int64    | search nodes | INTEGER                                 |
memory_limit  | int64    | bytes        | INTEGER NOT NULL                        |
status        | category |              | TEXT NOT NULL                           | iif({REFUTED}, 'error', status)
termination   | category |              | TEXT NOT NULL                           | iif({REFUTED}, 'wrong answer', termination)
answer        | category |              | TEXT NOT NULL                           |
refuted       | bool     |              |                                         | {REFUTED}
unconfirmed   | bool     |              |                                         | {UNCONFIRMED}
solved        | bool     |              |                                         | {SOLVED}
checked       | category |              |                                         | checked
reason        | str      |              | TEXT NOT NULL                           |
nodes         | int64    | search nodes | INTEGER NOT NULL                        |
seconds       | float    | s            | REAL NOT NULL                           |
cpu_seconds   | float    | s            | REAL NOT NULL                           |
build_seconds | float    | s            | REAL NOT NULL                           |
peak_memory   | int64    | bytes        | INTEGER NOT NULL                        |
session       | int64    |              | TEXT NOT NULL REFERENCES sessions       | sessions.rowid
order         | int64    |              | INTEGER NOT NULL                        | runs."order"
started       | str      |              | TEXT NOT NULL                           |
machine       | category |              |                                         | machine_id
"""
"""All columns, in the order of exported files: name, type in pandas, unit, type in the table `runs`, and source.

The source is an SQL expression for the value. If it is empty, the value is the column of the table `runs` with this name. In a
source, a column that several tables have is written with its table, such as `problems.id`.
"""
COLUMNS = {each.name: each for each in (RunColumn(*map(str.strip, line.split("|"))) for line in TABLE.strip().splitlines())}
"""All columns of the table by name."""
STORED = {f'"{column.name}"': column.declared for column in COLUMNS.values() if column.declared} | {"tour": "BLOB"}
"""The columns of the table `runs` in the store, with their types in SQLite."""

"""Forgeries of a genuine archive: each states something false, and each is complete, with new identifiers and digests."""

from __future__ import annotations

import csv
import io
import json
import warnings
import zipfile
from hashlib import sha256

from solvers.comparison.problems import digest

TABLES = "README.txt", "runs.csv", "columns.csv", "sessions.json"
OPEN, CORNER, SIDE, GRAPH, HARD = "GP(5,2) open", "5x5 open from 0,0", "5x5 open from 0,1", "GP(5,2) closed", "Coxeter closed"
"""Problems with a tour (the first two), with a certificate that there is none (the next two), and without one (the last)."""
NONE = {"answer": "impossible", "status": "impossible", "termination": "impossible", "truth": "none"}


class Forgery:
    """The files and the rows of an archive, which may be changed before `write`. If `rows` is None, runs.csv is a file."""

    def __init__(self, files):
        self.files, self.twice = dict(files), {}
        self.rows = list(csv.DictReader(io.StringIO(files["runs.csv"].decode(), newline="")))
        self.columns = [*self.rows[0]]
        self.files.pop(f"certificates/{self.of(HARD)[0]['problem_id']}.json", None)  # a slow machine does not find it

    def of(self, problem):
        return [row for row in self.rows if row["problem"] == problem]

    def change(self, problem, /, **values):
        for row in self.of(problem):
            row.update(values)

    def document(self, problem):
        return json.loads(self.files[f"problems/{self.of(problem)[0]['problem_id']}.json"])

    def restate(self, problem, document, /, **values):
        """Replace the document of a problem: its identifier, its rows and its files agree with the new one."""
        subject = digest({key: document[key] for key in ("board", "wrap", "leaper", "nodes", "edges") if key in document})
        number = digest([subject, [document[key] for key in ("start", "end", "closed", "steps") if key in document]])
        self.files[f"problems/{number}.json"] = json.dumps(document).encode()
        old = self.of(problem)[0]["problem_id"]
        self.change(problem, problem_id=number, **values)
        if not any(row["problem_id"] == old for row in self.rows):
            del self.files[f"problems/{old}.json"]

    def add(self, problem, document, /, **values):
        """Add a problem, with copies of the runs on another one but without tours and certificates."""
        copies = [row | values | {"id": digest([row["id"]]), "problem": "copy"} for row in self.of(problem)]
        self.rows += copies
        self.restate("copy", document, problem=values.get("problem", problem))

    def write(self, path, *, is_sealed=True):
        """Write the archive. If `is_sealed`, its digests are those of its tables."""
        files = dict(self.files)
        if self.rows is not None:
            stream = io.StringIO()
            cells = ([row[name] for name in self.columns if name in row] for row in self.rows)
            csv.writer(stream, lineterminator="\n").writerows([self.columns, *cells])
            files["runs.csv"] = stream.getvalue().encode()
        if is_sealed:
            tables = {name: files[name] for name in TABLES if name in files}
            files["SHA256SUMS"] = "".join(f"{sha256(text).hexdigest()}  {name}\n" for name, text in tables.items())
        with zipfile.ZipFile(path, "w") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # zipfile warns of a second file of the same name
            for name, content in (*files.items(), *self.twice.items()):
                file.writestr(name, content)
        return path


def changed(problem, /, **values):
    return lambda forged: forged.change(problem, **values)


def restated(problem, columns=None, /, **values):
    """Change keys of the document of a problem, and columns of its rows."""
    return lambda forged: forged.restate(problem, forged.document(problem) | values, **(columns or {}))


def added(problem, document, /, **values):
    def forge(forged):
        forged.add(
            problem,
            forged.document(problem) | document,
            **NONE | {"checked": "by a reason", "reason": "it is obvious"} | values,
        )

    return forge


def renumbered(forged):
    """State that there is no tour of the same graph with its nodes in another order."""
    document = forged.document(OPEN)
    last = len(document["nodes"]) - 1
    edges = sorted(sorted(last - place for place in edge) for edge in document["edges"])
    added(OPEN, {"nodes": document["nodes"][::-1], "edges": edges}, problem=f"{OPEN} again")(forged)


def second_truth(forged):
    forged.columns.append("truth")


def new_column(forged):
    forged.columns.append("is_best")
    for row in forged.rows:
        row["is_best"] = "True"


def short_row(forged):
    del forged.rows[-1]["weight"]


def removed(forged):
    forged.rows.remove(forged.of(CORNER)[0])
    forged.change(CORNER, weight="1.0")


def repeated(forged):
    row = forged.of(HARD)[0]
    row["weight"] = "0.5"
    forged.rows.append(row | {"id": "0" * 20})


def renamed(forged):
    for row in forged.of(HARD):
        row.update(competitor="sat", weight="0.5")


def replaced(**files):
    """Replace files, or remove those that are None."""

    def forge(forged):
        both = forged.files | {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}
        forged.files = {name: content for name, content in both.items() if content is not None}
        forged.rows = None if "runs.csv" in files else forged.rows

    return forge


def swapped(forged):
    one, other = (f"problems/{forged.of(problem)[0]['problem_id']}.json" for problem in (CORNER, SIDE))
    forged.files[one], forged.files[other] = forged.files[other], forged.files[one]


def key_twice(forged):
    name = f"problems/{forged.of(CORNER)[0]['problem_id']}.json"
    forged.files[name] = b'{"closed": true, ' + forged.files[name][1:]


def without_problem(forged):
    del forged.files[f"problems/{forged.of(CORNER)[0]['problem_id']}.json"]


def proof_of_a_tour(forged):
    forged.files[f"certificates/{forged.of(CORNER)[0]['problem_id']}.json"] = b"{}"


def file_twice(forged):
    forged.twice["runs.csv"] = forged.files["runs.csv"]


def outside(forged):
    forged.files["../runs.csv"] = b""


LOOP = {"nodes": [0, 0], "edges": [[0, 1]]}
DEAD_END = {"status": "unknown", "termination": "dead end", "solved": "False"}
FORGERIES = {
    "no tour, by a run without an answer": (changed(HARD, **DEAD_END), "termination"),
    "no tour, by a run after its time": (changed(HARD, **DEAD_END | {"termination": "time limit"}), "termination"),
    "a run with the time of another limit": (changed(CORNER, seconds="6.0"), "termination"),
    "an end without a reason": (changed(HARD, answer="", truth="undecided"), "termination"),
    "no tour, of the same graph": (renumbered, "is a tour"),
    "no tour, from any start": (added(CORNER, {"start": None}, problem="5x5 open", start=""), "is a tour"),
    "a start in the table only": (changed(OPEN, start="3"), "column start"),
    "an end in the table only": (changed(OPEN, end="3"), "column end"),
    "steps in the table only": (changed(OPEN, steps="[[2,3]]"), "column steps"),
    "another graph in the table only": (changed(OPEN, graph="Petersen"), "column graph"),
    "another subject": (changed(CORNER, subject="8x8"), "column subject"),
    "another name": (changed(CORNER, problem="8x8 open from 0,0"), "name of its problem"),
    "another name of a graph": (changed(GRAPH, problem=f"{OPEN} "), "name of its problem"),
    "another size": (changed(CORNER, size="64"), "column size"),
    "a start in the document only": (restated(CORNER, start=[0, 2]), "column start"),
    "step 0": (restated(OPEN, {"steps": "[[0,3]]"}, steps=[[0, 3]]), "number of a step"),
    "two steps of one number": (restated(OPEN, {"steps": "[[2,3],[2,4]]"}, steps=[[2, 3], [2, 4]]), "number of a step"),
    "a start outside": (restated(OPEN, {"start": "99"}, start=99), "given vertex"),
    "closed as text": (restated(CORNER, closed="False"), "invalid fields"),
    "a further field": (restated(CORNER, graph="8x8"), "invalid fields"),
    "a vertex twice": (restated(OPEN, {"size": "2"}, **LOOP), "twice"),
    "an edge from the last vertex": (restated(OPEN, edges=[[-1, 0]]), "an edge of its graph"),
    "an edge twice": (restated(OPEN, edges=[[0, 1], [0, 1]]), "twice"),
    "rows of different lengths": (restated(CORNER, {"board": "#../."}, board="#..\n."), "differ in length"),
    "a huge board": (restated(CORNER, {"board": "9999999999x5"}, board="9999999999x5"), "its board is invalid"),
    "a key twice": (key_twice, "damaged"),
    "two problems swapped": (swapped, "column"),
    "a problem without its file": (without_problem, "is missing"),
    "a certificate against a tour": (proof_of_a_tour, "belongs to no run"),
    "a second column truth": (second_truth, "'truth'"),
    "a new column": (new_column, "'is_best'"),
    "a short row": (short_row, "one value per column"),
    "a run removed": (removed, "belongs to no run"),
    "a run repeated": (repeated, "a run twice"),
    "a competitor renamed": (renamed, "several solvers"),
    "two files of one name": (file_twice, "same name"),
    "a file outside": (outside, "belongs to no run"),
    "a run outside": (changed(HARD, id="../../x"), "column id"),
    "negative nodes": (changed(HARD, nodes="-1"), "column nodes"),
    "a time that is not a number": (changed(HARD, seconds="nan"), "column seconds"),
    "an unknown way of a check": (changed(HARD, checked="by hand"), "column checked"),
    "a check of a tour": (changed(CORNER, checked="by a reason"), "column checked"),
    "an unconfirmed answer that counts": (changed(HARD, checked=""), "column truth"),
    "an unconfirmed answer that is solved": (changed(HARD, checked="", truth="undecided"), "column unconfirmed"),
    "a machine of another form": (changed(HARD, machine="a faster one"), "column machine"),
    "a machine that differs under the same conditions": (changed(HARD, machine="01234567"), "column conditions"),
    "an unknown clock": (changed(HARD, clock="sun"), "column clock"),
    "a known answer of one run": (lambda forged: forged.of(HARD)[1].update(known="impossible"), "column known"),
}
"""For each forgery, the function that makes it, and a word of the message."""

"""Checks of check_certificate.py for archives that `compare.py --archive` writes: all tours, certificates and conclusions."""

import csv
import io
import json
import re
import runpy
import zipfile
from collections import Counter
from itertools import groupby
from pathlib import Path

MOST_BYTES = 2**27  # larger files are not checked, because it would take long
QUESTION = "board", "graph", "wrap", "leaper", "start", "end", "steps", "closed", "size", "known", "truth"
COLUMNS = {*QUESTION, "id", "problem", "problem_id", "competitor", "status", "termination", "answer", "refuted", "solved"}
COLUMNS |= {"walks", "weight"}
FORMS = {
    "closed": r"True|False",
    "wrap": r"|rows|cols|both",
    "leaper": r"|[0-9]{1,9},[0-9]{1,9}",
    "board": r"|[1-9][0-9]{0,8}x[1-9][0-9]{0,8}|[.#]+(/[.#]+)*",
    "status": r"found|impossible|unknown|error",
    "answer": r"|found|impossible",
    "size": r"[0-9]{1,18}",
}


def has_tour(row):
    return "found" in (row["answer"], row["status"])


class Archive:
    """An archive: "runs.csv" contains the answers of solvers, and the other files contain the evidence for them.

    If a run found a tour, "tours/RUN.json" must contain this tour, which is checked vertex by vertex. The evidence for the
    answer "impossible" is "certificates/PROBLEM.json". It is checked like any certificate, and must be about the problem of the
    run: its board, or the graph in "problems/PROBLEM.json". The columns that follow from the answers are also checked: solved,
    refuted, truth and weight. If a certificate is missing or a file is too large, the problem or run is reported as not
    checked. Names, known answers, reasons, times, search nodes and memory cannot be checked."""

    def __init__(self, path, certificate, require):
        self.certificate, self.require, self.unchecked, self.tours, self.proofs = certificate, require, [], 0, 0
        csv.field_size_limit(MOST_BYTES)
        with path.open("rb") as file:  # a file that cannot be opened has another message
            file.read(1)
        try:
            self.file = zipfile.ZipFile(path)
            is_small = self.is_small("runs.csv")
            with self.file.open("runs.csv") as file:
                table = csv.DictReader(io.StringIO(file.read(MOST_BYTES if is_small else 1).decode(), newline=""))
            self.rows, columns = list(table), {*table.fieldnames}
        except Exception:  # a damaged archive may raise any error
            require(False, "it is not an archive with a readable file runs.csv", 2)
        require(is_small, f"its runs.csv is larger than {MOST_BYTES:,} bytes", 2)
        require(columns >= COLUMNS, f"its runs.csv lacks the columns {', '.join(sorted(COLUMNS - columns))}", 2)
        self.names = set(self.file.namelist())
        self.question = runpy.run_path(str(Path(__file__).with_name("archived_problem.py")))["Question"]

    def check(self):
        ids = Counter(row["id"] for row in self.rows)
        self.require(len(ids) == len(self.rows), "runs.csv contains a run twice")
        files = {f"tours/{row['id']}.json" for row in self.rows if has_tour(row)}
        files |= {f"certificates/{row['problem_id']}.json" for row in self.rows}
        for name in self.names:
            known = name in files or not name.startswith(("tours/", "certificates/"))
            self.require(known, f"{name!a:.97} belongs to no run in runs.csv")
        rows = sorted(self.rows, key=lambda row: row["problem_id"])
        for _, group in groupby(rows, lambda row: row["problem_id"]):
            first, *others = group
            try:
                self.problem([first, *others])
            except Exception as fault:
                is_ours = type(fault).__name__ == "Refused"
                self.require(False, f"{first['problem']!a:.97}: {fault.args[0] if is_ours else 'one of its files is damaged'}")
        unchecked = "".join(f"\nnot checked: {each}" for each in self.unchecked)
        return f"{self.tours} tours and {self.proofs} certificates of {len(self.rows)} runs{unchecked}"

    def problem(self, rows):
        """Check the tours and the certificate of a problem."""
        self.claims(rows)
        first, title = rows[0], rows[0]["problem"]
        question = self.question(first, lambda: self.read(f"problems/{first['problem_id']}.json"))
        self.require(question.size == int(first["size"]), f"it has {question.size} vertices, but its size is {first['size']}")
        for row in filter(has_tour, rows):
            name = f"tours/{row['id']}.json"
            self.require(name in self.names, f"the tour of run {row['id']!a:.97} is missing")
            if question.is_small:
                is_long = self.file.getinfo(name).file_size > question.most_bytes
                fault = "its file is too long" if is_long else question.fault(self.read(name))
                self.require(not fault, f"the tour of run {row['id']!a:.97}: {fault}")
                self.tours += 1
            else:
                self.unchecked.append(f"{title!a:.97}: the tour of run {row['id']!a:.97} is too large")
        name = f"certificates/{first['problem_id']}.json"
        if name in self.names and self.is_small(name):
            data = self.read(name)
            proof = self.certificate(data)
            self.require(data["answer"] is False and question.is_that_of(proof), "its certificate does not rule it out")
            proof.check()
            self.proofs += 1
        elif any(row["status"] == "impossible" for row in rows):
            self.unchecked.append(f"{title!a:.97}: the certificate that it has no tour is missing or too large")

    def claims(self, rows):
        """Check that all runs of a problem have the same question, and that the columns which follow from answers are right."""
        require, first, answers = self.require, rows[0], {row["answer"] for row in rows}
        found, none = ("found" in answers or first["known"] == "found"), "impossible" in answers
        for name, form in FORMS.items():
            wrong = next((row[name] for row in rows if not re.fullmatch(form, row[name], re.ASCII)), None)
            require(wrong is None, f"invalid value {wrong!a:.97} in the column {name}")
        for name in QUESTION:
            require(all(row[name] == first[name] for row in rows), f"its runs differ in the column {name}")
        clash = (none and found) or ("found" in answers and first["known"] == "impossible")
        truth = "contradicted" if clash else "tour" if "found" in answers else "none" if none else "undecided"
        require(first["truth"] == truth, f"its column truth must be {truth}, not {first['truth']!a:.97}")
        runs = Counter(row["competitor"] for row in rows if not row["walks"])
        for row in rows:
            refuted = row["answer"] == "impossible" and found
            is_solved = row["status"] in ("found", "impossible")
            ends = {"found", "impossible"} & {row["termination"]}
            answered = {row["answer"], row["termination"]} == {row["status"]} if is_solved else not ends
            shown = str(is_solved) == row["solved"] and str(refuted) == row["refuted"] and not (refuted and is_solved)
            weight = not row["walks"] and 1 / runs[row["competitor"]]
            weighed = abs(float(row["weight"] or 0) - weight) < 1e-9
            require(answered and shown and weighed, f"the columns of run {row['id']!a:.97} contradict each other")

    def is_small(self, name):
        return self.file.getinfo(name).file_size <= MOST_BYTES

    def read(self, name):
        with self.file.open(name) as file:
            return json.loads(file.read(MOST_BYTES).decode())

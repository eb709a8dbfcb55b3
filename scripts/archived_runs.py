"""The part of check_certificate.py for archives of `compare.py --archive`: the tours and certificates of all runs."""

import csv
import io
import json
import zipfile
from itertools import groupby, pairwise, product

MOST_BYTES, MOST_SQUARES = 2**27, 10**7  # larger files and boards are not checked: they might not fit into the memory


class Archive:
    """An archive: "runs.csv" claims what solvers found, and the other files are the evidence for it.

    A run that found a tour needs it in "tours/RUN.json"; it is checked vertex by vertex. A problem that runs call "impossible"
    needs "certificates/PROBLEM.json", which is checked like any certificate, and must be about this very problem. The problem
    is that of the row: its board, or the graph in "problems/PROBLEM.json". If a certificate is missing, or a file is too large,
    the problem or the run is named as not checked. Times, search nodes and memory are claims that nobody can check."""

    def __init__(self, path, certificate, require):
        self.certificate, self.require, self.unchecked, self.tours, self.proofs = certificate, require, [], 0, 0
        csv.field_size_limit(MOST_BYTES)
        try:
            self.file = zipfile.ZipFile(path)
            with self.file.open("runs.csv") as file:
                self.rows = list(csv.DictReader(io.StringIO(file.read(MOST_BYTES).decode(), newline="")))
        except (zipfile.BadZipFile, KeyError):
            require(False, "it is not an archive with a file runs.csv", 2)
        self.names = set(self.file.namelist())

    def check(self):
        files = {f"tours/{row['id']}.json" for row in self.rows if "found" in (row["answer"], row["status"])}
        files |= {f"certificates/{row['problem_id']}.json" for row in self.rows}
        for name in self.names:
            self.require(
                name in files or not name.startswith(("tours/", "certificates/")), f"no run in runs.csv explains {name}"
            )
        rows = sorted(self.rows, key=lambda row: row["problem_id"])
        for _, group in groupby(rows, lambda row: row["problem_id"]):
            first, *others = group
            try:
                self.problem([first, *others])
            except Exception as fault:  # a file may hold anything
                self.require(False, f"{first['problem']}: {fault.args[0] if fault.args else type(fault).__name__}")
        unchecked = "".join(f"\nnot checked: {each}" for each in self.unchecked)
        return f"{self.tours} tours and {self.proofs} certificates of {len(self.rows)} runs{unchecked}"

    def problem(self, rows):
        """Check the tours and the certificate of a problem."""
        question = Question(rows[0], lambda: self.read(f"problems/{rows[0]['problem_id']}.json"))
        found = [row for row in rows if "found" in (row["answer"], row["status"])]
        none = any(row["status"] == "impossible" for row in rows)
        for row in rows:
            is_solved = row["status"] in ("found", "impossible")
            self.require(row["solved"] == str(is_solved), f"run {row['id']} contradicts itself: {row['status']}")
        self.require(not (found and none), "a run found a tour, and a run that says there is none is not refuted")
        for row in found:
            name = f"tours/{row['id']}.json"
            self.require(name in self.names, f"the tour of run {row['id']} is missing")
            if question.is_small and self.is_small(name):
                fault = question.fault(list(map(json.dumps, self.read(name))))
                self.require(not fault, f"the tour of run {row['id']}: {fault}")
                self.tours += 1
            else:
                self.unchecked.append(f"{row['problem']}: the tour of run {row['id']} is too large")
        name = f"certificates/{rows[0]['problem_id']}.json"
        if name in self.names and self.is_small(name):
            data = self.read(name)
            proof = self.certificate(data)
            self.require(data["answer"] is False and question.is_that_of(proof), "the certificate is about another question")
            proof.check()
            self.proofs += 1
        elif none:
            self.unchecked.append(f"{rows[0]['problem']}: there is no certificate, or too large a one, that it has no tour")

    def is_small(self, name):
        return self.file.getinfo(name).file_size <= MOST_BYTES

    def read(self, name):
        with self.file.open(name) as file:
            return json.loads(file.read(MOST_BYTES).decode())


class Question:
    """The question of a row: vertices, as their JSON texts, the ends, and known steps."""

    def __init__(self, row, graph):
        self.closed, self.is_small = row["closed"] == "True", True
        if row["board"]:
            self.ends = [f"[{row[end].replace(',', ', ')}]" if row[end] else None for end in ("start", "end")]
            steps = json.loads(row["steps"] or "[]")
            self.squares(row)
        else:
            data = graph()
            self.ends = [None if data[end] is None else json.dumps(data[end]) for end in ("start", "end")]
            names = list(map(json.dumps, data["nodes"]))
            steps, joined = data.get("steps", []), {name: set() for name in names}
            for one, other in data["edges"]:
                joined[names[one]].add(names[other])
                joined[names[other]].add(names[one])
            self.vertices, self.near = set(joined), joined.__getitem__
        self.start, self.end = self.ends
        self.steps = [(number, json.dumps(vertex)) for number, vertex in steps]

    def squares(self, row):
        """Set the squares of a board, such as 8x8 or .../.#./..., and the function of the squares a move away from one."""
        lines, leaper = row["board"].split("/"), list(map(int, row["leaper"].split(",")))
        size = row["board"].split("x")
        rows, cols = map(int, size) if len(size) == 2 else (len(lines), len(lines[0]))
        self.is_small = rows * cols <= MOST_SQUARES
        shape = product(range(rows if self.is_small else 0), range(cols))
        self.vertices = {f"[{r}, {c}]" for r, c in shape if len(size) == 2 or lines[r][c] != "#"}
        moves = {(i, j) for p, q in (leaper, leaper[::-1]) for i, j in product((p, -p), (q, -q))}
        high = rows if row["wrap"] in ("rows", "both") else 0
        wide = cols if row["wrap"] in ("cols", "both") else 0

        def near(vertex):
            r, c = map(int, vertex[1:-1].split(","))
            there = (((r + i) % high if high else r + i, (c + j) % wide if wide else c + j) for i, j in moves)
            return {f"[{i}, {j}]" for i, j in there} & self.vertices - {vertex}

        self.near = near

    def fault(self, tour):
        """Return what is wrong with a tour, or nothing."""
        if len(tour) != len(self.vertices) or set(tour) != self.vertices:
            return "it does not visit every vertex once"
        if any(there not in self.near(here) for here, there in pairwise(tour)):
            return "a step is no edge"
        if self.closed and (len(tour) < 3 or tour[0] not in self.near(tour[-1])):
            return "it does not close"
        if self.start not in (None, tour[0]) or self.end not in (None, tour[-1]):
            return "it starts or ends elsewhere"
        return "" if all(tour[number - 1] == vertex for number, vertex in self.steps) else "a known step is elsewhere"

    def is_that_of(self, proof):
        """Return whether a certificate is about the same graph and the same ends."""
        same = (proof.start, proof.end, proof.closed, []) == (self.start, self.end, self.closed, self.steps)
        return same and set(proof.near) == self.vertices and all(proof.near[each] == self.near(each) for each in self.vertices)

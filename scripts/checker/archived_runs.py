"""Checks of check_certificate.py for archives that `report.py --archive` writes: all tours, certificates and conclusions."""

import csv
import io
import json
import re
import zipfile
from collections import Counter, defaultdict
from hashlib import sha256
from itertools import groupby

MOST_BYTES = 2**27  # larger files are not checked, because it would take long
TABLES, DIGESTS = ("README.txt", "runs.csv", "columns.csv", "sessions.json"), "SHA256SUMS"
COUNT, TIME = r"[0-9]{1,19}", r"[0-9]{1,19}(\.[0-9]{1,25})?(e[+-][0-9]{1,3})?"
CHECKED = {  # the columns that follow from the files of problems, tours and certificates, or from each other
    *("problem", "problem_id", "subject", "size", "board", "graph", "wrap", "leaper", "start", "end", "steps", "closed"),
    *("id", "truth", "answer", "status", "termination", "refuted", "unconfirmed", "solved", "weight"),
}
FORMS = {
    ".*": ("suite", "source", "competitor", "solver", "options", "version", "packages", "reason", "started", "conditions"),
    COUNT: ("repeat", "nodes", "memory_limit", "peak_memory", "session", "order"),
    f"|{COUNT}": ("seed", "node_limit"),
    TIME: ("seconds", "cpu_seconds", "build_seconds"),
    f"|{TIME}": ("time_limit",),
    "wall|cpu": ("clock",),
    "|found|impossible": ("known", "answer"),
    "|by a reason|by exact solvers of two kinds": ("checked",),
    "[0-9a-f]{20}": ("id", "problem_id"),
    "[0-9a-f]{12}": ("code", "base_code"),
    "[0-9a-f]{8}": ("machine",),
}
NOT_PROVEN = {name for names in FORMS.values() for name in names} - CHECKED
CONDITIONS = "time_limit", "clock", "node_limit", "memory_limit", "machine", "base_code"
TASK = "problem_id", "solver", "code", "packages", "options", "seed", "repeat", *CONDITIONS
OTHERS = "README.txt, columns.csv, sessions.json (machines, loads), that no run is missing, names of graphs, and the columns "
NO_ANSWER = r"dead end|(time|node|memory) limit|cancelled|interrupted|wrong answer|crashed.*"


def unique(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError
    return dict(pairs)


def status(termination):
    if termination in ("found", "impossible"):
        return termination
    return "error" if termination.startswith(("wrong answer", "crashed")) else "unknown"


class Archive:
    """An archive: "runs.csv" contains the answers of solvers, and the other files contain the evidence for them.

    - "problems/PROBLEM.json" is the board or graph of a problem, with given ends. The identifier PROBLEM is its hash.
    - If a run found a tour, "tours/RUN.json" must contain this tour, which is checked vertex by vertex.
    - The evidence that a problem has no tour is "certificates/PROBLEM.json", which is checked like any certificate. If it is
      missing, no tour in the archive may be a tour of this problem, and the problem is reported as not checked. If the column
      `checked` does not state either how the answer was confirmed, the answer does not count.
    - The columns in CHECKED must follow from these files, or from each other. The other columns are only compared with their
      forms. They and the tables other than runs.csv are reported as not proven.
    - "SHA256SUMS" contains digests of the tables, in the format of the program sha256sum. They show accidental changes only.
    """

    def __init__(self, path, certificate, require, load):
        self.certificate, self.require, self.unchecked, self.tours, self.proofs = certificate, require, [], 0, 0
        self.doubts, self.tours_on = [], defaultdict(list)  # problems without a certificate, and the names of tours by graph
        csv.field_size_limit(MOST_BYTES)
        with path.open("rb") as file:  # a file that cannot be opened has another message
            file.read(1)
        try:
            self.file = zipfile.ZipFile(path)
            large = [name for name in (*TABLES, DIGESTS) if not self.is_small(name)]
            tables = {name: b"" if large else self.bytes(name) for name in (*TABLES, DIGESTS)}
            table = csv.DictReader(io.StringIO(tables["runs.csv"].decode(), newline=""))
            self.rows, columns = list(table), table.fieldnames or []
        except Exception:  # a damaged archive may raise any error
            require(False, "it is not an archive with readable files runs.csv and SHA256SUMS", 2)
        require(not large, f"its file {''.join(large[:1])} is larger than {MOST_BYTES:,} bytes", 2)
        wrong = (CHECKED | NOT_PROVEN) ^ {*columns} or {name for name in columns if columns.count(name) > 1}
        require(not wrong, f"these columns of runs.csv are missing, unknown or repeated: {', '.join(sorted(wrong))!a:.97}", 2)
        sums = "".join(f"{sha256(tables[name]).hexdigest()}  {name}\n" for name in TABLES)
        require(tables[DIGESTS] == sums.encode(), "SHA256SUMS does not have the digests of the tables")
        self.question = load("archived_problem.py", "Question")

    def check(self):
        self.check_table()
        self.has_doubts = any(row["truth"] == "none" and not self.has_proof(row) for row in self.rows)
        rows = sorted(self.rows, key=lambda row: row["problem_id"])
        for _, group in groupby(rows, lambda row: row["problem_id"]):
            first, *others = group
            try:
                self.problem([first, *others])
            except Exception as fault:
                is_ours = type(fault).__name__ == "Refused"
                self.require(False, f"{first['problem']!a:.97}: {fault.args[0] if is_ours else 'one of its files is damaged'}")
        for title, question, graph in self.doubts:
            for name in self.tours_on[graph]:
                self.require(question.fault(self.read(name)), f"{title!a:.97}: {name} is a tour, but its column truth is none")
        unchecked = "".join(f"\nnot checked: {each}" for each in self.unchecked)
        checked = f"{self.tours} tours and {self.proofs} certificates of {len(self.rows)} runs"
        return f"{checked}{unchecked}\nnot proven, only protected by digests: {OTHERS}{', '.join(sorted(NOT_PROVEN))}"

    def check_table(self):
        """Check the names of all files, and that each run occurs once in runs.csv."""
        require, rows, names = self.require, self.rows, self.file.namelist()
        for row in rows:
            require(None not in row and None not in row.values(), "a row of runs.csv does not have one value per column")
            for form, name in ((form, name) for form, names in FORMS.items() for name in names):
                fits = re.fullmatch(form, row[name], re.ASCII | re.DOTALL)
                require(fits, f"invalid value {row[name]!a:.97} in the column {name}")
        ids, tasks = Counter(row["id"] for row in rows), Counter(tuple(row[name] for name in TASK) for row in rows)
        require(len(ids) == len(tasks) == len(rows), "runs.csv contains a run twice")
        solvers = {(row["competitor"], row["solver"], row["options"]) for row in rows}
        require(len({name for name, *_ in solvers}) == len(solvers), "a competitor has several solvers or options")
        groups = {(row["conditions"], *(row[name] for name in CONDITIONS)) for row in rows}
        require(len({text for text, *_ in groups}) == len(groups), "runs with one text in the column conditions differ in them")
        known = {*TABLES, DIGESTS, *(f"tours/{row['id']}.json" for row in rows if row["answer"] == "found")}
        known |= {f"problems/{row['problem_id']}.json" for row in rows}
        known |= {f"certificates/{row['problem_id']}.json" for row in rows if row["truth"] == "none"}
        for name in names:
            require(name in known, f"{name!a:.97} belongs to no run in runs.csv")
        require(len({*names}) == len(names), "it contains two files of the same name")

    def problem(self, rows):
        """Check the columns, the tours and the certificate of a problem."""
        require, first, title = self.require, rows[0], rows[0]["problem"]
        name = f"problems/{first['problem_id']}.json"
        require(name in self.file.NameToInfo and self.is_small(name), f"{name} is missing or too large")
        question = self.question(self.read(name), require)
        for row, expected in self.expected(rows):
            for name, text in (question.columns | expected).items():
                there = row[name]
                require(there == text, f"the column {name} of run {row['id']} must be {text!a:.97}, not {there!a:.97}")
        short = title.removesuffix(f" ({first['problem_id'][:6]})")
        is_named = short == question.title or (first["graph"] and short.startswith(question.title))
        require(is_named, f"the name of its problem must be {question.title!a:.97}")
        graph = question.graph() if self.has_doubts and question.is_small else None
        tours = [f"tours/{row['id']}.json" for row in rows if row["answer"] == "found"]
        for name in tours:
            require(name in self.file.NameToInfo, f"{name} is missing")
            if question.is_small:
                is_long = self.file.getinfo(name).file_size > question.most_bytes
                fault = "its file is too long" if is_long else question.fault(self.read(name))
                require(not fault, f"{name}: {fault}")
                self.tours += 1
                self.tours_on[graph].append(name)
            else:
                self.unchecked.append(f"{title!a:.97}: {name} is too large")
        if first["truth"] == "none" and self.has_proof(first):
            data = self.read(f"certificates/{first['problem_id']}.json")
            proof = self.certificate(data)
            require(data["answer"] is False and question.is_that_of(proof), "its certificate does not rule it out")
            proof.check()
            self.proofs += 1
        elif first["truth"] == "none":
            how = f"it has no tour ({first['checked'] or 'stated by its suite'})"
            self.unchecked.append(f"{title!a:.97}: {how}, but its certificate is missing or too large")
            self.doubts += [(title, question, graph)] * question.is_small
        elif first["truth"] == "contradicted" and not tours:
            self.unchecked.append(f"{title!a:.97}: its truth follows from the column known, without a tour")

    def has_proof(self, row):
        name = f"certificates/{row['problem_id']}.json"
        return name in self.file.NameToInfo and self.is_small(name)

    def expected(self, rows):
        """Yield each run of a problem, with the texts of the columns that follow from the answers to this problem."""
        first, answers = rows[0], {row["answer"] for row in rows}
        found, none, known = "found" in answers, "impossible" in answers, first["known"]
        checked = first["checked"] if none else ""
        clash = (none and (found or known == "found")) or (found and known == "impossible")
        is_none = none and (checked or known == "impossible")
        truth = "contradicted" if clash else "tour" if found else "none" if is_none else "undecided"
        runs = Counter((row["competitor"], row["conditions"]) for row in rows)
        for row in rows:
            answer, ending = row["answer"], row["termination"]
            is_refuted = answer == "impossible" and (found or known == "found")
            is_late = row["time_limit"] and float(row["seconds"]) > float(row["time_limit"])
            if answer:
                ending = "wrong answer" if is_refuted else "time limit" if is_late else answer
            fits = answer or re.fullmatch(NO_ANSWER, ending, re.DOTALL)
            self.require(fits, f"run {row['id']} has no answer, but its column termination is {ending!a:.97}")
            is_unconfirmed = status(ending) == "impossible" and not checked
            yield (
                row,
                {
                    **{name: first[name] for name in ("problem", "suite", "known", "source")},
                    "checked": checked,
                    "truth": truth,
                    "termination": ending,
                    "status": status(ending),
                    "refuted": str(is_refuted),
                    "unconfirmed": str(is_unconfirmed),
                    "solved": str(status(ending) in ("found", "impossible") and not is_unconfirmed),
                    "weight": str(1 / runs[row["competitor"], row["conditions"]]),
                },
            )

    def is_small(self, name):
        return self.file.getinfo(name).file_size <= MOST_BYTES

    def bytes(self, name):
        with self.file.open(name) as file:
            return file.read(MOST_BYTES)

    def read(self, name):
        return json.loads(self.bytes(name).decode(), object_pairs_hook=unique)

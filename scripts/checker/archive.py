"""Check an archive of `report.py --archive`: all tours, certificates and conclusions of a comparison of solvers."""

import csv
import io
import json
import re
import zipfile
from collections import Counter, defaultdict
from hashlib import sha256

from checker.archived_problem import ArchivedProblem
from checker.certificate import Certificate
from checker.question import Refused, require

MOST_BYTES = 2**27  # larger files are not checked, because it would take long
TABLES, DIGESTS = ("README.txt", "runs.csv", "columns.csv", "sessions.json"), "SHA256SUMS"
COUNT, TIME = r"[0-9]{1,19}", r"[0-9]{1,19}(\.[0-9]{1,25})?(e[+-][0-9]{1,3})?"
COLUMNS = f"""
id problem_id                                                              : [0-9a-f]{{20}}
answer                                                                     : |found|impossible
problem subject size board graph wrap leaper start end steps closed        : .*
truth status termination refuted unconfirmed solved                        : .*
- suite source competitor solver options version packages reason started            : .*
- known                                                                    : |found|impossible
- checked                                                                  : |by a reason|by exact solvers of two kinds
- repeat nodes memory_limit peak_memory session order                      : {COUNT}
- seed node_limit                                                          : |{COUNT}
- seconds cpu_seconds build_seconds                                        : {TIME}
- time_limit                                                               : |{TIME}
- clock                                                                    : wall|cpu
- code base_code                                                           : [0-9a-f]{{12}}
- machine                                                                  : [0-9a-f]{{8}}
"""
"""The columns of runs.csv, and patterns of their values. After "-", columns are not proven. The values of the others follow
from the files of problems, tours and certificates, or from each other."""
LINES = [line.split(" : ") for line in COLUMNS.strip().splitlines()]
FORMS = {name: form for names, form in LINES for name in names.strip("- ").split()}
NOT_PROVEN = {name for names, _ in LINES if names[0] == "-" for name in names.split()[1:]}
OTHERS = "README.txt, columns.csv, sessions.json (machines, loads), that no run is missing, names of graphs, and the columns "
LIMITS = "time_limit", "clock", "node_limit", "memory_limit"
TASK = "problem_id", "solver", "code", "packages", "options", "seed", "repeat", *LIMITS, "machine", "base_code"
NO_ANSWER = r"dead end|(time|node|memory) limit|cancelled|interrupted|wrong answer|crashed.*"


class Archive:
    """An archive of solver runs: "runs.csv" contains the answers, and other files contain the evidence.

    - "problems/PROBLEM.json" is the board or graph of a problem, with given ends. The identifier PROBLEM is its hash.
    - If a run found a tour, "tours/RUN.json" must contain this tour, which is checked vertex by vertex.
    - The evidence that a problem has no tour is "certificates/PROBLEM.json", which is checked like any certificate. If it is
      missing, no tour in the archive may be a tour of this problem, and the problem is reported as not checked. The answer
      counts only if the column `checked` states how it was confirmed, or `known` contains it.
    - The columns without a "-" in COLUMNS must follow from these files, or from each other. The other columns are only compared
      with their patterns. They and the tables other than runs.csv are reported as not proven.
    - "SHA256SUMS" contains digests of the tables, in the format of the program sha256sum. They detect only accidental changes.
    """

    def __init__(self, path):
        self.used, self.unchecked, self.proofs = [*TABLES, DIGESTS], [], 0
        self.tours, self.doubts = defaultdict(list), []  # names of tours by size, and problems without a certificate
        with path.open("rb") as file:  # a file that cannot be opened has another message
            file.read(1)
        try:
            self.file = zipfile.ZipFile(path)
            is_small = all(each.file_size <= MOST_BYTES for each in self.file.infolist())
            tables = {name: self.file.read(name) for name in self.used if is_small}
            csv.field_size_limit(MOST_BYTES)
            table = csv.DictReader(io.StringIO(tables["runs.csv"].decode(), newline=""))
            self.rows, columns = [*table], [*table.fieldnames]
        except Exception:  # a damaged archive may raise any error
            words = f"it is not an archive with runs.csv, SHA256SUMS and other files, each of at most {MOST_BYTES:,} bytes"
            raise Refused(words, 2) from None
        wrong = {name for name in {*columns, *FORMS} if columns.count(name) != 1 or name not in FORMS}
        require(not wrong, f"these columns of runs.csv are missing, unknown or repeated: {', '.join(sorted(wrong))!a:.97}", 2)
        sums = "".join(f"{sha256(tables[name]).hexdigest()}  {name}\n" for name in TABLES)
        require(tables[DIGESTS] == sums.encode(), "SHA256SUMS does not have the digests of the tables")

    def describe(self):
        """Check the archive, and return a text about its proven and unproven parts."""
        self.check_table()
        problems = defaultdict(list)
        for row in self.rows:
            problems[row["problem_id"]].append(row)
        for rows in problems.values():
            try:
                self.check_problem(rows)
            except Exception as fault:
                words = fault.args[0] if isinstance(fault, Refused) else "one of its files is damaged"
                raise Refused(f"{rows[0]['problem']!a:.97}: {words}", 1) from None
        further = [*(Counter(self.file.namelist()) - Counter(self.used))]
        require(not further, f"a file belongs to no run in runs.csv, or occurs twice: {further[:1]!a:.97}")
        for title, question in self.doubts:
            for name in self.tours[len(question.near)]:
                require(question.fault(self.read(name)), f"{title!a:.97}: {name} is a tour, but its column truth is none")
        unchecked = "".join(f"\nnot checked: {each}" for each in self.unchecked)
        checked = f"{sum(map(len, self.tours.values()))} tours and {self.proofs} certificates of {len(self.rows)} runs"
        return f"{checked}{unchecked}\nnot proven, only protected by digests: {OTHERS}{', '.join(sorted(NOT_PROVEN))}"

    def check_table(self):
        """Check the form of all values in runs.csv, and that no run occurs twice."""
        for row in self.rows:
            require(None not in (*row, *row.values()), "a row of runs.csv does not have one value per column")
            for name, form in FORMS.items():
                fits = re.fullmatch(form, row[name], re.ASCII | re.DOTALL)
                require(fits, f"invalid value {row[name]!a:.97} in the column {name}")

        def number(*columns):  # of different values
            return len({tuple(row[name] for name in columns) for row in self.rows})

        require(number("id") == number(*TASK) == len(self.rows), "runs.csv contains a run twice")
        is_same = number("competitor") == number("competitor", "solver", "options")
        require(is_same, "runs with the same value in the column competitor must have the same solver and options")

    def check_problem(self, rows):
        """Check the rows of runs.csv about one problem, its tours and its certificate."""
        first, title, number = rows[0], rows[0]["problem"], rows[0]["problem_id"]
        problem = ArchivedProblem(**self.read(f"problems/{number}.json"))
        for row, expected in zip(rows, expected_columns(rows), strict=True):
            for name, text in (problem.columns | expected).items():
                require(row[name] == text, f"the column {name} of run {row['id']} must be {text!a:.97}, not {row[name]!a:.97}")
        short = title.removesuffix(f" ({number[:6]})")
        is_named = short == problem.title or (first["graph"] and short.startswith(problem.title))
        require(is_named, f"the name of its problem must be {problem.title!a:.97}")
        question, names = problem.question, [f"tours/{row['id']}.json" for row in rows if row["answer"] == "found"]
        for name in names:
            tour = self.read(name)
            fault = question and question.fault(tour)
            require(not fault, f"{name}: {fault}")
            if question:
                self.tours[len(tour)].append(name)
            else:
                self.unchecked.append(f"{title!a:.97}: {name} is too large")
        name = f"certificates/{number}.json"
        if first["truth"] == "none" and name in self.file.NameToInfo:
            proof = Certificate(**self.read(name))
            rules_out = not proof.answer and question and question.is_same(proof)
            require(rules_out, "its certificate is about another problem, or does not prove that there is no tour")
            proof.check()
            self.proofs += 1
        elif first["truth"] == "none":
            how = f"it has no tour ({first['checked'] or 'stated by its suite'})"
            self.unchecked.append(f"{title!a:.97}: {how}, but its certificate is missing")
            self.doubts += [(title, question)] if question else []
        elif first["truth"] == "contradicted" and not names:
            self.unchecked.append(f"{title!a:.97}: it has a tour according to the column known, but no run found one")

    def read(self, name):
        require(name in self.file.NameToInfo, f"{name} is missing")
        self.used.append(name)
        return json.loads(self.file.read(name).decode(), object_pairs_hook=unique)


def unique(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError
    return dict(pairs)


def expected_columns(rows):
    """Yield, per run of a problem, the columns that follow from the answers of all runs."""
    first, answers = rows[0], {row["answer"] for row in rows}
    found, none, known = "found" in answers, "impossible" in answers, first["known"]
    has_tour, checked = found or known == "found", first["checked"] if none else ""
    truth = "tour" if found else "none" if none and (checked or known == "impossible") else "undecided"
    if (none and has_tour) or (found and known == "impossible"):
        truth = "contradicted"
    same = {name: first[name] for name in ("problem", "suite", "known", "source")} | {"checked": checked, "truth": truth}
    for row in rows:
        ending, is_refuted = row["termination"], row["answer"] == "impossible" and has_tour
        if row["answer"]:
            is_late = row["time_limit"] and float(row["seconds"]) > float(row["time_limit"])
            ending = "wrong answer" if is_refuted else "time limit" if is_late else row["answer"]
        else:
            fits = re.fullmatch(NO_ANSWER, ending, re.DOTALL)
            require(fits, f"run {row['id']} has no answer, but its column termination is {ending!a:.97}")
        is_answer, is_error = ending in ("found", "impossible"), ending.startswith(("wrong answer", "crashed"))
        is_unconfirmed = ending == "impossible" and not checked
        yield same | {
            "termination": ending,
            "status": ending if is_answer else "error" if is_error else "unknown",
            "refuted": str(is_refuted),
            "unconfirmed": str(is_unconfirmed),
            "solved": str(is_answer and not is_unconfirmed),
        }

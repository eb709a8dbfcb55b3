"""Forgeries of a genuine archive: each states something false, and each is complete, with new identifiers and digests."""

import csv
import io
import json
import warnings
import zipfile
from hashlib import sha256

from solvers.comparison.problems import problem_digest
from tests.tables import csv_rows

TABLES = "README.txt", "runs.csv", "columns.csv", "sessions.json"
PROBLEMS = {
    "OPEN": "GP(5,2) open",
    "CORNER": "5x5 open from 0,0",
    "SIDE": "5x5 open from 0,1",
    "GRAPH": "GP(5,2) closed",
    "HARD": "Coxeter closed",
}
CORNER, HARD = PROBLEMS["CORNER"], PROBLEMS["HARD"]


class Forgery:
    """The files and the rows of an archive, which may be changed before `write`. If `rows` is None, runs.csv is a file."""

    def __init__(self, files):
        self.files, self.twice = dict(files), {}
        self.rows = csv_rows(files["runs.csv"].decode())
        self.columns = [*self.rows[0]]
        self.files.pop(self.path(HARD, "certificates"), None)  # a slow machine does not find it

    def of(self, problem):
        return [row for row in self.rows if row["problem"] == problem]

    def change(self, problem, /, **values):
        for row in self.of(problem):
            row.update(values)

    def path(self, problem, folder="problems"):
        return f"{folder}/{self.of(problem)[0]['problem_id']}.json"

    def document_of(self, problem):
        return json.loads(self.files[self.path(problem)])

    def restate(self, problem, document, /, **values):
        """Replace the document of a problem: its identifier, its rows and its files agree with the new one."""
        subject = problem_digest(
            {key: document[key] for key in ("board", "wrap", "leaper", "nodes", "edges") if key in document}
        )
        number = problem_digest([subject, [document[key] for key in ("start", "end", "closed", "steps") if key in document]])
        self.files[f"problems/{number}.json"] = json.dumps(document).encode()
        old = self.of(problem)[0]["problem_id"]
        self.change(problem, problem_id=number, **values)
        if not any(row["problem_id"] == old for row in self.rows):
            del self.files[f"problems/{old}.json"]

    def edit(self, problem, columns=(), /, **values):
        """Change keys of the document of a problem, and columns of its rows."""
        self.restate(problem, self.document_of(problem) | values, **dict(columns))

    def deny(self, problem, document, /, **values):
        """Add a problem without a tour, with copies of the runs on another one but without tours and certificates."""
        none = dict.fromkeys(("answer", "status", "termination"), "impossible") | {"truth": "none"}
        values = none | {"checked": "by a reason", "reason": "it is obvious"} | values
        self.rows += [row | values | {"id": problem_digest([row["id"]]), "problem": "copy"} for row in self.of(problem)]
        self.restate("copy", self.document_of(problem) | document, problem=values["problem"])

    def execute(self, statements):
        """Execute statements of `forgeries.toml`, for which the attributes of the forgery are variables."""
        exec(statements, PROBLEMS | {name: getattr(self, name) for name in dir(self)})

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


def replaced(**files):
    """Replace files, or remove those that are None."""

    def forge(forged):
        both = forged.files | {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}
        forged.files = {name: content for name, content in both.items() if content is not None}
        forged.rows = None if "runs.csv" in files else forged.rows

    return forge

"""scripts/findings.py: suites of graphs, stored runs, and the numbers in FINDINGS.md."""

import re
import zipfile
from functools import partial

import networkx as nx
import pytest

from graphs.errors import FormatError
from graphs.formats import format_col
from tests.processes import ROOT

TEXT = ROOT / "solvers/comparison/FINDINGS.md"
DATA = TEXT.with_suffix(".zip")
TINY = """
[[problems]]
section = "all"
boards = ["5x5"]
starts = ["0,1", "0,0"]
solvers = ["pruned", "warnsdorff"]
"""
KINDS = {"two neighbours": nx.cycle_graph(5), "three neighbours": nx.complete_graph(4), "four neighbours": nx.complete_graph(5)}
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")


@pytest.fixture
def findings(with_constants):
    return partial(with_constants, "findings.py")


def test_numbers_are_printed_from_stored_runs(findings, compare, tmp_path):
    folder, small = tmp_path / "graphs", {"BOARDS": ("5x5",), "WALKS": 2, "DATA": tmp_path / "FINDINGS.zip"}
    folder.mkdir()
    for number, graph in enumerate(KINDS.values(), 1):
        (folder / f"graph{number}.col").write_text(format_col(graph))
    findings("--fhcp", folder)
    (tmp_path / "tiny.toml").write_text(TINY)
    for name in ("tiny", "fhcp", "fhcp-half"):
        suite = f"--suite {tmp_path}/{name}.toml --time-limit 5 --jobs 1 --out {tmp_path}/runs/{name}"
        assert compare(suite, without="matplotlib").returncode == 0
    published = "problem,competitor,seconds\ngraph1,one,0.5\ngraph2,one,7\ngraph3,one,\ngraph3,two,3\n"
    (tmp_path / "published.csv").write_text(published)
    folders = sorted((tmp_path / "runs").iterdir())
    text = findings("--store", *folders, "--published", tmp_path / "published.csv", "--picture", tmp_path / "it.svg", **small)
    assert text == findings(**small)
    assert "| `pruned` | 2, " in text
    assert "| `warnsdorff` | 1, " in text
    assert "differences detected" in text
    assert "| `auto` | 3 | 3 | 3 | 3 | not run |" in text
    assert "within the limit | 1 | 1 | 1 | 2 | 2 |" in text
    assert all(f"| {kind} | 1 | 1 |" in text for kind in KINDS)
    assert "half with 60 s: 1 of 1, with 10 s: 1" in text
    assert re.search(r"\| 5x5 \| `random` \| 2 \| \d \| [\d.]+% \| [\d.]+%–[\d.]+% \|", text)
    assert "</svg>" in (tmp_path / "it.svg").read_text(encoding="utf-8")


def zipped(path, **texts):
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in texts.items():
            archive.writestr(name.replace("_", "."), text)


@pytest.mark.parametrize(
    "write, reason",
    [
        (lambda path: None, "No such file"),
        (lambda path: path.write_bytes(b"no zip file"), "not a zip file"),
        (lambda path: path.write_bytes(DATA.read_bytes().replace(DATA.read_bytes()[2000:2400], bytes(400))), ""),
        (lambda path: zipped(path), "sessions.json"),
        (lambda path: zipped(path, a_csv="", sessions_json="{}"), "No columns"),
        (lambda path: zipped(path, a_csv="x\n1", sessions_json="{}"), "its tables are not those of its sessions"),
    ],
)
def test_a_missing_or_damaged_file_of_runs_gets_one_sentence(findings, tmp_path, write, reason):
    write(tmp_path / "it.zip")
    with pytest.raises(FormatError, match=rf"it\.zip cannot be read: .*{reason}"):
        findings(DATA=tmp_path / "it.zip")


def test_every_number_of_the_text_is_printed(findings):
    printed = findings()
    parts = dict.fromkeys(("", *re.findall(r"^##+ (.*)", printed, re.MULTILINE)), printed)
    parts |= {
        part.partition("\n")[0].lstrip("# "): part
        for level in ("##", "###")
        for part in re.split(rf"(?m)^{level} ", printed)[1:]
    }
    text = re.sub(r"(?ms)^```.*?^```|^#.*?$|\[[^]]*\]\([^)]*\)", "", TEXT.read_text(encoding="utf-8"))
    name = ""
    for line in text.splitlines():
        name = re.match(r"<!-- (.*) -->", line)[1] if line.startswith("<!--") else name
        assert name in parts, line
        if line.startswith("|"):
            assert line in printed.splitlines(), line
        else:
            known = {each.replace(",", "") for each in NUMBER.findall(parts[name])}
            numbers = {each.rstrip(",").replace(",", "") for each in NUMBER.findall(re.sub(r"`.*?`|\d+x\d+", "", line))}
            assert numbers <= known, (name, line, numbers - known)

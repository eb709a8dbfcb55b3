"""check.py and compare.py on graph files: the same questions as on a board, without a board."""

import csv
import json
from pathlib import Path

import networkx as nx
import pytest

from graphs.families import graph_family
from graphs.formats import GRAPH_FORMATS
from tests.brute_force import count_tours_plainly

EXISTS, NONE = 0, 1
GRAPHS = {
    "petersen": nx.petersen_graph(),
    "lollipop": nx.lollipop_graph(4, 2),
    "star": nx.star_graph(3),
    "ring": nx.cycle_graph(5),
    "empty": nx.empty_graph(0),
    "lone": nx.empty_graph(1),
}


@pytest.fixture
def file(tmp_path):
    """The path of a graph file: `file("petersen.g6")`."""

    def written(name):
        path = tmp_path / name
        path.write_text(GRAPH_FORMATS[path.suffix].format(GRAPHS[path.stem]))
        return path

    return written


@pytest.mark.parametrize("ending", sorted(GRAPH_FORMATS))
def test_a_graph_file_has_a_map_of_its_starts(check, file, ending):
    done = check(file(f"lollipop{ending}"))
    assert done.returncode == EXISTS
    assert done.stdout.startswith("4 of 6 vertices start an open tour\nno closed tour exists: ")


@pytest.mark.parametrize("name", GRAPHS)
def test_the_map_of_a_graph_as_json(document, file, name):
    path, graph = file(f"{name}.col"), GRAPHS[name]
    answer, status = document("check.py", path)
    starts = {str(vertex + 1): count_tours_plainly(graph, start=vertex) > 0 for vertex in graph}
    assert status == (EXISTS if True in starts.values() else NONE)
    assert list(answer) == ["board", "leaper", "closed", "starts", "reasons"]
    assert (answer["board"], answer["leaper"], answer["closed"]["exists"]) == (str(path), None, name == "ring")
    assert answer["starts"] == starts
    assert list(answer["reasons"]) == list(answer["starts"])


def test_one_question_about_a_graph(check, document, file):
    path = file("petersen.g6")
    done = check(path, "--start", 3)
    assert done.returncode == EXISTS
    tour = [int(word) for word in done.stdout.splitlines()[0].split()]
    assert tour[0] == 3
    assert sorted(tour) == list(range(10))
    answer, status = document("check.py", path, "--start", 3, "--end", 4)
    assert (status, answer["exists"], answer["start"], answer["end"], answer["tour"]) == (NONE, False, 3, 4, None)
    answer, status = document("check.py", path, "--end", 1)
    assert (status, answer["tour"][-1]) == (EXISTS, 1)
    answer, status = document("check.py", path, "--closed")
    assert (status, answer["closed"]["exists"]) == (NONE, False)


@pytest.mark.parametrize("name", ["Petersen", "Coxeter", "Tutte"])
@pytest.mark.parametrize("end", ["--start", "--end"])
def test_a_family_without_a_closed_tour_has_a_certificate_whichever_end_is_given(check, script, tmp_path, name, end):
    path = tmp_path / "graph.hcp"
    path.write_text(GRAPH_FORMATS[".hcp"].format(graph_family(name)))
    done = check(path, "--closed", end, 1, "--certificate", tmp_path)
    assert (done.returncode, done.stderr) == (NONE, "")
    (certificate,) = tmp_path.glob("*.json")
    document = json.loads(certificate.read_text())
    assert (document["start"], document["end"]) == ((1, None) if end == "--start" else (None, 1))
    assert script("check_certificate.py", certificate).returncode == EXISTS


def test_graph_files_of_all_kinds_are_compared(compare, report, file, tmp_path):
    files = [file("ring.hcp"), file("ring.g6"), file("petersen.col")]
    done = compare("--closed --solvers sat backtracking --jobs 1 --boards", *files, "--out", tmp_path / "kept")
    assert done.returncode == EXISTS, done.stderr
    assert "no answers contradict each other" in done.stdout
    with (tmp_path / "kept" / "runs.csv").open(newline="") as lines:
        runs = list(csv.DictReader(lines))
    found = sorted((Path(run["graph"]).stem, run["status"]) for run in runs)
    assert found == [("petersen", "impossible")] * 2 + [("ring", "found")] * 4

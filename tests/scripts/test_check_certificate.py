"""The checker of certificates: it takes what is true, and nothing else, and ends with the status that says so."""

from __future__ import annotations

import ast
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
from contextlib import suppress

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import Board, leaper_graph
from graphs.families import graph_family
from graphs.obstructions import find_forced_moves
from solvers import Problem, Result, SearchProof, Status, decide
from solvers.existence.certificates import certificate
from tests.brute_force import count_tours_plainly
from tests.checker import CASES, CHECKER, document_of, load_checker
from tests.processes import PATIENCE
from tests.tables import table

ACCEPTED, REFUSED, NONE = 0, 1, 2


def is_true(document: dict) -> bool:
    """Return whether the answer of a certificate is true, by a plain count of the tours."""
    graph = nx.Graph()
    graph.add_nodes_from(map(json.dumps, document["vertices"]))
    graph.add_edges_from((json.dumps(one), json.dumps(other)) for one, other in document["edges"])
    ends = {key: None if document[key] is None else json.dumps(document[key]) for key in ("start", "end")}
    return (count_tours_plainly(graph, **ends, closed=bool(document["closed"])) > 0) is document["answer"]


@pytest.fixture(scope="module")
def checker():
    return load_checker()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "it.json"


@pytest.mark.parametrize("kind", CASES)
def test_each_kind_is_accepted(kind, checked):
    status, words = checked(document_of(kind))
    assert status == ACCEPTED, words
    problem = CASES[kind][0]
    assert f"{'closed' if problem.closed else 'open'} tour" in words
    assert f"{problem.size} vertices" in words


@pytest.mark.parametrize("kind", CASES)
def test_a_certificate_with_one_byte_changed_is_refused_or_still_true(kind, checked, path):
    good, draw = json.dumps(document_of(kind)).encode(), random.Random(kind)
    statuses = []
    for place in draw.choices(range(len(good)), k=100):
        new = draw.choice([byte for byte in b'0123456789[], "-ntx' if byte != good[place]])
        status, words = checked(good[:place] + bytes([new]) + good[place + 1 :])
        assert status in (ACCEPTED, REFUSED, NONE), words
        statuses.append(status)
        assert status or is_true(json.loads(path.read_text())), path.read_text()
    assert statuses.count(ACCEPTED) < 75


FORGED = table("forged.json")
HUGE = ["weighted-cuts", "", "none", {"weights": [[vertex, 10**4000] for vertex in range(6)]}]


@pytest.mark.parametrize("forged", [*FORGED["certificates"], HUGE], ids=lambda forged: str(forged)[:70])
def test_what_is_wrong_is_refused_and_what_is_malformed_is_no_certificate(forged, checked):
    kind, graph, verdict, changed = forged[:4]
    status = ("accepted", "refused", "none").index(verdict)
    assert checked(document_of(kind) | FORGED["graphs"].get(graph, {}) | changed)[0] == status


TWICE = json.dumps(document_of("tour")).replace('"closed": false', '"closed": true, "closed": false').encode()
TEXTS = [b"", b"[]", b"{}", b"no JSON", b'{"kind": []}', b"[" * 100_000, b'{"kind": %s}' % (b"1" * 5000), "missing", "folder"]


@pytest.mark.parametrize("text", [*TEXTS, TWICE], ids=lambda text: text[:20])
def test_another_file_is_no_certificate(text, checked, path):
    if text == "folder":
        path.mkdir()
    status, words = checked(text if isinstance(text, bytes) else path)
    assert (status, words.startswith("not a certificate: "), words.count("\n"), "Err" in words) == (NONE, True, 1, False)


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("start, end", [(None, None), (7, None), (None, 7), (7, 7)])
def test_a_graph_of_one_vertex_has_an_open_tour_and_no_closed_one(start, end, closed, checked):
    problem = Problem(nx.Graph({7: []}), start, end, closed)
    status, words = checked(certificate(problem, decide(problem)))
    assert status == ACCEPTED
    assert words.startswith(f"accepted: there is {'no closed' if closed else 'an open'} tour from")
    assert "The graph in the file has 1 vertex and 0 edges" in words


@pytest.mark.parametrize("board, leaper", [("4x4", "0,1"), ("3x5", "2,2"), ("2x7", "1,2"), ("1x3", "1,4")])
def test_the_graph_is_compared_with_that_of_a_board_of_the_library(board, leaper, checked):
    graph = leaper_graph(Board.parse(board), *map(int, leaper.split(",")))
    document = {"vertices": list(graph), "start": None, "end": None, "closed": False, "answer": False, "kind": "trivial"}
    for edges, same in ((list(graph.edges), True), (list(graph.edges)[1:], not graph.edges)):
        status, words = checked(document | {"edges": edges}, "--board", board, "--leaper", leaper)
        assert (status, words == "refused: the edges of the graph are not the moves on the board\n") == (REFUSED, not same)


def test_an_accepted_certificate_says_whether_its_graph_was_compared(checked, path):
    assert checked(document_of("tour"), "--board", "3x4")[0] == ACCEPTED
    assert checked(path, "--board", "4x3")[0] == REFUSED
    assert "--board" in checked(path)[1]


@st.composite
def questions(draw) -> dict:
    """A question about a graph of at most 7 vertices; every second graph has two colours."""
    size = draw(st.integers(1, 7))
    pairs = [[one, other] for one in range(size) for other in range(one)]
    if draw(st.booleans()):
        pairs = [pair for pair in pairs if sum(pair) % 2]
    edges = draw(st.lists(st.sampled_from(pairs), unique_by=tuple, min_size=min(len(pairs), size))) if pairs else []
    ends = [vertex if draw(st.booleans()) else None for vertex in (*draw(st.permutations(range(size))), None)[:2]]
    return {"vertices": list(range(size)), "edges": edges, "start": ends[0], "end": ends[1], "closed": draw(st.booleans())}


@settings(max_examples=100)
@given(question=questions(), data=st.data())
def test_a_frontier_is_accepted_where_there_is_no_tour_and_nowhere_else(checker, tmp_path_factory, question, data):
    path, size = tmp_path_factory.getbasetemp() / "frontier.json", len(question["vertices"])
    document = question | {"answer": False, "kind": "frontier", "order": data.draw(st.permutations(range(size)))}
    path.write_text(json.dumps(document))
    is_trivial = size < 3 or (question["closed"] and None not in (question["start"], question["end"]))
    if not is_true(document):
        with pytest.raises(checker.Refused):
            checker.read(path).check()
    elif not is_trivial:  # which is another kind of evidence, if any
        checker.read(path).check()


@settings(max_examples=100)
@given(question=questions(), other=questions())
def test_forced_moves_are_accepted_for_no_question_that_has_a_tour(checker, tmp_path_factory, question, other):
    path = tmp_path_factory.getbasetemp() / "forced.json"
    graph = nx.Graph(question["edges"])
    graph.add_nodes_from(question["vertices"])
    problem = Problem(graph, **{key: question[key] for key in ("start", "end", "closed")})
    for claim in find_forced_moves(problem.graph, problem):
        document = json.loads(certificate(problem, Result(Status.IMPOSSIBLE, claim, "")))
        path.write_text(json.dumps(document))
        assert checker.read(path).check()
        forged = [other, {"start": None}, {"end": None}, {"ends": []}, {"colour": []}]
        forged += [{"chain": length} for length in range(4)] + [{"closed": not question["closed"]}]
        forged += [{"edges": [*document["edges"], edge]} for edge in nx.complement(problem.graph).edges]
        for changed in forged:
            path.write_text(json.dumps(document | changed))
            with suppress(checker.Refused, LookupError):
                assert checker.read(path).check()
                assert is_true(document | changed)


THEOREM, *REGIONS = FORGED["theorem"]
THEOREMS = [THEOREM, *(THEOREM | {"tours": [], "regions": [region]} for region in REGIONS)]
THEOREMS += [each | {"case": "ends", "closed": False} for each in THEOREMS] + [each | {"case": "hole"} for each in THEOREMS]


def test_no_number_makes_the_checker_hang_or_fill_the_memory(run, path):
    draw, documents = random.Random(32), [*map(document_of, CASES), *THEOREMS]
    for number in range(1_000):
        text = json.dumps(draw.choice(documents))
        numbers = [*re.finditer(r'(": )?(-?\d+)', text)]
        first, last = draw.choice([each for each in numbers if each[1] and draw.random() < 0.5] or numbers).span(2)
        changed = draw.choice([-1, 1]) * int(10 ** draw.uniform(0, 30))
        path.with_name(f"{number}.json").write_text(f"{text[:first]}{changed}{text[last:]}")
    path.with_name("all.py").write_text(
        "import signal, sys\nfrom pathlib import Path\nfrom check_certificate import Refused, read\n"
        "for number in range(1_000):\n"
        "    signal.setitimer(signal.ITIMER_VIRTUAL, 5)  # of processor time; its signal ends the process\n"
        "    try:\n"
        "        read(Path(f'{number}.json')).check()\n"
        "    except (Refused, LookupError, TypeError, ValueError, AttributeError):\n"
        "        pass\n"
        "print('all')\n"
    )
    done = run(alone=path.with_name("all.py"))
    assert (done.stdout, done.stderr, done.returncode) == ("all\n", "", 0)


def test_an_order_is_refused_before_its_partial_tours_fill_the_memory(checked):
    """The first vertex of the order has 200 million pairs of edges."""
    size = 20_000
    question = {"vertices": [*range(size)], "edges": [[0, leaf] for leaf in range(1, size)], "start": None, "end": None}
    evidence = {"closed": True, "answer": False, "kind": "frontier", "order": [*range(size)]}
    status, words = checked(question | evidence)
    assert (status, "too many partial tours" in words) == (REFUSED, True)


# The checker as a program


@pytest.fixture
def run(path):
    """Run a copy of the checker alone in a folder, on a tour of 3x4, in 500 MB and 30 s of processor time."""
    path.write_text(json.dumps(document_of("tour")))
    alone = shutil.copy(CHECKER, path.parent / "check_certificate.py")
    shutil.copytree(CHECKER.with_name("checker"), path.with_name("checker"))

    def limited():
        for kind, most in ((resource.RLIMIT_AS, 500_000_000), (resource.RLIMIT_CPU, 30)):
            resource.setrlimit(kind, (most, most))

    def done(*arguments, alone=alone, **how):
        limit = {"preexec_fn": limited}
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "timeout": PATIENCE, "cwd": path.parent}
        return subprocess.run([sys.executable, "-E", "-s", "-S", alone, *arguments], **(limit | pipes | how))

    return done


def test_it_is_short_and_needs_nothing_but_python(run):
    paths, lines, modules = [CHECKER, *CHECKER.with_name("checker").glob("*.py")], {}, set()
    for path in paths:
        text = path.read_text()
        lines[path.stem] = re.sub(r'\s*""".*?"""', "", text, flags=re.DOTALL).count("\n")
        imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
        modules |= {getattr(node, "module", None) or node.names[0].name for node in imports}
    assert max(lines.values()) <= 155
    assert sum(lines.values()) <= 1030
    assert {name.split(".")[0] for name in modules} <= {"checker"} | sys.stdlib_module_names
    done = run("it.json")
    assert (done.returncode, done.stderr) == (ACCEPTED, "")
    assert done.stdout.startswith("accepted: there is an open tour")


def test_a_flower_snark_is_checked_in_seconds(run, path):
    problem = Problem(graph_family("J21"), closed=True)
    verdict = decide(problem)
    assert isinstance(verdict.evidence, SearchProof)
    path.write_bytes(certificate(problem, verdict))
    done = run(path)
    assert (done.returncode, "84 vertices and 126 edges" in done.stdout) == (ACCEPTED, True)


@pytest.mark.parametrize("board", ["5000x5000", "99999999999999999999x99999999999999999999", "12x0"])
def test_a_board_larger_than_the_graph_is_refused_before_it_is_built(board, run, path):
    done = run(path, "--board", board)
    assert (done.returncode, done.stderr) == (REFUSED, "")
    assert done.stdout == "refused: the board does not have as many squares as the graph has vertices\n"


def test_a_name_of_thousands_of_letters_is_not_printed_whole(checked):
    names = ["a" * 5000, "b" * 5000]
    path = nx.path_graph(2)
    problem = Problem(nx.relabel_nodes(path, dict(enumerate(names))), start=names[0])
    status, words = checked(certificate(problem, decide(problem)))
    assert (status, len(words) < 1000) == (ACCEPTED, True)


def test_a_file_without_end_is_no_certificate(run):
    assert run("/dev/zero").returncode == NONE


@pytest.mark.parametrize("changed", [{}, {"closed": True}], ids=["accepted", "refused"])
def test_an_output_that_nobody_can_read_is_no_answer(changed, run, path):
    path.write_text(json.dumps(document_of("tour") | changed))
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "w") as closed, open("/dev/full", "w") as full:
        for argument in (path, "--help"):
            gone, lost = run(argument, stdout=closed), run(argument, stdout=full)
            assert (gone.returncode, gone.stderr, lost.returncode) == (141, "", 70)
            assert lost.stderr == "check_certificate.py: the output cannot be written: No space left on device\n"
    none = subprocess.run(f"{sys.executable} -I {CHECKER} {path} >&-", shell=True, capture_output=True, text=True)
    assert (none.returncode, none.stderr) == (70, "check_certificate.py: the output cannot be written: it is closed\n")


def test_ctrl_c_ends_it_without_a_traceback(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    started = subprocess.Popen([sys.executable, "-I", CHECKER, tmp_path / "pipe"], stderr=subprocess.PIPE, text=True)
    with open(tmp_path / "pipe", "w"):  # this waits until the checker has opened the file
        started.send_signal(signal.SIGINT)
        _, words = started.communicate(timeout=PATIENCE)
    assert (started.returncode, words) == (130, "check_certificate.py: stopped\n")

"""The checker of certificates as a module, for tests that run it in their own process, and a certificate of each kind."""

import importlib.util
import json
from pathlib import Path

import networkx as nx

from graphs import Board
from graphs.obstructions import (
    DegreeSet,
    cut_set,
    find_colours,
    find_dead_ends,
    find_forced_moves,
    find_row_cuts,
    find_weighted_cuts,
)
from solvers import Problem, Result, SearchProof, Status, decide
from solvers.existence.certificates import certificate

CHECKER = Path(__file__).parents[1] / "scripts" / "check_certificate.py"


def load_checker():
    spec = importlib.util.spec_from_file_location("check_certificate", CHECKER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PETERSEN = Problem(nx.petersen_graph(), closed=True)
FOUR_ROWS_OPEN = Problem("4x3", start=(1, 1))
FOUR_ROWS = Problem("4x3", closed=True)
RING = Problem.on_board(Board(3, 3, holes=[(1, 1)]), start=(0, 0), end=(0, 2))
TWO_BY_FOUR = Problem(nx.complete_bipartite_graph(2, 4), closed=True)
STAR = Problem(nx.star_graph(3), start=1, end=2)

CASES = {
    "tour": (Problem("3x4", start=(0, 0)), None),
    "trivial": (Problem(nx.path_graph(2), closed=True), None),
    "disconnected": (Problem("3x3"), None),
    "colours": (RING, next(find_colours(RING.graph, RING))),
    "cut-set": (FOUR_ROWS, cut_set(FOUR_ROWS.graph, [(1, 0), (1, 2), (2, 1)])),
    "half-set": (FOUR_ROWS, next(find_row_cuts(FOUR_ROWS.graph, FOUR_ROWS))),
    "degree-set": (TWO_BY_FOUR, DegreeSet(frozenset({2, 3, 4, 5}))),
    "dead-ends": (STAR, next(find_dead_ends(STAR.graph, STAR))),
    "weighted-cuts": (TWO_BY_FOUR, next(find_weighted_cuts(TWO_BY_FOUR.graph, TWO_BY_FOUR))),
    "frontier": (PETERSEN, SearchProof("frontier", "", 26)),
    "forced-moves": (FOUR_ROWS_OPEN, next(find_forced_moves(FOUR_ROWS_OPEN.graph, FOUR_ROWS_OPEN))),
}
"""For each kind of evidence a question about 12 vertices at most; None where `decide` gives this kind."""


def document_of(kind):
    problem, evidence = CASES[kind]
    verdict = Result(Status.IMPOSSIBLE, evidence, "") if evidence else decide(problem)
    document = json.loads(certificate(problem, verdict))
    assert document["kind"] == kind
    return document


def altered(document, statements, **names):
    """Return a document after statements about its entries, such as `rows = 4`, which may use other names, too."""
    entries = names | document
    exec(statements, entries)
    return {name: value for name, value in entries.items() if name not in ("__builtins__", *names)}

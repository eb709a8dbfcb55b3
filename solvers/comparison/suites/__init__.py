"""Suites: named sets of problems, read from the TOML files in this folder or from a user's TOML file.

The `README.md` in this folder lists the suites and describes the format. Errors in a suite report the file, the number of the
table `[[problems]]`, and the key.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from glob import glob, has_magic
from importlib import resources
from pathlib import Path
from typing import Any

from graphs.board import Board
from graphs.edge_list import EdgeList
from graphs.errors import FormatError, KnightsTourError, expect
from graphs.families import graph_family
from graphs.formats import GRAPH_FORMATS, is_graph_file, read_edge_list, read_text, whole_number
from graphs.leapers import KNIGHT, Graph
from graphs.notation import boards_in_range, is_range, parse_puzzle, parse_square
from graphs.text import suggestion
from graphs.tour import as_square
from solvers.comparison.problems import NamedProblem, each_once, problem_set
from solvers.comparison.tasks import parse_competitor
from solvers.core.budget import Budget
from solvers.core.problem import Problem


def _keys(table: str) -> dict[str, list[str]]:
    """Parse a table of keys: the names of their types, the valid texts (if limited), and the description of each key."""
    lines = (map(str.strip, line.split("|")) for line in table.strip().splitlines())
    return {name: properties for name, *properties in lines}


OF_SUITE = _keys("""
description | str       | | text
time_limit  | int float | | a number of seconds
node_limit  | int       | | a whole number of search nodes
seeds       | int       | | a whole number
repeats     | int       | | a whole number
solvers     | list      | | a list of competitors, such as ["all", "lazy: cp-sat model=lazy-cuts"]
problems    | list      | | written as tables [[problems]]
""")
"""The keys at the top level of a suite."""
OF_PROBLEMS = _keys("""
boards   | list      |                  | a list of boards, such as ["5x5", "3..8x10"]
graphs   | list      |                  | a list of graphs, such as ["GP(11,2)", "mine.hcp", "folder"]
starts   | str list  | all orbits any   | "all", "orbits", "any", or a list of squares, such as ["0,0"]
end      | str int   |                  | a square, such as "0,1", or the number of a vertex
closed   | bool str  | both             | true, false or "both"
wrap     | str       | rows cols both   | "rows", "cols" or "both"
leaper   | list      |                  | a list of two whole numbers, such as [1, 4]
holes    | list      |                  | a list of squares, such as ["0,0", "7,7"]
answer   | str       | found impossible | "found" or "impossible"
source   | str       |                  | text that names the source of the answer
solvers  | list      |                  | a list of names of competitors, which alone run on these problems
section  | str       |                  | text that names the section of the suite to which the problems belong
""")
"""The keys of a table `[[problems]]`."""


def check_suite_keys(table: Any, keys: Mapping[str, Sequence[str]]) -> None:
    """Check that a table has only known keys with values of valid types."""
    for name, value in expect(dict, table, "table").items():
        if name not in keys:
            hint = suggestion(name, keys).strip() or f"available: {', '.join(keys)}"
            raise FormatError(f"unknown key {name}: {hint}", name)
        types, texts, description = keys[name]
        fits = type(value).__name__ in types.split()
        if not fits or (texts and isinstance(value, str) and value not in texts.split()):
            raise FormatError(f"{name} must be {description}", name)


def check_suite_entry(entry: Mapping[str, Any]) -> None:
    """Check that the keys of a table `[[problems]]` can be combined."""
    if not (entry.get("boards") or entry.get("graphs")):
        raise FormatError("these problems have neither boards nor graphs: add the key boards or graphs", "boards")
    rules = (
        (("holes", "wrap", "leaper"), "boards" in entry, "applies only to boards: leave it out"),
        (("starts", "end"), entry.get("closed") is not True, "applies only to open tours: leave it out"),
        (("answer", "source"), ("answer" in entry) == ("source" in entry), "is incomplete: write both answer and source"),
    )
    for keys, is_met, fault in rules:
        for key in keys:
            if key in entry and not is_met:
                raise FormatError(f"{key} {fault}", key)


STANDARD = "standard"
"""The name of the suite that a comparison uses if no problems are given."""
TIME_LIMIT = 1.0
"""Default time limit per run, in seconds."""
BUDGET = Budget(TIME_LIMIT)


@dataclass(frozen=True)
class Suite:
    """A named set of problems, with default solvers and limits."""

    problems: tuple[NamedProblem, ...]
    budget: Budget = BUDGET
    seeds: int | None = None
    repeats: int = 1
    solvers: tuple[str, ...] = ("all",)


def suite_names() -> list[str]:
    """Return the names of the suites in this package.

    >>> suite_names()[:4]
    ['standard', 'findings', 'generated', 'graphs']
    """
    files = resources.files(__package__).iterdir()
    names = [file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")]
    return sorted(names, key=lambda name: (name != STANDARD, name))


def read_suite(name: str) -> Suite:
    """Read a suite of this package, or of a TOML file.

    >>> suite = read_suite("standard")
    >>> suite.budget.seconds, suite.problems[0].name
    (1, '3x7 open from 0,0')
    """
    if name.endswith(".toml"):
        path = Path(name)
        return parse_suite(read_text(path), name=path.stem, origin=str(path), folder=path.parent)
    if name not in (names := suite_names()):
        available = f"{suggestion(name, names)}available: {', '.join(names)}, or the path of a .toml file"
        raise FormatError(f"unknown suite {name!r}: {available}", name)
    text = resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return parse_suite(text, name=name, origin=f"suite {name}")


def parse_suite(text: str, *, name: str, origin: str, folder: Path | None = None) -> Suite:
    """Return the suite that a TOML text describes.

    >>> text = '''description = "two boards"
    ... [[problems]]
    ... boards = ["5x5..6"]
    ... starts = ["0,0"]
    ... '''
    >>> [each.name for each in parse_suite(text, name="two", origin="two.toml").problems]
    ['5x5 open from 0,0', '5x6 open from 0,0']
    >>> parse_suite(text.replace("starts", "start"), name="two", origin="two.toml")
    Traceback (most recent call last):
        ...
    graphs.errors.FormatError: two.toml: problems 1: unknown key start: did you mean 'starts'?
    """
    with _located(origin):
        try:
            table = tomllib.loads(text)
        except (RecursionError, ValueError) as error:  # too deep nesting, or a number with thousands of digits
            raise FormatError(f"invalid TOML: {error}", origin) from None
        check_suite_keys(table, OF_SUITE)
        entries, sets = table.pop("problems", []), list[list[NamedProblem]]()
        for number, entry in enumerate(entries, 1):
            with _located(f"problems {number}"):
                check_suite_keys(entry, OF_PROBLEMS)
                check_suite_entry(entry)
                section = entry.get("section")
                sets += suite_sets(entry, folder, f"{name}: {section}" if section else name)
        if not sets:
            raise FormatError("a suite must have at least one table [[problems]]", "problems")
        solvers = table.pop("solvers", dict.fromkeys(each for entry in entries for each in entry.get("solvers", ("all",))))
        with _located("solvers"):
            _ = [parse_competitor(each) for each in solvers if each != "all"]
        budget = Budget(table.pop("time_limit", TIME_LIMIT), table.pop("node_limit", None))
    table.pop("description", None)
    return Suite(each_once(sets), budget, **table, solvers=tuple(solvers))


def suite_sets(table: Mapping[str, Any], folder: Path | None = None, suite: str = "") -> Iterator[list[NamedProblem]]:
    """Yield the problems of a table `[[problems]]`, in one list per board or graph.

    >>> [len(each) for each in suite_sets({"boards": ["5x5", "3x4..5"], "starts": "orbits"})]
    [6, 4, 6]
    """
    starts, end, closed = table.get("starts"), table.get("end"), table.get("closed", False)
    solvers = tuple(parse_competitor(each).name for each in table.get("solvers", ()))
    about = {"known": table.get("answer", ""), "source": table.get("source", ""), "suite": suite, "solvers": solvers}
    for subject in _subjects(table, folder or Path()):
        subject = replace(subject, **about)
        with _located("end"):
            last = None if end is None else _place(end, subject)
        with _located("starts"):
            places = starts if isinstance(starts, str) else [_place(each, subject) for each in starts or ()]
            if closed is not True:
                yield problem_set(subject, places, last)
            if closed:
                yield problem_set(subject, closed=True)


@contextmanager
def _located(place: str) -> Iterator[None]:
    """Within a `with` block, convert errors to `FormatError`, with messages that begin with `place`."""
    try:
        yield
    except (KnightsTourError, TypeError, AttributeError) as error:
        raise FormatError(f"{place}: {error}", place) from None


def _subjects(entry: Mapping[str, Any], folder: Path) -> Iterator[NamedProblem]:
    """Yield each board and graph of a table `[[problems]]`, as a problem without ends."""
    for each in entry.get("boards", ()):
        with _located("boards"):
            boards = [(each, ())] if isinstance(expect(Board | str, each, "board"), Board) else _boards(each, folder)
        for board, steps in boards:
            with _located("holes"):
                holes = board.holes.union(parse_square(hole, board) for hole in entry.get("holes", ()))
            with _located("leaper"):
                board = Board(board.rows, board.cols, holes, entry.get("wrap") or board.wrap)
                yield NamedProblem.on_board(board, tuple(entry.get("leaper", KNIGHT)), steps=steps)
    for number, each in enumerate(entry.get("graphs", ())):
        with _located("graphs"):
            named = _graphs(each, folder) if isinstance(each, str) else [(getattr(each, "name", "") or f"graph {number}", each)]
            for name, graph in named:
                yield NamedProblem.of(Problem(graph), name)


def _graphs(text: str, folder: Path) -> Iterable[tuple[str, Graph | EdgeList]]:
    """Return the graphs that a text denotes, such as "mine.hcp", with their names."""
    try:
        return [((graph := graph_family(text)).name, graph)]
    except FormatError as error:
        if names := _graph_files(text, folder):
            return ((name, read_edge_list(folder / name)) for name in names)
        raise FormatError(f"{error}; there is no folder of this name either", text) from None


def _graph_files(text: str, folder: Path) -> list[str]:
    """Return the graph files of a folder, pattern or path.

    If the text is none of these, the list is empty. Numbers in names are ordered by value: `graph2.col` precedes `graph10.col`.
    """
    path = folder / text
    if os.path.isdir(path):
        names = [str(Path(text, name)) for name in os.listdir(path) if is_graph_file(name)]
        fault = f"{text} contains no graph files: their names must end in one of {', '.join(GRAPH_FORMATS)}"
    elif has_magic(text) and not os.path.exists(path):
        names, fault = glob(text, root_dir=folder, recursive=True), f"no file matches {text}"
    else:
        return [text] if is_graph_file(text) else []
    if not names:
        raise FormatError(fault, text)
    return sorted(names, key=_by_numbers)


def _by_numbers(name: str) -> list[str | int]:
    return [int(part) if place % 2 else part for place, part in enumerate(re.split("([0-9]+)", name))]


def _boards(text: str, folder: Path) -> Sequence[tuple[Board, Any]]:
    """Return the boards that a text denotes, such as "5x5..6", with their known steps."""
    if is_graph_file(text):
        raise FormatError(f"{text} is a graph file, not a board: give it as one of the graphs", text)
    if is_range(text):
        return [(board, ()) for board in boards_in_range(text)]
    return [parse_puzzle(read_text(folder / text) if text.endswith(".txt") else text)]


def _place(value: Any, subject: NamedProblem) -> Any:
    """Return the square or vertex that a value denotes."""
    if isinstance(value, str):
        return whole_number(value, "the number of a vertex") if subject.board is None else parse_square(value, subject.board)
    return as_square(value) if subject.board is not None else value

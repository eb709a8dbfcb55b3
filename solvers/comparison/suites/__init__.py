"""Suites: named sets of problems, read from the TOML files in this folder or from a user's TOML file.

The `README.md` in this folder lists the suites and describes the format. The module `keys` defines the keys. Errors in a
suite report the file, the line and the key.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from glob import escape, glob, has_magic
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias, get_args

from graphs.board import Board, Wrap
from graphs.edge_list import EdgeList
from graphs.errors import FormatError, KnightsTourError
from graphs.families import graph_family
from graphs.formats import GRAPH_FORMATS, is_graph_file, read_edge_list, read_text, whole_number
from graphs.leapers import KNIGHT, Graph
from graphs.notation import boards_in_range, is_range, parse_puzzle, parse_square
from graphs.text import suggestion
from graphs.tour import as_square
from solvers.comparison.problems import NamedProblem, ProblemSet, each_once
from solvers.comparison.tasks import parse_competitor

Key: TypeAlias = tuple[str, Callable[[Any], bool]]
"""A description of the valid values of a key, and a function that checks a value."""


class SuiteFault(KnightsTourError):
    """Raised if a key is unknown or has an invalid value."""


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_place(value: Any) -> bool:
    return _is_text(value) or type(value) is int


def _is_list(of: Callable[[Any], bool], least: int = 1) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and len(value) >= least and all(map(of, value))


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 1


OF_SUITE: dict[str, Key] = {
    "description": ("text", _is_text),
    "time_limit": (
        "a number of seconds above 0",
        lambda value: type(value) in (int, float) and 0 < value <= sys.float_info.max,
    ),
    "node_limit": ("a whole number of search nodes, at least 1", _is_count),
    "seeds": ("a whole number, at least 1", _is_count),
    "repeats": ("a whole number, at least 1", _is_count),
    "solvers": ('a list of competitors, such as ["all", "lazy: cp-sat model=lazy-cuts"]', _is_list(_is_text)),
    "problems": ("written as tables [[problems]]", _is_list(lambda each: isinstance(each, dict), 0)),
}
"""The keys at the top level of a suite, each with a description of valid values, and a function that checks a value."""


OF_PROBLEMS: dict[str, Key] = {
    "boards": ('a list of boards, such as ["5x5", "3..8x10"]', _is_list(_is_text)),
    "graphs": ('a list of graphs, such as ["GP(11,2)", "mine.hcp", "folder"]', _is_list(_is_text)),
    "starts": (
        '"all", "orbits", "any", or a list of squares, such as ["0,0"]',
        lambda value: value in ("all", "orbits", "any") or _is_list(_is_place)(value),
    ),
    "end": ('a square, such as "0,1", or the number of a vertex', _is_place),
    "closed": ('true, false or "both"', lambda value: isinstance(value, bool) or value == "both"),
    "wrap": ('"rows", "cols" or "both"', lambda value: value in get_args(Wrap)),
    "leaper": (
        "a list of two whole numbers, such as [1, 4]",
        lambda value: _is_list(lambda part: type(part) is int)(value) and len(value) == 2,
    ),
    "holes": ('a list of squares, such as ["0,0", "7,7"]', _is_list(_is_text)),
    "answer": ('"found" or "impossible"', lambda value: value in ("found", "impossible")),
    "source": ("text that names the source of the answer", _is_text),
    "solvers": ("a list of names of competitors, which alone run on these problems", _is_list(_is_text)),
    "section": ("text that names the section of the suite to which the problems belong", _is_text),
}
"""The keys of a table `[[problems]]`, each with a description of valid values, and a function that checks a value."""


def check_suite_keys(table: Mapping[str, Any], keys: Mapping[str, Key]) -> None:
    """Check that a table has only known keys with valid values."""
    for key, value in table.items():
        if key not in keys:
            hint = suggestion(key, keys).strip() or f"available: {', '.join(keys)}"
            raise SuiteFault(f"unknown key {key}: {hint}", key)
        what, fits = keys[key]
        if not fits(value):
            raise SuiteFault(f"{key} must be {what}", key)


def check_suite_entry(entry: Mapping[str, Any]) -> None:
    """Check that the keys of a table `[[problems]]` can be combined."""
    if not (entry.get("boards") or entry.get("graphs")):
        raise SuiteFault("these problems have neither boards nor graphs: add one of these keys", "boards")
    for key in ("holes", "wrap", "leaper"):
        if key in entry and "boards" not in entry:
            raise SuiteFault(f"{key} applies only to boards, and there are none: leave it out", key)
    for key in ("starts", "end"):
        if key in entry and entry.get("closed") is True:
            raise SuiteFault(f"{key} applies only to open tours, because a closed tour visits every square: leave it out", key)
    for key, other in (("answer", "source"), ("source", "answer")):
        if key in entry and other not in entry:
            raise SuiteFault(f"{key} is given without {other}: give both or neither", key)


STANDARD = "standard"
"""The name of the suite that a comparison uses if no problems are given."""


@dataclass(frozen=True)
class Suite:
    """A named set of problems."""

    name: str
    description: str
    sets: tuple[ProblemSet, ...]
    time_limit: float | None = None
    node_limit: int | None = None
    seeds: int | None = None
    repeats: int = 1
    solvers: tuple[str, ...] = ("all",)

    def __iter__(self) -> Iterator[NamedProblem]:
        """Yield each problem of the suite once."""
        return each_once(self.sets)


def suite_names() -> list[str]:
    """Return the names of the suites in this package.

    >>> suite_names()[:4]
    ['standard', 'findings', 'generated', 'graphs']
    """
    files = resources.files(__package__).iterdir()
    names = [file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")]
    return sorted(names, key=lambda name: (name != STANDARD, name))


def read_suite(name: str) -> Suite:
    """Read a suite of this package or from a TOML file.

    >>> suite = read_suite("standard")
    >>> suite.time_limit, next(iter(suite)).name
    (1, '3x7 open from 0,0')
    """
    if name.endswith(".toml"):
        path = Path(name)
        return parse_suite(read_text(path), name=path.stem, origin=str(path), folder=path.parent)
    if name not in suite_names():
        names = suite_names()
        hint = suggestion(name, names)
        raise FormatError(f"unknown suite {name!r}: {hint}available: {', '.join(names)}, or the path of a .toml file", name)
    text = resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return parse_suite(text, name=name, origin=f"suite {name}")


def parse_suite(text: str, *, name: str, origin: str, folder: Path | None = None) -> Suite:
    """Return the suite that a TOML text describes.

    >>> text = '''description = "two boards"
    ... [[problems]]
    ... boards = ["5x5..6"]
    ... starts = ["0,0"]
    ... '''
    >>> [each.name for each in parse_suite(text, name="two", origin="two.toml")]
    ['5x5 open from 0,0', '5x6 open from 0,0']
    >>> parse_suite(text.replace("starts", "start"), name="two", origin="two.toml")
    Traceback (most recent call last):
        ...
    graphs.errors.FormatError: two.toml, line 4: unknown key start: did you mean 'starts'?
    """
    try:
        table = tomllib.loads(text)
    except (RecursionError, ValueError) as error:  # too deep nesting, or a number with thousands of digits
        raise FormatError(f"{origin}: invalid TOML: {error}", origin) from None
    sets: list[ProblemSet] = []
    with _located(text, origin):
        check_suite_keys(table, OF_SUITE)
    for number, problems in enumerate(table.get("problems", ())):
        with _located(text, origin, number):
            check_suite_keys(problems, OF_PROBLEMS)
            check_suite_entry(problems)
            section = problems.get("section")
            sets += suite_problem_sets(problems, folder, f"{name}: {section}" if section else name)
    if not sets:
        raise FormatError(f"{origin}: a suite must have at least one table [[problems]]", "problems")
    settings = {key: table[key] for key in ("time_limit", "node_limit", "seeds", "repeats") if key in table}
    named = [name for problems in table.get("problems", ()) for name in problems.get("solvers", ("all",))]
    names = tuple(table.get("solvers", dict.fromkeys(named)))
    with _located(text, origin), _blamed("solvers"):
        _ = [parse_competitor(name) for name in names if name != "all"]
    return Suite(name, " ".join(table.get("description", "").split()), tuple(sets), **settings, solvers=names)


def suite_problem_sets(table: Mapping[str, Any], folder: Path | None = None, suite: str = "") -> Iterator[ProblemSet]:
    """Yield the problem sets of one `[[problems]]` table.

    >>> [len(list(each)) for each in suite_problem_sets({"boards": ["5x5", "3x4..5"], "starts": "orbits"})]
    [6, 4, 6]
    """
    for subject in _subjects(table, folder or Path()):
        subject = replace(subject, known=table.get("answer", ""), source=table.get("source", ""), suite=suite)
        subject = replace(subject, solvers=tuple(parse_competitor(each).name for each in table.get("solvers", ())))
        starts, end, closed = table.get("starts"), table.get("end"), table.get("closed", False)
        with _blamed("end"):
            last = None if end is None else _place(end, subject)
        with _blamed("starts"):
            starts = None if starts == "any" else starts
            places = starts if starts is None or isinstance(starts, str) else [_place(each, subject) for each in starts]
            if closed in (False, "both"):
                yield ProblemSet(subject, places, last)
            if closed in (True, "both"):
                yield ProblemSet(subject, places if closed is True and isinstance(places, list) else None, closed=True)


@contextmanager
def _located(text: str, origin: str, number: int | None = None) -> Iterator[None]:
    """Replace a `SuiteFault` by a `FormatError` with file and line.

    The key is in the table `[[problems]]` with the 0-based index `number`, or at the top level if `number` is None.
    """
    try:
        yield
    except SuiteFault as fault:
        raise FormatError(f"{origin}, line {_line_of(text, fault.value, number)}: {fault}", fault.value) from None


def _line_of(text: str, key: object, number: int | None) -> int:
    """Return the line of a key, or else of its table.

    Lines are numbered from 1. The table is `[[problems]]` with the 0-based index `number`, or the top level if `number` is
    None. `tomllib` does not report lines. So this function parses the first line, the first two lines, and so on, until the
    parsed table has the key. If these lines end within a value of several lines, they are invalid TOML and are skipped. The key
    is on the line after the longest valid text without it.
    """
    lines, read, header = text.split("\n"), 0, 0
    for end in range(1, len(lines) + 1):
        with suppress(tomllib.TOMLDecodeError):  # the prefix ends within a value of several lines
            table = tomllib.loads("\n".join(lines[:end]) + "\n")
            tables = [table] if number is None else table.get("problems", [])[number : number + 1]
            if any(key in each for each in tables):
                return read + 1
            header = header or (read + 1 if tables else 0)
            read = end
    return header


def _subjects(entry: Mapping[str, Any], folder: Path) -> Iterator[NamedProblem]:
    """Yield an open problem per board and graph of a table."""
    entry = {key: value for key, value in entry.items() if value is not None}
    for each in entry.get("boards", ()):
        with _blamed("boards"):
            boards = [(each, ())] if isinstance(each, Board) else _boards(each, folder)
        for board, steps in boards:
            with _blamed("holes"):
                holes = board.holes.union(parse_square(hole, board) for hole in entry.get("holes", ()))
            with _blamed("leaper"):
                board = Board(board.rows, board.cols, holes, entry.get("wrap", board.wrap))
                yield NamedProblem.on_board(board, tuple(entry.get("leaper", KNIGHT)), steps=steps)
    for number, each in enumerate(entry.get("graphs", ())):
        with _blamed("graphs"):
            named = _graphs(each, folder) if isinstance(each, str) else [(getattr(each, "name", "") or f"graph {number}", each)]
            for name, graph in named:
                yield NamedProblem.of_graph(graph, name)


def _graphs(text: str, folder: Path) -> Iterable[tuple[str, Graph | EdgeList]]:
    """Return the graphs that a text denotes, with their names."""
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
        names = list(filter(is_graph_file, glob(str(Path(escape(text), "*")), root_dir=folder)))
        if not names:
            endings = ", ".join(GRAPH_FORMATS)
            raise FormatError(f"{text} contains no graph files: their names must end in one of {endings}", text)
    elif has_magic(text) and not os.path.exists(path):
        names = glob(text, root_dir=folder, recursive=True)
        if not names:
            raise FormatError(f"no file matches {text}", text)
    else:
        names = [text] if is_graph_file(text) else []
    return sorted(names, key=_by_numbers)


def _by_numbers(name: str) -> list[str | int]:
    return [int(part) if place % 2 else part for place, part in enumerate(re.split("([0-9]+)", name))]


def _boards(text: str, folder: Path) -> Sequence[tuple[Board, Any]]:
    """Return the boards that a text denotes, with their known steps."""
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


@contextmanager
def _blamed(key: str) -> Iterator[None]:
    """Replace an error by a `SuiteFault` that names the key."""
    try:
        yield
    except KnightsTourError as error:
        raise SuiteFault(f"{key}: {error}", key) from None

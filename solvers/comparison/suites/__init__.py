"""Suites: named sets of problems, from the TOML files beside this one, or from a file of the user.

`README.md` beside this file lists the suites and describes the format. A key is a row in `OF_SUITE` or `OF_PROBLEMS`. What is
wrong in a suite is said with the file, the line and the key.
"""

from __future__ import annotations

import difflib
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias, get_args

from graphs.board import Board, Wrap
from graphs.errors import FormatError, KnightsTourError
from graphs.families import graph_family
from graphs.formats import is_graph_file, read_graph, read_text, whole_number
from graphs.leapers import KNIGHT
from graphs.notation import boards_in_range, is_range, parse_puzzle, parse_square
from solvers.comparison.problem_sets import ProblemSet, each_once
from solvers.comparison.problems import NamedProblem
from solvers.comparison.tasks import Competitor

__all__ = ["STANDARD", "Fault", "Suite", "parse_suite", "problem_sets", "read_suite", "suite_names"]

STANDARD = "standard"
"""The suite of a comparison for which nobody names problems."""


@dataclass(frozen=True)
class Suite:
    """A named set of problems.

    Attributes
    ----------
    name : the name of the suite, or of its file without the ending.
    description : what is in it, in a sentence or two.
    sets : the problems.
    time_limit : the seconds that a run may take unless the user says otherwise; None where the suite does not say.
    competitors : those that are compared beside all solvers where the user names none.
    """

    name: str
    description: str
    sets: tuple[ProblemSet, ...]
    time_limit: float | None = None
    competitors: tuple[Competitor, ...] = ()

    def __iter__(self) -> Iterator[NamedProblem]:
        """Yield each problem once."""
        return each_once(self.sets)


class Fault(Exception):
    """What is wrong with the value of a key."""

    def __init__(self, key: str, what: str) -> None:
        super().__init__(what)
        self.key = key


def suite_names() -> list[str]:
    """Return the names of the suites of this package, the standard suite first.

    Examples
    --------
    >>> suite_names()
    ['standard', 'findings', 'graphs', 'holes', 'infeasible', 'large', 'leapers', 'narrow', 'puzzles']
    """
    files = resources.files(__package__).iterdir()
    names = [file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")]
    return sorted(names, key=lambda name: (name != STANDARD, name))


def read_suite(name: str) -> Suite:
    """Return the suite of a name, or that of a TOML file.

    Parameters
    ----------
    name : one of `suite_names`, or the path of a file that ends in `.toml`.

    Raises
    ------
    FormatError : there is no such suite; the file cannot be read; or, with the line and the key, what is wrong in it.

    Examples
    --------
    >>> suite = read_suite("standard")
    >>> suite.time_limit, next(iter(suite)).name
    (1.0, '3x7 open from 0,0')
    """
    if name.endswith(".toml"):
        path = Path(name)
        return parse_suite(read_text(path), name=path.stem, origin=str(path), folder=path.parent)
    if name not in suite_names():
        close = difflib.get_close_matches(name, suite_names(), n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        names = ", ".join(suite_names())
        raise FormatError(f"there is no suite {name!r}: {hint}there are {names}, or the path of a file .toml", name)
    text = resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return parse_suite(text, name=name, origin=f"suite {name}")


def parse_suite(text: str, *, name: str, origin: str, folder: Path | None = None) -> Suite:
    """Return the suite that a TOML text describes.

    Parameters
    ----------
    text : the TOML text; README.md beside this file describes it.
    name : the name of the suite.
    origin : the file, for messages.
    folder : where files that the text names are looked for; None for a suite that names no files.

    Raises
    ------
    FormatError : the text is no TOML, or no suite; the sentence names the file, the line and the key.

    Examples
    --------
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
    graphs.errors.FormatError: two.toml, line 4: unknown key start: did you mean starts?
    """
    try:
        table = tomllib.loads(text)
    except (RecursionError, ValueError) as error:  # nested too deeply, or a number of thousands of digits
        raise FormatError(f"{origin}: this is not TOML: {error}", origin) from None
    sets: list[ProblemSet] = []
    with _located(text, origin):
        _check_keys(table, OF_SUITE)
    for number, problems in enumerate(table.get("problems", ())):
        with _located(text, origin, number):
            _check_keys(problems, OF_PROBLEMS)
            _check_together(problems)
            section = problems.get("section")
            sets += problem_sets(problems, folder, f"{name}: {section}" if section else name)
    if not sets:
        raise FormatError(f"{origin}: there is no [[problems]], and a suite needs at least one", "problems")
    with _located(text, origin), _blamed("competitors"):
        competitors = tuple(Competitor(**each) for each in table.get("competitors", ()))
    limit = None if "time_limit" not in table else float(table["time_limit"])
    return Suite(name, " ".join(table.get("description", "").split()), tuple(sets), limit, competitors)


def problem_sets(table: Mapping[str, Any], folder: Path | None = None, suite: str = "") -> Iterator[ProblemSet]:
    """Yield the problems of one table `[[problems]]`, which the options of compare.py make, too.

    Parameters
    ----------
    table : the values by their keys, all of the right kind. A closed tour has a start only where `starts` is a list and
        `closed` is true.
    folder : where files that the table names are looked for.
    suite : the name of the suite, with that of the section.

    Raises
    ------
    Fault : a value is wrong.

    Examples
    --------
    >>> [len(list(each)) for each in problem_sets({"boards": ["5x5", "3x4..5"], "starts": "orbits"})]
    [6, 4, 6]
    """
    kind, starts = table.get("closed", False), table.get("starts")
    for subject in _subjects(table, folder or Path()):
        subject = replace(subject, known=table.get("answer", ""), source=table.get("source", ""), suite=suite)
        with _blamed("end"):
            end = _place(table["end"], subject) if "end" in table else None
        with _blamed("starts"):
            places = [_place(each, subject) for each in starts] if isinstance(starts, list) else starts
            if kind in (False, "both"):
                yield ProblemSet(subject, places, end)
            if kind in (True, "both"):
                named = places if kind is True and isinstance(places, list) else None
                yield ProblemSet(subject, named, closed=True)


@contextmanager
def _located(text: str, origin: str, number: int | None = None) -> Iterator[None]:
    """Turn a fault into an error with the file and the line of its key, in the table of this number."""
    try:
        yield
    except Fault as fault:
        raise FormatError(f"{origin}, line {_line_of(text, fault.key, number)}: {fault}", fault.key) from None


def _line_of(text: str, key: str, number: int | None) -> int:
    """Return the line on which a table sets a key, or on which the table begins that lacks it.

    Python's reader of TOML keeps no lines. A line sets a key if the text up to it has the key, and the text before it does not.
    """
    lines, read, header = text.split("\n"), 0, 0
    for end in range(1, len(lines) + 1):
        with suppress(tomllib.TOMLDecodeError):  # in the middle of a value of several lines
            table = tomllib.loads("\n".join(lines[:end]) + "\n")
            tables = [table] if number is None else table.get("problems", [])[number : number + 1]
            if any(key in each for each in tables):
                return read + 1
            header = header or (read + 1 if tables else 0)
            read = end
    return header


def _check_keys(table: Mapping[str, Any], keys: Mapping[str, Key]) -> None:
    """Check that each key is known, and that its value is what it must be."""
    for key, value in table.items():
        if key not in keys:
            close = difflib.get_close_matches(key, keys, n=1)
            hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(keys)}"
            raise Fault(key, f"unknown key {key}: {hint}")
        what, fits = keys[key]
        if not fits(value):
            raise Fault(key, f"{key} must be {what}")


def _check_together(entry: Mapping[str, Any]) -> None:
    """Refuse keys that would have no effect, and an answer without its source."""
    if not (entry.get("boards") or entry.get("graphs")):
        raise Fault("boards", "these problems have neither boards nor graphs: name some")
    for key in ("holes", "wrap", "leaper"):
        if key in entry and "boards" not in entry:
            raise Fault(key, f"{key} belongs to boards, and there are none: leave it out")
    for key in ("starts", "end"):
        if key in entry and entry.get("closed") is True:
            raise Fault(key, f"{key} belongs to open tours, for a closed tour passes through every square: leave it out")
    for key, other in (("answer", "source"), ("source", "answer")):
        if key in entry and other not in entry:
            raise Fault(key, f"{key} stands without {other}: write both, or neither")


def _subjects(entry: Mapping[str, Any], folder: Path) -> Iterator[NamedProblem]:
    """Yield an open problem of each board and graph."""
    for text in entry.get("boards", ()):
        with _blamed("boards"):
            boards = _boards(text, folder)
        for board, steps in boards:
            with _blamed("holes"):
                holes = board.holes.union(parse_square(hole, board) for hole in entry.get("holes", ()))
            with _blamed("leaper"):
                board = Board(board.rows, board.cols, holes, entry.get("wrap"))
                yield NamedProblem.on_board(board, tuple(entry.get("leaper", KNIGHT)), steps=steps)
    for text in entry.get("graphs", ()):
        with _blamed("graphs"):
            is_file = is_graph_file(text)
            graph = read_graph(folder / text) if is_file else graph_family(text)
            yield NamedProblem.of_graph(graph, text if is_file else graph.name)


def _boards(text: str, folder: Path) -> Sequence[tuple[Board, Any]]:
    """Return the boards of a size, a range of sizes, the text of a board, or a file with such a text, and their known steps."""
    if is_range(text):
        return [(board, ()) for board in boards_in_range(text)]
    return [parse_puzzle(read_text(folder / text) if text.endswith(".txt") else text)]


def _place(value: str | int, subject: NamedProblem) -> Any:
    """Return a square of a board, or a vertex of a graph."""
    if subject.board is not None:
        return parse_square(str(value), subject.board)
    return whole_number(str(value), "the number of a vertex")


@contextmanager
def _blamed(key: str) -> Iterator[None]:
    """Say of an error which key it comes from."""
    try:
        yield
    except KnightsTourError as error:
        raise Fault(key, f"{key}: {error}") from None


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_place(value: Any) -> bool:
    return _is_text(value) or type(value) is int


def _is_list(of: Callable[[Any], bool], least: int = 1) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and len(value) >= least and all(map(of, value))


def _is_of_competitor(item: tuple[str, Any]) -> bool:
    key, value = item
    return isinstance(value, dict) if key == "options" else key in ("name", "solver") and _is_text(value)


Key: TypeAlias = tuple[str, Callable[[Any], bool]]

OF_SUITE: dict[str, Key] = {
    "description": ("text", _is_text),
    "time_limit": (
        "a number of seconds above 0",
        lambda value: type(value) in (int, float) and 0 < value <= sys.float_info.max,
    ),
    "competitors": (
        'written as tables [[competitors]], each with a solver, and if need be with a name and options = { key = "value" }',
        _is_list(lambda each: isinstance(each, dict) and "solver" in each and all(map(_is_of_competitor, each.items()))),
    ),
    "problems": ("written as tables [[problems]]", _is_list(lambda each: isinstance(each, dict), 0)),
}
"""The keys at the top of a suite: what the value must be, in words, and whether a value is that."""

OF_PROBLEMS: dict[str, Key] = {
    "boards": ('a list of boards, such as ["5x5", "3..8x10"]', _is_list(_is_text)),
    "graphs": ('a list of graphs, such as ["GP(11,2)", "mine.hcp"]', _is_list(_is_text)),
    "starts": (
        '"all", "orbits", or a list of squares, such as ["0,0"]',
        lambda value: value in ("all", "orbits") or _is_list(_is_place)(value),
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
    "source": ("text: who says so, and where", _is_text),
    "section": ("text: the part of the suite that the problems belong to", _is_text),
}
"""The keys of a table `[[problems]]`."""

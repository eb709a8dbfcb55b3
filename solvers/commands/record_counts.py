"""How many open or closed tours the boards of each sequence have, the easiest boards first, beside the published numbers."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from graphs.text import plural
from solvers import Budget
from solvers.commands import command_line as cli
from solvers.commands import exits
from solvers.commands.waiting import progress
from solvers.counting.records import REPRODUCED, Term, checked_terms, count_terms
from solvers.counting.sequences import GROUPS, NOT_FOUND, CountSequence, chosen_sequences

BESIDE = {"--list-sequences": "sequences list_sequences show"}
"""The options that have an effect where not all of them have."""


def add_counts(tables: Any) -> None:
    """Add the table `counts`."""
    parser = tables.add_parser(
        "counts",
        help="how many tours the boards of each sequence have",
        description=__doc__,
        epilog="A number that differs from print is an error (70). Exit status: 0 all counted, 3 stopped before, 2 bad input.",
    )
    parser.add_argument(
        "sequences",
        nargs="*",
        metavar="SEQUENCE",
        help=f"a name that --list-sequences shows, such as A193055, or a group: {', '.join(GROUPS)}; default all",
    )
    parser.add_argument("--squares", type=cli.between(1, 10_000), metavar="N", help="squares of the largest board; default 40")
    cli.add(parser, "--total-time", unset="60")
    cli.add(parser, "--memory-limit", unset="four fifths of what is free")
    cli.add(parser, "--check")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--list-sequences", action="store_true", help="print the table of sequences")
    form.add_argument("--table", action="store_true", help="print the terms above 0 as a table, with what stands in print")
    cli.add(form, "--json")
    parser.set_defaults(show=_print_counts)


def _print_counts(arguments: argparse.Namespace) -> int:
    """Count the chosen sequences within the limits, print their terms, and return the exit status."""
    sequences = chosen_sequences(arguments.sequences)
    if arguments.list_sequences:
        cli.check_together(arguments, "--list-sequences", BESIDE)
        _print_sequences(sequences)
        return exits.FOUND
    squares, seconds = arguments.squares or 40, 60 if arguments.total_time is None else arguments.total_time
    counting = count_terms(sequences, squares, Budget(seconds), arguments.memory_limit)
    if arguments.check:
        counting = checked_terms(counting, Budget(seconds), arguments.memory_limit)
    terms, stopped = _shown(counting, sequences, squares)
    if arguments.json:
        cli.print_json({"squares": squares, "seconds": seconds, "sequences": list(map(_document, terms, terms.values()))})
    elif arguments.table:
        _print_table(terms)
    else:
        print("\n\n".join("\n".join(_b_file(sequence, found)) for sequence, found in terms.items()))
    unknown = [term for found in terms.values() for term in found if term.number is None]
    if unknown:
        cli.say(f"{plural(len(unknown), 'term is', 'terms are')} unknown: {unknown[-1].reason or 'stopped'}")
    return exits.INTERRUPTED if stopped else exits.UNKNOWN if unknown else exits.FOUND


def _shown(
    counting: Iterable[Term], sequences: Sequence[CountSequence], squares: int
) -> tuple[dict[CountSequence, list[Term]], bool]:
    """Return the terms of each sequence in order, and whether Ctrl-C stopped the count."""
    found: dict[CountSequence, dict[int, Term]] = {sequence: {} for sequence in sequences}
    stopped = False
    try:
        with progress("counting", sum(len(list(each.indices(squares))) for each in sequences)) as advance:
            for term in counting:
                found[term.sequence][term.n] = term
                advance(term.status)
    except KeyboardInterrupt:
        stopped = True
    return {each: [found[each].get(n, Term(each, n, None)) for n in each.indices(squares)] for each in sequences}, stopped


def _b_file(sequence: CountSequence, terms: Sequence[Term]) -> Iterator[str]:
    """Yield the lines of a b-file: comments, and a line `n a(n)` for each term up to the first that is unknown."""
    yield f"# {sequence.name}: {sequence.title}"
    if sequence.published:
        reproduced = _ranges(term.n for term in terms if term.status == REPRODUCED and term.n in sequence.published)
        yield f"# in print for n = {_ranges(sequence.published)} ({sequence.source}); reproduced here: {reproduced}"
    for source in dict.fromkeys(term.source for term in terms if term.status == REPRODUCED and term.source != sequence.source):
        yield f"# in print elsewhere: n = {_ranges(term.n for term in terms if term.source == source)} ({source})"
    fresh = _ranges(term.n for term in terms if term.status == NOT_FOUND)
    if fresh != "none":
        yield f"# {NOT_FOUND}: n = {fresh}"
    twice = _ranges(term.n for term in terms if term.check)
    if twice != "none":
        yield f"# checked in another way: n = {twice}"
    for term in terms:
        if term.number is None:
            yield f"# unknown from n = {term.n} on: {term.reason or 'stopped'}"
            return
        yield f"{term.n} {term.number}"


def _ranges(numbers: Iterable[int]) -> str:
    """Return whole numbers in order, those that follow each other as a range: `1..4, 7`."""
    grouped = groupby(enumerate(sorted(numbers)), lambda placed: placed[1] - placed[0])  # constant in a row of numbers
    runs = [[number for _, number in group] for _, group in grouped]
    return ", ".join(f"{run[0]}..{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs) or "none"


def _print_table(terms: Mapping[CountSequence, Sequence[Term]]) -> None:
    from rich.table import Table

    table = Table("sequence", "n", "number", "in print", "seconds")
    for sequence, found in terms.items():
        table.add_section()
        table.add_row(f"[bold]{sequence.name}[/]", "", sequence.title, sequence.source, "")
        for term in found:
            if term.number or (term.number is None and term.published):
                number = "" if term.number is None else f"{term.number:,}"
                status = f"{term.status}, checked" if term.check else term.status
                table.add_row("", str(term.n), number, status, f"{term.seconds:.2f}")
    cli.console().print(table)


def _document(sequence: CountSequence, terms: Sequence[Term]) -> dict[str, Any]:
    """Return the document of a sequence; its keys are the names of the values."""
    names = ("number", "published", "source", "status", "reason", "check")
    rows = [
        {"n": term.n, "board": str(sequence.board(term.n))}
        | {name: getattr(term, name) for name in names}
        | {"seconds": round(term.seconds, 6)}
        for term in terms
    ]
    head = {name: getattr(sequence, name) for name in ("name", "title", "closed", "directed", "leaper")}
    return head | {"wrap": sequence.board(1).wrap, "terms": rows}


def _print_sequences(sequences: Sequence[CountSequence]) -> None:
    from rich.table import Table

    table = Table("group", "sequence", "what is counted", "in print")
    for each in sequences:
        printed = f"{each.source}; n = {_ranges(each.published)}" if each.published else each.source
        table.add_row(each.group, each.name, each.title, printed)
    cli.console().print(table)

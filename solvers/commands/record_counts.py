"""Compute terms of integer sequences that count tours (such as A193055), and compare the terms with published numbers."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from graphs.text import plural
from solvers import Budget
from solvers.commands import command_line as cli
from solvers.commands import exits, parsing
from solvers.commands.waiting import progress
from solvers.counting.records import REPRODUCED, Term, checked_terms, count_terms
from solvers.counting.sequences import GROUPS, NOT_FOUND, CountSequence, chosen_sequences

MODES = {"list_sequences": "sequences"}
"""The option `--list-sequences` with the name of the argument that it allows."""


def add_counts(tables: Any) -> None:
    """Add the subcommand `counts`, which computes terms of integer sequences that count tours.

    Parameters
    ----------
    tables : object
        The subparsers of `records`.
    """
    parser = tables.add_parser(
        "counts",
        help="compute terms of integer sequences that count tours, and compare the terms with published numbers",
        description=__doc__,
        epilog="If a count differs from the published number, the exit status is 70. Exit status: 0 all counted, "
        "2 bad input, 3 some are unknown within the limits.",
    )
    parser.add_argument(
        "sequences",
        nargs="*",
        metavar="SEQUENCE",
        help=f"name that --list-sequences prints, such as A193055, or a group: {', '.join(GROUPS)} (default: all)",
    )
    parser.add_argument(
        "--squares", type=parsing.between(1, 10_000), metavar="N", help="maximum number of squares of a board (default: 40)"
    )
    parsing.add(parser, "--total-time", unset="60")
    parsing.add(parser, "--memory-limit", unset="four fifths of free memory")
    parsing.add(parser, "--confirm")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--list-sequences", action="store_true", help="print the names and descriptions of all sequences")
    form.add_argument("--table", action="store_true", help="print a table of the nonzero terms, with the published numbers")
    parsing.add(form, "--json")
    parser.set_defaults(show=_print_counts)


def _print_counts(arguments: argparse.Namespace) -> int:
    """Compute the terms of the chosen sequences within the limits, print the terms, and return the exit status."""
    sequences = chosen_sequences(arguments.sequences)
    if arguments.list_sequences:
        parsing.check_options(arguments, MODES)
        _print_sequences(sequences)
        return exits.FOUND
    squares, seconds = arguments.squares or 40, 60 if arguments.total_time is None else arguments.total_time
    counting = count_terms(sequences, squares, Budget(seconds), arguments.memory_limit)
    if arguments.confirm:
        counting = checked_terms(counting, Budget(seconds), arguments.memory_limit)
    terms, stopped = _collect(counting, sequences, squares)
    if arguments.json:
        cli.print_json({"squares": squares, "seconds": seconds, "sequences": list(map(_document, terms, terms.values()))})
    elif arguments.table:
        _print_table(terms)
    else:
        print("\n\n".join("\n".join(_b_file(sequence, sequence_terms)) for sequence, sequence_terms in terms.items()))
    unknown = [term for sequence_terms in terms.values() for term in sequence_terms if term.number is None]
    if unknown:
        cli.say(f"{plural(len(unknown), 'term is', 'terms are')} unknown: {unknown[-1].reason or 'stopped'}")
    return exits.INTERRUPTED if stopped else exits.UNKNOWN if unknown else exits.FOUND


def _collect(
    counting: Iterable[Term], sequences: Sequence[CountSequence], squares: int
) -> tuple[dict[CountSequence, list[Term]], bool]:
    """Return the terms of each sequence, ordered by n, and whether Ctrl-C stopped the count."""
    by_index: dict[CountSequence, dict[int, Term]] = {sequence: {} for sequence in sequences}
    stopped = False
    try:
        with progress("counting", sum(len(list(each.indices(squares))) for each in sequences)) as advance:
            for term in counting:
                by_index[term.sequence][term.n] = term
                advance(term.status)
    except KeyboardInterrupt:
        stopped = True
    return {each: [by_index[each].get(n, Term(each, n, None)) for n in each.indices(squares)] for each in sequences}, stopped


def _b_file(sequence: CountSequence, terms: Sequence[Term]) -> Iterator[str]:
    """Yield the lines of a b-file (an OEIS format): comments, then one line `n a(n)` per term before the first unknown one."""
    yield f"# {sequence.name}: {sequence.title}"
    if sequence.published:
        reproduced = _ranges(term.n for term in terms if term.status == REPRODUCED and term.n in sequence.published)
        yield f"# published for n = {_ranges(sequence.published)} ({sequence.source}); reproduced here: {reproduced}"
    for source in dict.fromkeys(term.source for term in terms if term.status == REPRODUCED and term.source != sequence.source):
        yield f"# also published: n = {_ranges(term.n for term in terms if term.source == source)} ({source})"
    fresh = _ranges(term.n for term in terms if term.status == NOT_FOUND)
    if fresh != "none":
        yield f"# {NOT_FOUND}: n = {fresh}"
    twice = _ranges(term.n for term in terms if term.check)
    if twice != "none":
        yield f"# confirmed by a second method: n = {twice}"
    for term in terms:
        if term.number is None:
            yield f"# unknown for n >= {term.n}: {term.reason or 'stopped'}"
            return
        yield f"{term.n} {term.number}"


def _ranges(numbers: Iterable[int]) -> str:
    """Return integers as a text of sorted ranges, such as "1..4, 7", or "none" if there are none."""
    grouped = groupby(enumerate(sorted(numbers)), lambda placed: placed[1] - placed[0])  # constant within a range
    runs = [[number for _, number in group] for _, group in grouped]
    return ", ".join(f"{run[0]}..{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs) or "none"


def _print_table(terms: Mapping[CountSequence, Sequence[Term]]) -> None:
    from rich.table import Table

    table = Table("sequence", "n", "number", "published", "seconds")
    for sequence, sequence_terms in terms.items():
        table.add_section()
        table.add_row(f"[bold]{sequence.name}[/]", "", sequence.title, sequence.source, "")
        for term in sequence_terms:
            if term.number or (term.number is None and term.published):
                number = "" if term.number is None else f"{term.number:,}"
                status = f"{term.status}, confirmed" if term.check else term.status
                table.add_row("", str(term.n), number, status, f"{term.seconds:.2f}")
    cli.console().print(table)


def _document(sequence: CountSequence, terms: Sequence[Term]) -> dict[str, Any]:
    """Return a sequence with its terms as a JSON document."""
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

    table = Table("group", "sequence", "tours counted", "published")
    for each in sequences:
        sources = f"{each.source}; n = {_ranges(each.published)}" if each.published else each.source
        table.add_row(each.group, each.name, each.title, sources)
    cli.console().print(table)

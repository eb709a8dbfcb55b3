"""Print every number of solvers/comparison/FINDINGS.md from the runs in folders of compare.py."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

BOARDS, WALKS = ("7x7", "8x8", "50x50", "100x100", "200x200"), 1000


def main() -> int:
    """Print the tables in Markdown, and return the exit status."""
    from solvers.commands import parsing
    from solvers.comparison import Comparison

    parser = parsing.Parser(description=__doc__)
    parser.add_argument("folders", nargs="*", metavar="DIR", help="folders that `compare --out DIR` wrote")
    parser.add_argument("--tie-breaks", action="store_true", help="also measure the tie-break rules of Warnsdorff's rule")
    parsing.add(parser, "--jobs", unset="the number of cores")
    arguments = parser.parse_args()
    if arguments.folders:
        for summary in Comparison.read(*arguments.folders).summaries("suite"):
            print("\n".join(_section(summary)), end="\n\n")
    if arguments.tie_breaks:
        print("\n".join(_tie_breaks(arguments.jobs)))
    return 0


def _section(summary: Any) -> Iterator[str]:
    """Yield the lines on one section: its table, what each competitor adds, and the detected differences."""
    from solvers.comparison.report.summary import best_of_all, differences
    from solvers.comparison.report.texts import main_table_sheet, sentences, table_as_markdown

    yield f"## {summary.title or summary.name or 'all problems'}"
    yield from ("", table_as_markdown(main_table_sheet(summary, intervals=True)))
    yield from (f"- {sentence}" for sentence in sentences(summary))
    yield from ("", best_of_all([summary]).round(6).to_csv(lineterminator="\n"))
    tests = differences([summary])
    yield f"{int(tests['detected'].sum())} of {len(tests)} differences detected"


def _tie_breaks(jobs: int | None) -> Iterator[str]:
    """Yield a table of the success rates of tie-break rules from a corner, with 95 % intervals."""
    from solvers.comparison import success_rates

    yield "| board | rule | walks | tours | rate | 95 % interval |\n| --- | --- | --- | --- | --- | --- |"
    for row in success_rates(BOARDS, walks=WALKS, jobs=jobs).itertuples():
        yield f"| {row.board} | `{row.rule}` | {row.walks} | {row.tours} | {row.rate:.1%} | {row.low:.1%}–{row.high:.1%} |"


if __name__ == "__main__":
    try:
        from solvers.commands.exits import run
    except ModuleNotFoundError as missing:
        print(f"{missing}: run `pip install -e .` in the root of the repository", file=sys.stderr)
        raise SystemExit(2) from None
    run(__name__)

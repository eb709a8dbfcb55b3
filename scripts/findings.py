"""Print every number of solvers/comparison/FINDINGS.md from the runs in solvers/comparison/FINDINGS.zip."""

from __future__ import annotations

import io
import json
import lzma
import random
import sys
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[1] / "solvers/comparison/FINDINGS.zip"
BOARDS, WALKS = ("7x7", "8x8", "50x50", "100x100", "200x200"), 1000
TIE_BREAKS, PUBLISHED, SESSIONS = "tie-breaks", "published", "sessions"
UNUSED = ["board", "steps", "reason", "code", "packages", "started", "version", "options", "build_seconds"]
"""Columns of the runs from which no number is computed."""
EMPTY = ("seed", "node_limit", "time_limit")
"""Columns of numbers in which a cell may be empty."""
DIGESTS = dict.fromkeys(("problem_id", "base_code", "machine"), str)
"""Types of columns of texts that may look like numbers."""
FHCP, HALF = "fhcp", "fhcp-half"
LIMITS, MOST = (1, 2, 5, 10, 60), 1800
"""Limits in seconds for the number of solved graphs of the FHCP Challenge Set, and the limit of the published times."""
CURVE = tuple(round(10 ** (exponent / 10), 3) for exponent in range(-20, 11))
"""Times in seconds of the points of the picture, from 0.01 to 10."""
KINDS = ("three neighbours", "two neighbours", "four neighbours", "all others")
"""Kinds of graphs of the FHCP Challenge Set, which are the sections of its suites."""


def main() -> int:
    """Print the numbers, or store runs and write suites, and return the exit status."""
    from graphs.errors import FormatError
    from solvers.commands import parsing
    from solvers.core.errors import check_packages

    parser = parsing.Parser(__doc__)
    parser.add_argument("--store", nargs="+", metavar="DIR", help="store the runs of these folders in FINDINGS.zip")
    parser.add_argument("--published", metavar="FILE.csv", help="also print the published times in FILE.csv")
    picture = parsing.parse_output(".svg", stdout=False)
    parser.add_argument("--picture", metavar="FILE.svg", type=picture, help="draw the solved graphs of the FHCP Challenge Set")
    parser.add_argument("--fhcp", metavar="DIR", help="write suites of the graphs in this folder")
    parsing.add(parser, "--jobs", unset="the number of cores")
    arguments = parser.read()
    if arguments.fhcp is not None:
        arguments.reject("with --fhcp", "store", "published", "picture", "jobs")
        _write_suites(Path(arguments.fhcp).resolve())
        return 0
    if not arguments.store:
        arguments.reject("without --store", "published", "jobs")
    else:
        DATA.write_bytes(_stored(arguments.store, arguments.published, arguments.jobs))
    try:
        tables = _tables()
    except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile, lzma.LZMAError) as error:
        raise FormatError(f"{DATA} cannot be read: {getattr(error, 'strerror', None) or error}", DATA) from error
    if arguments.picture:
        if not {FHCP, PUBLISHED} <= {*tables}:
            raise FormatError(f"--picture needs the runs of {FHCP} and the published times in {DATA}", DATA)
        check_packages("the picture needs", ["matplotlib"])
        _draw(arguments.picture, tables[FHCP], tables[PUBLISHED])
    print("\n".join(_numbers(tables)))
    return 0


def _write_suites(folder: Path) -> None:
    """Write suites of all graphs in a folder, and of a random half of them."""
    import networkx as nx

    from graphs.errors import FormatError
    from graphs.formats import read_graph

    kinds: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for file in sorted(folder.glob("*.col"), key=lambda file: (len(file.name), file.name)):
        kinds[_kind(nx.degree_histogram(read_graph(file)))].append(f"{folder.name}/{file.name}")
    files = sorted(chain.from_iterable(kinds.values()))
    if not files:
        raise FormatError(f"{folder} contains no .col files: name the folder of the FHCP Challenge Set", folder)
    half = {*random.Random(0).sample(files, len(files) // 2)}
    for name, limit, chosen in ((FHCP, 10, {*files}), (HALF, 60, half)):
        lines = [f"time_limit = {limit}", 'solvers = ["auto"]']
        for kind, graphs in kinds.items():
            if own := [each for each in graphs if each in chosen]:
                lines += ["[[problems]]", f'section = "{kind}"', f"graphs = {own}", "closed = true"]
                lines += ['answer = "found"', 'source = "M. Haythorpe, FHCP Challenge Set, 2015"']
        folder.with_name(f"{name}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _kind(counts: Sequence[int]) -> str:
    """Return the kind of a graph with `counts[d]` vertices of degree d."""
    two, three, four = (counts[degree] / sum(counts) if degree < len(counts) else 0 for degree in (2, 3, 4))
    if three > 0.9:
        return KINDS[0]
    if two > 0.05:
        return KINDS[1]
    return KINDS[2] if four > 0.5 and len(counts) <= 15 else KINDS[3]


def _stored(folders: Iterable[str], published: str | None, jobs: int | None) -> bytes:
    """Return a zip file with the runs and sessions of each folder, rates of tie-breaks, and published counts."""
    import pandas as pd

    from graphs.errors import FormatError
    from solvers.comparison import Comparison, success_rates

    tables, sessions = {}, {}
    for folder in map(Path, folders):
        comparison = Comparison.read(folder)
        tables[folder.name] = comparison.runs.drop(columns=UNUSED).reset_index(drop=True)
        sessions[folder.name] = [each | {"command": ""} for each in comparison.store.sessions()]
    if published:
        try:
            tables[PUBLISHED] = _published_counts(pd.read_csv(published), tables[FHCP])
        except (OSError, KeyError, ValueError) as error:
            reason = f"{getattr(error, 'strerror', None) or error}"
            raise FormatError(
                f"{published} and the runs of the suite {FHCP} cannot be compared: {reason}", published
            ) from error
    tables[TIE_BREAKS] = success_rates(BOARDS, walks=WALKS, jobs=jobs)
    texts = {f"{name}.csv": table.to_csv(index=False, lineterminator="\n") for name, table in tables.items()}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_LZMA) as archive:
        for name, text in (texts | {"sessions.json": json.dumps(sessions, indent=1)}).items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_LZMA)
    return stream.getvalue()


def _published_counts(times: Any, runs: Any) -> Any:
    """Return how many graphs of each kind published configurations and `auto` solve within each limit."""
    import pandas as pd

    stems = runs["graph"].map(lambda graph: Path(graph).stem)
    kinds = dict(zip(stems, runs["suite"].str.split(": ").str[1], strict=True))
    table = times.pivot(index="problem", columns="competitor", values="seconds")
    best = (table <= max(LIMITS)).sum().idxmax()
    rows = []
    for limit, kind in product(sorted({*LIMITS, *CURVE, MOST}), ("all", *KINDS)):
        within = table[[kind in ("all", kinds.get(each)) for each in table.index]] <= limit
        of_any = within.any(axis=1)
        ours = within.index.isin(stems[runs["solved"] & (runs["seconds"] <= limit)])
        of_all = within.sum()
        rows.append((kind, limit, of_all.max(), of_all[best], of_any.sum(), (ours & ~of_any).sum(), (of_any & ~ours).sum()))
    return pd.DataFrame(rows, columns=["kind", "limit", "most", "best", "any", "only ours", "not ours"])


def _tables() -> dict[str, Any]:
    """Read the tables of the stored file."""
    import pandas as pd

    with zipfile.ZipFile(DATA) as archive:
        names = [name.removesuffix(".csv") for name in archive.namelist() if name.endswith(".csv")]
        options: dict[str, Any] = {"keep_default_na": False, "na_values": {name: [""] for name in EMPTY}, "dtype": DIGESTS}
        tables = {name: pd.read_csv(archive.open(f"{name}.csv"), **options) for name in names}
        sessions = json.loads(archive.read("sessions.json"))
    if {*tables} - {PUBLISHED} != {*sessions, TIE_BREAKS}:
        raise ValueError("its tables are not those of its sessions")
    return tables | {SESSIONS: sessions}


def _numbers(tables: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of all sections."""
    sessions, rates, published = (tables.pop(name, None) for name in (SESSIONS, TIE_BREAKS, PUBLISHED))
    yield from ("## setup", "")
    for name, runs in tables.items():
        yield from _setup(name, runs, sessions[name])
    for name in filter(lambda name: name not in (FHCP, HALF), tables):
        yield from ("", f"## {name}", "", *_suite(tables[name]))
    if published is not None:
        yield from ("", f"## {FHCP}", "", *_fhcp(tables[FHCP], tables.get(HALF), published))
    yield from ("", "## tie-breaks", "", *_tie_breaks(rates))


def _setup(name: str, runs: Any, sessions: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the numbers of problems and runs of a suite, the machine and its load."""
    from solvers.comparison.report.texts import CrossCheck

    kinds = ", ".join(f"{count} {kind}" for kind, count in runs.drop_duplicates("problem")["truth"].value_counts().items())
    yield f"- {name}: {runs['problem'].nunique()} problems ({kinds}), {runs['competitor'].nunique()} competitors"
    conditions = f"{runs['repeat'].nunique()} repeats, time limit {runs['time_limit'].max():g} s, {runs['clock'].iloc[0]} clock"
    yield f"  - {len(runs)} runs, {conditions}, code {runs['base_code'].iloc[0]:.6}"
    yield f"  - {' '.join(str(CrossCheck(runs.assign(reason='', version='', options=''))).split())}"
    for session in sessions:
        machine = session["machine"]
        what = f"{machine['cores_for_us']} cores of {machine['processor']}, {machine['system']}, {machine['python']}"
        packages = ", ".join(f"{name} {version}" for name, version in machine["packages"].items())
        yield f"  - {session['started'][:16]}: load {session['load']:.2f}; {what}; {packages}"


def _suite(runs: Any) -> Iterator[str]:
    """Yield a table of a suite, a table with one column per section, and facts about each section."""
    from solvers.comparison.report.summary import BEST, best_of_all, summaries_of
    from solvers.comparison.report.texts import ending_sentences, main_table_sheet, seconds_text, sentences, table_as_markdown

    (whole,), parts = (summaries_of(runs.assign(conditions=""), by) for by in (None, "suite"))
    yield from table_as_markdown(main_table_sheet(whole, intervals=True)).splitlines()
    names = [each.name.split(": ")[-1] for each in parts]
    heads = (f"{name}, {sum(each.kinds.values())}" for name, each in zip(names, parts, strict=True))
    yield from ("", f"| competitor | {' | '.join(heads)} |", "| --- " * (len(names) + 1) + "|")
    for competitor in whole.figures.index:
        cells = []
        for each in parts:
            own = each.figures.loc[competitor] if competitor in each.figures.index else None
            if own is None or own["role"] == "partial":
                cells.append("–" if own is None else "not all")
            else:
                time = seconds_text(*own[["PAR2 [s]", "PAR2 [s] low", "PAR2 [s] high"]]).replace("\n", " ")
                cells.append(f"{own['solved']:.3g}, {time}")
        yield f"| `{competitor}` | {' | '.join(cells)} |"
    for name, each in [(f"all of {parts[0].name.split(': ')[0]}", whole), *zip(names, parts, strict=True)]:
        yield from ("", f"### {name}", "", *(f"- {sentence}" for sentence in (*sentences(each), *ending_sentences(each.runs))))
        number, figures = sum(each.kinds.values()), each.figures
        everything = (figures["solved"] == number) & (figures["role"] != BEST)
        sizes = f"{each.runs['size'].min()} to {each.runs['size'].max():,} vertices"
        yield f"- {everything.sum()} competitors solve all {number} problems, of {sizes}"
        yield f"- PAR2: {', '.join(f'{who} {seconds_text(time)}' for who, time in figures['PAR2 [s]'].items())}"
        solved = each.runs[each.runs["solved"]].groupby("competitor", sort=False)
        largest = ", ".join(f"{who} {own.loc[own['size'].idxmax(), 'subject']}" for who, own in solved)
        yield f"- largest problem solved: {largest}"
        kinds = ", ".join(f"{count} {kind}" for kind, count in each.kinds.items())
        yield f"- problems: {kinds}; {int(each.tests['detected'].sum())} of {len(each.tests)} differences detected"
        for kind in each.kinds:
            counts = ", ".join(f"{who} {count:.3g}" for who, count in each.figures[f"{kind} solved"].dropna().items())
            yield f"- {kind} solved: {counts}"
        yield from ("", *best_of_all([each]).round(6).to_csv(lineterminator="\n").splitlines())


def _fhcp(ours: Any, half: Any, published: Any) -> Iterator[str]:
    """Yield the numbers of solved graphs of the FHCP Challenge Set, by limit and by kind."""
    published = published.set_index(["kind", "limit"])
    total, at_ten = published.loc["all"], published.xs(LIMITS[-2], level="limit")
    within = [(ours["solved"] & (ours["seconds"] <= limit)).sum() for limit in LIMITS[:-1]]
    rows = {"number of graphs solved within": [f"{limit} s" for limit in LIMITS], "---": ["---"] * len(LIMITS)}
    rows |= {"`auto`": [*within, "not run"]}
    rows["the published configuration that solves most graphs within the limit"] = total.loc[[*LIMITS], "most"]
    rows["at least one of the 21 published configurations"] = total.loc[[*LIMITS], "any"]
    yield from (f"| {name} | {' | '.join(map(str, cells))} |" for name, cells in rows.items())
    yield from ("", "| graphs | number of graphs | solved by `auto` | solved by the best published | solved by any published |")
    yield "| --- " * 5 + "|"
    for kind in KINDS:
        own = ours[ours["suite"] == f"{FHCP}: {kind}"]
        yield f"| {kind} | {len(own)} | {own['solved'].sum()} | {at_ten.loc[kind, 'best']} | {at_ten.loc[kind, 'any']} |"
    only, others = map(int, at_ten.loc["all", ["only ours", "not ours"]])
    yield from ("", f"- only `auto` solves {only} graphs, and {others} are solved only by others")
    unsolved = ours.loc[~ours["solved"], "graph"].map(lambda graph: Path(graph).stem.removeprefix("graph"))
    yield f"- {len(unsolved)} unsolved: {', '.join(unsolved)}"
    last = total.loc[MOST]
    yield f"- {last['any']} solved by a published configuration within {MOST:,} s; `auto` solves {last['only ours']} others"
    yield f"- median time: {ours['seconds'].median():.2f} s"
    yield f"- {len(ours):,} graphs of {ours['size'].min()} to {ours['size'].max():,} vertices"
    if half is not None:
        in_ten = ours["solved"][ours["problem"].isin(half["problem"])].sum()
        yield f"- half with {LIMITS[-1]} s: {half['solved'].sum()} of {len(half)}, with {LIMITS[-2]} s: {in_ten}"


def _draw(path: str, ours: Any, published: Any) -> None:
    """Draw how many graphs of the FHCP Challenge Set are solved within each time."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot as plt

    from graphs.svg.palette import SERIES

    curve = published[(published["kind"] == "all") & published["limit"].isin(CURVE)]
    mpl.rcParams |= {"svg.hashsalt": "fhcp", "svg.fonttype": "path", "font.size": 11}
    figure, axes = plt.subplots(figsize=(8, 4), layout="constrained")
    solved = [(ours["solved"] & (ours["seconds"] <= limit)).sum() for limit in curve["limit"]]
    axes.plot(curve["limit"], solved, label="auto", color=SERIES[0], linewidth=2.5)
    axes.plot(curve["limit"], curve["any"], label="any of 21 published configurations", color=SERIES[1], linestyle="--")
    axes.plot(curve["limit"], curve["most"], label="the best published configuration at each time", color=SERIES[1])
    axes.set(xscale="log", xlabel="processor time in seconds", ylabel=f"graphs solved, of {len(ours):,}", ylim=(0, len(ours)))
    axes.xaxis.set_major_formatter("{x:g}")
    axes.grid(alpha=0.3)
    axes.legend(loc="upper left", frameon=False)
    figure.savefig(path, format="svg", metadata={"Date": None})


def _tie_breaks(rates: Any) -> Iterator[str]:
    """Yield a table of the success rates of tie-break rules from a corner, with 95 % intervals."""
    yield "| board | rule | walks | tours | rate | 95 % interval |\n| --- | --- | --- | --- | --- | --- |"
    for row in rates.itertuples():
        interval = f"{row.low:.1%}–{row.high:.1%}" if row.walks > 1 else "–"
        yield f"| {row.board} | `{row.rule}` | {row.walks} | {row.tours} | {row.rate:.1%} | {interval} |"


if __name__ == "__main__":
    try:
        from solvers.commands.exits import run
    except ModuleNotFoundError as missing:
        print(f"{missing}: run `pip install -e .` in the root of the repository", file=sys.stderr)
        raise SystemExit(2) from None
    run(__name__)

"""Bad input to any script: status 2, one line on standard error that says what is wrong, and nothing on standard output."""

import io
import runpy
import shlex
import signal
import subprocess
import sys

import pytest

from tests.processes import ROOT, complaint

SEARCH = "solve.py 30x30 --closed --solver backtracking"
"""A search without end: what is wrong with its files is told before the work."""

LINES = {
    # boards
    "solve.py": "BOARD",
    "check.py": "BOARD",
    "count.py": "BOARD",
    "solve.py 0x5": "0x5",
    "solve.py 8by8": "8by8",
    "check.py 0xN": "height 0",
    "check.py Nx0 --closed": "height 0",
    "compare.py --boards 5..8": "argument --boards: '5..8'",
    "check.py 4x4 --pairs --step 3=a1": "--pairs has no effect with --closed, --start, --end or --step",
    "compare.py --boards 5x5 --competitor 'A: warnsdorff' --competitor 'A: pruned'": "compare.py: 'A' is the name of warns",
    "solve.py 8x-8": "8x-8",
    "solve.py ''": "empty",
    "check.py /no/such/board.txt": "No such file",
    "check.py README.md/board": "README.md/board cannot be read: Not a directory",
    "check.py tests": "tests",
    "solve.py /no/such/graph.hcp": "No such file",
    "solve.py 3000x3000 --solver warnsdorff": "9,000,000 squares",
    "solve.py 3000x3000 --solver cp-sat": "9,000,000 squares",
    # squares, leapers and joined edges
    "solve.py 5x5 --start 5,0": "5,0 is not on the board",
    "check.py 5x5 --end 0,5": "0,5 is not on the board",
    "count.py 5x5 --start 9,9": "9,9 is not on the board",
    "solve.py 5x5 --start -1,-1": "the start -1,-1 is not on the board",
    "check.py 5x5 --start c9": "the start c9 is not on the board",
    "solve.py 5x5 --start 0,0 --end 0,0": "equal to the start",
    "solve.py 5x5 --start 3": "the start",
    "solve.py 5x5 --start 0,0,0": "the start",
    "solve.py 5x5 --end corner": "the end",
    "check.py 5x5 --start ''": "the start",
    "solve.py 5x5 --start ٣,٤": "is not a square",
    f"solve.py 5x5 --start {'9' * 5000},0": "999…' is not a square",
    "check.py 5x5 --leaper 0,0": "leaper",
    "solve.py 5x5 --leaper -1,2": "leaper",
    "solve.py 5x5 --leaper 2": "--leaper",
    "check.py 5x5 --wrap sideways": "--wrap",
    # solvers and their options
    "solve.py 5x5 --solver ''": "unknown solver ''",
    "solve.py 5x5 --solver warnsdorf": "did you mean 'warnsdorff'",
    "solve.py 5x5 --solver warnsdorff --option colour=red": "move_order",
    "solve.py 5x5 --option budget=1": "budget",
    "solve.py 5x5 --option move_order": "K=V",
    "solve.py 5x5 --option =java": "K=V",
    "solve.py 5x5 --option seed=1 --option seed=2": "given twice",
    "solve.py 5x5 --solver cp-sat --option seed=-1": "seed=-1",
    "solve.py 5x5 --solver cp-sat --option workers=0": "workers=0",
    "solve.py 5x5 --solver cp-sat --option hint=roth": "must be warnsdorff, or a list of squares",
    "solve.py 5x5 --solver cp-sat --option model=cuts": "available: circuit, positions, lazy-cuts",
    "solve.py 5x5 --solver warnsdorff --option tie_break=foo": "first, random, roth, pohl",
    "solve.py 5x5 --solver backtracking --option move_order=foo": "adjacency, clockwise, java",
    "solve.py 5x5 --solver backtracking --option move_order=[[1,2]]": "every move",
    "solve.py 5x5 --step 26=a1": "a tour of 25 squares has no step 26: step numbers must be from 1 to 25",
    "solve.py 5x5 --step 3=a1 --solver highs": "does not support known steps; solvers that do: auto, backtracking",
    "solve.py 5x5 --watch a.html": "solver 'auto' cannot be watched: use one of backtracking",
    "solve.py 5x5 --solver pruned --watch -": "--watch - needs a terminal",
    "solve.py 101x100 --solver pruned --watch a.html": "up to 10,000 squares",
    f"{SEARCH} --watch no/such/a.html": "no/such/a.html cannot be written",
    # limits
    "solve.py 5x5 --time-limit 0": "time limit",
    "solve.py 5x5 --time-limit inf": "argument --time-limit: 'inf' is not a finite number of seconds",
    "solve.py 5x5 --time-limit nan": "not a finite number of seconds",
    "check.py 5x5 --time-limit ٣": "not a finite number of seconds",
    "check.py 5x5 --node-limit 0": "node limit",
    "solve.py 5x5 --node-limit 1.5": "--node-limit",
    "solve.py 5x5 --node-limit ٣": "not a whole number",
    "check.py 2000x2000": "a map of 4,000,000 squares is too large: 1,000,000 at most; ask for one start",
    "check.py 5x5 --jobs 0": "--jobs",
    "check.py 5x5 --jobs ٣": "--jobs",
    "count.py 5x5 --memory-limit 0": "memory limit",
    "count.py 5x5 --memory-limit inf": "--memory-limit",
    "benchmark.py --repeats 0": "at least 1",
    "benchmark.py --repeats ²": "not a whole number",
    "benchmark.py --only nothing": "no benchmark has 'nothing' in its name",
    # options that contradict each other, or have no effect
    "solve.py 5x5 --colour red": "--colour",
    "solve.py 5x5 --format poem": "--format",
    "solve.py 5x5 --json --format grid": "not allowed with",
    "check.py 5x5 --json --svg map.svg": "not allowed with",
    "benchmark.py --json --markdown": "not allowed with",
    "solve.py 5x5 --svg a.svg --format grid": "not allowed with argument --svg",
    "solve.py 5x5 --list-solvers": "BOARD has no effect with --list-solvers",
    "solve.py --list-solvers --verify -": "--verify has no effect with --list-solvers",
    "solve.py --list-solvers --format grid": "--format has no effect",
    "solve.py --list-solvers --certificate proofs": "--certificate has no effect",
    "solve.py --list-solvers --export a.tour": "--export has no effect with --list-solvers",
    "solve.py 5x5 --verify - --solver auto": "--solver has no effect with --verify",
    "solve.py 5x5 --verify - --time-limit 1": "--time-limit has no effect with --verify",
    "solve.py - --verify -": "cannot both be read from standard input",
    "solve.py 5x5 --animate": "--animate needs --svg",
    "solve.py 5x5 --animate --json": "--animate needs --svg",
    "check.py 5x5 --pairs --start 0,0": "--pairs",
    "check.py 32x32 --pairs": "a map of all pairs of 1,024 squares is too large: 1,000 at most",
    "count.py 40000x40000 --symmetric half": "1,600,000,000 squares is too large",
    "count.py 40000x40000 --each-start": "1,600,000,000 squares is too large",
    "check.py 5x5 --pairs --closed": "--pairs",
    "check.py 5x5 --csv": "--csv",
    "check.py 5x5 --closed --csv": "--csv has no effect",
    "check.py 5x5 --start 0,0 --jobs 2": "--jobs has no effect",
    "check.py {edge} --html page.html": "--html has no effect with a graph file",
    "check.py {edge} --closed --svg why.svg": "--svg has no effect with a graph file",
    "check.py 5x5 --boards 3x3": "--boards",
    "check.py --boards 3x3 --start ''": "--boards",
    "check.py --boards 3x3 --pairs": "--boards",
    "check.py --boards 3x3 --confirm": "--confirm has no effect with --boards",
    "check.py --boards 3..4x3 --out kept": "--out has no effect with --boards",
    "count.py 5x5 --each-start --closed": "the problem has closed tours",
    "count.py 5x5 --each-start --start 0,0": "the problem has the start",
    "count.py 5x6 --symmetric quarter": "no symmetry 'quarter turn'",
    "count.py 5x5 --symmetric half --start 0,0": "--start has no effect with --symmetric",
    "count.py 5x5 --symmetric half --checkpoint kept": "--checkpoint has no effect with --symmetric",
    "count.py 5x5 --symmetric half --temporary-directory .": "--temporary-directory has no effect",
    # lists of tours
    "solve.py --all": "BOARD is missing",
    "solve.py 5x5 --all --solver auto": "--solver has no effect with --all",
    "solve.py 5x5 --all --svg all.svg": "--svg has no effect with --all",
    "solve.py 5x5 --all --json": "--json has no effect with --all",
    "solve.py 5x5 --all --format summary": "use grid, squares or jsonl",
    "solve.py 5x5 --all --verify -": "--all has no effect with --verify",
    "solve.py 5x5 --all --limit 0": "--limit: it must be at least 1, not 0",
    "solve.py 5x5 --all --limit many": "'many' is not a whole number",
    "solve.py 5x5 --limit 3": "--limit needs --all: add it",
    "solve.py 5x5 --self-symmetric": "--self-symmetric needs --all: add it",
    "solve.py 5x5 --format jsonl": "--format jsonl needs --all: add it",
    "solve.py 2000x2000 --all": "4,000,000 squares are too many",
    "solve.py 100x100 --wrap both --all --self-symmetric": "too many symmetries",
    # comparisons
    "compare.py --solvers warnsdorf": "did you mean 'warnsdorff'",
    "compare.py --boards 8by8": "8by8",
    "compare.py --boards 1..9999x1..9999": "99,980,001 boards",
    "compare.py --boards -": "empty",
    "compare.py --boards /no/such.col": "argument --boards: /no/such.col cannot be read",
    "compare.py --boards 5x5 --starts 5,5": "5,5 is not on the board",
    "compare.py --boards 6x6 5x5 --starts 5,5": "argument --starts: 5,5",
    "compare.py --boards 5x5 --starts all 0,0": "--starts all cannot be combined",
    "compare.py --starts 0,0": "--starts needs --boards",
    "compare.py --end 0,0": "--end needs --boards",
    "compare.py --leaper 1,4": "--leaper needs --boards",
    "compare.py --graphs J5 --leaper 1,4": "--leaper needs --boards",
    "compare.py --closed": "--closed needs --boards or --graphs",
    "compare.py --graphs J5 --boards 5x5": "argument --boards: not allowed with argument --graphs",
    "compare.py --graphs no/such": "argument --graphs: 'no/such' is not a known graph",
    "compare.py --graphs J5 --starts 20": "argument --starts: the start 20 is not in the graph",
    "compare.py --square": "--square needs --boards",
    "compare.py --boards 8..3 --square": "not a range of sides",
    "compare.py --boards 5x5 --leaper 1,4 2": "argument --leaper: '2' is not two whole numbers",
    "compare.py --boards 5x5 --leaper 1,2 0,0": "argument --leaper: ",
    "compare.py --wrap both": "--wrap needs --boards",
    "compare.py --boards 5x5 --starts 0,0 --end 0,0": "the end is equal to the start",
    "compare.py --boards 5x5 --closed --end 0,0": "not allowed with argument --closed",
    "compare.py --boards 3000x3000 --solvers construct": "too many starts: name the squares",
    "compare.py --boards 3000x3000 --starts 0,0 --solvers construct warnsdorff": "the maximum is 1,000,000 with warnsdorff",
    "compare.py --boards 10001x10001 --starts 0,0 --solvers construct": "the maximum is 100,000,000",
    "compare.py --suite standart": "did you mean 'standard'",
    "compare.py --suite no/such.toml": "no/such.toml cannot be read",
    "compare.py --suite standard --boards 5x5": "not allowed with argument --suite",
    "compare.py --suite standard --starts all": "--starts needs --boards",
    "compare.py --time-limit 0": "time limit",
    "compare.py --memory-limit 0": "the memory limit is 0 GB",
    "compare.py --memory-limit nan": "not a number",
    "compare.py --memory-limit much": "--memory-limit: 'much' is not a number of gigabytes",
    "compare.py --seeds 0": "argument --seeds: it must be at least 1",
    f"compare.py --seeds {'9' * 30}": "seeds",
    "compare.py --repeats -1": "argument --repeats: it must be at least 1",
    "compare.py --jobs 0": "--jobs",
    "compare.py --option tie_break=roth": "is not SOLVER:K=V",
    "compare.py --option warnsdorff:tie_break": "is not K=V",
    "compare.py --option warnsdorf:tie_break=roth": "did you mean 'warnsdorff'",
    "compare.py --option warnsdorff:colour=red": "has no option 'colour'",
    "compare.py --solvers cp-sat --option warnsdorff:seed=1": "is not compared",
    "compare.py --option warnsdorff:seed=NaN": "cannot store seed=nan",
    "compare.py --option warnsdorff:problem=1": "'problem' is not a solver option",
    "compare.py --boards 5x5 --option warnsdorff:tie_break=rhot": "warnsdorff tie_break=rhot: ",
    "compare.py --competitor 'a: auto' 'b: auto'": "unrecognized arguments: b: auto",
    "compare.py --competitor 'a: auto' --solvers auto": "'auto' and 'a' are the same competitor, auto",
    "compare.py --competitor 'a: auto' --competitor 'a: sat'": "'a' is the name of auto with the options {}: give sat",
    "compare.py --competitor 'a: cp-sat workers=1 workers=2'": "'a: cp-sat workers=1 workers=2' contains an option twice",
    "compare.py --competitor 'a: warnsdorf seed=1'": "did you mean 'warnsdorff'",
    "compare.py --competitor auto --option sat:seed=1": "'sat' has options but is not compared",
    "compare.py --solvers no/such.py:walk": "no/such.py:walk cannot be loaded: No such file",
    "compare.py --competitor 'a: nowhere:walk'": "cannot be loaded: ModuleNotFoundError: No module named 'nowhere'",
    "compare.py --option math:sine:seed=1": "math:sine cannot be loaded: AttributeError: module 'math' has no attribute 'sine'",
    "compare.py --solvers math:pi": "math:pi cannot be loaded: TypeError: it is not a function",
    "compare.py --solvers tests/data/broken_plug_in/broken.py:walk": "broken.py:walk cannot be loaded: ",
    "compare.py --solvers solvers/methods/sat.py:sat": "cannot be loaded: ValueError: the solver name 'sat' is already used",
    "solve.py 5x5 --solver auto:walk": "auto:walk cannot be loaded",
    "compare.py --verify tests --by board": "--by has no effect with --verify",
    "compare.py --boards 5x5 --retry": "--retry needs --out",
    "compare.py --report tests --retry": "--retry has no effect with --report",
    "compare.py --report tests": "there is no store tests/runs.sqlite",
    "compare.py --report tests --boards 5x5": "--boards has no effect with --report",
    f"compare.py --verify {'x' * 300}": "there is no store xxx",
    "compare.py --verify tests --solvers auto": "--solvers has no effect with --verify",
    "compare.py --boards 5x5 --export runs.xlsx": "must end in one of .csv, .jsonl, .parquet",
    "compare.py --boards 5x5 --export .csv": "must end in one of .csv, .jsonl, .parquet",
    "compare.py --boards 5x5 --export /dev/null/runs.csv": "cannot be written",
    "compare.py --boards 5x5 --html tests": "it is a folder",
    "compare.py --boards 5x5 --html -": "the page needs a file",
    "compare.py --boards 5x5 --out /dev/null/runs": "cannot be written",
    f"compare.py --boards 5x5 --out {'x' * 300}": "cannot be written",
    "compare.py --boards 5x5 --out ''": "the name of the folder is empty",
    "compare.py --boards 5x5 --scheduler nowhere": "no Dask scheduler answers at 'nowhere'",
    "compare.py --tie-breaks rhot": "available: first, random, roth, pohl, squirrel",
    "compare.py --tie-breaks --seeds 0.5": "--seeds",
    "compare.py --tie-breaks --solvers warnsdorff": "--solvers has no effect with --tie-breaks",
    "compare.py --tie-breaks --closed": "--closed has no effect with --tie-breaks",
    "compare.py --tie-breaks --time-limit 1": "--time-limit has no effect with --tie-breaks",
    "compare.py --tie-breaks roth --out /dev/null/trials": "cannot be written",
    "compare.py --boards 5x5 --solvers auto --archive runs.tar": "must end in .zip",
    "compare.py --report tests --published no/such.csv": "no/such.csv cannot be read",
    "compare.py --tie-breaks --published {edge}.csv": "--published has no effect with --tie-breaks",
    # an option of another meaning has another name
    "compare.py --seed 4": "unrecognized arguments: --seed 4",
    "count.py 5x5 --starts 1": "unrecognized arguments: --starts",
    "solve.py 5x5 --all --symmetric 1": "unrecognized arguments: --symmetric",
    "records.py --time-limit 1": "unrecognized arguments: --time-limit",
    "compare.py --boards {edge} --starts 0,0": "the number of a vertex",
    "compare.py --boards {edge} --starts 5": "the start 5",
    "compare.py --boards {edge} --leaper 1,2": "--leaper has no effect on graph file",
    # tables of boards, the atlas and records
    "check.py --boards 3..8": "--boards",
    "check.py --boards small": "small",
    "check.py --boards 5..3x3": "5..3x3",
    "check.py --boards ٣x٣": "not a range of sizes",
    "check.py --boards 0..2x3": "0..2x3",
    "check.py --boards 1..9999x1..9999": "99,980,001 boards with 2,499,500,025,000,000 squares in total",
    "check.py --boards 9999..10000x9999": "2 boards with 199,970,001 squares in total",
    "check.py --boards 500..501x1000": "the limits are 10,000 boards and 250,000 squares",
    "check.py --boards 3..8 --leapers 3": "--leapers needs square boards",
    "check.py 8x8 --square": "--square has no effect",
    "check.py --boards 8..3 --square": "not a range of sides",
    "check.py --boards 1..100 --square": "the limit is 250,000",
    "check.py --boards 3..4 --square --leapers 3 --leaper 1,2": "--leaper has no effect with --leapers",
    "check.py --boards 3..4 --square --leapers 3 --wrap both": "--wrap has no effect with --leapers",
    "check.py --boards 3..4 --square --leapers 100": "--leapers: it must be 1 to 99",
    "check.py --boards 3..4 --square --leapers 3 --out ''": "folder name is empty",
    "check.py --boards 3..4 --square --leapers 3 --certificate ''": "folder name is empty",
    "records.py --to 0": "--to",
    "records.py theorems --leapers 3 --time-limit 0 --out kept": "the time limit is 0",
    "records.py --from 3 --to 2": "--to",
    "records.py counts A19305": "counts --list-sequences",
    "records.py counts --list-sequences --total-time 5": "--total-time has no effect with --list-sequences",
    "records.py counts --list-sequences --squares 40": "--squares has no effect with --list-sequences",
    "records.py counts --squares 0": "--squares: it must be 1 to 10000, not 0",
    "records.py counts --squares 10001": "--squares: it must be 1 to 10000",
    "records.py counts --to 3": "--to",
    "records.py counts --table --json": "not allowed with",
    # files, checked before the work
    f"{SEARCH} --svg /no/such/folder/tour.svg": "tour.svg cannot be written: folder /no/such/folder does not exist",
    f"{SEARCH} --svg pictures/": "pictures/ cannot be written: it is the name of a folder",
    "solve.py README.md/": "README.md/ cannot be read: Not a directory",
    f"{SEARCH} --svg tests": "tests cannot be written: it is a folder",
    f"{SEARCH} --svg README.md/tour.svg": "cannot be written: Not a directory",
    f"{SEARCH} --svg {'x' * 300}": "File name too long",
    f"{SEARCH} --svg ''": "file name is empty",
    f"{SEARCH} --certificate README.md": "folder README.md cannot be created",
    "solve.py 5x5 --step 13=c3 --certificate proofs": "leave out --certificate or the steps",
    "check.py 5x5 --step 13=c3 --closed --certificate proofs": "leave out --certificate or the steps",
    f"{SEARCH} --cnf /no/such/folder/a": "/no/such/folder/a cannot be written: folder /no/such/folder does not exist",
    f"{SEARCH} --export /no/such/folder/a.tour": "a.tour cannot be written: folder /no/such/folder does not exist",
    "check.py 40x40 --pairs --svg /no/such/folder/map.svg": "cannot be written: folder /no/such/folder does not exist",
    "check.py 40x40 --pairs --certificate README.md/proofs": "folder README.md/proofs cannot be created",
    "check.py --boards 3..9x100 --svg /no/such/folder/map.svg": "cannot be written: folder /no/such/folder does not exist",
    "check.py 40x40 --pairs --html /no/such/folder/page.html": "cannot be written: folder /no/such/folder does not exist",
    "solve.py 5x5 --export tour.txt": "argument --export: 'tour.txt' must end in one of .tour, .hcp, .col, .g6",
    "solve.py 5x5 --cnf -": "argument --cnf: the answer goes to standard output",
    "solve.py 2000x2000 --export a.tour": "a board of 4,000,000 squares is too large for a .tour file",
    "solve.py 2000x2000 --export a.hcp": "a board of 4,000,000 squares is too large for a networkx graph",
    "solve.py 200x200 --export a.g6": "a graph of 40,000 vertices is too large for graph6: write .hcp or .col",
    "solve.py 300x300 --cnf a": "the formula for 892,816 steps has too many clauses: 3,000,000 at most",
    "solve.py 5x5 --verify ''": "empty",
    "solve.py 5x5 --verify tests": "tests",
    "count.py 5x5 --checkpoint ''": "the name of the folder is empty",
    "count.py 5x5 --temporary-directory ''": "the states cannot be written to temporary files in '': No such file",
    "count.py 5x5 --temporary-directory /no/such/folder": "/no/such/folder",
    # graph files: {edge} is one edge
    "solve.py {edge} --start 0": "the start 0 is not in the graph",
    "check.py {edge} --start 1,2": "'1,2' is invalid as the vertex number of --start",
    "solve.py {edge} --end c3": "'c3' is invalid as the vertex number of --end",
    "solve.py {edge} --start ²": "--start",
    "check.py {edge} --start 1 --end 1": "only a tour of one vertex ends where it starts",
    "solve.py {edge} --verify - --svg a.svg": "--svg",
    "solve.py {edge} --format grid": "--format",
    "solve.py {edge} --all --self-symmetric": "a graph file",
    "solve.py {edge} --solver warnsdorff --option tie_break=roth": "roth",
    "solve.py {edge} --solver backtracking --option move_order=java": "adjacency",
    "count.py {edge} --symmetric half": "needs a board",
    "compare.py --tie-breaks --boards {edge}": "edge.col is a graph file, but this option needs a board",
    **{
        f"check.py {{edge}} {option}{value}": f"{option} has no effect with a graph file: leave it out"
        for option, value in {
            "--svg": " a.svg",
            "--html": " a.html",
            "--pairs": "",
            "--leaper": " 1,2",
            "--wrap": " rows",
        }.items()
    },
}


@pytest.fixture(scope="module")
def edge(tmp_path_factory):
    path = tmp_path_factory.mktemp("graph") / "edge.col"
    path.write_text("p edge 2 1\ne 1 2\n")
    path.with_name("edge.col.csv").write_text("problem,competitor,seconds,limit,source\nedge,asp,1,9,a paper\n")
    return path


@pytest.fixture
def here(monkeypatch, capsys):
    """Run a script in the process of the test: it takes a tenth of the time of a process, and bad input is found at once."""
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(ROOT / "scripts")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    handler = signal.getsignal(signal.SIGINT)

    def run(line):
        words = shlex.split(line)
        monkeypatch.setattr(sys, "argv", words)
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(f"scripts/{words[0]}", run_name="__main__")
        return subprocess.CompletedProcess(words, ended.value.code, *capsys.readouterr())

    yield run
    signal.signal(signal.SIGINT, handler)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:60])
def test_bad_input_gets_one_line(here, line, edge):
    assert LINES[line] in complaint(here(line.format(edge=edge)))


HEAD = "problem,competitor,seconds,limit,source"


@pytest.mark.parametrize(
    ("text", "line", "value"),
    [
        ("problem,competitor,seconds,source\ng,asp,1,a paper\n", 2, "expected problem, competitor, seconds, limit, source"),
        (f"{HEAD}\ng,asp,1,9,a paper\ng,asp,-3,9,a paper\n", 3, "'-3'"),
        (f"{HEAD}\ng,asp,TO,9,a paper\n", 2, "'TO'"),
        (f"{HEAD}\ng,asp,nan,9,a paper\n", 2, "'nan'"),
        (f"{HEAD}\ng,asp,1,,a paper\n", 2, "'limit': ''"),
        (f"{HEAD}\ng,asp,1,inf,a paper\n", 2, "'inf'"),
        (f"{HEAD}\ng,,1,9,a paper\n", 2, "'competitor': ''"),
        (f"{HEAD}\n\ng,asp,1,9\n", 3, "'source': None"),
        (f"{HEAD}\ng,asp,1,5,9,a paper\n", 2, "['a paper']"),
        (f'{HEAD}\ng,asp,1,9,"a paper\n', 2, "unexpected end of data"),
    ],
    ids=["no column", "negative", "text", "nan", "no limit", "endless", "no name", "short", "decimal comma", "open quote"],
)
def test_a_faulty_file_of_published_times_gets_one_line_before_the_first_run(here, tmp_path, text, line, value):
    (tmp_path / "times.csv").write_text(text)
    said = complaint(here(f"compare.py --boards 5x5 --published {tmp_path}/times.csv"))
    assert f"times.csv, line {line}: " in said
    assert value in said

"""Test a solver on about fifty small problems: its answers, its limits, and whether equal runs agree."""

from __future__ import annotations

from graphs.text import plural
from solvers.commands import exits, parsing
from solvers.comparison.solver_promises import check_solver


def main() -> int:
    parser = parsing.Parser(__doc__, epilog="Exit status: 0 no fault found, 2 bad input, 4 a fault was found")
    parser.add_argument("solver", metavar="SOLVER", help="solver name, or FILE.py:FUNCTION")
    parsing.add(parser, "--jobs", unset="the number of cores")
    arguments = parser.parse_args()
    problems, broken = check_solver(arguments.solver, jobs=arguments.jobs)
    for each in broken:
        print(f"fault: {each}")
    count = plural(len(broken), "fault") if broken else "no fault found"
    print(f"{arguments.solver}: {plural(problems, 'problem')}, {count}")
    return exits.DISAGREE if broken else exits.FOUND

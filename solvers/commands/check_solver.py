"""Check the promises of a solver on about fifty small problems: right answers, limits that hold, and repeatable runs."""

from __future__ import annotations

from graphs.text import plural
from solvers.commands import exits, parsing
from solvers.comparison.solver_promises import check_solver


def main() -> int:
    parser = parsing.Parser(__doc__, epilog="Exit status: 0 no promise is broken, 2 bad input, 4 a promise is broken")
    parser.add_argument("solver", metavar="SOLVER", help="solver name, or FILE.py:FUNCTION")
    parsing.add(parser, "--jobs", unset="the number of cores")
    arguments = parser.parse_args()
    problems, broken = check_solver(arguments.solver, jobs=arguments.jobs)
    for each in broken:
        print(f"broken promise: {each}")
    count = plural(len(broken), "broken promise") if broken else "no broken promise"
    print(f"{arguments.solver}: {plural(problems, 'problem')}, {count}")
    return exits.DISAGREE if broken else exits.FOUND

"""Find, verify and count knight's tours, decide whether they exist, and compare solvers."""

import sys
from typing import NoReturn

try:
    from solvers.commands.exits import USAGE, run
except KeyboardInterrupt:
    raise SystemExit(130) from None

__all__ = ["main", "start"]

COMMANDS = {
    "solve": "find a tour, or verify a tour in a file",
    "check": "decide which boards, starts and ends have a tour",
    "count": "count all tours",
    "puzzle": "make puzzles: a few steps that determine a whole tour",
    "page": "write a web page on which you can play",
    "compare": "compare solvers on the same problems",
    "report": "print, verify and export stored comparisons",
    "check-solver": "test a solver on small problems",
    "verify": "check a certificate, or an archive of a comparison",
}
MOVED = {"records": "check 5xN for boards of every length, count for numbers of tours, and the OEIS for published numbers"}
"""Commands of earlier versions, and their replacements."""


def start() -> NoReturn:
    """Run the command that the first argument names, or else `main`."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name in COMMANDS:
        sys.argv[:2] = [f"knights-tour {name}"]
        run(f"solvers.commands.{name.replace('-', '_')}")
    sys.argv[0] = "knights-tour"
    run(__name__)


def main() -> int:
    """Print the help, or report that a command is required."""
    from solvers.commands.parsing import Parser

    lines = "".join(f"  {name:14}{what}\n" for name, what in COMMANDS.items())
    parser = Parser(str(__doc__), moved=MOVED, examples=lines)
    parser.add_argument("command", metavar="COMMAND", choices=COMMANDS, help="one of these (options: COMMAND --help)")
    if len(sys.argv) == 1:
        sys.stderr.write(lines)
    parser.parse_args()
    return USAGE


if __name__ == "__main__":
    start()

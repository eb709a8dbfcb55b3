"""Print a table: the shortest boards with a closed tour, numbers of tours, or theorems about boards of every length."""

import sys

try:
    from solvers.commands.exits import run
except KeyboardInterrupt:
    raise SystemExit(130) from None
except ModuleNotFoundError as missing:
    print(f"{missing}: run `pip install -e .` in the root of the repository", file=sys.stderr)
    raise SystemExit(2) from None

run("solvers.commands.records")

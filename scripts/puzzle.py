"""Make puzzles: boards with known steps that exactly one tour has."""

import sys

try:
    from solvers.commands.exits import run
except KeyboardInterrupt:
    raise SystemExit(130) from None
except ModuleNotFoundError as missing:
    print(f"{missing}: run `pip install -e .` in the root of the repository", file=sys.stderr)
    raise SystemExit(2) from None

run("solvers.commands.puzzle")

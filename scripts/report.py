"""Print the report on stored comparisons, verify their answers, and export them."""

import sys

try:
    from solvers.commands.exits import run
except KeyboardInterrupt:
    raise SystemExit(130) from None
except ModuleNotFoundError as missing:
    print(f"{missing}: run `pip install -e .` in the root of the repository", file=sys.stderr)
    raise SystemExit(2) from None

run("solvers.commands.report")

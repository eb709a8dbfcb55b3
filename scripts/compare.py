"""Compare solvers on the same problems. Without arguments, run the standard comparison (one to two minutes on two cores)."""

import sys

try:
    from solvers.commands.exits import run
except KeyboardInterrupt:
    raise SystemExit(130) from None
except ModuleNotFoundError as missing:
    print(f"{missing}: run `pip install -e .` in the root of the repository", file=sys.stderr)
    raise SystemExit(2) from None

run("solvers.commands.compare")

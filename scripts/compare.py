"""Compare solvers on the same problems. Without arguments, run the standard comparison (about a minute on two cores)."""

try:
    from solvers.commands.exits import run
except KeyboardInterrupt:
    raise SystemExit(130) from None

run("solvers.commands.compare")

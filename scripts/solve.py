"""Find a knight's tour, or verify a tour in a file."""

try:
    from solvers.commands.exits import run
except KeyboardInterrupt:
    raise SystemExit(130) from None

run("solvers.commands.solve")

"""Which boards, and which starts, have a knight's tour: a yes with a tour, or a no with its reason."""

try:
    from solvers.commands.exits import run
except KeyboardInterrupt:
    raise SystemExit(130) from None

run("solvers.commands.check")

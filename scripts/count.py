"""Count knight's tours: how many a board, a leaper or a graph has, exactly."""

try:
    from solvers.commands.exits import run
except KeyboardInterrupt:
    raise SystemExit(130) from None

run("solvers.commands.count")

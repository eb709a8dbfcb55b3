"""Print a table: the shortest boards with a closed tour, numbers of tours, or theorems about boards of every length."""

try:
    from solvers.commands.exits import run
except KeyboardInterrupt:
    raise SystemExit(130) from None

run("solvers.commands.records")

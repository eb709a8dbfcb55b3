"""Make tables of records and of counts, as b-files."""

try:
    from solvers.commands.exits import run
except KeyboardInterrupt:
    raise SystemExit(130) from None

run("solvers.commands.records")

"""Decide which boards, starts and ends have a knight's tour, with a tour or a reason for each answer."""

try:
    from solvers.commands.exits import run
except KeyboardInterrupt:
    raise SystemExit(130) from None

run("solvers.commands.check")

"""Which boards, and which starts, have a knight's tour: a yes with a tour, or a no with its reason."""

from solvers.commands.exits import run

run("solvers.commands.check")

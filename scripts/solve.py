"""Find a knight's tour, or check one that was made elsewhere."""

from solvers.commands.exits import run

run("solvers.commands.solve")

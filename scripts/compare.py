"""Compare the solvers on the same problems; without arguments, the standard comparison (about a minute on two cores)."""

from solvers.commands.exits import run

run("solvers.commands.compare")

"""Compare solvers on the same problems. Without arguments, run the standard comparison (about a minute on two cores)."""

from start import run

run("solvers.commands.compare")

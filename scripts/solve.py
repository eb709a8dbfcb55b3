"""Find a knight's tour, or verify a tour in a file."""

from start import run

run("solvers.commands.solve")

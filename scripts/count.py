"""Count the knight's tours of a board, or the Hamiltonian paths and cycles of a graph, exactly."""

from start import run

run("solvers.commands.count")

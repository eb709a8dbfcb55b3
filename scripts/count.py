"""Count knight's tours: how many a board, a leaper or a graph has, exactly."""

from solvers.commands.exits import run

run("solvers.commands.count")

"""Print a table: the shortest boards with a closed tour, numbers of tours, or theorems about boards of every length."""

from start import run

run("solvers.commands.records")

"""Make tables of records and of counts, as b-files."""

from solvers.commands.exits import run

run("solvers.commands.records")

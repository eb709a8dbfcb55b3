"""`python -m solvers COMMAND …` does what `knights-tour COMMAND …` does."""

from solvers.commands.knights_tour import start

start()

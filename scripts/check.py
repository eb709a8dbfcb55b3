"""Decide which boards, starts and ends have a knight's tour, with a tour or a reason for each answer."""

from start import run

run("solvers.commands.check")

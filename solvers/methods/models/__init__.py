"""Formulations of the tour problem that several solvers share."""

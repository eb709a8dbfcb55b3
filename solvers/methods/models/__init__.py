"""Formulations of tours that several solvers share."""

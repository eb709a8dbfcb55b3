"""Solve one problem: find a tour, decide, or list all tours."""

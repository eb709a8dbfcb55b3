"""Counting methods, compiled by numba. `tests/plain_frontier.py` contains their reference implementations in plain Python."""

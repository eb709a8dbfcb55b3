"""The counting methods compiled by numba; each stands in the file with the name of its textbook."""

"""Compiled twins of the classic solvers: the same searches on arrays of integers, compiled by numba when first used."""

"""Compiled twins of the classic solvers: the same searches on integer arrays, translated by numba when they are first used."""

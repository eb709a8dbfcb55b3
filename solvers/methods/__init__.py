"""The solvers: one file per method that finds tours.

`NAME_kernels` is the compiled version of `NAME`, and `compiled` registers the compiled versions. `construction` builds tours of
boards from small tours, `frontier` contains dynamic programming, and `models` contains formulations that several solvers share.
"""

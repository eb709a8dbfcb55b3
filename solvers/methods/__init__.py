"""Methods that find a tour: one file per solver, named as the solver.

`NAME_kernels` is the compiled version of `NAME`, and `compiled` registers the compiled versions. `construction` builds tours of
boards from small tours, `frontier` holds dynamic programming, and `models` the formulations that several solvers share.
"""

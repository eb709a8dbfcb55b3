"""What a fork of `tests.forks` has loaded: the packages of others, of which numba loads most at its first compilation."""

from importlib import import_module

import numba

MODULES = (
    "matplotlib.backends.backend_agg ortools.sat.python.cp_model networkx pandas psutil rich.progress rich.table scipy.optimize"
)
for name in MODULES.split():
    import_module(name)
numba.njit(lambda: 0)()

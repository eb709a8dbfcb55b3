"""What a fork of `tests.forks` has loaded: our commands, and packages of others, of which numba loads most when it compiles."""

from importlib import import_module

import numba

MODULES = (
    "matplotlib.backends.backend_agg ortools.sat.python.cp_model networkx pandas psutil rich.progress rich.table scipy.optimize"
)
COMMANDS = "check compare count records solve"
for name in [*MODULES.split(), *(f"solvers.commands.{command}" for command in COMMANDS.split())]:
    import_module(name)
numba.njit(lambda: 0)()

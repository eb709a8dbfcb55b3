"""What a fork of `tests.forks` has loaded: our commands, and packages of others, of which numba loads most when it compiles."""

import sys
from importlib import import_module

import numba

sys.dont_write_bytecode = False
MODULES = """
filelock jinja2.debug matplotlib.backends.backend_agg matplotlib.backends.backend_pdf matplotlib.backends.backend_svg networkx
ortools.sat.python.cp_model pandas psutil pyarrow.parquet pysat.solvers rich.progress rich.table scipy.optimize scipy.stats
"""
COMMANDS = "check compare count solve"
METHODS = "backtracking cp_sat pruned sat warnsdorff compiled.pruned compiled.warnsdorff construction.construct"
OURS = [f"commands.{name}" for name in COMMANDS.split()] + [f"methods.{name}" for name in METHODS.split()]
for name in [*MODULES.split(), *(f"solvers.{each}" for each in [*OURS, "counting.counting", "existence.all_boards"])]:
    import_module(name)
numba.njit(lambda: 0)()

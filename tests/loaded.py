"""What a fork of `tests.forks` has loaded: our commands, packages of others, and the kernels that commands use most."""

import sys
from importlib import import_module

sys.dont_write_bytecode = False
MODULES = """
filelock jinja2.debug matplotlib.backends.backend_agg matplotlib.backends.backend_pdf matplotlib.backends.backend_svg networkx
ortools.sat.python.cp_model pandas psutil pysat.solvers rich.progress rich.table scipy.optimize scipy.stats
solvers.comparison.report solvers.existence.all_boards
"""
COMMANDS = "check compare count puzzle report solve"
try:
    for name in [*MODULES.split(), *(f"solvers.commands.{each}" for each in COMMANDS.split())]:
        import_module(name)
except ImportError as error:  # the server of forks ignores an ImportError, and would load the rest again in every fork
    raise RuntimeError from error
solvers = import_module("solvers")
for call in (solvers.count_tours, solvers.count_starts, solvers.random_tour):
    call("5x5")
next(solvers.list_tours("5x5"))
import_module("solvers.core.registry").packages_distributions()

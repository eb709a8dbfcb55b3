"""Reports on a store of runs: data frames, statistics, the cross-check, tables and plots. No module here runs a solver.

Public names are imported when they are first used. `__init__.pyi` lists them with their modules.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

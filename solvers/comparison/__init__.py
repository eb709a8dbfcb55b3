"""Comparison of solvers on the same problems.

Public names are imported when they are first used. `__init__.pyi` lists them with their modules.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

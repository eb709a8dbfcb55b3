"""Boards, their move graphs, tours and their verification, and results known without search.

The package does not import `solvers`. Each public name is imported from its module at its first use; the file `__init__.pyi`
lists the names and modules.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

"""Boards, move graphs, tours, file formats, and proofs that no tour exists.

The package does not import `solvers`. Public names are imported at first use; `__init__.pyi` lists them.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

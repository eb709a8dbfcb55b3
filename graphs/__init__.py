"""Boards, their move graphs, tours and the one checker; what is known without a search. Imports no solver.

Each public name is imported when it is first used; `__init__.pyi` says from where.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

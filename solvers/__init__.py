"""Ways to find a tour, or to prove that there is none, all behind one registry.

Each public name is imported when it is first used; `__init__.pyi` says from where.
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

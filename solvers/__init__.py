"""Find tours, prove that none exists, and list or count all tours of a board or a graph.

`solve` finds a tour with a solver of the registry, and `decide` decides whether a tour exists. `enumerate_tours` and
`list_tours` yield all tours, and `count_tours` counts them. `start_map` decides from which squares of a board a tour can start.
`board_map` makes such a map for each of many boards.

Public names are imported when they are first used. `__init__.pyi` lists them with their modules.
"""

import lazy_loader

__version__ = "0.2.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

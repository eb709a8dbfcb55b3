"""Obstructions: proofs that a problem has no tour, checkable without search.

Each kind has a subclass of `Obstruction`, which describes and checks it, and a *finder*, which yields unchecked candidates. The
module `finders` lists the finders in five tuples, from `PASSES` (the fastest) to `PROGRAMS` (the slowest).

To add a kind, add a file with a class and a finder, and put the finder into one of these tuples. If its certificate has a new
form, also add a method to `scripts/checker/certificate.py`. `find_row_cuts` is in no tuple: it is faster than `find_cut_sets`,
but works only on boards with few rows.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

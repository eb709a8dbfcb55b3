"""Obstructions: reasons, checkable without a search, why a problem has no tour.

A file contains one kind of obstruction, a few related kinds, or an algorithm that finders use. Each kind has a subclass of
`Obstruction`, which describes and checks it, and a *finder*, a function that yields unchecked candidates.

The module `finders` lists the finders in five tuples, from `PASSES` (the fastest) to `PROGRAMS` (the slowest). To add a kind,
add a file, and put its finder into one of these tuples. If the certificate of this kind has a new form, also add a method to
`scripts/check_certificate.py` that checks it.

The tuple `PASSES` does not contain `find_row_cuts`, which finds cut sets and half sets in linear time, but only on boards with
few rows. `find_cut_sets` takes longer, but searches for cut sets and half sets in every graph.

Public names are imported when they are first used. `__init__.pyi` lists them with their modules.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

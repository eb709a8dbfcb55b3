"""Reasons why there is no tour that anyone can check without searching.

`find_obstruction` looks for one; each is a value with a sentence, a witness, and `holds`, which checks it from scratch.
"""

from graphs.obstructions.finders import find_obstruction
from graphs.obstructions.kinds import (
    Asked,
    Colours,
    CutSet,
    DeadEnds,
    DegreeSet,
    Disconnected,
    EndNotAMove,
    HalfSet,
    NoSquares,
    Obstruction,
    OffTheBoard,
    TooFewSquares,
)

__all__ = [
    "Asked",
    "Colours",
    "CutSet",
    "DeadEnds",
    "DegreeSet",
    "Disconnected",
    "EndNotAMove",
    "HalfSet",
    "NoSquares",
    "Obstruction",
    "OffTheBoard",
    "TooFewSquares",
    "find_obstruction",
]

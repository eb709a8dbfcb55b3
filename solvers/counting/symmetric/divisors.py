"""By what the number of tours of a board can be divided, because the board has symmetries.

A symmetry of the board maps every tour onto a tour. The images of one tour under all symmetries are its *orbit*. The
symmetries that map the tour onto itself are its *stabilizer*. The orbit has as many tours as the number of all symmetries
divided by that of the stabilizer (the orbit-stabilizer theorem). So a number that divides every such quotient divides the
number of all tours. It is enough to say which stabilizers a tour can have at all:

- A tour with a direction has none but the identity: a symmetry that keeps the tour and its direction keeps the first square,
  hence the second, and so on. So has a tour with a given start or end.
- An open tour without a direction can be reversed. The reversal swaps the ends of the middle move, or keeps the middle square
  alone.
- A closed tour is a ring. A symmetry that keeps it turns the ring or reflects it. A turn moves every square, in cycles of one
  length. A reflection keeps two squares, or one and swaps the ends of one move, or swaps the ends of two moves.

Colours say more, where every move changes the colour: a step along the tour changes it. So a turn of the ring by an odd number
of steps swaps the colours, and by an even number it keeps them; a swapped move swaps them.

On 8x8, neither a reflection nor a quarter turn can keep a closed tour, and only the half turn is left. So the number of closed
tours is a multiple of 8 / 2 = 4. Cost: the number of symmetries, cubed, times the number of squares.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import gcd
from typing import TYPE_CHECKING, Any, TypeAlias

from graphs.obstructions import two_colours
from graphs.symmetry import symmetries
from solvers.problem import Problem

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["symmetry_divisor"]

Images: TypeAlias = tuple[int, ...]
"""A symmetry: for each square, by its number, the number of its image."""

MOST_SYMMETRIES = 64
"""On boards with more, such as large tori, the stabilizers of closed tours are not sought."""


def symmetry_divisor(problem: Problem) -> tuple[int, int]:
    """Return a number that divides the number of tours of a board, and how many symmetries keep the problem.

    The number of tours is the undirected one; with a given start or end of open tours it is the directed one.

    Parameters
    ----------
    problem : at least two squares. A graph that is no board has the divisor 1: its symmetries are not known.

    Examples
    --------
    >>> from graphs import Board
    >>> symmetry_divisor(Problem.on_board(Board(8, 8), closed=True)), symmetry_divisor(Problem.on_board(Board(8, 8)))
    ((4, 8), (8, 8))
    """
    if problem.board is None:
        return 1, 1
    squares = list(problem.board)
    number = {square: index for index, square in enumerate(squares)}
    group = [tuple(number[map_(square)] for square in squares) for map_ in symmetries(problem.board)]
    if problem.closed:
        if None not in (problem.start, problem.end):
            ends = {number[problem.start], number[problem.end]}
            group = [images for images in group if {images[end] for end in ends} == ends]
        if len(group) > MOST_SYMMETRIES:
            return 1, len(group)
    else:
        kept = [number[end] for end in (problem.start, problem.end) if end is not None]
        group = [images for images in group if all(images[end] == end for end in kept)]
        if kept:
            return len(group), len(group)
    return gcd(*(len(group) // order for order in _stabilizer_orders(group, problem, number))), len(group)


def _stabilizer_orders(group: Sequence[Images], problem: Problem, number: dict[Any, int]) -> Iterator[int]:
    """Yield the orders of all groups of symmetries that may be the stabilizer of a tour, some of them more than once."""
    moves = {(number[one], number[two]) for edge in problem.graph.edges for one, two in (edge, edge[::-1])}
    colours = _colours(problem.graph, number)
    yield 1
    if not problem.closed:  # the identity, and at most one reversal
        yield from (2 for images in group if not _is_identity(images) and _keeps_path(images, moves, colours))
        return
    candidates = {images for images in group if _is_identity(images) or _keeps_ring(images, moves, colours)}
    for generators in combinations_with_replacement(sorted(candidates), 2):  # two are enough to generate turns and reflections
        generated = _generated(generators)
        if generated <= candidates:
            yield len(generated)


def _colours(graph: nx.Graph[Any], number: dict[Any, int]) -> list[int] | None:
    """Return the colour of each square, 0 or 1, so that each move changes it; None where there are no such colours."""
    found = two_colours(graph)
    return None if found is None else [found[square] for square in number]


def _is_identity(images: Images) -> bool:
    return images == tuple(range(len(images)))


def _keeps_path(images: Images, moves: set[tuple[int, int]], colours: list[int] | None) -> bool:
    """Return whether a symmetry, not the identity, may reverse an open tour."""
    if not _is_identity(_after(images, images)):
        return False
    kept, swapped = _kept(images), _swapped_moves(images, moves)
    return kept == 1 if len(images) % 2 else kept == 0 and swapped > 0 and _changes_colours(images, colours) is not False


def _keeps_ring(images: Images, moves: set[tuple[int, int]], colours: list[int] | None) -> bool:
    """Return whether a symmetry, not the identity, may turn a closed tour or reflect it."""
    return _turns_ring(images, colours) or _reflects_ring(images, moves, colours)


def _turns_ring(images: Images, colours: list[int] | None) -> bool:
    lengths = set(_cycle_lengths(images))
    if len(lengths) > 1:
        return False
    steps = len(images) // lengths.pop()  # or an odd multiple, where colours alternate around the ring
    changes = _changes_colours(images, colours)
    return changes is None or changes == (steps % 2 == 1)


def _reflects_ring(images: Images, moves: set[tuple[int, int]], colours: list[int] | None) -> bool:
    if not _is_identity(_after(images, images)):
        return False
    kept, swapped = _kept(images), _swapped_moves(images, moves)
    if len(images) % 2:
        return kept == 1 and swapped > 0
    return kept == 2 or (kept == 0 and swapped > 1 and _changes_colours(images, colours) is not False)


def _changes_colours(images: Images, colours: list[int] | None) -> bool | None:
    """Return whether a symmetry swaps the two colours; None where there are none, or where it swaps some and keeps others."""
    if colours is None:
        return None
    changed = {colours[square] != colours[image] for square, image in enumerate(images)}
    return changed.pop() if len(changed) == 1 else None


def _kept(images: Images) -> int:
    return sum(square == image for square, image in enumerate(images))


def _swapped_moves(images: Images, moves: set[tuple[int, int]]) -> int:
    """Return between how many squares and their images there is a move."""
    return sum((square, image) in moves for square, image in enumerate(images) if square < image)


def _cycle_lengths(images: Images) -> Iterator[int]:
    """Yield how many times the symmetry has to be applied to each square until it is back."""
    for square, image in enumerate(images):
        length = 1
        while image != square:
            image, length = images[image], length + 1
        yield length


def _after(one: Images, other: Images) -> Images:
    """Return one symmetry after another."""
    return tuple(one[image] for image in other)


def _generated(generators: Sequence[Images]) -> set[Images]:
    """Return all symmetries that come of some, applied one after the other."""
    found = {tuple(range(len(generators[0])))}
    fresh = list(found)
    while fresh:
        fresh = list({_after(one, other) for one in generators for other in fresh} - found)
        found.update(fresh)
    return found

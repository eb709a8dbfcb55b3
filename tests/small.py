"""Small boards, drawn by hypothesis, and two tours that many tests look at."""

from hypothesis import strategies as st

from graphs import Board, Tour

RING = Board(3, 3, holes=[(1, 1)])
AROUND = [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]
KNIGHT_3X4 = Tour.from_grid([[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]])


@st.composite
def boards(draw, most=5, wraps=(None, "rows", "cols", "both")):
    """A board of at most so many rows and columns, few or many holes, and joined edges."""
    rows, cols = draw(st.integers(1, most)), draw(st.integers(1, most))
    every = [(row, col) for row in range(rows) for col in range(cols)]
    holes = st.sets(st.sampled_from(every), max_size=draw(st.sampled_from([4, rows * cols])))
    return Board(rows, cols, draw(holes), draw(st.sampled_from(wraps)))

"""Published numbers of `tests/data`."""

from tests.tables import table


def data(name):
    return table(f"{name}.json")


COUNTS = {table: numbers["boards"] for table, numbers in data("counts").items() if "boards" in numbers}
"""For each table, the number of tours of each board."""


def published(table, *boards):
    return [(board, COUNTS[table][board]) for board in boards]


STARTS_WITHOUT_TOUR = data("existence")["starts_without_tour"]["boards"]


def has_closed_tour(m, n):
    """Schwenk's theorem of 1991, for m <= n."""
    return not ((m % 2 and n % 2) or m in (1, 2, 4) or (m == 3 and n in (4, 6, 8)))


def has_open_tour(m, n):
    """Cull and De Curtins' theorem of 1978, for m <= n."""
    return (m, n) in [(1, 1), (3, 4)] or (m == 3 and n >= 7) or (m == 4 and n >= 5) or m >= 5


def starts_tour(rows, cols, square):
    """Whether an open tour begins here: the theorem, the colours, and the exceptions that were measured, for rows <= cols."""
    wrong_colour = rows % 2 and cols % 2 and sum(square) % 2
    exception = list(square) in STARTS_WITHOUT_TOUR.get(f"{rows}x{cols}", [])
    return has_open_tour(rows, cols) and not (wrong_colour or exception or (rows == 4 and square[0] in (1, 2)))

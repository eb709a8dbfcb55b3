"""The numbers of tours of all boards with few rows, one after the other, and the recurrence that they satisfy."""

from solvers.counting.strips.strips import count_strips, strip_recurrence

__all__ = ["count_strips", "strip_recurrence"]

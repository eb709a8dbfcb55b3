"""Decide which boards and starts have a tour, for single boards, tables of boards, or all boards at once."""

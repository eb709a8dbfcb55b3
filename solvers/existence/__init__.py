"""Decide which boards and starts have a tour, with evidence: one problem, maps and tables of many, or all boards at once."""

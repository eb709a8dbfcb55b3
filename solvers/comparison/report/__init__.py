"""The report on a comparison, computed from the frame of its runs alone. No module here runs a solver."""

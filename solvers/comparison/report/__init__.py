"""Reports on a comparison: statistics, tables, plots and a page, computed from its table of runs."""

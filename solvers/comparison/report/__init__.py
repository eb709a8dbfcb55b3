"""Reports on a store of runs: data frames, statistics, the cross-check, tables and plots. No module here runs a solver."""

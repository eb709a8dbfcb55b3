"""What is read out of a store: frames, statistics, the cross-check, tables and plots. Nothing here runs a solver."""

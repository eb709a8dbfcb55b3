"""What a solver gets and returns: problems, budgets, outcomes, results, and the registry of solvers."""

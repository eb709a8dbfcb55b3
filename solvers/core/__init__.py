"""Problems, budgets, results, and the registry of solvers."""

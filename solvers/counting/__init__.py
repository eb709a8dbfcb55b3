"""Count tours exactly.

- `counting` counts the tours of a problem, or its open tours from each square, by the frontier method: dynamic programming over
  states of partial tours (see `solvers.methods.frontier.plan`).
- `count_plan` chooses the order of the vertices. `sweep` processes them one by one. `halves` divides the graph into two halves,
  and joins their states, with the inner loops in `halves_kernels`.
- `checks` counts the tours again by other methods, to confirm the result of a count.
- `strips` counts the tours of all boards with a given number of rows, and finds linear recurrences that these numbers satisfy.
- `quotients` counts the tours that a given symmetry of the board maps to themselves, by tours of smaller graphs.
"""

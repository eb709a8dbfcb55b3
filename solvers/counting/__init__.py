"""Exact numbers of tours.

- `counting` counts the tours of a problem by the frontier method, dynamic programming over states of partial tours (see
  `solvers.methods.frontier.plan`). `plan` chooses the order of the vertices. `middle` divides the graph into two halves, so
  that each
  can be processed separately. `compiled` contains the inner loops, which numba compiles. `rows` stores states in memory or on
  disk. `checkpoints` saves them, so that a later run can resume the count.
- `starts` counts the open tours that begin at each square.
- `checks` counts the tours again by other methods, to confirm the result of a count.
- `strips` counts the tours of all boards with a given number of rows. `recurrences` finds linear recurrences that these numbers
  satisfy.
- `quotients` counts the tours that a given symmetry of the board maps to themselves. It uses smaller graphs, which
  `quotient_graph` builds.
"""

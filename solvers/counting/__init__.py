"""Exact numbers of tours.

- `counting` counts the tours of a problem by dynamic programming over a frontier. The states of this method describe how parts
  of tours can be completed (see `solvers.frontier.plan`). `plan` chooses the order of the vertices, and `middle` divides the
  graph into two halves. `compiled` contains the inner loops, which numba compiles. `rows` stores states in memory or on disk,
  and `checkpoints` saves them.
- `starts` counts the open tours that begin at each square.
- `checks` checks a number of tours by other methods.
- `strips` counts the tours of all boards with a given number of rows. `recurrences` finds linear recurrences that these numbers
  satisfy.
- `quotients` counts the tours that a given symmetry of the board maps to themselves. It uses the graphs of `quotient_graph`.
- `records` counts the tours of many boards, which `sequences` lists, and compares the numbers with the published ones.
"""

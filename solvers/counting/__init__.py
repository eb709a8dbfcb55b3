"""How many tours there are, exactly.

`counting` answers for any problem, by dynamic programming over a frontier: `frontier` and `middle` are the textbooks, `plan` is
the order of the vertices, `compiled` holds the twins on arrays; `rows` are states in memory or on disk, which `checkpoints`
keep. `starts` counts from each square, and `checks` finds a number in other ways. `strips` gives the numbers of all boards with
a given number of rows, one after the other. `quotients` counts the tours that a symmetry keeps. `records` counts the boards of
many `sequences`, beside the published numbers.
"""

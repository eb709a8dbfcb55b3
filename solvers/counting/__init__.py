"""How many tours there are, exactly.

`counting` answers for any problem, by dynamic programming over a frontier: `frontier` is the textbook, `plan` the order of the
vertices, `compiled` the twin on arrays; `running` holds what a long count needs. `starts` counts from each square, and `checks`
finds a number in other ways. `strips` gives the numbers of all boards with so many rows, one after the other. `symmetric`
counts the tours that a symmetry keeps. `tables` counts the boards of many sequences, beside what stands in print.
"""

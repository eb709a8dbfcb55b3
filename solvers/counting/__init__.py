"""How many tours there are, exactly.

`counting` answers for any problem, by dynamic programming over a frontier: `frontier` is the textbook, `plan` the order of the
vertices, `compiled` the twin on arrays. `strips` gives the numbers of all boards with so many rows, one after the other, and
`recurrences` the linear recurrence that they satisfy. `checks` finds a number in other ways. `records` counts the boards of
many `sequences`, beside what stands in print.
"""

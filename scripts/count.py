"""Count the knight's tours of a board, or the Hamiltonian paths and cycles of a graph, exactly."""

try:
    from solvers.commands.exits import run
except KeyboardInterrupt:
    raise SystemExit(130) from None

run("solvers.commands.count")

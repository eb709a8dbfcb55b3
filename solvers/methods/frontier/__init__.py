"""Process the vertices of a graph one by one, to search for tours or to count them.

The *frontier* consists of the vertices that are not processed yet and have a processed neighbour. The module `order` finds
orders of the vertices with small frontiers. The module `plan` defines the steps that process the vertices, and the states of
partial tours. The module `kernels` contains compiled functions for these states.
"""

"""What a search over a frontier and a count over one share: the order of the vertices, their treatments, and the joining."""

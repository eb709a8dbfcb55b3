"""Tours that a symmetry of the board maps onto themselves, and what symmetries say about the number of all tours."""

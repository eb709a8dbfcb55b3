"""How many tours there are: exact numbers, by dynamic programming over a frontier; of strips, for every length."""

"""Tours of boards of any size in linear time: small tours side by side, joined by exchanging moves."""

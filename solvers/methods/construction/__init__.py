"""Tours of boards of any size in linear time: small tours joined by exchanging moves, or stretched on boards of few rows."""

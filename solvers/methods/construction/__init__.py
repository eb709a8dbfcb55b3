"""Tours of boards of any size in linear time: small tours joined by exchanges, or stretched on boards with few rows."""

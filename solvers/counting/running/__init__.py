"""How a long count runs: its states in memory or on disk, its checkpoints, its progress and forecast."""

"""How a long count runs: its states in memory or on disk, its checkpoints and its progress."""

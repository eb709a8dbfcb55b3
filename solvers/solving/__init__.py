"""Find tours, or prove that none exists."""

"""Find one tour or all tours of a problem, or prove that none exists."""

"""Every tour of a problem, one after another."""

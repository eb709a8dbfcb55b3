"""Counting tours without listing them."""

"""The speed table: its rows, and how each is measured."""

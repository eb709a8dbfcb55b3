"""Construct tours of boards of any size in linear time, from small tours.

The small tours are joined by exchanging moves, or lengthened by repeating columns.
"""

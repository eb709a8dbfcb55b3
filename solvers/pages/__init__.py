"""Build HTML pages, each in one file: comparisons, questions, searches, start maps, tables of boards, and puzzles.

Public names are imported when they are first used. `__init__.pyi` lists them with their modules.
"""

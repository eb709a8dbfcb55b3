"""The commands: what the scripts, `knights-tour …` and `python -m solvers …` do. They parse, call the library, and show."""

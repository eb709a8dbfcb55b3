"""The commands: what the scripts, `knights-tour …` and `python -m solvers …` do. They parse, call the library, and show.

| file | what it does |
| --- | --- |
| `solve`, `check`, `count`, `compare`, `records`, `benchmark` | one command each; files with longer names are parts of them |
| `command_line`, `files` | the options that several have, values, documents; reading and writing |
| `waiting`, `exits` | the line or the bar while solvers work; how a command ends |
| `certifying` | `--certificate` |
| `measurements` | what `benchmark` measures, beside `classic.cpp` |
"""

"""The commands: what the scripts, `knights-tour …` and `python -m solvers …` do. They parse, call the library, and show.

| file | what it does |
| --- | --- |
| `solve`, `check`, `count`, `compare`, `records`, `benchmark/` | one command each; files with longer names are parts of them |
| `command_line`, `files` | arguments, tables and progress; reading and writing |
| `waiting`, `exits` | the line about a long search; how a command ends |
| `certifying`, `exporting` | `--certificate`; `--export` and `--cnf` |
| `knights_tour` | `knights-tour COMMAND` |
"""

"""The commands of `knights-tour …`, `python -m solvers …` and the files in `scripts/`.

They read arguments, call the library and print.

| file | content |
| --- | --- |
| `solve`, `check`, `count`, `compare`, `records`, `verify` | one command each; `compare_tasks` etc. are parts of them |
| `listing`, `replay` | `solve --all`; `solve --watch` |
| `endless` | `check 5xN` and `check MxN` |
| `parsing` | options that several commands share |
| `command_line` | problems from the arguments, and output |
| `files` | reading and writing files |
| `waiting` | progress line and progress bar |
| `exits` | exit statuses and error messages |
| `certifying` | `--certificate` |
"""

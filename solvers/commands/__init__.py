"""The commands of `knights-tour …`, `python -m solvers …` and the files in `scripts/`.

Commands read arguments, call the library, and print.

| file | content |
| --- | --- |
| `solve`, `check`, `count`, `compare`, `records`, `verify` | one command each |
| `compare_tasks`, `compare_report`, `record_counts`, `record_theorems` | parts of `compare` and `records` |
| `listing`, `replay`, `puzzles` | `solve --all`; `solve --watch`; `solve --puzzle` |
| `endless` | `check 5xN` and `check MxN` |
| `parsing` | options that several commands share |
| `command_line` | reading problems from arguments; printing |
| `files` | reading and writing files |
| `waiting` | progress line and progress bar |
| `exits` | exit statuses and error messages |
| `certifying` | writing certificates (`--certificate`) |
"""

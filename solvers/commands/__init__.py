"""The commands of `knights-tour …`, `python -m solvers …` and the files in `scripts/`.

Commands read arguments, call the library, and print.

| file | content |
| --- | --- |
| `solve`, `check`, `count`, `puzzle`, `page`, `compare`, `report`, `check_solver`, `verify` | the command of the same name |
| `listing` | `solve --all` |
| `all_lengths` | `check 5xN` (all boards with 5 rows); `check MxN` (all boards) |
| `parsing` | options that several commands share |
| `input_output` | reading problems from arguments; printing answers; reading and writing files |
| `waiting` | progress line and progress bar |
| `exits` | exit statuses and error messages |
| `certifying` | writing certificates (`--certificate`) |
"""

"""The tests: a package, for pychoco installs another one of this name, which a process that a test starts would find first."""

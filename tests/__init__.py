"""The tests: a package, for pychoco installs another one of this name, which would be found first."""

"""Solvers of other packages, so that a comparison shows what one might pick instead: the extra `peers` installs them."""

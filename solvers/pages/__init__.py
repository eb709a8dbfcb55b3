"""Build HTML pages, each in one file that loads no other files."""

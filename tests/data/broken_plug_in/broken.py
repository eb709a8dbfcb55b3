"""A plug-in that cannot be imported."""

raise ImportError("a package that it needs is missing")

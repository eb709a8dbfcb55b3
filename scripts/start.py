"""Import `run`, which starts a command with its exit statuses. This also works before the project is installed."""

try:
    from solvers.commands.exits import run as run
except KeyboardInterrupt:
    raise SystemExit(130) from None
except ModuleNotFoundError as missing:
    import sys

    print(f"{missing}: run `pip install -e .` in the root of the repository", file=sys.stderr)
    raise SystemExit(2) from None

"""Programs that tests run in a fresh Python."""

import os
import subprocess
import sys

from tests.processes import PATIENCE, ROOT


def python(*words, check=True, preexec_fn=None, timeout=PATIENCE, stdin="", **environment):
    """Run Python with these arguments in the root of the project, and return what it printed and its status."""
    return subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=timeout,
        input=stdin,
        check=check,
        preexec_fn=preexec_fn,
    )

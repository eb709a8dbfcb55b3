"""Write a web page on which a tour is played, and that answers questions about it."""

from __future__ import annotations

import os

from solvers.commands import exits, parsing
from solvers.commands import input_output as cli
from solvers.pages.play import PYODIDE, core_script, play_page


def main() -> int:
    """Write the files of the page."""
    parser = parsing.Parser(
        description=__doc__,
        examples="  page --out site    site/index.html: open it in a browser, or publish the folder\n",
    )
    parser.add_argument("--out", metavar="DIR", required=True, help="folder for the files of the page")
    parser.add_argument("--pyodide", metavar="ADDRESS", default=PYODIDE, help="folder of Pyodide (default: %(default)s)")
    arguments = parser.read()
    cli.prepare_output_folder(arguments.out)
    files = {"index.html": play_page(arguments.pyodide), "core.js": core_script()}
    for name, text in files.items():
        cli.write_output_text(os.path.join(arguments.out, name), text)
    cli.say(f"wrote {' and '.join(os.path.join(arguments.out, name) for name in files)}")
    return exits.FOUND

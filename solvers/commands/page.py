"""Write a web page on which you can play knight's tours, and ask whether a tour exists."""

from __future__ import annotations

import os

from solvers.commands import exits, parsing
from solvers.commands import input_output as cli
from solvers.pages.play import PYODIDE, core_script, play_page


def main() -> int:
    parser = parsing.Parser(
        __doc__,
        examples="  page --out site    write site/index.html, to open or to publish\n",
    )
    parsing.add(parser, "--out", help="folder for the files of the page", required=True)
    parser.add_argument("--pyodide", metavar="ADDRESS", default=PYODIDE, help="folder or URL of Pyodide (default: %(default)s)")
    arguments = parser.read()
    cli.prepare_output_folder(arguments.out)
    for name, text in {"index.html": play_page(arguments.pyodide), "core.js": core_script()}.items():
        path = os.path.join(arguments.out, name)
        cli.write_output_text(path, text)
        cli.say(f"wrote {path}")
    return exits.FOUND

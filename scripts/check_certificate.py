"""Check a certificate, which proves that a graph has a tour or has none. Needs nothing but Python.

A certificate is a JSON object. It has a graph ("vertices", "edges") and a question: is there a tour from "start" to "end"
(null: any vertex)? A tour is a Hamiltonian path or, if "closed" is true, a Hamiltonian cycle. "answer" is true or false. "kind"
is the kind of the evidence, which the modules in the folder "checker" explain. They also check theorems about many boards, and
archives. Exit status: 0 accepted, 1 refused, 2 not a certificate or bad usage, 70 internal error or full disk, 130 Ctrl-C, 141
output pipe closed."""

import argparse
import gc
import json
import os
import re
import sys
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # an isolated Python does not do this

from checker.archive import MOST_BYTES, Archive, unique
from checker.certificate import Certificate
from checker.cylinders import Cylinders
from checker.question import Refused, require
from checker.theorem import Theorem


def read(path):
    with path.open("rb") as file:
        data = json.loads(file.read(MOST_BYTES).decode(), object_pairs_hook=unique)
    return {"theorem": Theorem, "cylinders": Cylinders}.get(data["kind"], Certificate)(**data)


def accepted():
    """Check the file named on the command line, and return a message about what it proves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="certificate (.json), or archive written by `report.py --archive` (.zip)")
    parser.add_argument("--board", type=numbers, help="require that the edges are moves of --leaper on this board, e.g. 8x8")
    parser.add_argument("--leaper", type=numbers, help="with --board, the leaper (default: 1,2, the knight)")
    parser.print_usage = lambda *_: None  # an error message is one line
    arguments = parser.parse_args()
    board, leaper = arguments.board, arguments.leaper
    if leaper and not board:
        parser.error("--leaper has no effect without --board: leave it out")
    try:
        certificate = Archive(arguments.file) if arguments.file.suffix == ".zip" else read(arguments.file)
        if board:
            is_graph = type(certificate) is Certificate
            require(is_graph, "--board has no effect on a theorem about many boards, or on an archive: leave it out", 2)
            certificate.compare(*board, leaper or (1, 2))
        return certificate.describe()
    except OSError as fault:
        raise Refused(f"{fault.filename} cannot be read: {fault.strerror}", 2) from None
    except (LookupError, TypeError, ValueError, ArithmeticError, RecursionError, AttributeError):
        raise Refused("it does not have the form of a certificate", 2) from None


def numbers(text):
    pair = re.fullmatch("([0-9]{1,99})[x,]([0-9]{1,99})", text)
    if not pair:
        raise argparse.ArgumentTypeError(f"{text!r:.99} is not two whole numbers, such as 8x8 or 1,2")
    return [*map(int, pair.groups())]


def main():
    """Check the file, print the result, and return the exit status. Errors are printed to standard error."""
    status, wrong = 0, ""
    try:
        if sys.stdout is None:
            raise OSError(None, "it is closed")
        try:
            print("accepted:", accepted())
        except Refused as refused:
            words, status = refused.args
            print("refused:" if status == 1 else "not a certificate:", words, file=sys.stdout if status == 1 else sys.stderr)
        except SystemExit as ended:  # argparse has printed the message
            status = ended.code
        print(end="", flush=True)
    except (KeyboardInterrupt, BrokenPipeError) as ended:
        status, wrong = (141, "") if isinstance(ended, OSError) else (130, "stopped")
    except OSError as fault:
        status, wrong = 70, f"the output cannot be written: {fault.strerror}"
    except Exception as fault:
        status, wrong = 70, f"internal error: {type(fault).__name__}: {fault}"
    if status >= 70:  # otherwise, Python would write the rest of the output again at exit, and change the status
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if wrong:
        with suppress(OSError):
            print(f"check_certificate.py: {wrong}", file=sys.stderr)
    return status


if __name__ == "__main__":
    gc.disable()  # the search for reference cycles takes a tenth of the time, and there are hardly any
    sys.exit(main())

"""How a script ends: its exit status, and one line on standard error for whatever went wrong.

| status | meaning |
| --- | --- |
| 0 | yes, found, or all done |
| 1 | proven impossible, or not a tour |
| 2 | bad input or usage, a package that cannot be loaded, a named file that cannot be used or whose function fails |
| 3 | unknown within the budget |
| 4 | solvers disagree or are at fault (compare.py) |
| 70 | an error of ours: a crash, a process that died, no memory, a full disk; `--debug` shows the traceback |
| 130 | stopped by Ctrl-C |
| 141 | the reader of the output went away |
| 143, 137 | killed by SIGTERM, by `kill -9`: the shell's number for it |

A command is imported by `run`, so that a crash or Ctrl-C among the imports ends in the same way as later on.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NoReturn

FOUND, IMPOSSIBLE, USAGE, UNKNOWN, DISAGREE, INTERNAL, INTERRUPTED, NOT_READ = 0, 1, 2, 3, 4, 70, 130, 141
DISK_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
SQLITE_FULL = {"SQLITE_FULL", "SQLITE_IOERR_WRITE"}
LONGEST_MESSAGE = 1000
ASCII = str.maketrans({"●": "o", "×": "x", "–": "-", "…": "..."})
"""What stands for these marks where the output cannot carry them."""


class Finished(SystemExit):
    """Raised by the argument parser when it has said all there is to say: help, or what is wrong with the arguments."""


def run(command: str) -> NoReturn:
    """Import a command, call its main function, and end the process with its status; no traceback without `--debug`.

    Parameters
    ----------
    command : the name of a module with a function `main`, which returns a status.
    """
    _open_streams()
    handled = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if handled:
        signal.signal(signal.SIGINT, _leave)
    try:
        main = import_module(command).main
        if handled:
            signal.signal(signal.SIGINT, _ctrl_c)
        try:
            status = main()
        except Finished as finished:
            status = int(str(finished.code))
        if status != USAGE:
            sys.stdout.flush()
        if isinstance(sys.stdout, io.StringIO) and sys.stdout.getvalue():
            raise OSError(errno.EBADF, "standard output is closed, and the answer is lost")
    except BaseException as error:
        status = _status_of(error)
    if handled:
        signal.signal(signal.SIGINT, _leave)
    try:
        sys.stdout.flush()
    except OSError:  # nobody can read what is left; without this Python would complain, and change the status
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)


def shortened(message: str) -> str:
    """Return the message as one line, without the middle of words of 200 letters and numbers of 40 digits."""

    def cut(found: re.Match[str]) -> str:
        return f"{found[0][:20]}…{found[0][-5:]} ({len(found[0]):,} characters)"

    line = re.sub(r"[^\s,()]{200,}|[0-9]{40,}", cut, " ".join(message.split()))
    return line if len(line) <= LONGEST_MESSAGE else f"{line[: LONGEST_MESSAGE - 200]} … {line[-200:]}"


def _open_streams() -> None:
    """Give a closed stream something to write to, and let every stream take any text."""
    codecs.register_error("nearest", _nearest)
    sys.stdout, sys.stderr = (stream or io.StringIO() for stream in (sys.stdout, sys.stderr))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="nearest")


def _nearest(error: UnicodeError) -> tuple[str | bytes, int]:
    """Write the ASCII mark for each mark that the stream's encoding lacks, and any other character as an escape."""
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end].translate(ASCII)
    return text.encode("ascii", "backslashreplace").decode(), error.end


def _status_of(error: BaseException) -> int:
    """Say what went wrong, and return the status that means it."""
    try:
        from graphs.errors import FormatError, KnightsTourError
        from solvers.errors import SolverError
    except Exception:  # the packages cannot be imported, which is what the error says
        return _complain_of_ours(error, _described(error))
    if isinstance(error, KeyboardInterrupt) or (_pressed and not isinstance(error, FormatError)):
        return _complain("stopped", INTERRUPTED)  # a package whose import is interrupted may raise ImportError instead
    if isinstance(error, SolverError) or (isinstance(error, KnightsTourError) and _is_full_disk(error)):
        status = _complain_of_ours(error, str(error))
        return USAGE if str(error.value).endswith(".py") else status  # the file of a user's function
    if isinstance(error, KnightsTourError):
        return _complain(str(error), USAGE)
    if isinstance(error, BrokenPipeError):  # as in `… | head`
        return NOT_READ
    return _complain_of_ours(error, _described(error))


def _is_full_disk(error: BaseException | None) -> bool:
    """Return whether an error has a full disk as its cause."""
    while error is not None:
        if getattr(error, "errno", None) in DISK_FULL or getattr(error, "sqlite_errorname", "") in SQLITE_FULL:
            return True
        error = error.__cause__
    return False


def _described(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return "out of memory"
    reason = str(error)
    if isinstance(error, OSError) and error.strerror:
        if error.errno in DISK_FULL:
            return f"{error.filename or 'the output'} cannot be written: {error.strerror}"
        reason = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return f"an error of ours: {type(error).__name__}: {reason.rstrip('.')}"


def _complain_of_ours(error: BaseException, what: str) -> int:
    """Name an error that the user has not made, and show its traceback if the user wants it."""
    if "--debug" not in sys.argv:
        return _complain(f"{what}; --debug shows the traceback", INTERNAL)
    with suppress(OSError):
        import traceback

        traceback.print_exception(error)
    return _complain(what, INTERNAL)


def _complain(message: str, status: int) -> int:
    with suppress(OSError):
        print(f"{Path(sys.argv[0]).name}: {shortened(message)}", file=sys.stderr, flush=True)
    return status


_pressed: list[bool] = []


def _ctrl_c(*_: object) -> NoReturn:
    """Note that Ctrl-C was pressed while a command works, and raise KeyboardInterrupt."""
    _pressed.append(True)
    raise KeyboardInterrupt


def _leave(*_: object) -> NoReturn:
    """End the process at once: what Ctrl-C does before a command works, among the imports, and after."""
    os._exit(INTERRUPTED)

"""Run a command, and convert its errors to messages and exit statuses.

| status | meaning |
| --- | --- |
| 0 | yes, found, or done |
| 1 | proven impossible, or not a tour |
| 2 | bad input or usage, a missing package, an unusable file, or an error in a function of the user |
| 3 | unknown within the limits |
| 4 | solvers disagree or a solver failed (`compare`) |
| 70 | internal error: a crash, a process that died, no memory, a full disk; `--debug` shows the traceback |
| 130 | stopped by Ctrl-C |
| 141 | output pipe closed |
| 143, 137 | killed by SIGTERM or SIGKILL, as a shell reports it |

`run` also imports the module of the command, so that a crash or Ctrl-C during the import has the same exit status as later.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import signal
import sys
import threading
from collections.abc import Collection
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NoReturn

FOUND, IMPOSSIBLE, USAGE, UNKNOWN, DISAGREE, INTERNAL, INTERRUPTED, NOT_READ = 0, 1, 2, 3, 4, 70, 130, 141
DISK_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
SQLITE_FULL = {"SQLITE_FULL", "SQLITE_IOERR_WRITE"}
LONGEST_MESSAGE = 1000
ASCII = str.maketrans({"●": "o", "×": "x", "–": "-", "─": "-", "…": "..."})
"""Replacements for characters that the encoding of the output may lack."""


class Finished(SystemExit):
    """Raised after the argument parser printed the help or an error."""


def run(command: str) -> NoReturn:
    """Run the module of a command, and exit with its status."""
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
            raise OSError(errno.EBADF, "standard output is closed, so the answer cannot be printed")
    except BaseException as error:
        status = _status_of(error)
    if handled:
        signal.signal(signal.SIGINT, _leave)
    try:
        sys.stdout.flush()
    except OSError:  # without this, Python would print an error and change the status
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if status == INTERRUPTED and threading.active_count() > 1:  # a package that cannot be stopped is still working
        _leave()
    sys.exit(status)


def exit_of_answers(answers: Collection[bool | None]) -> int:
    """Return the exit status for answers: True, False, or None if unknown."""
    return UNKNOWN if None in answers else FOUND if True in answers else IMPOSSIBLE


def shorten(message: str) -> str:
    """Shorten a message to one line of about 1,000 characters."""

    def cut(match: re.Match[str]) -> str:
        return f"{match[0][:20]}…{match[0][-5:]} ({len(match[0]):,} characters)"

    line = re.sub(r"[^\s,()]{200,}|[0-9]{40,}", cut, " ".join(message.split()))
    return line if len(line) <= LONGEST_MESSAGE else f"{line[: LONGEST_MESSAGE - 200]} … {line[-200:]}"


def _open_streams() -> None:
    """Replace closed output streams, and let the others replace characters that they cannot encode."""
    codecs.register_error("nearest", _nearest)
    sys.stdout, sys.stderr = (stream or io.StringIO() for stream in (sys.stdout, sys.stderr))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="nearest")


def _nearest(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace characters that cannot be encoded by similar ASCII text."""
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end].translate(ASCII)
    return text.encode("ascii", "backslashreplace").decode(), error.end


def _status_of(error: BaseException) -> int:
    """Print the error, and return its exit status."""
    try:
        from graphs.errors import FormatError, KnightsTourError
        from solvers.core.errors import SolverError
    except Exception:  # the packages cannot be imported
        return _complain_of_internal(error, _described(error))
    if isinstance(error, KeyboardInterrupt) or (_pressed and not isinstance(error, FormatError)):
        return _complain("stopped", INTERRUPTED)  # a package whose import is interrupted may raise ImportError instead
    if isinstance(error, SolverError) or (isinstance(error, KnightsTourError) and _is_full_disk(error)):
        status = _complain_of_internal(error, str(error))
        return USAGE if str(error.value).endswith(".py") else status  # an error in a function of the user
    if isinstance(error, KnightsTourError):
        return _complain(str(error), USAGE)
    if isinstance(error, BrokenPipeError):  # as in `… | head`
        return NOT_READ
    return _complain_of_internal(error, _described(error))


def _is_full_disk(error: BaseException | None) -> bool:
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
        if error.errno == errno.EBADF and not error.filename:
            return reason
    return f"internal error: {type(error).__name__}: {reason.rstrip('.')}"


def _complain_of_internal(error: BaseException, what: str) -> int:
    """Print an internal error, with its traceback if `--debug` is given."""
    if "--debug" not in sys.argv:
        return _complain(f"{what}; --debug shows the traceback", INTERNAL)
    with suppress(OSError):
        import traceback

        traceback.print_exception(error)
    return _complain(what, INTERNAL)


def _complain(message: str, status: int) -> int:
    with suppress(OSError):
        print(f"{Path(sys.argv[0]).name}: {shorten(message)}", file=sys.stderr, flush=True)
    return status


_pressed: list[bool] = []


def _ctrl_c(*_: object) -> NoReturn:
    """Handle Ctrl-C while a command runs."""
    _pressed.append(True)
    raise KeyboardInterrupt


def _leave(*_: object) -> NoReturn:
    """Handle Ctrl-C before or after a command by exiting at once."""
    os._exit(INTERRUPTED)

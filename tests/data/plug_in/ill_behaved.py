"""Solvers that misbehave, in a package outside this project, which names this module by an entry point."""

import os
import signal
import sys
import threading

from solvers import Meter, Outcome, Problem, solver

ABILITIES = {"closed": True, "fixed_end": True, "reference": "none"}


@solver("crashes", summary="raises an error of its own", exact=False, **ABILITIES)
def crashes(problem: Problem, meter: Meter) -> Outcome:
    raise ZeroDivisionError("by nought")


@solver("dies", summary="takes its process with it", exact=False, **ABILITIES)
def dies(problem: Problem, meter: Meter) -> Outcome:
    os._exit(1)


@solver("leaves", summary="asks Python to end", exact=False, **ABILITIES)
def leaves(problem: Problem, meter: Meter) -> Outcome:
    sys.exit("enough")


@solver("hangs", summary="never ends, whatever its budget", exact=False, **ABILITIES)
def hangs(problem: Problem, meter: Meter) -> Outcome:
    threading.Event().wait()
    return Outcome.unknown(0, "")


@solver("ignores", summary="never ends, and ignores SIGTERM", exact=False, **ABILITIES)
def ignores(problem: Problem, meter: Meter) -> Outcome:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return hangs(problem, meter)


@solver("interrupts", summary="presses Ctrl-C, then never ends", exact=False, **ABILITIES)
def interrupts(problem: Problem, meter: Meter) -> Outcome:
    os.killpg(os.getpgid(0), signal.SIGINT)
    return hangs(problem, meter)


@solver("denies", summary="claims a proof that there is no tour", exact=True, **ABILITIES)
def denies(problem: Problem, meter: Meter) -> Outcome:
    return Outcome.impossible(1, "none, it says")

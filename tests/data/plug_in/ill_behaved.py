"""Solvers that misbehave, in a package outside this project, which names this module by an entry point.

Those that hang wait for a lock or sleep; their processes must be killed. Those that alter their process answer well, and then
must harm no later run.
"""

import asyncio
import builtins
import ctypes
import gc
import json
import os
import random
import signal
import sys
import threading
import time
import zlib

import networkx
import psutil

from graphs import Tour, verify
from solvers import Meter, Outcome, Problem, get_solver, solver
from solvers.comparison import NamedProblem, measuring
from solvers.core import registry

ABILITIES = {"closed": True, "fixed_end": True, "reference": "none"}
HOARD = []
MB = 1 << 20
BEGUN = "ILL_BEHAVED_BEGUN"
"""The variable of the environment that names a file, to which those that hang or are killed write a line before."""


def heuristic(summary):
    """Register a function as a heuristic solver by its name, with hyphens."""
    return lambda run: solver(run.__name__.replace("_", "-"), summary=summary, exact=False, **ABILITIES)(run)


def answer(problem, meter):
    return get_solver("warnsdorff").run(problem, meter)


def say_that_it_begins():
    """Return how often this was said."""
    if BEGUN not in os.environ:
        return 0
    with open(os.environ[BEGUN], "a+") as file:
        file.write("begun\n")
        file.seek(0)
        return len(file.readlines())


@heuristic("raises an error of its own")
def crashes(problem, meter):
    raise ZeroDivisionError("by nought")


@heuristic("raises any exception")
def raises(problem, meter, *, error="ValueError"):
    raise (asyncio.CancelledError if error == "CancelledError" else getattr(builtins, error))


class Unspeakable(BaseException):
    def __str__(self):
        raise Unspeakable

    __repr__ = __reduce_ex__ = __str__


@heuristic("raises an exception that can be neither read nor pickled")
def mumbles(problem, meter):
    raise Unspeakable


@heuristic("takes its process with it")
def dies(problem, meter):
    os._exit(1)


@heuristic("asks Python to end")
def leaves(problem, meter):
    sys.exit("enough")


@heuristic("ends by a signal, the first few times that it says that it begins")
def is_killed(problem, meter, *, by="SIGKILL", times=2):
    if say_that_it_begins() <= times:
        os.kill(os.getpid(), getattr(signal, by))
        signal.pause()
    return answer(problem, meter)


@heuristic("never ends, whatever its budget")
def hangs(problem, meter):
    say_that_it_begins()
    threading.Event().wait()
    return Outcome.unknown(0, "")


@heuristic("never ends, and ignores SIGTERM")
def ignores(problem, meter):
    for each in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(each, signal.SIG_IGN)
    return hangs(problem, meter)


@heuristic("never ends, and lets no other code of Python run meanwhile")
def sleeps_in_c(problem, meter):
    say_that_it_begins()
    ctypes.PyDLL(None).sleep(1_000_000)
    return Outcome.unknown(0, "")


@heuristic("stops its own process, as Ctrl-Z does")
def stops(problem, meter):
    os.kill(os.getpid(), signal.SIGSTOP)
    return Outcome.unknown(0, "")


@heuristic("finds a tour a moment after its time limit")
def comes_late(problem, meter):
    while meter.seconds_left:
        pass
    return answer(problem, Meter())


@heuristic("presses Ctrl-C on the program that compares, then never ends")
def interrupts(problem, meter):
    program = next(each for each in psutil.Process().parents() if "worker.serve(" not in " ".join(each.cmdline()))
    program.send_signal(signal.SIGINT)
    return hangs(problem, meter)


@solver("denies", summary="claims a proof that there is no tour", exact=True, **ABILITIES)
def denies(problem, meter):
    return Outcome.impossible(1, "none, it says")


@heuristic("says that there is no tour, which it cannot know")
def despairs(problem, meter):
    return Outcome.impossible(1, "none found")


@heuristic("gives a wrong tour")
def errs(problem, meter):
    return Outcome.found(list(problem.graph), problem.size)


def believe(problem, squares):
    return Tour(squares, problem.closed, problem.board)


@heuristic("replaces functions that others need, and gives a wrong tour")
def patches(problem, meter, *, what):
    patched = {
        "checker": (verify, "_verified", lambda tour, *rest: tour),
        "verified": (measuring, "verified", lambda solver, *rest: believe(*rest)),
        "Problem": (Problem, "verify", believe),
        "pack": (NamedProblem, "pack", lambda *_: zlib.compress(bytes(10**8))),
        "clock": (measuring, "perf_counter", lambda: float("nan")),
        "json": (json, "dumps", None),
        "graph": (networkx.Graph, "neighbors", None),
        "chance": (random, "random", lambda: 4),
        "judge": (measuring, "_judged", None),
        "fault": (measuring, "_fault", None),
    }
    for each in ["checker", *what.split("+")]:
        setattr(*patched[each])
    return errs(problem, meter)


@heuristic("says what no file and no terminal can take")
def babbles(problem, meter, *, what=""):
    if what == "raise":
        raise ValueError("\ud800 \x1b[2J \0")
    return Outcome.unknown(1, f"\ud800 \x1b[2J \0 {what}")


@heuristic("gives an answer of which nothing can be read")
def raves(problem, meter):
    return Outcome.unknown(10**30, Unspeakable())


@heuristic("gives a reason of ten million letters")
def rambles(problem, meter):
    return Outcome.unknown(10**30, "x" * 10**7)


@heuristic("prints to all that is open")
def prints(problem, meter):
    for stream in (sys.stdout, sys.stderr, sys.__stdout__):
        print("spam\n" * 10**6, file=stream, flush=True)
    os.write(1, b"spam\n" * 10**6)
    os.write(2, b"spam\n" * 10**6)
    return answer(problem, meter)


@heuristic("writes into every open file that it finds")
def scribbles(problem, meter):
    for file in range(1, 100):
        try:
            os.write(file, b"spam")
        except OSError:
            continue
    return answer(problem, meter)


@heuristic("closes every open file")
def closes(problem, meter):
    os.closerange(0, 1000)
    return answer(problem, meter)


@heuristic("takes memory without end, in small pieces")
def hoards(problem, meter):
    while True:
        HOARD.append(bytes(1000))


@heuristic("takes 300 MB, and keeps them")
def keeps(problem, meter):
    HOARD.append(b"x" * (300 * MB))
    return answer(problem, meter)


@heuristic("never ends and works all the time, itself or in a child of a child")
def spins(problem, meter, *, generation=0):
    for _ in range(generation):
        if child := os.fork():
            os.waitpid(child, 0)
    while True:
        pass


@heuristic("starts two children that sleep, one of them as a daemon, and then does something")
def forks(problem, meter, *, then="answer"):
    if not os.fork():
        signal.pause()
    if not os.fork():
        os.setsid()
        if os.fork():
            os._exit(0)
        signal.pause()
    return {"answer": answer, "hang": sleeps_in_c, "die": dies, "crash": crashes}[then](problem, meter)


@heuristic("has children that take the memory")
def breeds(problem, meter):
    for _ in range(4):
        if not os.fork():
            os.setsid()
            HOARD.append(b"x" * (200 * MB))
            signal.pause()
    return hangs(problem, meter)


@heuristic("forks, and both processes answer")
def returns_twice(problem, meter):
    os.fork()
    return answer(problem, meter)


@heuristic("alters its process, and answers")
def alters(problem, meter, *, what):
    import resource

    alterations = {
        "folder": lambda: os.chdir("/"),
        "clock": lambda: setattr(time, "perf_counter", float),
        "alarm": lambda: signal.setitimer(signal.ITIMER_REAL, 100),
        "priority": lambda: os.nice(5),
        "limits": lambda: resource.setrlimit(resource.RLIMIT_CPU, (1000, 1000)),
        "open files": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0)),
        "output": lambda: setattr(sys, "stdout", None),
        "collector": gc.disable,
        "solvers": registry._TABLE.clear,
        "files": lambda: HOARD.extend(os.dup(0) for _ in range(200)),
        "thread": lambda: threading.Thread(target=threading.Event().wait, daemon=True).start(),
        "child": lambda: os.posix_spawn("/bin/sleep", ["sleep", "1000"], {}),
    }
    alterations[what]()
    return answer(problem, meter)


@heuristic("edits the graph that it is given")
def edits(problem, meter, *, by="method"):
    graph, node = problem.graph, problem.start
    if by == "method":
        graph.remove_node(node)
    elif by == "ruin":
        graph.__dict__.clear()
    elif by == "attribute":
        graph.nodes[node]["visited"] = True
    else:
        graph._adj[node].clear()
    return Outcome.unknown(1, "edited")

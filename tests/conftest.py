"""What holds for all tests: no property has a deadline; processes that tests start keep bytecode, and heed signals."""

import os
import signal

from hypothesis import settings

settings.register_profile("without a deadline", deadline=None)  # how long an example takes depends on what else runs
settings.load_profile("without a deadline")

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # where it is set, every process compiles all modules, a third of its time

for each in (signal.SIGINT, signal.SIGHUP):  # which a shell has its processes in the background ignore, and nohup
    signal.signal(each, signal.default_int_handler if each == signal.SIGINT else signal.SIG_DFL)

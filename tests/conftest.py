"""What holds for all tests: no property has a deadline, and the processes that tests start keep the bytecode of modules."""

import os

from hypothesis import settings

settings.register_profile("without a deadline", deadline=None)  # how long an example takes depends on what else runs
settings.load_profile("without a deadline")

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # where it is set, every process compiles all modules, a third of its time

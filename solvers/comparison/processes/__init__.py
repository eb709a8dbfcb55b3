"""Worker processes that outlive no limit and no master, and the executors that share work out among them."""

from solvers.comparison.processes.executors import process_executor, thread_executor
from solvers.comparison.processes.warm import Phase, ProcessEnded, WarmProcess, warm_process

__all__ = [
    "Phase",
    "ProcessEnded",
    "WarmProcess",
    "process_executor",
    "thread_executor",
    "warm_process",
]

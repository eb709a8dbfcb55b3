"""Worker processes that outlive no limit and no master, and the executors that share work out among them."""

from solvers.comparison.processes.executors import process_executor, thread_executor
from solvers.comparison.processes.warm import Phase, ProcessEnded, WarmProcess, warm_process
from solvers.parallel import CallLost, available_cores

__all__ = [
    "CallLost",
    "Phase",
    "ProcessEnded",
    "WarmProcess",
    "available_cores",
    "process_executor",
    "thread_executor",
    "warm_process",
]

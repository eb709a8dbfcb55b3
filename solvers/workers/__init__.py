"""Worker processes: executors on this machine and on Dask clusters that carry out each call in a process of its own."""

from solvers.workers.executors import process_executor, thread_executor

__all__ = ["process_executor", "thread_executor"]

"""Executors that run calls in worker processes, on this machine or on a Dask cluster."""

from solvers.workers.executors import process_executor, thread_executor

__all__ = ["process_executor", "thread_executor"]

from .competitors import Competitor, competitors_for
from .measuring import Measurement
from .problems import NamedProblem
from .runs import Run, fill, run_all, run_one
from .store import Store
from .tasks import Limits, Task, tasks_for

__all__ = [
    "Competitor",
    "Limits",
    "Measurement",
    "NamedProblem",
    "Run",
    "Store",
    "Task",
    "competitors_for",
    "fill",
    "run_all",
    "run_one",
    "tasks_for",
]

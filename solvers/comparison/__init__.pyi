from .comparison import Comparison, compare, fill
from .measuring import Measurement
from .problems import NamedProblem
from .runs import Run, run_all, run_one
from .solver_promises import check_solver
from .store import Store
from .success_rates import success_rates
from .tasks import Competitor, Limits, Task, competitors_for, plan_tasks

__all__ = [
    "Comparison",
    "Competitor",
    "Limits",
    "Measurement",
    "NamedProblem",
    "Run",
    "Store",
    "Task",
    "check_solver",
    "compare",
    "competitors_for",
    "fill",
    "plan_tasks",
    "run_all",
    "run_one",
    "success_rates",
]

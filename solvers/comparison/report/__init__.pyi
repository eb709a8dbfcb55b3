from .frame import runs_frame
from .plots import Plot, cactus
from .summary import Summary, problem_scores, summary_of

__all__ = ["Plot", "Summary", "cactus", "problem_scores", "runs_frame", "summary_of"]

"""What every verdict must hold: evidence of the kind that its answer needs, for its very problem."""

from graphs import Tour, verify_tour
from graphs.obstructions import Obstruction
from solvers import RotatedTour, SearchProof, get_solver


def assert_holds(problem, verdict):
    """Check the evidence of a yes or a no from scratch, though it may have been found for another problem."""
    evidence = verdict.evidence
    assert verdict.reason.strip()
    assert "\n" not in verdict.reason
    if verdict.exists:
        assert isinstance(evidence, Tour | RotatedTour)
        verify_tour(problem.graph, verdict.tour, start=problem.start, end=problem.end, closed=problem.closed)
        assert verdict.tour.closed == problem.closed
        return
    assert verdict.exists is False
    assert verdict.tour is None
    if isinstance(evidence, Obstruction):
        assert evidence.holds(problem.graph, problem)
    else:
        assert isinstance(evidence, SearchProof)
        assert get_solver(evidence.solver).exact
    assert verdict.reason.endswith(str(evidence))

"""The constraint solver CP-SAT of OR-Tools [1]_, with three models of a tour.

- `circuit`: a Boolean variable per move and direction, and one circuit constraint over all variables.
- `positions`: a Boolean variable per square and step of the tour, the classic model. It is slow from about 12x12 onwards, so it
  is useful only for known steps and for comparison.
- `lazy-cuts`: a Boolean variable per move, two chosen moves at each square, and cuts: conditions against shorter cycles, which
  are added when they are needed. On large boards, it finds tours sooner than the other models. For most boards without a tour,
  it proves this far sooner.

`cp_sat_models` builds the models. `cp_sat_search` explains the search and how it respects the budget. A search node of this
solver is a conflict: a point where CP-SAT has to undo decisions.

References
----------
.. [1] L. Perron and F. Didier, CP-SAT, Google OR-Tools.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any

from graphs.errors import BoardError
from graphs.leapers import MAX_GRAPH_SQUARES
from graphs.loading import load
from graphs.text import plural
from solvers.core.budget import NO_LIMIT, Meter
from solvers.core.errors import OptionError
from solvers.core.outcome import Outcome, outcome_of
from solvers.core.problem import Problem
from solvers.core.registry import solver, whole_number
from solvers.methods.models.cp_sat_search import CpSatSearch
from solvers.methods.models.positions import too_large_for_positions

if TYPE_CHECKING:
    from solvers.methods.models.cp_sat_models import CpSatModelOfTours, LazyCuts


def cp_sat_tours(problem: Problem, meter: Meter, **options: Any) -> Iterator[list[Hashable]]:
    """Yield every tour, found by CP-SAT.

    The models `circuit` and `positions` find many tours in one search (see `CpSatSearch.solutions`). With `lazy-cuts`, each
    tour found is excluded and CP-SAT searches again. This takes much longer if there are many tours.
    """
    prepared = _prepared(problem, meter, **options)
    workers = options.get("workers", 1)
    if workers > 1:
        raise OptionError(
            f"workers={workers} cannot list all tours, because several workers would repeat some: use workers=1", workers
        )
    yield from filter(None, [prepared.squares]) if isinstance(prepared, Outcome) else prepared.tours()


@solver(
    "cp-sat",
    summary="constraint solver CP-SAT of OR-Tools, with one of three models",
    exact=True,
    closed=True,
    fixed_end=True,
    steps=True,
    refuses=too_large_for_positions,
    tours=cp_sat_tours,
    packages=("ortools",),
    reference="L. Perron and F. Didier, CP-SAT, Google OR-Tools",
)
def cp_sat(
    problem: Problem, meter: Meter, *, model: str = "circuit", workers: int = 1, seed: int = 0, parameters: str = ""
) -> Outcome:
    """Search for a tour with the constraint solver CP-SAT.

    Parameters
    ----------
    model : {"circuit", "positions", "lazy-cuts"}, optional
        The model (default: "circuit"). Problems with known steps always use "positions".
    workers : int, optional
        Number of threads in the second stage of the search, see `cp_sat_search` (default: 1).
    seed : int, optional
        Seed of CP-SAT's random choices (default: 0).
    parameters : str, optional
        Parameters of CP-SAT, such as "linearization_level:2,symmetry_level:1". If given, the search has one stage, in which
        all other parameters have CP-SAT's default values. The solver itself sets the parameters for limits, seed and workers.
    """
    prepared = _prepared(problem, meter, model, workers, seed, parameters)
    if isinstance(prepared, Outcome):
        return prepared
    tour = prepared.tour()
    return outcome_of(tour, meter, f"CP-SAT proves {prepared} infeasible after {plural(meter.nodes, 'conflict')}")


def _prepared(
    problem: Problem, meter: Meter, model: str = "circuit", workers: int = 1, seed: int = 0, parameters: str = ""
) -> CpSatModelOfTours | LazyCuts | Outcome:
    """Return the model of a problem, or a trivial outcome.

    OptionError, BoardError or UnsupportedProblem is raised if an option is invalid or the problem is too large for the model.
    """
    load("solvers.methods.arrays", "solvers.methods.models.cp_sat_models", "ortools.sat.python.cp_model")
    import numpy as np

    from solvers.methods.arrays import adjacency_arrays
    from solvers.methods.models.cp_sat_models import LazyCuts, cp_sat_circuit_model, cp_sat_positions_model

    models: dict[str, Any] = {"circuit": cp_sat_circuit_model, "positions": cp_sat_positions_model, "lazy-cuts": LazyCuts}
    if model not in list(models):
        raise OptionError(f"unknown model {model!r}; available: {', '.join(models)}", model)
    if problem.steps:
        model = "positions"
    whole_number("seed", seed, least=0)
    whole_number("workers", workers, least=1, most=1024)
    if not isinstance(parameters, str):
        raise OptionError(f"parameters={parameters!r:.40} is not a text such as 'linearization_level:2'", parameters)
    if problem.size > MAX_GRAPH_SQUARES and problem.board is not None:
        raise BoardError(
            f"a board of {problem.size:,} squares is too large for CP-SAT: the limit is {MAX_GRAPH_SQUARES:,} squares",
            problem.board,
        )
    adjacency = adjacency_arrays(problem, meter=meter)
    if problem.size == 1:
        return Outcome.found([adjacency.squares[0]], 0)
    # A square without moves excludes a tour, but CP-SAT's circuit constraint would ignore this square.
    alone = np.flatnonzero(np.diff(adjacency.first) == 0).tolist()
    if alone:
        return Outcome.impossible(0, f"no {problem.words.edge} leads to or from {adjacency.squares[alone[0]]}")
    soon = NO_LIMIT if model == "positions" and workers == 1 else problem.size
    cp_model: CpSatModelOfTours | LazyCuts = models[model](adjacency, CpSatSearch(meter, workers, seed, soon, parameters))
    return cp_model

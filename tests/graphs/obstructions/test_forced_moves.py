"""Forced moves: what they explain, that a tour is never denied, and that a derivation with any fault does not hold."""

from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs import Board, knight_graph, leaper_graph
from graphs.obstructions import FINDERS, Ends, ForcedMoves, find_forced_moves, find_obstruction
from graphs.obstructions.derivations import Case, Derivation, Step

ANY, CLOSED = Ends(), Ends(closed=True)
SIMPLER = FINDERS[: FINDERS.index(find_forced_moves)]

EXPLAINED = {
    "3x7 from its centre": (knight_graph(Board(3, 7)), Ends((1, 3))),
    "3x8, closed": (knight_graph(Board(3, 8)), CLOSED),
    "5x6 between two squares": (knight_graph(Board(5, 6)), Ends((1, 1), (2, 3))),
    "the Petersen graph (J. Petersen, 1898)": (nx.petersen_graph(), CLOSED),
    "Tutte's graph (W. T. Tutte, 1946)": (nx.tutte_graph(), CLOSED),
    "the zebra on 13x13": (leaper_graph(Board(13, 13), 2, 3), ANY),
}


def claim_of(graph, problem):
    return next(find_forced_moves(graph, problem), None)


@pytest.mark.parametrize("graph, problem", EXPLAINED.values(), ids=EXPLAINED)
def test_forced_moves_explain_what_no_simpler_obstruction_does(graph, problem):
    if len(graph) < 60:
        assert find_obstruction(graph, problem, SIMPLER) is None
    claim = claim_of(graph, problem)
    assert claim == claim_of(graph, problem)
    assert claim.holds(graph, problem)
    assert claim.squares <= set(graph)
    assert "leave no tour" in str(claim)


def test_a_derivation_does_not_hold_where_there_is_a_tour():
    graph, problem = EXPLAINED["3x8, closed"]
    claim = claim_of(graph, problem)
    assert not claim.holds(graph, ANY)
    assert not claim.holds(nx.complete_graph(graph), problem)
    assert not claim.holds(knight_graph(Board(3, 10)), problem)


def test_a_single_chosen_move_is_no_cycle():
    derivation = Derivation((Step((0, 1), True, 0),), 0)
    assert not ForcedMoves(derivation).holds(nx.cycle_graph(4), CLOSED)


def faults(derivation):
    """Yield derivations with one fault each: a step left out, or turned into its contrary, or another end."""
    for place, step in enumerate(derivation.steps):
        rest = derivation.steps[:place], derivation.steps[place + 1 :]
        yield replace(derivation, steps=(*rest[0], *rest[1]))
        yield replace(derivation, steps=(*rest[0], replace(step, chosen=not step.chosen), *rest[1]))
        yield replace(derivation, steps=(*rest[0], replace(step, at="nowhere"), *rest[1]))
    case = derivation.end
    if not isinstance(case, Case):
        yield replace(derivation, end="nowhere")
        return
    yield replace(derivation, end=replace(case, if_chosen=case.if_excluded, if_excluded=case.if_chosen))
    yield from (replace(derivation, end=replace(case, if_chosen=each)) for each in faults(case.if_chosen))
    yield from (replace(derivation, end=replace(case, if_excluded=each)) for each in faults(case.if_excluded))


@pytest.mark.parametrize("name", ["3x7 from its centre", "3x8, closed", "the Petersen graph (J. Petersen, 1898)"])
def test_no_step_can_be_left_out_or_changed(name):
    graph, problem = EXPLAINED[name]
    changed = [ForcedMoves(each) for each in faults(claim_of(graph, problem).derivation)]
    assert len(changed) > 20
    assert not any(each.holds(graph, problem) for each in changed)


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=6, max_size=16), st.booleans())
def test_every_claim_holds(edges, closed):
    graph = nx.Graph([(0, 1), *edges])
    for problem in (Ends(closed=closed), Ends(0, closed=closed), Ends(edges[0][0], closed=closed), Ends(0, 1, closed)):
        claim = claim_of(graph, problem)
        assert claim is None or claim.holds(graph, problem)

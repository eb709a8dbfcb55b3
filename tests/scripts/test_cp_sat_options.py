"""The options of `cp-sat` as they are written on the command line."""

import json

import pytest

FOUND, IMPOSSIBLE, BAD = 0, 1, 2
MODELS = ["circuit", "lazy-cuts"]


def options(**given):
    return [word for name, value in given.items() for word in ("--option", f"{name.replace('__', ':')}={value}")]


@pytest.mark.parametrize("model", MODELS)
def test_a_model_and_a_hint_by_the_rule_are_words(model, script):
    words = options(model=model, hint="warnsdorff")
    done = script("solve.py 8x8 --start 0,0 --solver cp-sat --json", *words)
    assert (done.returncode, done.stderr) == (FOUND, "")
    assert json.loads(done.stdout)["options"] == {"model": model, "hint": "warnsdorff"}


def test_both_models_and_the_hint_can_be_compared(script):
    words = [*options(**{"cp-sat__model": "circuit"}), *options(**{"cp-sat__model": "lazy-cuts"}), "--jobs", 1]
    done = script("compare.py --boards 6x6 --closed --solvers cp-sat", *words, "--option", "cp-sat:hint=warnsdorff")
    assert done.returncode == FOUND
    assert "cp-sat hint=warnsdorff model=lazy-cuts" in done.stdout


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("ends", [["--closed"], ["--start", "0,1"]])
def test_several_workers_do_not_end_the_process_where_a_hint_meets_no_tour(ends, model, script):
    """CP-SAT 9.15 aborts where several workers load a model that has a hint and is infeasible at once."""
    words = options(workers=2, hint="warnsdorff", model=model)
    done = script("solve.py 7x7", *ends, "--solver", "cp-sat", *words)
    assert (done.returncode, done.stderr) == (IMPOSSIBLE, "")

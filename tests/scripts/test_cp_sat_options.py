"""The options of `cp-sat` as they are written on the command line."""

import json

import pytest

FOUND, IMPOSSIBLE = 0, 1
MODELS = ["circuit", "lazy-cuts"]


@pytest.mark.parametrize("model", MODELS)
def test_a_model_is_a_word(model, script):
    done = script(f"solve.py 8x8 --start 0,0 --solver cp-sat --json --option model={model}")
    assert (done.returncode, done.stderr) == (FOUND, "")
    assert json.loads(done.stdout)["options"] == {"model": model}


def test_both_models_can_be_compared(script):
    named = [f"cp-sat model={model}" for model in MODELS]
    done = script("compare.py --boards 6x6 --closed --jobs 1 --solvers", *named)
    assert done.returncode == FOUND
    assert all(name in done.stdout for name in named)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("ends", ["--closed", "--start 0,1"])
def test_several_workers_do_not_end_the_process_where_there_is_no_tour(ends, model, script):
    """CP-SAT 9.15 aborts where several workers load a model that has a hint, as `lazy-cuts` sets, and is infeasible at once."""
    options = f"--option workers=2 --option model={model}"
    done = script(f"solve.py 7x7 {ends} --solver cp-sat {options}")
    assert (done.returncode, done.stderr) == (IMPOSSIBLE, "")

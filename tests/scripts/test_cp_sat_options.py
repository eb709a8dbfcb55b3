"""The options of `cp-sat` as they are written on the command line of a comparison; see also `tests/data/sessions.txt`."""


def test_both_models_can_be_compared(script):
    named = [f"cp-sat model={model}" for model in ("circuit", "lazy-cuts")]
    done = script("compare.py --boards 6x6 --closed --jobs 1 --solvers", *named)
    assert done.returncode == 0
    assert all(name in done.stdout for name in named)

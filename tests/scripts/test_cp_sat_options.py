"""The options of `cp-sat` as they are written on the command line of a comparison; see also `tests/data/sessions.txt`."""


def test_both_models_and_the_hint_can_be_compared(script):
    named = [f"cp-sat hint=warnsdorff model={model}" for model in ("circuit", "lazy-cuts")]
    done = script("compare.py --boards 6x6 --closed --jobs 1 --solvers", *named)
    assert done.returncode == 0
    assert all(" ".join(name.split()[:2]) in done.stdout for name in named)

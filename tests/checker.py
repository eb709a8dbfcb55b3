"""The checker of certificates as a module, for tests that run it in their own process."""

import importlib.util
from pathlib import Path

CHECKER = Path(__file__).parents[1] / "scripts" / "check_certificate.py"


def load_checker():
    spec = importlib.util.spec_from_file_location("check_certificate", CHECKER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

"""The options of the scripts are one family: the same name, the same meaning, the same words."""

import re
from collections import defaultdict

import pytest

SCRIPTS = ["solve.py", "check.py", "count.py", "compare.py", "report.py"]
SCRIPTS += ["benchmark.py", "findings.py"]
OPTION = re.compile(r"^  (--[a-z-]+(?: [A-Z,:=]+)?)(?: \[[^]]*\])?\s+(.+?)(?=^  \S|^\S|\Z)", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def helps(script):
    return {name: script(f"{name} --help", columns=80).stdout for name in [*SCRIPTS, "check_certificate.py"]}


def test_every_help_fits_80_columns(helps):
    assert "141 output pipe closed" in " ".join(helps["check_certificate.py"].split())
    assert [line for text in helps.values() for line in text.splitlines() if len(line) > 80] == []


def test_an_option_has_the_same_words_in_every_script(helps):
    said = defaultdict(set)
    for name in SCRIPTS:
        for option, words in OPTION.findall(helps[name]):
            said[option].add(re.split("[;:,]", " ".join(words.split()))[0])
    assert {"--time-limit S", "--jobs N", "--boards BOARD", "--memory-limit GB", "--json", "--out DIR"} <= set(said)
    assert {option: words for option, words in said.items() if len(words) > 1} == {}

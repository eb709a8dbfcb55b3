"""Commands of `tests/data/sessions.txt` print what is written there, and nothing else."""

import re

import pytest

from tests.processes import ROOT

TEXT = (ROOT / "tests" / "data" / "sessions.txt").read_text(encoding="utf-8")
SESSIONS = [
    re.sub("^%.*\n?", "", each, flags=re.MULTILINE).strip("\n") for each in re.split(r"^\$ ", TEXT, flags=re.MULTILINE)[1:]
]


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.partition("\n")[0])
def test_a_command_prints_what_is_written_there(session, script):
    command, *lines = session.split("\n")
    stdin, stderr, status = ([line[1:].removeprefix(" ") for line in lines if line.startswith(mark)] for mark in "<![")
    stdout = [line for line in lines if line[:1] not in ("<", "!", "[")]
    done = script(command, stdin="".join(f"{line}\n" for line in stdin))
    assert done.returncode == int("".join(status).strip("]") or 0)
    for text, expected in ((done.stdout, stdout), (done.stderr, stderr)):
        printed = "\n".join(map(str.rstrip, text.splitlines())).rstrip("\n")
        assert re.fullmatch(re.escape("\n".join(expected)).replace("…", ".*").replace("⋮", r"[\s\S]*"), printed), text

"""Certificates and comparisons of graph files; maps and single questions about them are in `tests/data/sessions.txt`."""

import json

import pytest

from graphs.families import graph_family
from graphs.formats import format_hcp

EXISTS, NONE = 0, 1


@pytest.mark.parametrize("name", ["Petersen", "Coxeter", "Tutte"])
@pytest.mark.parametrize("end", ["start", "end"])
def test_a_family_without_a_closed_tour_has_a_certificate_whichever_end_is_given(check, checked, tmp_path, name, end):
    path = tmp_path / "graph.hcp"
    path.write_text(format_hcp(graph_family(name)))
    done = check(f"{path} --closed --{end} 1 --certificate", tmp_path)
    assert (done.returncode, done.stderr) == (NONE, "")
    (certificate,) = tmp_path.glob("*.json")
    document = json.loads(certificate.read_text())
    assert {"start": None, "end": None} | {end: 1} == {key: document[key] for key in ("start", "end")}
    assert checked(certificate)[0] == EXISTS

"""RIG-LEFT_OUT as a rule: it speaks where `lift` does."""

from __future__ import annotations

from pantin.formats.gltf.lift import left_out


def test_the_rule_gives_the_findings_of_lift(raw):
    raw.tree["nodes"] = [{"mesh": 3}]
    assert list(left_out(raw.document())) == list(raw.lift().findings) != []
    assert left_out.id == "RIG-LEFT_OUT"

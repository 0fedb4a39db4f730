"""Contracts."""

from __future__ import annotations

from pantin.rigy.schema.contract import CONTRACT
from pantin.rigy.schema.kinds import Faults
from pantin.rigy.source import compose


def test_a_contract_names_anchors_and_triples():
    faults = Faults()
    contract = CONTRACT.read(
        compose('contract_version: "0.1"\nrequired_anchors: [a]\nframe3_sets: {m: [a, b, c]}').root,
        (),
        faults,
    )
    assert not faults.found
    assert contract.required_anchors == ("a",)
    assert contract.frame3_sets == {"m": ("a", "b", "c")}

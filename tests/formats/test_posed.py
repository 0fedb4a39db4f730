"""What `deform` gives is what formats take as a posed surface."""

from __future__ import annotations

from dataclasses import fields

from pantin.deformation import PosedMesh
from pantin.formats.posed import Posed


def test_a_posed_mesh_has_every_member_that_formats_ask_for():
    asked = {name for name, member in vars(Posed).items() if isinstance(member, property)}
    assert asked <= {field.name for field in fields(PosedMesh)}

"""What lifting gives, whatever the format."""

from __future__ import annotations

import subprocess
import sys

from pantin.deformation import PosedMesh
from pantin.formats.format import Lifted
from pantin.formats.g4mf import lift as g4mf
from pantin.formats.gltf import lift as gltf
from pantin.formats.posed_surface import Posed


def test_it_is_what_every_lift_gives():
    assert gltf.Lifted is g4mf.Lifted is Lifted


def test_it_loads_nothing_of_lifting():
    """Compiling has a rig already, and does not wait for the code that reads one from a file."""
    code = "import sys, pantin.formats.posed_surface; sys.exit('pantin.formats.gltf' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_posed_mesh_has_every_member_that_formats_ask_for():
    asked = {name for name, member in vars(Posed).items() if isinstance(member, property)}
    assert asked <= set(PosedMesh.__struct_fields__)

"""What lifting gives."""

from __future__ import annotations

import subprocess
import sys

from pantin.formats.gltf import lift
from pantin.formats.gltf.lifted import Lifted


def test_it_is_what_lift_gives():
    assert lift.Lifted is Lifted


def test_it_loads_nothing_of_lifting():
    """Compiling has a rig already, and does not wait for the code that reads one from a file."""
    code = "import sys, pantin.formats.gltf.lifted; sys.exit('pantin.formats.gltf.lift' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

"""Who moves what: the table agrees with the compiled model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin.formats.rigy.compile import compile_file
from pantin.formats.rigy.summary import summarise

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("path", ["examples/rigy/humanoid.rigy.yaml", "examples/creature/fox.rigy.yaml"])
def test_the_bones_of_the_table_are_those_of_the_model(path):
    """From the influences of each vertex of the compiled surfaces, primitive by primitive."""
    compiled = compile_file(ROOT / path)
    summary = summarise((ROOT / path).read_bytes(), path=ROOT / path)
    rig = compiled.rig
    for influence in summary.influences:
        mesh = next(mesh for mesh in summary.meshes if mesh.id == influence.mesh)
        names = [primitive.id for primitive in mesh.primitives]
        counts = [primitive.vertices for primitive in mesh.primitives]
        start = sum(counts[: names.index(influence.primitive)])
        (instance,) = [
            instance for instance in rig.instances
            if rig.meshes[instance.mesh].name in (mesh.id, mesh.name) and instance.skin is not None
        ]  # fmt: skip
        joints = rig.skins[instance.skin].joints
        moving, vertex = set(), 0
        for surface in rig.meshes[instance.mesh].surfaces:
            offsets = surface.influences.offsets
            for local in range(len(surface.positions)):
                if start <= vertex < start + counts[names.index(influence.primitive)]:
                    own = surface.influences.joints[offsets[local] : offsets[local + 1]]
                    moving |= {rig.nodes.names[joints[joint]] for joint in own}
                vertex += 1
        assert moving <= set(influence.bones)
        assert not influence.weights or moving == set(influence.bones)
        assert not influence.weights or np.isclose(sum(influence.weights), 1)

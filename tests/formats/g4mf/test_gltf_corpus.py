"""Every glTF and VRM file of the corpus as G4MF: what the rig has is in the file, or reported."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.base.errors import PantinError
from pantin.base.records import field_names, replace
from pantin.deformation import deform
from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.lower import lower
from pantin.formats.g4mf.save import to_bytes
from pantin.formats.gltf.document import read as read_gltf
from pantin.formats.gltf.lift import lift as lift_gltf
from pantin.operations.edit.skeleton_roots import add_skeleton_roots
from pantin.rig import Material
from pantin.rig.material_parts import PARTS

NO_PLACE = {"alpha_mode", "alpha_cutoff", "double_sided", "unlit", "ior", "dispersion", *PARTS} | {
    "emissive",
    "emissive_strength",
}
"""Members of materials that G4MF has no place for, and the two that it stores as one: emitted light."""


@pytest.fixture(scope="module")
def conversions(corpus):
    """The rig of every file, what lowering makes of it, and the rig that comes back."""
    made = []
    paths = [path for path in sorted(corpus.rglob("*")) if path.suffix in (".glb", ".gltf", ".vrm")]
    for path in paths:
        try:
            rig = lift_gltf(read_gltf(path)).rig
        except (PantinError, ValueError):
            continue  # files that are broken on purpose
        lowered = lower(add_skeleton_roots(rig))
        made.append((path.name, rig, lowered, lift(read(to_bytes(lowered.document))).rig))
    assert len(made) > 250
    return made


def rules(lowered):
    return {finding.rule for finding in lowered.findings}


def test_no_file_has_an_error(conversions):
    for name, _, lowered, _ in conversions:
        found = [finding for finding in check(lowered.document) if finding.severity == "error"]
        assert found == [], name


def test_names_and_extras_come_back(conversions):
    for file, rig, lowered, back in conversions:
        for node, name in enumerate(rig.nodes.names):
            assert back.nodes.names[lowered.node_map[node]] == name, file
            assert back.nodes.extras[lowered.node_map[node]] == (rig.nodes.extras[node] or None), file
        meshes = [mesh for mesh in rig.meshes if mesh.surfaces]
        assert [(mesh.name, mesh.blend_names) for mesh in meshes] == [
            (mesh.name, mesh.blend_names) for mesh in back.meshes
        ], file
        assert [texture.name for texture in rig.textures] == [texture.name for texture in back.textures], file


def test_images_come_back_byte_for_byte(conversions):
    count = 0
    for file, rig, _, back in conversions:
        before = [(image.data, image.name) for image in rig.images if image.data is not None]
        after = [(image.data, image.name) for image in back.images if image.data is not None]
        assert [(bytes(data), name) for data, name in before] == [
            (bytes(data), name) for data, name in after
        ], file
        count += len(before)
    assert count > 15


def test_materials_come_back_or_are_reported(conversions):
    for file, rig, lowered, back in conversions:
        if rules(lowered) & {"LOSS-G4MF_PART", "LOSS-G4MF_TRANSFORM"}:
            continue
        assert len(rig.materials) == len(back.materials), file
        for before, after in zip(rig.materials, back.materials, strict=True):
            for name in field_names(Material):
                if name not in NO_PLACE:
                    assert _plain(getattr(before, name)) == getattr(after, name), file
            assert _emission(before) == pytest.approx(_emission(after)), file


def _emission(material):
    return [color * material.emissive_strength for color in material.emissive]


def _plain(value):
    """A texture without a transform that changes nothing."""
    return replace(value, transform=None) if hasattr(value, "transform") else value


def test_the_same_is_seen(conversions):
    for file, rig, lowered, back in conversions:
        before, after = rig.shown(), back.shown()
        for instance in rig.instances:
            if rig.meshes[instance.mesh].surfaces:
                node = lowered.mesh_nodes[instance.node]
                assert bool(before[instance.node]) == bool(after[node]), file
        assert sorted(set(rig.nodes.lights.tolist()) - {-1}) == list(range(len(back.lights))), file
        assert (rig.nodes.cameras >= 0).sum() == (back.nodes.cameras >= 0).sum(), file


def test_vertices_are_where_they_were(conversions):
    """At rest, where neither the rest pose nor the sums of weights had to change."""
    count = 0
    for file, rig, lowered, back in conversions:
        if rules(lowered) & {"LOSS-G4MF_REST", "LOSS-G4MF_WEIGHT"}:
            continue
        after = {
            posed.node: posed.positions for posed in deform(back, back.rest_pose()) if posed.surface == 0
        }
        before: dict[int, list] = {}
        for posed in deform(rig, rig.rest_pose()):
            before.setdefault(posed.node, []).append(posed.positions)
        for node, parts in before.items():
            places, moved = np.concatenate(parts), after[lowered.mesh_nodes[node]]
            if len(places) == len(moved):  # surfaces that share vertices have them once
                assert np.abs(places - moved).max(initial=0) <= 1e-6 * max(
                    np.abs(places).max(initial=0), 1
                ), file
                count += 1
    assert count > 150

"""Baked poses: the published suite's bytes, and poses that compose down the hierarchy."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pantin.formats.gltf.new import REFERENCE, write
from pantin.formats.gltf.save import to_bytes
from pantin.formats.rigy.compile import compile_file, compile_text

SUITE = {
    "L01_single_bone_dqs_identity": 0,
    "L02_two_bone_dqs_twist": 7,
    "M01_mixed_solver": 0,
    "M02_toplevel_override": 0,
    "N01_opposing_quaternions": 0,
    "N02_near_antipodal": 0,
}
"""How many words differ. In L02 the published sine of one angle is not the nearest double: seven numbers of
about 1e-17 follow from it."""


@pytest.mark.parametrize("name", SUITE)
def test_the_published_suite(name, corpus):
    folder = corpus / "rigy" / "conformance"
    tests = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["tests"]
    pose = next(one["pose_id"] for one in tests if one["id"] == name)
    compiled = compile_file(folder / "inputs" / f"{name}.rigy.yaml", profile="reference", pose=pose)
    made = np.frombuffer(to_bytes(write(compiled.rig, REFERENCE)), "<u4")
    wanted = np.frombuffer((folder / "outputs" / f"{name}.glb").read_bytes(), "<u4")
    assert len(made) == len(wanted)
    differ = made != wanted
    assert differ.sum() == SUITE[name]
    assert np.abs(made[differ].view("<f4") - wanted[differ].view("<f4")).max(initial=0.0) < 1e-15


def arm(solver: str, **bones: object) -> str:
    """Two bones, the second at (0, 1, 0), and a box around the tip of the second."""
    box = {"id": "tip", "type": "box", "dimensions": {"x": 1, "y": 1, "z": 1}}
    document = {
        "version": "0.5",
        "skinning_solver": solver,
        "meshes": [{"id": "m", "primitives": [box | {"transform": {"translation": [0, 2, 0]}}]}],
        "armatures": [
            {
                "id": "r",
                "bones": [
                    {"id": "b", "parent": "a", "head": [0, 1, 0], "tail": [0, 2, 0]},
                    {"id": "a", "parent": "none", "head": [0, 0, 0], "tail": [0, 1, 0]},
                ],
            }
        ],
        "bindings": [
            {
                "mesh_id": "m",
                "armature_id": "r",
                "weights": [{"primitive_id": "tip", "bones": [{"bone_id": "b", "weight": 1.0}]}],
            }
        ],
        "poses": [{"id": "p", "bones": bones}],
    }
    return json.dumps(document)


HALF_TURN = 0.5**0.5


@pytest.mark.parametrize("solver", ["lbs", "dqs"])
def test_an_empty_pose_is_the_rest_pose(solver):
    baked = compile_text(arm(solver), pose="p").rig
    rest = compile_text(arm(solver)).rig
    assert baked.meshes[0].surfaces[0].positions.tolist() == rest.meshes[0].surfaces[0].positions.tolist()
    assert baked.skins == ()
    assert baked.nodes.local.tolist() == rest.nodes.local.tolist()


@pytest.mark.parametrize("solver", ["lbs", "dqs"])
def test_a_bone_carries_what_hangs_from_it(solver):
    """A quarter turn of the root about z takes the tip from (0, 2, 0) to (−2, 0, 0)."""
    turned = arm(solver, a={"rotation": [HALF_TURN, 0, 0, HALF_TURN]})
    positions = compile_text(turned, pose="p").rig.meshes[0].surfaces[0].positions
    assert positions.mean(axis=0) == pytest.approx([-2.0, 0.0, 0.0], abs=1e-12)


@pytest.mark.parametrize("solver", ["lbs", "dqs"])
def test_the_reference_takes_a_bone_by_itself(solver):
    """The second bone is not moved by the first, and is moved by minus its head."""
    turned = arm(solver, a={"rotation": [HALF_TURN, 0, 0, HALF_TURN]})
    positions = compile_text(turned, pose="p", profile="reference").rig.meshes[0].surfaces[0].positions
    assert positions.mean(axis=0) == pytest.approx([0.0, 1.0, 0.0], abs=1e-6)


def test_a_pose_the_document_has_not_is_a_bad_call():
    with pytest.raises(ValueError, match="unknown pose 'q'"):
        compile_text(arm("lbs"), pose="q")


@pytest.mark.parametrize(("profile", "materials"), [("standard", ["paint"]), ("reference", [])])
def test_the_reference_bakes_without_the_material_of_the_mesh(profile, materials):
    document = json.loads(arm("lbs")) | {
        "version": "0.12",
        "materials": {"paint": {"base_color": [1, 0, 0, 1]}},
    }
    document["meshes"][0]["material"] = "paint"
    baked = compile_text(json.dumps(document), pose="p", profile=profile).rig
    assert [one.name for one in baked.materials] == materials

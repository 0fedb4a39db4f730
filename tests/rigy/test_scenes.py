"""Rigs scenes: slots, mounts, nesting (Rigs 0.1)."""

from __future__ import annotations

import pytest

from pantin.rigy import compile_file

SCENE = """
rigs_version: "0.1"
imports: {base: parts/part.rigy.yaml}
scene:
  base: base
  children:
    - id: first
      base: base
      place: {slot: {anchors: [b, c, a]}, mount: {anchors: [a, b, c]}, nudge: {up: 0.5}}
      children:
        - {id: second, base: base, place: {slot: {name: hole}, mount: {name: hole}, rotate: 180deg}}
"""
CONTRACT = 'contract_version: "0.1"\nframe3_sets: {slots.hole: [a, b, c], hole: [a, b, c]}\n'


@pytest.fixture
def scene(project, part):
    return project(scene=SCENE, parts__part=part, parts__contract_part=CONTRACT)


def test_children_hang_under_their_parents_with_local_maps(scene):
    """Rigs 0.1 §9: the child's world transform is parent_world · (R, T); each is placed once."""
    rig = compile_file(scene).rig
    names = rig.nodes.names
    first, second = names.index("first"), names.index("second")
    assert rig.nodes.parents[second] == first
    assert rig.nodes.local[second].tolist() == [[-1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1, 0]]
    skinned = [one.node for one in rig.instances if one.skin is not None]
    assert rig.scenes[0].roots == (0, *skinned)  # a skinned mesh ignores its parents, so it has none
    assert names[0] == "scene"


def test_assets_keep_their_skins_in_a_scene(scene):
    assert [one.skin for one in compile_file(scene).rig.instances] == [0, 1, 2]


def test_the_reference_gives_nested_children_their_world_map(scene):
    rig = compile_file(scene, profile="reference").rig
    names = rig.nodes.names
    assert names[:3] == ("Part", "hub", "scene")
    first, second = rig.nodes.local[names.index("first")], rig.nodes.local[names.index("second")]
    assert rig.scenes[0].roots == (2,)
    assert second[:, 3].tolist() == first[:, 3].tolist()
    assert all(one.skin is None for one in rig.instances[1:])


def test_a_named_slot_is_looked_up_in_the_contract_beside_the_asset(scene):
    scene.with_name("parts").joinpath("part.ricy.yaml").unlink()
    from pantin.rigy import check_file

    assert {one.rule for one in check_file(scene).errors} == {"RIGY-P64"}

"""Rigs out of files: what the independent evaluator says, in every dialect and dimension."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pantin.deformation import deform
from pantin.deformation.element_attributes import deform_elements
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import left_out, lift

EXACT = 1e-12
"""Chains of a dozen products of numbers near 1 round a few dozen times by 1e-16."""


def posed(rig, file, direct, rigs, seed):
    """The rig and the file in the same random pose."""
    rng = random.Random(seed)
    amounts = [rng.uniform(-1, 2) for _ in range(2)]
    pose, same = rig.rest_pose().with_blend(6, amounts), {}
    for node in (1, 2, 3, 4, 5):
        scratch = direct.File(b'{"asset":{"dimension":%d}}' % file.dimension)
        scratch.nodes = [rigs.transform(rng, file.dimension)]
        same[node] = direct.local(scratch, 0)
        pose = pose.with_local(node, matrix=same[node])
    return pose, same, amounts


def assert_agrees(data, direct, rigs, seed):
    file, rig = direct.File(data), lift(read(data)).rig
    pose, same, amounts = posed(rig, file, direct, rigs, seed)
    surfaces, bound = deform(rig, pose), deform_elements(rig, pose)
    for index, (node, own) in enumerate(((6, amounts), (6, amounts), (7, None), (7, None))):
        number = index % 2
        wanted = direct.posed(file, node, same, own)
        assert np.abs(surfaces[index].positions - wanted).max() < EXACT
        normals = direct.posed_normals(file, node, number, same, own)
        assert np.abs(bound[index].normals[0] - normals).max() < EXACT
        texture = direct.corner_values(file, node, number, "textureMap", own)
        assert np.abs(bound[index].texcoords[0] - texture).max() < EXACT


@pytest.mark.parametrize("dialect", "ABC")
@pytest.mark.parametrize("dimension", range(2, 9))
def test_posed_files_agree_with_the_evaluator(rigs, direct, dimension, dialect):
    assert_agrees(rigs.random_rig(11, dimension, dialect).binary(), direct, rigs, 1)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), dimension=st.integers(2, 8), dialect=st.sampled_from("ABC"))
def test_random_rigs_agree_with_the_evaluator(seed, dimension, dialect):
    import g4mf_direct
    import g4mf_rigs

    data = g4mf_rigs.random_rig(seed, dimension, dialect).binary(zstd=bool(seed % 2))
    assert_agrees(data, g4mf_direct, g4mf_rigs, seed)


@pytest.mark.parametrize("dimension", range(2, 9))
def test_at_rest_vertices_are_where_they_are_stored(rigs, dimension):
    """In the space of the skeleton moved by the mesh node, sheared rests included."""
    from pantin.deformation import positions_by_space

    rig = lift(read(rigs.random_rig(2, dimension).binary())).rig
    pose = rig.rest_pose()
    posed_mesh = deform(rig, pose)[0]
    stored = rig.meshes[0].surfaces[0].positions
    assert np.abs(positions_by_space(rig, pose, posed_mesh).local - stored).max() < EXACT


@pytest.mark.parametrize("dimension", range(2, 9))
def test_a_rigid_motion_of_the_skeleton_moves_every_vertex_rigidly(rigs, dimension):
    rig = lift(read(rigs.random_rig(4, dimension).binary())).rig
    rest = rig.rest_pose()
    turn = np.eye(dimension, dimension + 1)
    turn[:2, :2] = [[0.6, -0.8], [0.8, 0.6]]
    turn[:, -1] = np.arange(dimension)
    moved = rest.with_local(0, matrix=turn)
    before, after = deform(rig, rest)[0].positions, deform(rig, moved)[0].positions
    assert np.abs(before @ turn[:, :-1].T + turn[:, -1] - after).max() < EXACT


def test_lenient_loading_takes_unsorted_and_repeated_influences(kit, direct):
    """Files with them exist; the rules report them."""
    kit.skin["vertices"] = kit.accessor([3, 1, 1, 2, 0, 1], "uint8")
    kit.skin["groups"] = kit.accessor([1, 0, 1, 1, 0, 0], "uint8")
    kit.skin["weights"] = kit.accessor([1.0, 0.25, 0.5, 1.0, 1.0, 0.25], "float64")
    kit.mesh["vertices"] = kit.accessor([[0.0, 0, 0], [1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]])
    file, rig = direct.File(kit.text()), lift(read(kit.text())).rig
    turn = np.eye(3, 4)
    turn[:2, :2] = [[0, -1], [1, 0]]
    pose = rig.rest_pose().with_local(4, matrix=turn)
    wanted = direct.posed(file, 5, {4: turn.tolist()})
    assert np.abs(deform(rig, pose)[0].positions - wanted).max() < EXACT


def test_a_broken_part_is_skipped_with_a_finding(kit):
    kit.skin["weights"] = 99
    document = read(kit.text())
    lifted = lift(document)
    assert [finding.rule for finding in lifted.findings] == ["G4MF-LIFT-001"]
    assert list(left_out(document)) == list(lifted.findings)
    assert lifted.rig.instances[0].skin is None


def test_node_i_is_that_of_the_file(kit):
    rig = lift(read(kit.text())).rig
    assert rig.nodes.names == ("World", "Body", "Skeleton", "Hips", "Arm", "Skinned")
    assert rig.nodes.parents.tolist() == [-1, 0, 1, 2, 3, 2]


def test_a_rotor_in_3d_stays_a_rotation(kit):
    """[0.8, 0.6, 0, 0] rotates x towards y: about z, cos and sin of half the angle."""
    rig = lift(read(kit.text())).rig
    assert np.allclose(rig.nodes.rotations[1], [0, 0, 0.6, 0.8])
    assert not rig.nodes.general[1]
    assert rig.nodes.scales[1].tolist() == [2, 2, 2]


def test_a_node_that_is_its_own_ancestor_becomes_a_root(kit):
    kit.nodes += [{"children": [7]}, {"children": [6]}]
    lifted = lift(read(kit.text()))
    assert lifted.rig.nodes.parents[[6, 7]].tolist() == [-1, -1]
    assert len(lifted.findings) == 2


def test_materials_keep_names_and_base_colours(kit):
    kit.tree["materials"] += [{"baseColor": {"factor": [0.5, 0.25, 0]}}, {"baseColor": {"factor": "red"}}]
    made = lift(read(kit.text())).rig.materials
    assert made[0].name == "Paint"
    assert made[0].base_color == (1, 1, 1, 1)
    assert made[1].base_color == (0.5, 0.25, 0, 1)
    assert made[2].base_color == (1, 1, 1, 1)

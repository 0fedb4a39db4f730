"""Meshes moved where two skins bind one joint in different places."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.base.errors import Unsupported
from pantin.deformation import deform
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.lower import lower
from pantin.formats.g4mf.lower.baking import bake_bind_pose
from pantin.formats.g4mf.save import to_bytes
from pantin.operations.edit.skeleton_roots import add_skeleton_roots
from pantin.rig import BlendShape, Deltas, Influences, Instance, Mesh, Node, Skin, Surface, build


def moved(*shift):
    out = np.eye(3, 4)
    out[:, 3] = shift
    return out


def rig(rows):
    """A chain of two joints and one mesh with two skins, which bind the lower joint in different places."""
    offsets = np.cumsum([0, *map(len, rows)])
    flat = np.array([one for row in rows for one in row])
    surface = Surface(
        np.array([[0.0, 0, 0], [1.0, 2, 3]]),
        np.array([[0.0, 1, 0], [1.0, 0, 0]]),
        mode="points",
        influences=Influences(offsets, flat[:, 0].astype(int), flat[:, 1]),
        blend_shapes=(BlendShape(Deltas(np.array([[0.5, 0.0, 0.0]]), np.array([1]))),),
    )
    turned = np.array([[0.0, 0.0, 2.0, 1.0], [0.0, 2.0, 0.0, 2.0], [-2.0, 0.0, 0.0, 3.0]])
    binds = [[moved(0, 0, 0), moved(0, -1, 0)], [moved(0, 0, 0), turned]]
    return add_skeleton_roots(
        build(
            nodes=[Node("a"), Node("b", 0, translation=[0, 1, 0]), Node("first"), Node("second")],
            meshes=[Mesh((surface,))],
            skins=[Skin(np.array([0, 1]), np.array(bind)) for bind in binds],
            instances=[Instance(2, 0, 0), Instance(3, 0, 1)],
        )
    )


def posed(one):
    pose = one.rest_pose().with_local("b", matrix=moved(4, 5, 6) @ np.diag([1, -1, 2, 1]))
    for name in ("first", "second"):
        pose = pose.with_blend(name, [2.0])
    return [surface.positions for surface in deform(one, pose)]


def test_vertices_of_one_joint_each_are_moved_and_every_pose_stays():
    source = rig([[(0, 1.0)], [(1, 1.0)]])
    after = lift(read(to_bytes(lower(source).document))).rig
    for want, got in zip(posed(source), posed(after), strict=True):
        assert np.abs(want - got).max() < 1e-12


def test_a_vertex_whose_joints_do_not_agree_is_refused():
    with pytest.raises(Unsupported, match="joint 1 has two bind poses"):
        lower(rig([[(0, 1.0)], [(0, 0.25), (1, 0.75)]]))


def test_normals_and_their_shapes_turn_with_the_vertices():
    """By the inverse transpose: a plane squeezed along x keeps its normals at right angles."""
    surface = Surface(
        np.zeros((1, 3)),
        np.array([[0.6, 0.8, 0.0]]),
        influences=Influences(np.array([0, 1]), np.array([0]), np.ones(1)),
        mode="points",
        blend_shapes=(BlendShape(normals=Deltas(np.array([[-0.6, 0.2, 0.0]]))),),
    )
    squeeze = np.diag([0.5, 1.0, 1.0, 1.0])[None, :3]
    (got,) = bake_bind_pose(Mesh((surface,)), squeeze, 0).surfaces
    want = np.array([1.2, 0.8, 0.0]) / np.hypot(1.2, 0.8)
    assert np.allclose(got.normals, want, atol=1e-15)
    assert np.allclose(got.normals + got.blend_shapes[0].normals.values, [0.0, 1.0, 0.0], atol=1e-15)

"""What glTF cannot hold is named, kind by kind."""

from __future__ import annotations

import numpy as np

from pantin.formats.gltf.new import losses
from pantin.rig import Clip, Mesh, Node, Skin, Spring, SpringJoint, SpringSettings, Surface, build
from pantin.rig.topology import ElementAttribute, Topology


def parts(finding):
    """What a message says before its reason."""
    return finding.message.partition(":")[0]


def test_each_kind_names_its_first_part():
    flat = Surface(np.zeros((1, 3)), texcoords=(np.zeros((1, 2)), np.zeros((1, 3)), np.zeros((1, 2))))
    rig = build(
        nodes=[Node()],
        meshes=[Mesh((flat,)), Mesh(())],
        skins=[Skin(np.array([0])), Skin(np.array([0]), solver="dqs")],
        clips=[Clip(())],
    )
    assert [(one.rule, parts(one), one.pointer) for one in losses(rig)] == [
        ("LOSS-GLTF_SOLVER", "dropped dual quaternion skinning of skin 1", "/skins/1"),
        (
            "LOSS-GLTF_TEXCOORD",
            "dropped 2 texture coordinate sets of surface 0 of mesh 0",
            "/meshes/0/surfaces/0",
        ),
        ("LOSS-GLTF_EMPTY", "dropped clip 0, and 1 more", "/clips/0"),
    ]


def test_springs_that_end_in_a_point_are_lost():
    springs = [Spring((SpringJoint(0),), end=(0.0, 1.0, 0.0)), Spring((SpringJoint(0), SpringJoint(1)))]
    rig = build(nodes=[Node(), Node(parent=0)], springs=SpringSettings(tuple(springs)))
    assert [(one.rule, parts(one)) for one in losses(rig)] == [("LOSS-GLTF_SPRING", "dropped spring 0")]


def test_elements_beyond_triangles_are_lost():
    edges = np.array([[0, 1], [1, 2], [2, 3], [3, 0]])
    bound = ElementAttribute(
        np.eye(3)[:1], np.zeros(1, int), np.array([0, 3]), np.array([0, 1, 2]), elements="simplexes"
    )
    topology = Topology(edges=edges, normals=(bound,), texcoords=(bound,), cells=(((0, 1, 2, 3),),))
    square = Surface(np.eye(4, 3), indices=np.array([0, 1, 2]), topology=topology)
    rig = build(meshes=[Mesh((square,), group_names=("a",))])
    assert [(one.rule, parts(one)) for one in losses(rig)] == [
        ("LOSS-GLTF_CELL", "dropped 1 polygon of surface 0 of mesh 0"),
        ("LOSS-GLTF_CELL", "dropped 4 edges of surface 0 of mesh 0"),
        ("LOSS-GLTF_BINDING", "dropped normals of surface 0 of mesh 0"),
        ("LOSS-GLTF_BINDING", "dropped texture coordinates of surface 0 of mesh 0"),
        ("LOSS-GLTF_GROUP_NAME", "dropped the vertex group names of mesh 0"),
    ]


def test_numbers_that_float32_has_are_not_rounded():
    def rules(number):
        surface = Surface(np.full((3, 3), number))
        return [one.rule for one in losses(build(meshes=[Mesh((surface,))]))]

    assert rules(0.5) == []
    assert rules(0.1) == ["LOSS-GLTF_PRECISION"]


def test_what_crosses_whole_loses_nothing(make_rig):
    assert [one for one in losses(make_rig(7)) if one.rule != "LOSS-GLTF_PRECISION"] == []

"""What a new document shows: exactly what the default scene of the rig shows."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.lower import lower
from pantin.formats.g4mf.save import to_bytes
from pantin.operations.edit.skeleton_roots import add_skeleton_roots
from pantin.rig import Influences, Instance, Light, Mesh, Node, Scene, Skin, Surface, build

TRIANGLE = Mesh((Surface(np.eye(3)),))


def shown_names(rig):
    """The names of the meshes' nodes that a rig shows, by the name of their node or of its parent."""
    shown = rig.shown()
    names, parents = rig.nodes.names, rig.nodes.parents
    drawn = [instance.node for instance in rig.instances] + np.flatnonzero(rig.nodes.lights >= 0).tolist()
    return {names[node] or names[parents[node]] for node in drawn if shown[node]}


def written(rig):
    document = read(to_bytes(lower(add_skeleton_roots(rig)).document))
    assert [finding for finding in check(document) if finding.severity == "error"] == []
    return document, lift(document).rig


def meshes(*parents, hidden=(), **more):
    nodes = [Node(f"n{index}", parent, visible=index not in hidden) for index, parent in enumerate(parents)]
    instances = [Instance(index, 0) for index in range(len(nodes))]
    return build(nodes=nodes, meshes=[TRIANGLE], instances=instances, **more)


def test_nodes_of_no_scene_and_of_other_scenes_are_hidden():
    scenes = [Scene((2,), "other", {"a": 1}), Scene((0,), "main", {"b": 2}), Scene((2, 3), "third")]
    rig = meshes(-1, 0, -1, -1, -1, scenes=scenes, default_scene=1)
    document, back = written(rig)
    assert shown_names(back) == shown_names(rig) == {"n0", "n1"}
    groups = [node for node in document.tree["nodes"] if node.get("visible") is False]
    # The names of scenes are those of the nodes; number 2 is in two scenes.
    assert [(group.get("name"), group.get("extras"), len(group["children"])) for group in groups] == [
        ("other", {"a": 1}, 1),
        ("third", None, 1),
        (None, None, 1),
    ]
    assert (back.scenes[0].name, back.scenes[0].extras) == ("main", {"b": 2})


def test_without_scenes_everything_is_shown():
    document, back = written(meshes(-1, 0, -1))
    assert shown_names(back) == {"n0", "n1", "n2"}
    assert not any("visible" in node for node in document.tree["nodes"])


def test_a_scene_without_nodes_shows_nothing():
    assert shown_names(written(meshes(-1, 0, scenes=[Scene(())], default_scene=0))[1]) == set()


def test_a_scene_inside_a_tree_shows_no_more_of_it():
    """glTF forbids it, and files have it: the root and the sibling stay unseen."""
    rig = meshes(-1, 0, 0, 1, scenes=[Scene((1,))], default_scene=0)
    assert shown_names(written(rig)[1]) == shown_names(rig) == {"n1", "n3"}


@pytest.mark.parametrize("hidden", [(1,), (0,), (2, 3), (1, 2)])
def test_hidden_nodes_stay_hidden_with_their_descendants(hidden):
    rig = meshes(-1, 0, 1, 2, 0, hidden=hidden)
    back = written(rig)[1]
    assert shown_names(back) == shown_names(rig)
    # A node is added as the root, and nothing else.
    assert back.nodes.visible.tolist()[1:] == rig.nodes.visible.tolist()


def skinned(hidden, bones_hidden_below=0):
    """Two bones below an armature, and three meshes on them: elsewhere, and inside what may be hidden."""
    nodes = [
        Node("world"),
        Node("armature", 0),
        Node("hips", 1),
        Node("arm", 2),
        Node("skinned", 0),
        Node("held", 3),
        Node("wardrobe", 0),
        Node("inside", 6),
    ]
    nodes = [Node(node.name, node.parent, visible=node.name not in hidden) for node in nodes]
    influences = Influences(np.arange(4), np.array([0, 1, 1]), np.ones(3))
    return build(
        nodes=nodes,
        meshes=[Mesh((Surface(np.eye(3), influences=influences),)), TRIANGLE],
        skins=[Skin(np.array([2, 3]))],
        instances=[Instance(4, 0, 0), Instance(7, 0, 0), Instance(5, 1)],
        scenes=[Scene((0,))],
        default_scene=0,
    )


@pytest.mark.parametrize(
    ("hidden", "shown"),
    [
        ((), {"skinned", "inside", "held"}),
        # A skinned mesh is seen where its node is, whatever hides its joints.
        (("armature",), {"skinned", "inside"}),
        (("hips",), {"skinned", "inside"}),
        (("arm",), {"skinned", "inside"}),
        # And hidden where its node is, although the skeleton that it becomes a child of is not.
        (("wardrobe",), {"skinned", "held"}),
        (("skinned", "inside"), {"held"}),
        (("armature", "wardrobe"), {"skinned"}),
        (("world",), set()),
    ],
)
def test_skinned_meshes_are_seen_by_their_node_not_by_their_skeleton(hidden, shown):
    rig = skinned(hidden)
    assert shown_names(rig) == shown
    assert shown_names(written(rig)[1]) == shown


def test_a_hidden_mesh_moves_to_a_child_of_a_node_that_must_be_seen():
    """The armature has a mesh of its own, and is hidden; a mesh that it moves is not."""
    rig = skinned(("armature",))
    rig = rig.replace(
        instances=[*rig.instances, Instance(1, 1)],
        lights=[Light("point")],
        nodes=[*rig.node_list(), Node("lamp", 2, light=0)],
    )
    back = written(rig)[1]
    assert shown_names(back) == {"skinned", "inside"}
    assert len(back.instances) == 4
    assert len(back.lights) == 1


def test_a_skinned_mesh_that_no_scene_shows_stays_hidden(tmp_path):
    """Its node is a root outside the scene, while the mesh must be a child of its skeleton in G4MF."""
    asset = pantin.load("examples/springs/strand.glb")
    assert pantin.deform(asset.rig, asset.rig.rest_pose())
    asset.document.set("/scenes/0/nodes", [0])
    pantin.save(asset, tmp_path / "out.g4b")
    back = pantin.load(tmp_path / "out.g4b")
    assert back.report.ok
    assert len(back.rig.instances) == 1
    assert pantin.deform(back.rig, back.rig.rest_pose()) == []

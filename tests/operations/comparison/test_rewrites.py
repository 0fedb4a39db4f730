"""Rewrites that change nothing a rig does are no differences. Each is made of a rig or of a file in another
way than Pantin's writers would."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from creature import creature

import pantin
from pantin.base.records import replace
from pantin.rig import (
    Channel,
    Clip,
    Deltas,
    Image,
    Influences,
    Instance,
    Material,
    Mesh,
    Node,
    Skin,
    Surface,
    Texture,
    TextureUse,
)

ROOT = Path(__file__).parents[3]
EXAMPLES = [
    *sorted((ROOT / "examples").glob("*.gl*")),
    *sorted((ROOT / "examples" / "springs").glob("*.glb")),
]
EXAMPLES = [path for path in EXAMPLES if path.stem != "broken"] + [ROOT / "examples" / "vrm" / "avatar.vrm"]
RIG = creature()
MESH, SURFACE = RIG.meshes[0], RIG.meshes[0].surfaces[0]


def with_surfaces(*surfaces):
    return RIG.replace(meshes=(replace(MESH, surfaces=surfaces),))


def take(surface, order, indices):
    """A surface whose vertex k is vertex order[k] of another."""
    stored = surface.influences
    rows = [np.arange(stored.offsets[v], stored.offsets[v + 1]) for v in order]
    influences = Influences(
        np.cumsum([0, *map(len, rows)]),
        stored.joints[np.concatenate(rows)],
        stored.weights[np.concatenate(rows)],
    )
    shapes = tuple(
        replace(shape, positions=Deltas(dense(shape.positions, len(surface.positions))[order]))
        for shape in surface.blend_shapes
    )
    return Surface(
        surface.positions[order],
        surface.normals[order],
        texcoords=(surface.texcoords[0][order],),
        indices=np.asarray(indices),
        material=surface.material,
        influences=influences,
        blend_shapes=shapes,
    )


def dense(deltas, count):
    values = np.zeros((count, 3))
    values[slice(None) if deltas.indices is None else deltas.indices] = deltas.values
    return values


def reordered():
    """Other order of vertices, triangles and corners."""
    rng = np.random.default_rng(1)
    order = rng.permutation(len(SURFACE.positions))
    place = np.argsort(order)
    triangles = np.roll(place[SURFACE.triangles], 1, axis=1)
    return with_surfaces(take(SURFACE, order, rng.permutation(triangles).reshape(-1)))


def unwelded():
    """Three vertices of its own for every triangle."""
    corners = SURFACE.triangles.reshape(-1)
    return with_surfaces(take(SURFACE, corners, np.arange(len(corners))))


def split():
    """Two surfaces with half of the triangles each."""
    half = len(SURFACE.triangles) // 2
    parts = []
    for triangles in (SURFACE.triangles[:half], SURFACE.triangles[half:]):
        order, indices = np.unique(triangles, return_inverse=True)
        parts.append(take(SURFACE, order, indices.reshape(-1)))
    return with_surfaces(*parts)


def reversed_influences():
    """The influences of each vertex in another order, one of them divided in two, and one of weight 0."""
    stored, rows, weights, offsets = SURFACE.influences, [], [], [0]
    for vertex in range(len(SURFACE.positions)):
        part = slice(int(stored.offsets[vertex]), int(stored.offsets[vertex + 1]))
        joints, values = stored.joints[part][::-1].tolist(), stored.weights[part][::-1].tolist()
        rows += [*joints, joints[0], 2]
        weights += [values[0] / 2, *values[1:], values[0] / 2, 0.0]
        offsets.append(len(rows))
    influences = Influences(np.array(offsets), np.array(rows), np.array(weights))
    return with_surfaces(replace(SURFACE, influences=influences))


def permuted_joints():
    """The joints of the skin in another order, with one more that nothing follows."""
    order, skin = [2, 0, 1], RIG.skins[0]
    joints = np.append(skin.joints[order], 3)
    binds = np.concatenate([skin.inverse_binds[order], np.eye(3, 4)[None]])
    stored = SURFACE.influences
    influences = Influences(stored.offsets, np.argsort(order)[stored.joints], stored.weights)
    rig = with_surfaces(replace(SURFACE, influences=influences))
    return rig.replace(skins=(Skin(joints, binds, skin.name),))


def scaled_mesh_space():
    """Positions of the mesh at a hundredth of the size, and bind matrices that undo it."""
    binds = RIG.skins[0].inverse_binds.copy()
    binds[:, :, :3] *= 100
    shapes = tuple(
        replace(shape, positions=Deltas(dense(shape.positions, len(SURFACE.positions)) / 100))
        for shape in SURFACE.blend_shapes
    )
    rig = with_surfaces(replace(SURFACE, positions=SURFACE.positions / 100, blend_shapes=shapes))
    return rig.replace(skins=(replace(RIG.skins[0], inverse_binds=binds),))


def redundant_keys():
    """Keys in the middle that say what is there anyway, and every other quaternion with the other sign."""
    channels = []
    for channel in RIG.clips[0].channels:
        times = np.sort(np.concatenate([channel.times, (channel.times[1:] + channel.times[:-1]) / 2]))
        poses = pantin.sample(RIG, Clip((channel,)), times)
        values = poses.rotations[:, channel.node] * np.where(np.arange(len(times)) % 2, -1, 1)[:, None]
        channels.append(Channel(channel.node, "rotation", times, values))
    return RIG.replace(clips=(Clip(tuple(channels), "wave"),))


def constant_channel():
    """A channel that keeps a node where it is."""
    still = Channel(0, "translation", np.array([0.0, 2.0]), np.zeros((2, 3)))
    return RIG.replace(clips=(Clip((*RIG.clips[0].channels, still), "wave"),))


def unused_parts():
    """A node, a mesh, a material and a skin that nothing uses."""
    spare = Mesh((Surface(np.eye(3)),), "spare")
    return RIG.replace(
        nodes=[*RIG.node_list(), Node("spare")],
        meshes=(*RIG.meshes, spare),
        materials=(*RIG.materials, Material("spare")),
        skins=(*RIG.skins, Skin(np.array([0]))),
    )


def renumbered_nodes():
    """Nodes in another order: every index in the rig changes."""
    order = np.random.default_rng(3).permutation(len(RIG.nodes))
    place = np.argsort(order)
    listed = RIG.node_list()
    nodes = [
        replace(listed[old], parent=-1 if listed[old].parent < 0 else int(place[listed[old].parent]))
        for old in order
    ]
    channels = tuple(replace(channel, node=int(place[channel.node])) for channel in RIG.clips[0].channels)
    spring = RIG.springs.springs[0]
    joints = tuple(replace(joint, node=int(place[joint.node])) for joint in spring.joints)
    colliders = tuple(replace(one, node=int(place[one.node])) for one in RIG.springs.colliders)
    constraint = RIG.constraints[0]
    return RIG.replace(
        nodes=nodes,
        instances=[Instance(int(place[one.node]), one.mesh, one.skin) for one in RIG.instances],
        skins=(replace(RIG.skins[0], joints=place[RIG.skins[0].joints]),),
        clips=(Clip(channels, "wave"),),
        scenes=[],
        default_scene=None,
        springs=replace(RIG.springs, springs=(replace(spring, joints=joints),), colliders=colliders),
        constraints=(
            replace(constraint, node=int(place[constraint.node]), source=int(place[constraint.source])),
        ),
    )


def matrices():
    """Rest transforms as matrices."""
    nodes = [
        Node(node.name, node.parent, matrix=RIG.nodes.local[index], camera=node.camera, light=node.light)
        for index, node in enumerate(RIG.node_list())
    ]
    moved = {channel.node for channel in RIG.clips[0].channels}
    return RIG.replace(nodes=[RIG.node_list()[k] if k in moved else node for k, node in enumerate(nodes)])


def more_vertices():
    """Vertices that no triangle has, at a place where others are, with attributes of their own."""
    rig = with_surfaces(take(SURFACE, [*range(len(SURFACE.positions)), 5, 6], SURFACE.triangles.reshape(-1)))
    surface = rig.meshes[0].surfaces[0]
    normals, texcoords = surface.normals.copy(), surface.texcoords[0].copy()
    normals[-2:], texcoords[-2:] = (0, 1, 0), 0.9
    return with_surfaces(replace(surface, normals=normals, texcoords=(texcoords,)))


def unused_texture_coordinates():
    """A second set that no texture uses, in vertices in another order."""
    surface = reordered().meshes[0].surfaces[0]
    return with_surfaces(replace(surface, texcoords=(*surface.texcoords, surface.texcoords[0] * 3)))


REWRITES = {
    function.__name__: function
    for function in (
        *(
            reordered,
            unwelded,
            split,
            reversed_influences,
            permuted_joints,
            scaled_mesh_space,
            redundant_keys,
        ),
        *(
            constant_channel,
            unused_parts,
            more_vertices,
            unused_texture_coordinates,
            renumbered_nodes,
            matrices,
        ),
    )
}


@pytest.mark.parametrize("rewrite", REWRITES)
def test_a_rewrite_is_not_a_difference(rewrite):
    rig = REWRITES[rewrite]()
    assert pantin.diff(RIG, rig).differences == ()
    assert pantin.diff(rig, RIG).differences == ()


def test_all_rewrites_of_order_together():
    """`reordered` of the rig whose nodes are renumbered."""
    rig = renumbered_nodes()
    mixed = rig.replace(meshes=reordered().meshes)
    assert pantin.diff(RIG, mixed).equal


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
@pytest.mark.parametrize("suffix", [".glb", ".gltf"])
def test_another_container_is_not_a_difference(path, suffix, tmp_path):
    target = tmp_path / f"copy{suffix}"
    pantin.save(pantin.load(path).rig if path.suffix == ".gltf" else pantin.load(path), target)
    assert pantin.diff(path, target).differences == ()


def test_a_saved_and_loaded_rig_is_the_same(tmp_path):
    """Through float32 of a file."""
    rig = RIG.replace(
        images=(), textures=(), samplers=(), materials=(replace(RIG.materials[0], base_color_texture=None),)
    )
    pantin.save(rig, tmp_path / "rig.glb")
    assert pantin.diff(rig, tmp_path / "rig.glb").differences == ()


def png(*colors):
    """A picture of one row, with these colours."""
    from PIL import Image as Pictures

    picture = Pictures.new("RGBA", (len(colors), 1))
    picture.putdata(colors)
    data = io.BytesIO()
    picture.save(data, "PNG")
    return data.getvalue()


def textured(*colors):
    """The creature with a picture of these colours."""
    return RIG.replace(images=(replace(RIG.images[0], data=png(*colors)),))


def test_a_texture_of_one_colour_is_its_factor():
    pytest.importorskip("PIL")
    red, other = (255, 0, 0, 255), (255, 0, 0, 128)
    material = replace(RIG.materials[0], base_color=(0.8, 0.0, 0.0, 1.0), base_color_texture=None)
    plain = RIG.replace(materials=(material,))
    assert not pantin.diff(textured(red, red), plain).differences
    assert {change.kind for change in pantin.diff(textured(red, other), plain).differences} == {"materials"}


@pytest.mark.parametrize("suffix", [".g4b", ".fbx", ".usda"])
def test_how_a_format_stores_nodes_is_no_difference(tmp_path, suffix):
    """G4MF has one root, FBX no parents of skinned meshes, USD a node for each surface."""
    if suffix == ".usda":
        pytest.importorskip("pxr")
    source = ROOT / "examples" / "vrm" / "avatar.vrm"
    pantin.save(pantin.load(source), tmp_path / f"avatar{suffix}")
    changes = pantin.diff(source, tmp_path / f"avatar{suffix}").differences
    assert not [change for change in changes if change.kind in ("hierarchy", "transforms")]


def cards(names, order, mode="triangles"):
    """Three squares of which each is elsewhere, as nodes in some order; the middle one is also stored with a
    vertex for each corner of its triangles."""
    square = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)], np.float32)
    corners = np.array([0, 1, 2, 0, 2, 3])
    shared, split = Surface(square, indices=corners), Surface(square[corners], indices=np.arange(6))
    meshes = [Mesh((shared,)), Mesh((split if mode == "split" else shared,)), Mesh((shared,))]
    places = [(-3.0, 0.0, 0.0), (0.0, 1.0, 0.0), (3.0, 0.0, 0.0)]
    return pantin.build(
        nodes=[Node(names[index], translation=places[card]) for index, card in enumerate(order)],
        meshes=[meshes[card] for card in order],
        instances=[Instance(index, index) for index in range(3)],
    )


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 0, 2)])
@pytest.mark.parametrize("mode", ["triangles", "split"])
def test_nodes_without_names_are_found_by_their_places(order, mode):
    """A format without nameless nodes names them, splits vertices and may store them in another order."""
    unnamed, named = cards((None,) * 3, (0, 1, 2)), cards(("node_0", "node_1", "node_2"), order, mode)
    for first, second in ((unnamed, named), (named, unnamed)):
        assert not [
            change for change in pantin.diff(first, second).differences if change.kind == "transforms"
        ]
    moved = named.replace(
        nodes=[
            replace(node, translation=np.add(node.translation, (0, 9, 0))) if index == 1 else node
            for index, node in enumerate(named.node_list())
        ]
    )
    found = [change for change in pantin.diff(unnamed, moved).differences if change.kind == "transforms"]
    assert [round(change.error, 3) for change in found] == [9.0]


@pytest.mark.parametrize("scale", [1.0, 0.01])
def test_a_static_mesh_in_another_space_is_the_same(scale):
    """Blender stores vertices with Z up below a node that turns them back; normals and tangents turn with
    them."""
    model = pantin.load(ROOT / "examples" / "arm.glb").rig
    surface = model.meshes[0].surfaces[0]
    random = np.random.default_rng(6)
    normals = random.normal(size=(len(surface.positions), 3))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    aside = np.cross(normals, (0.3, 0.5, 0.8))
    aside /= np.linalg.norm(aside, axis=1)[:, None]
    signs = np.where(np.arange(len(normals)) % 2, 1.0, -1.0)

    def static(turn, node):
        turned = Surface(
            (surface.positions @ turn.T / scale).astype(np.float32),
            (normals @ turn.T).astype(np.float32),
            tangents=np.column_stack([aside @ turn.T, signs]).astype(np.float32),
            indices=surface.indices,
            material=0,
        )
        bumps = {"normal_texture": TextureUse(0), "double_sided": True}
        return pantin.build(
            nodes=[node],
            meshes=[Mesh((turned,))],
            materials=[Material("paint", **bumps)],
            textures=[Texture((0,))],
            images=[Image(b"normals", "image/png")],
            instances=[Instance(0, 0)],
        )

    up = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    back = (-np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5))
    plain = static(np.eye(3) * 1.0, Node("card", scale=(scale,) * 3))
    rotated = static(up, Node("card", rotation=back, scale=(scale,) * 3))
    difference = pantin.diff(plain, rotated)
    assert difference.max_error < 1e-5
    assert not [
        change for change in difference.differences if "normal" in str(change) or "tangent" in str(change)
    ]
    wrong = static(up, Node("card", rotation=(np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)), scale=(scale,) * 3))
    assert not pantin.diff(plain, wrong).equal

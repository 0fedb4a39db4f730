"""Every kind of edit is found, and named by its kind; test_rewrites.py has what is not a difference."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from creature import creature

import pantin
from pantin.base.records import replace
from pantin.maths import quaternion
from pantin.operations.comparison import compare
from pantin.rig import (
    Channel,
    Clip,
    Collider,
    Influences,
    Instance,
    Mesh,
    Node,
    Sampler,
    SpringSettings,
    Surface,
    build,
)

ROOT = Path(__file__).parents[3]
RNG = np.random.default_rng(7)


RIG = creature()
SURFACE = RIG.meshes[0].surfaces[0]


def with_node(index, **changes):
    nodes = RIG.node_list()
    nodes[index] = replace(nodes[index], **changes)
    return RIG.replace(nodes=nodes)


def with_surface(**changes):
    mesh = replace(RIG.meshes[0], surfaces=(replace(SURFACE, **changes),))
    return RIG.replace(meshes=(mesh,))


def with_mesh(**changes):
    return RIG.replace(meshes=(replace(RIG.meshes[0], **changes),))


def with_channel(number, **changes):
    channels = list(RIG.clips[0].channels)
    channels[number] = replace(channels[number], **changes)
    return RIG.replace(clips=(Clip(tuple(channels), RIG.clips[0].name),))


def moved_vertex():
    positions = SURFACE.positions.copy()
    positions[17] += (0.001, 0, 0)
    return with_surface(positions=positions)


def changed_weight():
    weights = SURFACE.influences.weights.copy()
    first = int(SURFACE.influences.offsets[40])
    weights[first] += 0.01
    weights[first + 1] -= 0.01
    return with_surface(influences=Influences(SURFACE.influences.offsets, SURFACE.influences.joints, weights))


def changed_bind():
    binds = RIG.skins[0].inverse_binds.copy()
    binds[1, 0, 3] += 0.01
    return RIG.replace(skins=(replace(RIG.skins[0], inverse_binds=binds),))


def moved_shape():
    shapes = list(SURFACE.blend_shapes)
    deltas = np.zeros((len(SURFACE.positions), 3))
    deltas[41] = (0.11, 0, 0)
    shapes[0] = replace(shapes[0], positions=pantin.rig.Deltas(deltas))
    return with_surface(blend_shapes=tuple(shapes))


def bent_shape_normals():
    normals = np.zeros((len(SURFACE.positions), 3))
    normals[41] = (0, 0.3, 0)
    shapes = list(SURFACE.blend_shapes)
    shapes[0] = replace(shapes[0], normals=pantin.rig.Deltas(normals))
    return with_surface(blend_shapes=tuple(shapes))


def unwelded(**changes):
    """Three vertices of its own for every triangle; `changes` are made to the arrays of the new vertices."""
    corners = SURFACE.triangles.reshape(-1)
    stored = SURFACE.influences
    rows = [np.arange(stored.offsets[v], stored.offsets[v + 1]) for v in corners]
    arrays = {
        "positions": SURFACE.positions[corners].copy(),
        "normals": SURFACE.normals[corners].copy(),
        "texcoords": SURFACE.texcoords[0][corners].copy(),
        "weights": stored.weights[np.concatenate(rows)].copy(),
    }
    for name, change in changes.items():
        change(arrays[name], [len(row) for row in rows])
    influences = Influences(
        np.cumsum([0, *map(len, rows)]), stored.joints[np.concatenate(rows)], arrays["weights"]
    )
    shapes = []
    for shape in SURFACE.blend_shapes:
        dense = np.zeros((len(SURFACE.positions), 3))
        dense[slice(None) if shape.positions.indices is None else shape.positions.indices] = (
            shape.positions.values
        )
        shapes.append(replace(shape, positions=pantin.rig.Deltas(dense[corners])))
    return with_surface(
        positions=arrays["positions"],
        normals=arrays["normals"],
        texcoords=(arrays["texcoords"],),
        indices=np.arange(len(corners)),
        influences=influences,
        blend_shapes=tuple(shapes),
    )


def flip_one(rows, counts):
    rows[100] = -rows[100]


def shift_one(rows, counts):
    rows[100, 0] += 0.01


def trade_one(weights, counts):
    """Give the two weights of one vertex to each other."""
    first = int(sum(counts[: counts.index(2)]))
    assert weights[first] != weights[first + 1]
    weights[[first, first + 1]] = weights[[first + 1, first]]


def changed_key():
    values = RIG.clips[0].channels[0].values.copy()
    values[4] = (0, 0, np.sin(0.01), np.cos(0.01))
    return with_channel(0, values=values)


def reparented():
    """`tip` becomes a child of `spine`, with the same place at rest."""
    return with_node(3, parent=1, translation=(0, 2, 0))


def with_material(**changes):
    return RIG.replace(materials=(replace(RIG.materials[0], **changes),))


def with_spring(**changes):
    spring = RIG.springs.springs[0]
    joints = (replace(spring.joints[0], **changes), *spring.joints[1:])
    return RIG.replace(springs=replace(RIG.springs, springs=(replace(spring, joints=joints),)))


EDITS = {
    "a node is renamed": (lambda: with_node(1, name="backbone"), "names"),
    "a node is reparented with an equal rest pose": (reparented, "hierarchy"),
    "a node is moved": (lambda: with_node(2, translation=(0, 1.001, 0)), "transforms"),
    "a node is rotated": (lambda: with_node(2, rotation=(0, 0, np.sin(0.01), np.cos(0.01))), "transforms"),
    "a node is scaled": (lambda: with_node(0, scale=(1.001, 1, 1)), "transforms"),
    "a node is hidden": (lambda: with_node(5, visible=False), "hierarchy"),
    "a camera is taken off": (lambda: with_node(6, camera=None), "cameras"),
    "a light is brighter": (lambda: RIG.replace(lights=(replace(RIG.lights[0], intensity=41.0),)), "lights"),
    "a vertex is moved": (moved_vertex, "geometry"),
    "a triangle is removed": (lambda: with_surface(indices=SURFACE.triangles[:-1].reshape(-1)), "geometry"),
    "triangles are turned over": (
        lambda: with_surface(indices=SURFACE.triangles[:, ::-1].reshape(-1).copy()),
        "geometry",
    ),
    "normals are turned over": (lambda: with_surface(normals=-SURFACE.normals), "geometry"),
    "texture coordinates are moved": (
        lambda: with_surface(texcoords=(SURFACE.texcoords[0] + 0.01,)),
        "geometry",
    ),
    "a normal of an unwelded surface is turned over": (lambda: unwelded(normals=flip_one), "geometry"),
    "a texture coordinate of an unwelded surface is moved": (
        lambda: unwelded(texcoords=shift_one),
        "geometry",
    ),
    "a weight of an unwelded surface is painted": (lambda: unwelded(weights=trade_one), "weights"),
    "triangles become lines": (lambda: with_surface(mode="lines"), "geometry"),
    "triangles become points": (lambda: with_surface(mode="points"), "geometry"),
    "vertices are coloured": (lambda: with_surface(colors=(SURFACE.positions * 0 + 0.5,)), "geometry"),
    "vertices get an attribute of the application": (
        lambda: with_surface(attributes={"_HEAT": np.ones((len(SURFACE.positions), 1), np.float32)}),
        "geometry",
    ),
    "a weight is painted": (changed_weight, "weights"),
    "a bind matrix is changed": (changed_bind, "binds"),
    "the solver is changed": (lambda: RIG.replace(skins=(replace(RIG.skins[0], solver="dqs"),)), "joints"),
    "a blend shape is changed": (moved_shape, "blend_shapes"),
    "a blend shape bends normals": (bent_shape_normals, "blend_shapes"),
    "a mesh is renamed": (lambda: with_mesh(name="hull"), "names"),
    "a blend shape is renamed": (lambda: with_mesh(blend_names=("bulge", "squash")), "names"),
    "a blend weight is set": (lambda: with_mesh(blend_weights=np.array([0.5, 0])), "blend_shapes"),
    "a key is changed in mid-clip": (changed_key, "clips"),
    "LINEAR becomes STEP": (lambda: with_channel(0, interpolation="STEP"), "clips"),
    "a channel is removed": (
        lambda: RIG.replace(clips=(Clip(RIG.clips[0].channels[:1], "wave"),)),
        "clips",
    ),
    "a clip is removed": (lambda: RIG.replace(clips=()), "clips"),
    "a clip is renamed": (lambda: RIG.replace(clips=(Clip(RIG.clips[0].channels, "hello"),)), "names"),
    "a colour is changed": (lambda: with_material(base_color=(0.8, 0.5, 0.41, 1)), "materials"),
    "a material blends": (lambda: with_material(alpha_mode="blend"), "materials"),
    "a material is renamed": (lambda: with_material(name="hide"), "names"),
    "a picture is replaced": (
        lambda: RIG.replace(images=(replace(RIG.images[0], data=b"\x89PNG\r\n\x1a\nother"),)),
        "images",
    ),
    "a texture is clamped": (lambda: RIG.replace(samplers=(Sampler(wrap=("clamp", "clamp")),)), "materials"),
    "a spring is stiffer": (lambda: with_spring(stiffness=0.6), "springs"),
    "a collider is larger": (
        lambda: RIG.replace(springs=replace(RIG.springs, colliders=(Collider(0, radius=0.25),))),
        "springs",
    ),
    "springs are removed": (lambda: RIG.replace(springs=SpringSettings()), "springs"),
    "a constraint is weaker": (
        lambda: RIG.replace(constraints=(replace(RIG.constraints[0], weight=0.4),)),
        "constraints",
    ),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_is_found(edit):
    make, kind = EDITS[edit]
    for difference in (pantin.diff(RIG, make()), pantin.diff(make(), RIG)):
        assert kind in {change.kind for change in difference.differences}
        assert not difference.equal


@pytest.mark.parametrize("edit", EDITS)
def test_a_kind_that_is_ignored_is_not_reported(edit):
    make, kind = EDITS[edit]
    difference = pantin.diff(RIG, make(), ignore=[kind])
    assert kind not in {change.kind for change in difference.differences}


def test_the_largest_error_is_the_distance_that_a_vertex_moved():
    difference = pantin.diff(RIG, moved_vertex())
    assert difference.max_error == pytest.approx(0.001, rel=1e-4)


def test_the_largest_error_over_a_clip_is_found_between_its_keys():
    """STEP holds each key until the next: the chord between them is the distance, at its end."""
    difference = pantin.diff(RIG, with_channel(0, interpolation="STEP"))
    times = np.linspace(0, 2, 40001)[:-1]
    step = with_channel(0, interpolation="STEP")
    worst = 0.0
    for part in np.array_split(times, 80):
        (a,), (b,) = (pantin.deform(rig, pantin.sample(rig, 0, part)) for rig in (RIG, step))
        worst = max(worst, float(np.linalg.norm(a.positions - b.positions, axis=-1).max()))
    assert difference.max_error == pytest.approx(worst, rel=1e-3)


def test_a_tolerance_hides_what_is_smaller():
    assert pantin.diff(RIG, moved_vertex(), tolerance=0.002).equal
    assert not pantin.diff(RIG, moved_vertex(), tolerance=0.0005).equal


def test_rigs_of_different_dimensions_differ():
    flat = pantin.build(nodes=[Node("a")], dimension=4)
    assert not pantin.diff(RIG, flat).equal


def test_bad_arguments_are_refused_in_a_sentence():
    with pytest.raises(ValueError, match="tolerance must be a finite distance"):
        pantin.diff(RIG, RIG, tolerance=-1)
    with pytest.raises(ValueError, match="Did you mean names"):
        pantin.diff(RIG, RIG, ignore=["nams"])


def test_the_largest_error_is_found_where_weights_alone_differ():
    """Joints are nowhere apart then; the clip bends the arm."""
    files = ROOT / "examples/arm.glb", ROOT / "examples/loose.glb"
    arm, loose = (pantin.load(file, raw_weights=True).rig for file in files)
    worst = 0.0
    for times in np.array_split(np.linspace(0, 2, 2001), 20):
        (a,), (b,) = (pantin.deform(rig, pantin.sample(rig, 0, times)) for rig in (arm, loose))
        worst = max(worst, float(np.linalg.norm(a.positions - b.positions, axis=-1).max()))
    assert pantin.diff(arm, loose).max_error == pytest.approx(worst, rel=1e-3)


def test_a_rotation_is_reported_as_an_angle_and_a_scale_as_numbers():
    """sin and cos of half of 30°; a distance would be 0 in both cases."""
    half = np.radians(15)
    turned = pantin.diff(RIG, with_node(2, rotation=(0, 0, np.sin(half), np.cos(half)))).differences
    assert "is rotated by 30° at rest" in {change.message for change in turned if change.kind == "transforms"}
    scaled = pantin.diff(RIG, with_node(0, scale=(2, 1, 1))).differences
    expected = "is scaled by (2, 1, 1) instead of (1, 1, 1) at rest"
    assert expected in {change.message for change in scaled if change.kind == "transforms"}


def test_the_name_of_a_clip_is_not_compared_where_the_format_has_none(tmp_path):
    """The clip of a BVH file is named after the file."""
    pantin.convert(ROOT / "examples" / "arm.glb", tmp_path / "walk.bvh")
    (tmp_path / "run.bvh").write_bytes((tmp_path / "walk.bvh").read_bytes())
    assert pantin.diff(tmp_path / "walk.bvh", tmp_path / "run.bvh").equal
    assert not any(
        change.kind == "names"
        for change in pantin.diff(tmp_path / "walk.bvh", ROOT / "examples" / "arm.glb").differences
    )


def test_vertices_between_several_joints_that_only_one_file_has():
    """Half and half on two joints without a counterpart, which together have all the weight."""

    def leg(weights):
        builder = pantin.rig.RigBuilder()
        joints = ["hip", *(f"added {number}" for number in range(weights.shape[1] - 1))]
        for joint in joints:
            builder.add_node(joint)
        builder.add_node("leg")
        builder.add_mesh("leg", [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], node="leg")
        builder.add_skin(joints, mesh="leg", weights=weights)
        return builder.build()

    one, other = leg(np.ones((3, 1))), leg(np.tile([0, 0.5, 0.5], (3, 1)))
    for difference in (pantin.diff(one, other), pantin.diff(other, one)):
        (weights,) = [change for change in difference.differences if change.kind == "weights"]
        assert "weights of 3 vertices differ" in weights.message
        assert difference.max_error == 0


def test_normals_are_compared_in_the_world():
    box = build(
        nodes=[Node("box")],
        meshes=[Mesh((replace(SURFACE, influences=None, blend_shapes=(), material=None),))],
        instances=[Instance(0, 0)],
    )
    turn = quaternion.from_axis_angle(np.array((1.0, 0.0, 0.0)), np.pi / 2)
    surface = box.meshes[0].surfaces[0]
    turned = replace(
        surface,
        positions=quaternion.rotate(turn, surface.positions),
        normals=quaternion.rotate(turn, surface.normals),
    )
    other = build(
        nodes=[Node("box", rotation=quaternion.conjugate(turn))],
        meshes=[Mesh((turned,))],
        instances=[Instance(0, 0)],
    )
    assert not any("normals" in change.message for change in compare(box, other).differences)


def test_one_moved_bone_is_one_cause():
    bone = int(RIG.skins[0].joints[1])
    found = compare(RIG, with_node(bone, translation=RIG.nodes.translations[bone] + (0.05, 0.0, 0.0)))
    assert len(found.causes) == 1
    assert found.causes[0].kind == "transforms"
    assert len(found.differences) > 1
    assert str(found).splitlines()[1].endswith("more follow from these")


def test_one_moved_vertex_is_one_cause():
    found = compare(RIG, moved_vertex())
    assert [change.kind for change in found.causes] == ["geometry"]


def test_what_does_not_follow_from_a_moved_bone_is_a_cause_of_its_own():
    bone = int(RIG.skins[0].joints[1])
    nodes = with_node(bone, translation=RIG.nodes.translations[bone] + (0.05, 0.0, 0.0)).node_list()
    both = moved_vertex().replace(nodes=nodes)
    assert {change.kind for change in compare(RIG, both).causes} >= {"transforms", "geometry"}


def test_a_renamed_bone_is_one_line_also_where_a_mesh_has_its_name():
    bone = int(RIG.skins[0].joints[-1])
    mesh = RIG.instances[0].node
    shared = RIG.node_list()
    shared[mesh] = replace(shared[mesh], name=RIG.nodes.names[bone])
    before = RIG.replace(nodes=shared)
    after = list(shared)
    after[bone] = replace(after[bone], name="Skull")
    found = compare(before, RIG.replace(nodes=after))
    assert [change.kind for change in found.differences] == ["names"]


def test_one_changed_key_is_one_cause():
    found = compare(RIG, changed_key())
    channel = RIG.clips[0].channels[0]
    key = int(np.flatnonzero((channel.values != changed_key().clips[0].channels[0].values).any(axis=1))[0])
    node = f"node {RIG.nodes.names[channel.node]!r} ({channel.node})"
    said = f"the {channel.property} of {node} differs at {float(channel.times[key]):g} s"
    assert [(change.kind, change.message) for change in found.causes] == [("clips", said)]
    assert str(found).splitlines()[1].endswith("more follow from these")
    assert found.max_error in {change.error for change in found.differences}


def test_a_key_and_its_negative_rotation_are_one():
    values = RIG.clips[0].channels[0].values.copy()
    values[1] *= -1
    assert compare(RIG, with_channel(0, values=values)).equal


def test_what_does_not_follow_from_a_changed_key_is_a_cause_of_its_own():
    """A node that no channel moves is elsewhere in the second file too."""
    nodes = changed_key().node_list()
    mesh = RIG.clips[0].channels[0].node
    nodes[mesh] = replace(nodes[mesh], translation=RIG.nodes.translations[mesh] + (0.05, 0.0, 0.0))
    found = compare(RIG, changed_key().replace(nodes=nodes))
    assert {change.kind for change in found.causes} >= {"transforms", "clips"}


def test_another_motion_is_one_line():
    """Too many keys differ for each to be named."""
    nodes = [Node(f"n{index}", index - 1) for index in range(9)]
    surface = Surface(np.eye(3), indices=np.arange(3))
    rig = build(nodes=nodes, meshes=[Mesh((surface,))], instances=[Instance(8, 0)])
    moved = [
        [Channel(node, "translation", [0.0, 1.0], np.full((2, 3), scale)) for node in range(9)]
        for scale in (1.0, 2.0)
    ]
    one, other = (rig.replace(clips=(Clip(tuple(channels), "walk"),)) for channels in moved)
    assert not any("differs at" in change.message for change in compare(one, other).differences)

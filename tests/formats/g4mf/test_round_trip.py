"""Whatever G4MF has a place for comes back from a file as it was, field by field; the rest is reported."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import pantin
from pantin.base.records import content_key, replace
from pantin.deformation import deform
from pantin.edit import merge_meshes
from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.lower import lower
from pantin.formats.g4mf.save import to_bytes
from pantin.rig import (
    Camera,
    Image,
    Instance,
    Light,
    Material,
    Mesh,
    Node,
    Orthographic,
    Perspective,
    Sampler,
    Scene,
    Surface,
    Texture,
    TextureUse,
    build,
)

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x08\0\0\0\x04\x08\0\0\0\0"
"""The header of a PNG of 8 × 4 pixels."""


def again(rig):
    """The rig after a trip through a file, which must be sound."""
    document = read(to_bytes(lower(rig).document))
    assert [finding for finding in check(document) if finding.severity == "error"] == []
    return lift(document).rig


def dropped(rig):
    """The messages about what is dropped."""
    return [finding.message for finding in lower(rig).findings]


names = st.none() | st.text(max_size=4) | st.sampled_from(["a", "a/b", "a_b", "%", "\t"])
extras = st.none() | st.dictionaries(
    st.text(max_size=3), st.integers(-5, 5) | st.text(max_size=3), min_size=1
)
units = st.floats(0, 1)
colors = st.tuples(units, units, units)
sizes = st.floats(0.01, 100)

filters = st.tuples(st.sampled_from(["nearest", "linear"]), st.sampled_from(["none", "nearest", "linear"]))
samplers = st.builds(
    lambda magnification, smaller, *parts: Sampler(magnification, *smaller, *parts),
    st.sampled_from([None, "nearest", "linear"]),
    st.just((None, None)) | filters,
    st.tuples(*[st.sampled_from(["repeat", "mirror", "clamp"])] * 2),
    names,
    extras,
)
images = st.builds(Image, st.just(PNG) | st.binary(max_size=20), st.just("image/png"), names, extras=extras)
cameras = st.builds(
    Camera,
    st.builds(Perspective, st.floats(0.1, 3.14), st.floats(0.01, 1), st.none() | st.floats(2, 100))
    | st.builds(Orthographic, sizes, st.floats(-5, 1), st.floats(2, 100)),
    names,
    extras,
)
lights = st.builds(
    Light,
    st.sampled_from(["directional", "point", "spot"]),
    colors,
    st.floats(0, 1e5),
    st.none() | sizes,
    st.floats(0, 0.5),
    st.floats(0.6, 1.5),
    names,
    extras,
)


@st.composite
def uses(draw, textures):
    return draw(st.none() | st.builds(TextureUse, st.integers(0, textures - 1), extras=extras))


@st.composite
def materials(draw, textures):
    use = uses(textures) if textures else st.none()
    metal = draw(use)
    occluded = metal is not None and draw(st.booleans())
    glow, normal = draw(use), draw(use)
    return Material(
        draw(names),
        (*draw(colors), draw(units)),
        draw(use),
        draw(units),
        draw(units),
        metal,
        normal,
        draw(st.floats(0.1, 2)) if normal else 1.0,
        replace(metal, extras=metal.extras) if occluded else None,
        draw(st.floats(0.1, 1)) if occluded else 1.0,
        draw(st.tuples(*[st.floats(0, 10)] * 3)),
        glow,
        extras=draw(extras),
    )


@st.composite
def looks(draw):
    """A rig of nodes with cameras, lights and meshes with materials."""
    made = {
        "samplers": draw(st.lists(samplers, max_size=2)),
        "images": draw(st.lists(images, max_size=2)),
        "cameras": draw(st.lists(cameras, max_size=2)),
        "lights": draw(st.lists(lights, max_size=2)),
    }
    sampler = st.none() | st.integers(0, len(made["samplers"]) - 1) if made["samplers"] else st.none()
    picture = st.tuples(st.integers(0, len(made["images"]) - 1)) if made["images"] else st.just(())
    texture = st.builds(
        Texture, picture, sampler, names, st.just((8, 4)), st.tuples(units, units, units), extras
    )
    made["textures"] = draw(st.lists(texture, max_size=2))
    made["materials"] = draw(st.lists(materials(len(made["textures"])), max_size=3))
    nodes = [Node("root")]
    for index in range(draw(st.integers(0, 4))):
        camera = draw(st.none() | st.integers(0, len(made["cameras"]) - 1)) if made["cameras"] else None
        light = draw(st.none() | st.integers(0, len(made["lights"]) - 1)) if made["lights"] else None
        nodes.append(
            Node(
                draw(names),
                draw(st.integers(0, index)),
                translation=draw(st.tuples(*[st.floats(-9, 9)] * 3)),
                visible=draw(st.booleans()),
                camera=camera,
                light=light if camera is None else None,
                extras=draw(extras),
            )
        )
    chosen = st.none() | st.integers(0, len(made["materials"]) - 1) if made["materials"] else st.none()
    surface = Surface(np.eye(3), material=draw(chosen), extras=draw(extras))
    made["meshes"] = [Mesh((surface,), draw(names), extras=draw(extras))]
    free = [index for index, node in enumerate(nodes) if index and node.camera is node.light is None]
    made["instances"] = [Instance(index, 0, materials=draw(st.none() | st.tuples(chosen))) for index in free]
    scene = Scene((0,), draw(names), draw(extras))
    return build(nodes=nodes, scenes=[scene], default_scene=0, extras=draw(extras), copyright="© me", **made)


def named(part):
    """The part, with the name that an empty string is."""
    return part


def used(parts, indices):
    """The parts that are used, each once, in the order of their first use."""
    return list({content_key(parts[index]): parts[index] for index in indices if index >= 0}.values())


@given(looks())
def test_every_field_comes_back(rig):
    back = again(rig)
    assert back.nodes.names == rig.nodes.names
    assert back.nodes.visible.tolist() == rig.nodes.visible.tolist()
    assert back.nodes.extras == rig.nodes.extras
    assert np.array_equal(back.nodes.local, rig.nodes.local)
    for field in ("materials", "scenes", "extras", "copyright"):
        if field != "scenes":
            assert getattr(back, field) == getattr(rig, field)
    assert [(scene.name, scene.extras) for scene in back.scenes] == [
        (scene.name, scene.extras) for scene in rig.scenes
    ]
    assert [replace(image, data=bytes(image.data)) for image in back.images] == list(rig.images)
    assert back.cameras == tuple(used(rig.cameras, rig.nodes.cameras.tolist()))
    assert back.lights == tuple(used(rig.lights, rig.nodes.lights.tolist()))
    for node in range(len(rig.nodes)):
        for kind in ("cameras", "lights"):
            before, after = (getattr(one.nodes, kind)[node] for one in (rig, back))
            assert (before < 0) == (after < 0)
            assert before < 0 or getattr(rig, kind)[before] == getattr(back, kind)[after]
    for before, after in zip(rig.textures, back.textures, strict=True):
        samplers = [
            None if texture.sampler is None else one.samplers[texture.sampler]
            for one, texture in ((rig, before), (back, after))
        ]
        assert samplers[0] == samplers[1]
        assert replace(before, sampler=None) == replace(after, sampler=None)
    assert len(back.meshes) == 1
    before, after = (one.meshes[0] for one in (rig, back))
    assert (before.name, before.extras) == (after.name, after.extras)
    assert before.surfaces[0].extras == after.surfaces[0].extras
    assert before.surfaces[0].material == after.surfaces[0].material
    kept = [(one.node, None if one.materials == (None,) else one.materials) for one in rig.instances]
    assert kept == [(one.node, one.materials) for one in back.instances]


@given(looks())
def test_what_comes_back_is_written_the_same_again(rig):
    first = again(rig)
    assert to_bytes(lower(first).document) == to_bytes(lower(again(first)).document)


def test_merged_meshes_of_two_skeletons_leave_both_with_their_own_joints(writer, tmp_path):
    """G4MF skeleton, Joints: each of the sibling skeletons keeps its list, and one mesh serves both."""
    kit = writer.Writer(3)
    kit.tree["meshes"] = []
    for height in (0.0, 1.0):
        skin = {
            "vertices": kit.accessor([0, 1, 2], "uint8"),
            "groups": kit.accessor([0, 1, 1], "uint8"),
            "weights": kit.accessor([1.0, 1.0, 1.0], "float32"),
            "groupNames": ["A", "B"],
        }
        vertices = kit.accessor([[0.0, 0.0, height], [1.0, 0.0, height], [0.0, 1.0, height]], "float32")
        surfaces = [{"simplexes": kit.accessor([[0, 1, 2]], "uint8")}]
        kit.tree["meshes"].append({"vertices": vertices, "surfaces": surfaces, "skin": skin})
    kit.tree["nodes"] = [{"children": [1, 6]}]
    for name, first in (("Left", 1), ("Right", 6)):
        kit.tree["nodes"] += [
            {
                "name": name,
                "children": [first + 1, first + 3, first + 4],
                "position": [float(first), 0, 0],
                "skeleton": {"joints": [first + 1, first + 2]},
            },
            {"bone": {}, "children": [first + 2]},
            {"bone": {}, "position": [0, 1.0, 0]},
            {"meshInstance": {"mesh": 0}},
            {"meshInstance": {"mesh": 1}},
        ]
    before = pantin.load(kit.text(), name="a.g4tf").rig
    report = pantin.save(merge_meshes(before, 0, 1), tmp_path / "merged.g4tf")
    after = pantin.load(tmp_path / "merged.g4tf").rig
    assert "LOSS-G4MF_SKELETON" not in {finding.rule for finding in report.findings}
    assert len(after.skeletons) == 2
    assert len(after.meshes) == 1  # the second mesh and the old skins are gone
    assert len(after.skins) == len(after.instances) == 2
    # No node is added for a skeleton that has one, and those of the second mesh are gone.
    assert len(after.nodes) == len(before.nodes) - 2
    assert not [finding for finding in report.findings if finding.rule == "LOSS-G4MF_PART"]
    joints = [set(after.skins[instance.skin].joints.tolist()) - {-1} for instance in after.instances]
    assert [len(listed) for listed in joints] == [2, 2]
    assert joints[0].isdisjoint(joints[1])
    points = [
        np.unique(
            np.concatenate([np.round(posed.positions, 6) for posed in deform(rig, rig.rest_pose())]), axis=0
        )
        for rig in (before, after)
    ]
    assert np.array_equal(points[0], points[1])

"""Whatever G4MF has a place for comes back from a file as it was, field by field; the rest is reported."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pantin.base.records import replace
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
colours = st.tuples(units, units, units)
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
    colours,
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
        (*draw(colours), draw(units)),
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
    return list({repr(parts[index]): parts[index] for index in indices if index >= 0}.values())


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

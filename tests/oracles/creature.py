"""A rig with something of every kind, for tests that change it."""

from __future__ import annotations

import numpy as np

from pantin.rig import (
    Camera,
    Channel,
    Collider,
    ColliderGroup,
    Constraint,
    Light,
    Material,
    Orthographic,
    RigBuilder,
    Sampler,
    Spring,
    SpringJoint,
    SpringSettings,
    Texture,
    TextureUse,
)


def creature():
    """A chain of four joints with a skinned tube, blend shapes, springs, a constraint, a texture, a camera
    and a light: something to edit of every kind."""
    builder = RigBuilder()
    hips = builder.add_node("hips")
    spine = builder.add_node("spine", parent=hips, translation=(0, 1, 0))
    head = builder.add_node("head", parent=spine, translation=(0, 1, 0))
    builder.add_node("tip", parent=head, translation=(0, 1, 0))
    builder.add_node("twist", parent=spine, translation=(0.2, 0, 0))
    heights = np.repeat(np.linspace(0, 3, 13), 8)
    angles = np.tile(np.arange(8) / 8 * 2 * np.pi, 13)
    positions = np.stack([0.3 * np.cos(angles), heights, 0.3 * np.sin(angles)], axis=1)
    rows, columns = np.divmod(np.arange(12 * 8), 8)
    corner = lambda row, column: row * 8 + column % 8  # noqa: E731
    quads = [corner(rows, columns), corner(rows + 1, columns), corner(rows + 1, columns + 1)]
    quads += [corner(rows, columns), corner(rows + 1, columns + 1), corner(rows, columns + 1)]
    faces = np.concatenate([np.stack(quads[:3], axis=1), np.stack(quads[3:], axis=1)])
    weights = np.maximum(0, 1 - np.abs(heights[:, None] - np.arange(3)[None] - 0.5))
    weights /= weights.sum(axis=1, keepdims=True)
    normals = positions * [1, 0, 1] / 0.3
    image = builder.add_image(b"\x89PNG\r\n\x1a\nfirst", mime_type="image/png")
    texture = builder.add_texture(Texture((image,), builder.add_sampler(Sampler())))
    material = builder.add_material(
        Material("skin", base_color=(0.8, 0.5, 0.4, 1), base_color_texture=TextureUse(texture))
    )
    builder.add_node("body")
    texcoords = np.stack([angles, heights], axis=1)
    mesh = builder.add_mesh(
        "tube", positions, faces, normals=normals, texcoords=texcoords, material=material, node="body"
    )
    bump = np.zeros_like(positions)
    bump[40:48] = normals[40:48] * 0.1
    builder.add_blend_shape(mesh, "bump", bump)
    builder.add_blend_shape(mesh, "squash", positions * [0.1, -0.2, 0.1])
    builder.add_skin(["hips", "spine", "head"], name="skin", mesh=mesh, weights=weights)
    builder.add_camera(Camera(Orthographic(2.0, 0.1, 10.0, 3.0), "front"))
    builder.add_node("camera", translation=(0, 1, 5), camera="front")
    builder.add_light(Light("point", intensity=40.0, name="lamp"))
    builder.add_node("lamp", translation=(0, 4, 0), light="lamp")
    times = np.linspace(0, 2, 9)
    half = 0.4 * np.sin(times * 3)
    turns = np.stack([half * 0, half * 0, np.sin(half), np.cos(half)], axis=1)
    channels = (Channel(1, "rotation", times, turns), Channel(2, "rotation", times, turns[::-1].copy()))
    builder.add_clip("wave", channels)
    rig = builder.build()
    springs = SpringSettings(
        (Spring((SpringJoint(2, stiffness=0.5), SpringJoint(3)), (0,)),),
        (Collider(0, radius=0.2),),
        (ColliderGroup((0,)),),
    )
    return rig.replace(springs=springs, constraints=(Constraint(4, "roll", 1, "Y", 0.5),))

"""A walk, defined by how each bone is rotated from the T-pose, as the motion of a skeleton of any convention.

`rerest` gives every joint another rest orientation: offsets and keys change, no joint moves differently.
"""

from __future__ import annotations

import numpy as np

from pantin.maths import quaternion
from pantin.rig import Channel, Clip, Node, build

RATE = 30.0


def about(axis, degrees):
    return quaternion.from_axis_angle(np.eye(3)["xyz".index(axis)], np.radians(degrees))


def bone_rotations(times, lift=0.0):
    """World rotations (F, 4) from the T-pose by bone; those of other bones are their parent's.

    A left arm turns down by −Z, a knee bends by +X and a left elbow by −Y.
    """
    step = 2 * np.pi * times
    one = np.ones_like(times)
    found = {"hips": turn(("y", 6 * np.sin(step)), ("x", 3 * one))}
    found["spine"] = turn(("y", 3 * np.sin(step)), ("x", 6 * one))
    found["chest"] = turn(("y", -5 * np.sin(step)), ("x", 4 + 3 * np.sin(2 * step)))
    found["upperChest"] = turn(("y", -7 * np.sin(step)), ("z", 2 * np.sin(step)))
    found["neck"] = turn(("x", 12 + 4 * np.sin(step)), ("y", 5 * np.cos(step)))
    found["head"] = turn(("y", 10 * np.cos(step)), ("x", 4 * np.sin(2 * step)))
    for side, sign in (("left", 1.0), ("right", -1.0)):
        swing = np.sin(step) * sign
        bend = 25 + 25 * np.cos(step * 1.0 + sign)
        thigh = turn(("x", -22 * swing), ("y", 4 * sign * one), ("z", 2 * sign * one))
        found[f"{side}UpperLeg"] = quaternion.product(found["hips"], thigh)
        found[f"{side}LowerLeg"] = quaternion.product(found[f"{side}UpperLeg"], about("x", bend))
        found[f"{side}Foot"] = turn(("y", 6 * sign * one), ("x", 10 * np.maximum(0, -swing)))
        arm = quaternion.product(
            turn(("x", 25 * swing)), turn(("z", -sign * (70 + lift)), ("x", 8 * np.sin(2 * step)))
        )
        found[f"{side}UpperArm"] = quaternion.product(found["upperChest"], arm)
        elbow = turn(("y", -sign * (35 + 20 * swing)), ("x", 15 * np.sin(step)))
        found[f"{side}LowerArm"] = quaternion.product(found[f"{side}UpperArm"], elbow)
        found[f"{side}Hand"] = quaternion.product(found[f"{side}LowerArm"], about("z", 6 * swing))
    return found


def turn(*parts):
    result = np.array(quaternion.IDENTITY)
    for axis, degrees in parts:
        result = quaternion.product(result, about(axis, np.asarray(degrees, float)))
    return result


def walk(rig, bones, seconds=2.0, axes=quaternion.IDENTITY, rotations=None):
    """The clip of a rig in a T-pose with its feet on the ground: it walks along +Z with planted feet."""
    times = np.arange(round(seconds * RATE) + 1) / RATE
    rotations = bone_rotations(times) if rotations is None else rotations
    bone_at = {node: bone for bone, node in bones.items()}
    rest, world, channels = {}, {}, []
    back = quaternion.conjugate(axes)
    for node in rig.order.tolist():
        parent = int(rig.nodes.parents[node])
        local = rig.nodes.rotations[node]
        rest[node] = quaternion.product(rest[parent], local) if parent >= 0 else local
        above = world[parent] if parent >= 0 else np.tile(quaternion.IDENTITY, (len(times), 1))
        bone = bone_at.get(node)
        if bone in rotations:
            moved = quaternion.product(back, quaternion.product(rotations[bone], axes))
            world[node] = quaternion.product(moved, rest[node])
            values = quaternion.product(quaternion.conjugate(above), world[node])
            channels.append(Channel(node, "rotation", times, values))
        else:
            world[node] = quaternion.product(above, local)
    places = positions(rig, world)
    upright = quaternion.rotate(axes, places)
    ankles = [bones[f"{side}Foot"] for side in ("left", "right")]
    stood = quaternion.rotate(axes, positions(rig, {node: value[None] for node, value in rest.items()}))
    drop = stood[0, ankles, 1].mean() - upright[:, ankles, 1].min(axis=1)
    leg = stood[0, bones["hips"], 1]
    path = np.stack([0 * times, drop, leg * 1.4 * times], axis=1)
    hips = bones["hips"]
    parent = int(rig.nodes.parents[hips])
    moved = quaternion.rotate(back, path)
    inside = quaternion.rotate(
        quaternion.conjugate(rest[parent] if parent >= 0 else back * 0 + (0, 0, 0, 1)), moved
    )
    values = rig.nodes.translations[hips] + inside
    return Clip((*channels, Channel(hips, "translation", times, values)), "walk")


def positions(rig, world):
    frames = len(next(iter(world.values())))
    found = np.zeros((frames, len(rig.nodes), 3))
    for node in rig.order.tolist():
        parent = int(rig.nodes.parents[node])
        step = rig.nodes.translations[node]
        found[:, node] = step if parent < 0 else found[:, parent] + quaternion.rotate(world[parent], step)
    return found


def rerest(rig, clip, turns):
    """The rig and the clip with joint j at rest turned by `turns[j]`: offsets become Q⁻¹ · offset below it,
    keys Q_parent⁻¹ · q · Q. Without keys a joint holds its old rest rotation. As in BVH, rest rotations are
    none."""
    keys = {(channel.node, channel.property): channel for channel in clip.channels}
    times = clip.channels[0].times
    nodes, channels = [], []
    for node in range(len(rig.nodes)):
        parent = int(rig.nodes.parents[node])
        above = turns[parent] if parent >= 0 else np.array(quaternion.IDENTITY)
        back = quaternion.conjugate(above)
        offset = quaternion.rotate(back, rig.nodes.translations[node])
        nodes.append(Node(rig.nodes.names[node], parent, offset))
        rotation = keys.get((node, "rotation"))
        values = (
            rig.nodes.rotations[node][None].repeat(len(times), 0) if rotation is None else rotation.values
        )
        values = quaternion.product(quaternion.product(back, values), turns[node])
        channels.append(Channel(node, "rotation", times, values))
        if (node, "translation") in keys:
            moved = quaternion.rotate(back, keys[node, "translation"].values)
            channels.append(Channel(node, "translation", times, moved))
    made = Clip(tuple(channels), clip.name)
    return build(nodes=nodes, clips=[made]), made

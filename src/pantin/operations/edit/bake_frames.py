"""Bake many poses: a node for each, with the geometry of that pose and no skins."""

from __future__ import annotations

from collections.abc import Iterable

from pantin.operations.edit.bake_pose import bake_pose
from pantin.operations.edit.rig_parts import rest_world_transforms
from pantin.rig import Instance, Mesh, Node, Pose, Rig, Scene, SpringSettings

FRAMES = "Frames"


def bake_frames(rig: Rig, poses: Iterable[Pose]) -> Rig:
    """A rig with a root, a node for each pose below it (only the first is visible), and below each the
    meshes that the default scene shows.

    A mesh that neither a skin nor blend shapes change is stored once, for all frames: its nodes move it.
    """
    nodes, meshes, instances = [Node(FRAMES)], list[Mesh](), list[Instance]()
    shared: dict[int, int] = {}
    for number, pose in enumerate(poses):
        baked = bake_pose(rig, pose)
        world, shown = rest_world_transforms(baked), baked.shown()
        frame = len(nodes)
        nodes.append(Node(f"Frame{number}", 0, visible=number == 0))
        for before, after in zip(_in_order(rig, baked), baked.instances, strict=True):
            if not shown[after.node]:
                continue
            changed = before.skin is not None or rig.meshes[before.mesh].blend_shape_count > 0
            if changed or before.mesh not in shared:
                meshes.append(baked.meshes[after.mesh])
            if not changed:
                shared.setdefault(before.mesh, len(meshes) - 1)
            mesh = len(meshes) - 1 if changed else shared[before.mesh]
            name = rig.nodes.names[before.node]
            instances.append(Instance(len(nodes), mesh, materials=after.materials))
            nodes.append(Node(None if name is None else f"{name}_{number}", frame, matrix=world[after.node]))
    return rig.replace(
        nodes=nodes,
        meshes=meshes,
        instances=instances,
        skins=(),
        skeletons=(),
        clips=(),
        scenes=[Scene((0,))],
        default_scene=0,
        springs=SpringSettings(),
        character=None,
        constraints=(),
        cameras=(),
        lights=(),
    )


def _in_order(rig: Rig, baked: Rig) -> list[Instance]:
    """The instances of a rig in the order of the baked rig: by node; instances moved to a new node come last,
    in the order of their old nodes."""
    stayed = {instance.node for instance in baked.instances}
    return sorted(rig.instances, key=lambda instance: (instance.node not in stayed, instance.node))

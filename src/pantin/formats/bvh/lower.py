"""Motions of rigs as BVH documents, and findings on what these do not store."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.base.errors import Unsuitable, WrongDimension
from pantin.formats.bvh.document import Document
from pantin.formats.bvh.document import read as read_document
from pantin.formats.format import WriteOptions
from pantin.formats.single_clip import choose_clip, dropped_clips
from pantin.report import Finding, rule
from pantin.report.wording import counted

if TYPE_CHECKING:
    from pantin.rig import Clip, Rig

MOST_POSITIONS = 30_000_000
"""Joints times frames: two gigabytes while they are written, and an hour of 60 joints at 120 Hz."""

FARTHEST = 1e30
"""Squares of distances are beyond float32 from about here on."""

CONSTANT = 1e-6
"""Scales and weights that change by less than this are not animated."""


@rule("LOSS-BVH", "warning", "{what}")
def dropped_by_bvh(facts: list[str]) -> Iterator[Finding]:
    """BVH cannot store a part of the motion.

    What: A BVH file stores one clip in evenly spaced frames, of joints with unique names of one word that
    rotate, and move where they do so in the clip. Joints have no rotation and no scale at rest.
    Why: Other clips, scales and blend weights are missing. World positions of joints are the same in every
    frame; the axes of joints with a rest rotation are not.
    Fix: Keep the source too. Choose the clip with `--clip`, and the frame rate with `--fps`.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from (dropped_by_bvh.at(what=what) for what in facts)


def lower(rig: Rig, options: WriteOptions) -> tuple[Document, list[Finding]]:
    """A clip of the rig, or its rest pose as one frame if it has none."""
    from pantin.base.limits import Limits
    from pantin.formats.bvh.write import Joints, write_bvh
    from pantin.motion.frames import frames_of
    from pantin.motion.recording import record
    from pantin.rig import Clip

    if rig.dimension != 3:
        raise WrongDimension(f"BVH stores rigs in 3 dimensions, but this one has {rig.dimension}")
    clip = choose_clip(rig, options)
    playing = Clip(()) if clip is None else clip
    nodes = joints_to_write(rig, playing)
    if not nodes:
        raise Unsuitable("BVH stores joints, but this rig has no nodes without a mesh")
    frames = frames_of(playing, options.fps)
    if len(frames.times) * len(nodes) > MOST_POSITIONS:
        count = f"{len(frames.times):,} frames of {counted(len(nodes), 'joint')}"
        raise Unsuitable(f"{count} are too many for a .bvh: choose a lower frame rate")
    recording = record(rig, playing, frames.times, nodes)
    reach = max(float(abs(points).max()) for points in (recording.offsets, *recording.positions.values()))
    if not reach < FARTHEST:
        raise Unsuitable("a joint is too far from the origin: readers of BVH compute in float32")
    names, renamed = joint_names(rig, playing, nodes)
    scale = 1.0 if options.scale is None else options.scale
    if not 0 < scale < float("inf"):
        raise ValueError(f"scale must be a positive number, not {scale}")
    joints = Joints(
        names,
        recording.parents,
        recording.offsets * scale,
        recording.rotations,
        {joint: positions * scale for joint, positions in recording.positions.items()},
        frames.step,
    )
    data = "".join(write_bvh(joints)).encode()
    facts = losses(rig, clip, nodes)
    if renamed:
        facts.append(f"renamed {counted(renamed, 'joint')} to unique words")
    if not frames.exact:
        rate = f"{1 / frames.step:g} frames per second"
        facts.append(f"resampled the clip at {rate}: some of its keys are between frames")
    document = read_document(data, options.name, Limits(file_bytes=len(data)))
    return document, list(dropped_by_bvh(facts))


def adapt(document: Document, options: WriteOptions) -> Document:
    """A file that was read, with another frame rate or in another unit."""
    from pantin.formats.bvh.rigs import to_rig

    if options.fps is None and options.scale is None and options.clip is None:
        return document
    return lower(to_rig(document), options.replace(name=document.name))[0]


def joints_to_write(rig: Rig, clip: Clip) -> list[int]:
    """Nodes that are joints of skins, skeletons or a humanoid, or move, with all their ancestors and ends; of
    a rig that has none of these all nodes without a mesh, a camera or a light."""
    chosen = {int(joint) for skin in rig.skins for joint in skin.joints if joint >= 0}
    chosen |= {int(joint) for skeleton in rig.skeletons for joint in skeleton.joints if joint >= 0}
    chosen |= set(rig.character.humanoid.values()) if rig.character else set()
    nodes = rig.nodes
    busy = {instance.node for instance in rig.instances}
    free = {
        node
        for node in range(len(nodes))
        if node not in busy and nodes.cameras[node] < 0 and nodes.lights[node] < 0
    }
    if not chosen:
        chosen = set(free)
    chosen |= {channel.node for channel in clip.channels if channel.property != "weights"}
    chosen |= {node for node in free if int(nodes.parents[node]) in chosen and nodes.names[node] is None}
    pending = list(chosen)
    while pending:
        parent = int(nodes.parents[pending.pop()])
        if parent >= 0 and parent not in chosen:
            chosen.add(parent)
            pending.append(parent)
    return sorted(chosen)


def joint_names(rig: Rig, clip: Clip, nodes: list[int]) -> tuple[list[str | None], int]:
    """A name of one word for each joint, None for an end; and how many names were changed."""
    parents = {int(rig.nodes.parents[node]) for node in nodes}
    moved = {channel.node for channel in clip.channels}
    names: list[str | None] = []
    taken: set[str] = set()
    numbers: dict[str, int] = {}
    renamed = 0
    for node in nodes:
        own = rig.nodes.names[node]
        is_end = own is None and node not in parents and node not in moved and rig.nodes.parents[node] >= 0
        if is_end:
            names.append(None)
            continue
        word = re.sub(r"[\s{}]+", "_", own.strip() if own else "") or f"joint{node}"
        free = word
        while free in taken:
            numbers[word] = numbers.get(word, 0) + 1
            free = f"{word}_{numbers[word]}"
        taken.add(free)
        renamed += own is not None and free != own
        names.append(free)
    return names, renamed


def losses(rig: Rig, clip: Clip | None, nodes: list[int]) -> list[str]:
    """The data of a rig that the file lacks, in words, beyond the stated capabilities."""
    import numpy as np

    facts = list(dropped_clips(rig, clip, "a .bvh"))
    meshes = {instance.node for instance in rig.instances}
    left = len({*range(len(rig.nodes))} - meshes - {*nodes})
    if left:
        facts.append(f"dropped {counted(left, 'node')}: .bvh stores joints only")
    channels = clip.channels if clip is not None else ()
    for kind, noun in (("scale", "scale of {}"), ("weights", "blend weights of {}")):
        count = sum(
            channel.property == kind and bool(np.ptp(channel.values, 0).max(initial=0.0) > CONSTANT)
            for channel in channels
        )
        if count:
            facts.append(f"dropped the animated {noun.format(counted(count, 'node'))}")
    rotations = rig.rest_pose().rotations[nodes]
    turned = int((np.abs(rotations[:, :3]).max(1, initial=0.0) > 1e-6).sum())
    if turned:
        joints = counted(turned, "joint")
        facts.append(f"dropped the rest rotation of {joints}: their axes are those of the world")
    if len(rig.scenes) > 1:
        facts.append(f"dropped {counted(len(rig.scenes) - 1, 'scene')}: .bvh stores one")
    return facts
